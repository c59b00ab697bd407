import CGetopt
import Glibc
import Peel

/// A command line after getopt: options in the order given, and the rest.
struct ReadArguments {
    struct Given {
        let option: OptionSpec
        let value: FilePath?
    }

    var options: [Given] = []
    var operands: [FilePath] = []
}

/// Reads what follows a command (or `peel`) with the C library's `getopt_long`: long options may be shortened and mixed
/// with operands, short ones clustered; after `--` all are operands. Arguments are bytes: names need not be UTF-8.
///
/// - Throws: ``UsageError`` for the first argument that is wrong.
func readArguments(_ arguments: [FilePath], options: [OptionSpec]) throws -> ReadArguments {
    var read = ReadArguments()
    var failure: UsageError?
    withGetoptItems(of: arguments, options: options) { items in
        for item in items {
            let text = item.text.map { FilePath(cString: $0) }
            let option = item.option >= 0 ? options[Int(item.option)] : nil
            switch (item.kind, option) {
            case (PEEL_GETOPT_OPTION, let option?): read.options.append(.init(option: option, value: text))
            case (PEEL_GETOPT_OPERAND, _): read.operands.append(text ?? "")
            case (PEEL_GETOPT_MISSING_VALUE, let option?): failure = missingValue(of: option)
            case (PEEL_GETOPT_UNEXPECTED_VALUE, let option?):
                failure = UsageError("\(option.typed) takes no value")
            default:
                failure = unknownOption(text ?? "", letter: UInt8(bitPattern: item.letter), options: options)
            }
        }
    }
    if let failure { throw fileHint(for: arguments).map { UsageError("\(failure); \($0)") } ?? failure }
    return read
}

/// What to write instead, where a file is called like an option.
private func fileHint(for arguments: [FilePath]) -> String? {
    let file = arguments.prefix { $0 != "--" }.first { argument in
        argument.bytes.count > 1 && argument.bytes[0] == UInt8(ascii: "-")
            && argument.withCString { access($0, F_OK) } == 0
    }
    return file.map { "the file of that name is ./\($0) here" }
}

private func missingValue(of option: OptionSpec) -> UsageError {
    let quoting = if case .color? = option.value { "; a shell takes #f80 for a comment, '#f80' not" } else { "" }
    return UsageError("\(option.typed) needs a value: \(option.typed) \(option.value?.placeholder ?? "")\(quoting)")
}

private func unknownOption(_ argument: FilePath, letter: UInt8, options: [OptionSpec]) -> UsageError {
    if letter != 0 {
        let typed = FilePath(bytes: [UInt8(ascii: "-"), letter])
        return UsageError("unknown option \(typed)")
    }
    let argument = argument.description
    let name = String(argument.drop { $0 == "-" }.prefix { $0 != "=" })
    let names = options.map(\.name.rawValue)
    let beginnings = names.filter { $0.hasPrefix(name) }
    if beginnings.count > 1, !name.isEmpty {
        let choices = beginnings.map { "--\($0)" }.joined(separator: " or ")
        return UsageError("--\(name) can mean \(choices)")
    }
    let unknown = "unknown option --\(name)"
    if let owner = Command.all.first(where: { $0.options.contains { $0.name.rawValue == name } }) {
        return UsageError("\(unknown): it belongs to peel \(owner.name)")
    }
    if OptionSpec.ofProgram.contains(where: { $0.name.rawValue == name }) {
        return UsageError("\(unknown): it stands alone, as in peel --\(name)")
    }
    guard let meant = nearest(to: name, among: names) else { return UsageError(unknown) }
    return UsageError("\(unknown); did you mean --\(meant)?")
}

/// Calls `body` with what getopt made of the arguments; the items and their texts are valid only inside.
private func withGetoptItems(
    of arguments: [FilePath], options: [OptionSpec], _ body: (UnsafeBufferPointer<peel_getopt_item>) -> Void
) {
    let texts = CStrings([FilePath("peel")] + arguments)
    let names = CStrings(options.map { FilePath($0.name.rawValue) })
    let table = zip(options, names.pointers).map { option, name in
        peel_getopt_option(
            name: name, letter: CChar(bitPattern: option.letter?.asciiValue ?? 0),
            takes_value: option.value == nil ? 0 : 1)
    }
    let argumentPointers: [UnsafeMutablePointer<CChar>?] = texts.pointers.map { $0 } + [nil]
    let capacity = arguments.reduce(1) { $0 + $1.bytes.count + 1 }
    withUnsafeTemporaryAllocation(of: peel_getopt_item.self, capacity: capacity) { items in
        let count = peel_getopt(CInt(arguments.count + 1), argumentPointers, table, table.count, items.baseAddress)
        body(UnsafeBufferPointer(rebasing: items[..<count]))
    }
    withExtendedLifetime((texts, names)) {}
}

/// Zero-terminated copies of texts, freed with the object.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>]

    init(_ texts: [FilePath]) {
        pointers = texts.map { text in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.bytes.count + 1)
            for (index, byte) in text.bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
            copy[text.bytes.count] = 0
            return copy
        }
    }

    deinit {
        for pointer in pointers { pointer.deallocate() }
    }
}
