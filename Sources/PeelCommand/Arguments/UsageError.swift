/// The command line is wrong: what is wrong with it and, when it is known, which command's help to read.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
    var command: Command?

    init(_ description: String, command: Command? = nil) {
        self.description = description
        self.command = command
    }
}
