import Peel

/// A pattern of `--exclude`, as shells and .gitignore have them.
///
/// `*` stands for any characters but the slash, `**` for any with it, `?` for one character, `[a-z]` for one of a
/// range, `[!a-z]` for one that is not in it; `\` takes the next character as it is. A pattern without a slash is
/// compared with the name alone, in whatever folder; one with a slash with the whole path. A slash at the end means
/// folders only.
struct PathPattern: Equatable, Sendable, CustomStringConvertible {
    let description: String
    private var tokens: [Token] = []
    private let isAboutNames: Bool
    private let isAboutFolders: Bool

    private enum Token: Equatable {
        case character(UInt32)
        case anyCharacter
        case oneOf([ClosedRange<UInt32>], isNegated: Bool)
        /// Any number of characters that are not a slash.
        case anyName
        /// Any number of characters.
        case anyPath
        /// Nothing, or any path with the slash after it.
        case anyFolders

        func takes(_ character: UInt32) -> Bool {
            switch self {
            case .character(let own): own == character
            case .anyCharacter: character != PathPattern.slash
            case .oneOf(let ranges, let isNegated):
                character != PathPattern.slash && ranges.contains { $0.contains(character) } != isNegated
            case .anyName, .anyPath, .anyFolders: false
            }
        }
    }

    private static let slash = UInt32(UInt8(ascii: "/"))

    /// - Returns: `nil` for an empty pattern, and one with a `[` that is not closed or a `\` at its end.
    init?(_ text: FilePath) {
        description = text.description
        var characters = Self.characters(of: text)[...]
        isAboutFolders = characters.last == Self.slash
        while characters.last == Self.slash { characters = characters.dropLast() }
        isAboutNames = !characters.contains(Self.slash)
        if characters.first == Self.slash { characters = characters.dropFirst() }
        guard !characters.isEmpty else { return nil }
        while !characters.isEmpty {
            guard let token = Self.token(&characters, isFirst: tokens.isEmpty || tokens.last == .character(Self.slash))
            else { return nil }
            tokens.append(token)
        }
    }

    /// - Parameter path: from the folder that is searched on, or as it was named.
    func matches(_ path: FilePath, isFolder: Bool = false) -> Bool {
        if isAboutFolders, !isFolder { return false }
        let characters = Self.characters(of: isAboutNames ? path.lastComponent : path)
        // The places in the path up to which the tokens so far can reach: linear in both, whatever the pattern.
        var reached = [Bool](repeating: false, count: characters.count + 1)
        reached[0] = true
        for token in tokens { reached = Self.step(token, reached, characters) }
        return reached[characters.count]
    }

    private static func step(_ token: Token, _ reached: [Bool], _ characters: [UInt32]) -> [Bool] {
        var next = [Bool](repeating: false, count: reached.count)
        var isWithin = false
        for place in reached.indices {
            switch token {
            case .anyName, .anyPath:
                if place > 0, token == .anyName, characters[place - 1] == slash { isWithin = false }
                isWithin = isWithin || reached[place]
                next[place] = isWithin
            case .anyFolders:
                next[place] = reached[place] || (isWithin && characters[place - 1] == slash)
                isWithin = isWithin || reached[place]
            default:
                if place > 0, reached[place - 1], token.takes(characters[place - 1]) { next[place] = true }
            }
        }
        return next
    }

    /// The first token, which is taken off.
    private static func token(_ characters: inout ArraySlice<UInt32>, isFirst: Bool) -> Token? {
        let first = characters.removeFirst()
        switch Unicode.Scalar(first) {
        case "*":
            guard characters.first == first else { return .anyName }
            while characters.first == first { characters.removeFirst() }
            guard isFirst, characters.first == slash else { return .anyPath }
            characters.removeFirst()
            return .anyFolders
        case "?": return .anyCharacter
        case "[": return set(&characters)
        case "\\": return characters.popFirst().map { .character($0) }
        default: return .character(first)
        }
    }

    /// What stands between brackets; the opening one is taken off already.
    private static func set(_ characters: inout ArraySlice<UInt32>) -> Token? {
        let (closing, hyphen) = (UInt32(UInt8(ascii: "]")), UInt32(UInt8(ascii: "-")))
        let isNegated = ["!", "^"].contains { characters.first == Unicode.Scalar($0)?.value }
        if isNegated { characters.removeFirst() }
        var ranges: [ClosedRange<UInt32>] = []
        // A bracket that closes at once is one of the set.
        while let first = characters.popFirst(), first != closing || ranges.isEmpty {
            if characters.first == hyphen, let last = characters.dropFirst().first, last != closing {
                characters = characters.dropFirst(2)
                guard first <= last else { return nil }
                ranges.append(first...last)
            } else {
                ranges.append(first...first)
            }
            if characters.isEmpty { return nil }
        }
        return ranges.isEmpty ? nil : .oneOf(ranges, isNegated: isNegated)
    }

    /// The characters of a path; a byte that is not UTF-8 stands for itself, beyond all characters.
    private static func characters(of path: FilePath) -> [UInt32] {
        var characters: [UInt32] = []
        var rest = path.bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
            if let text = String(validating: rest.prefix(length), as: UTF8.self), let scalar = text.unicodeScalars.first
            {
                characters.append(scalar.value)
                rest = rest.dropFirst(length)
            } else {
                characters.append(0x11_0000 + UInt32(first))
                rest = rest.dropFirst()
            }
        }
        return characters
    }
}
