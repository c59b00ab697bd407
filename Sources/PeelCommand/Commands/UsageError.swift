/// The command line is wrong, and what is wrong with it.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    init(of error: any Error) {
        self.init("\(error)")
    }
}
