import Files

/// A value of a JSON document (RFC 8259) with its line, for messages about files that people write by hand.
struct LocatedJSON: Sendable {
    enum Value: Sendable {
        /// `null`, `true`, `false` or a number, as it is written.
        case other(String)
        case string(String)
        case array([LocatedJSON])
        /// In the order of the file; no name twice.
        case object([Member])
    }

    struct Member: Sendable {
        let name: String
        /// Of the name, from 1.
        let line: Int
        let value: LocatedJSON
    }

    /// Why a text is not such a document.
    struct Failure: Error, Hashable, Sendable {
        let line: Int
        let reason: String
    }

    let value: Value
    /// Where it starts, from 1.
    let line: Int

    /// Values within values: more than a file of settings has.
    static let deepest = 8

    /// - Parameters:
    ///   - valueLimit: the most values and names of members.
    ///   - deepest: the most values within each other.
    init(parsing bytes: [UInt8], valueLimit: Int, deepest: Int = deepest) throws(Failure) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(line: 1 + bytes.count { $0 == UInt8(ascii: "\n") }, reason: "the text is not UTF-8")
        }
        // Some editors begin a file with a byte order mark.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        var parser = Parser(rest: text, valuesLeft: valueLimit, deepest: deepest)
        self = try parser.readDocument()
    }

    private init(_ value: Value, line: Int) {
        self.value = value
        self.line = line
    }

    var isNull: Bool {
        if case .other("null") = value { true } else { false }
    }
}

extension LocatedJSON {
    /// Of bytes that are valid UTF-8.
    fileprivate struct Parser {
        var rest: ArraySlice<UInt8>
        var valuesLeft: Int
        let deepest: Int
        var line = 1

        mutating func readDocument() throws(Failure) -> LocatedJSON {
            let value = try readValue(depth: 0)
            skipSpace()
            guard rest.isEmpty else { throw failure("unexpected \(found) after the document") }
            return value
        }

        private mutating func readValue(depth: Int) throws(Failure) -> LocatedJSON {
            skipSpace()
            guard depth <= deepest else { throw failure("values are nested more than \(deepest) deep") }
            try countValue()
            let line = line
            switch rest.first {
            case UInt8(ascii: "\""): return LocatedJSON(.string(try readString()), line: line)
            case UInt8(ascii: "["): return LocatedJSON(.array(try readArray(depth)), line: line)
            case UInt8(ascii: "{"): return LocatedJSON(.object(try readObject(depth)), line: line)
            default:
                let word = rest.prefix { $0.isPartOfWord }
                let text = String(decoding: word, as: UTF8.self)
                guard ["null", "true", "false"].contains(text) || word.isJSONNumber else {
                    throw failure("unexpected \(found); expected a value")
                }
                rest = rest.dropFirst(word.count)
                return LocatedJSON(.other(text), line: line)
            }
        }

        private mutating func readArray(_ depth: Int) throws(Failure) -> [LocatedJSON] {
            rest.removeFirst()
            var elements: [LocatedJSON] = []
            if take(UInt8(ascii: "]")) { return elements }
            while true {
                elements.append(try readValue(depth: depth + 1))
                if take(UInt8(ascii: "]")) { return elements }
                guard take(UInt8(ascii: ",")) else { throw failure("unexpected \(found); expected , or ]") }
            }
        }

        private mutating func readObject(_ depth: Int) throws(Failure) -> [Member] {
            rest.removeFirst()
            var members: [Member] = []
            var lines: [String: Int] = [:]
            if take(UInt8(ascii: "}")) { return members }
            while true {
                skipSpace()
                guard rest.first == UInt8(ascii: "\"") else {
                    throw failure("unexpected \(found); expected a name in double quotes")
                }
                try countValue()
                let nameLine = line
                let name = try readString()
                if let first = lines.updateValue(nameLine, forKey: name) {
                    throw Failure(line: nameLine, reason: "duplicate name '\(name)', first in line \(first)")
                }
                guard take(UInt8(ascii: ":")) else { throw failure("unexpected \(found); expected :") }
                members.append(Member(name: name, line: nameLine, value: try readValue(depth: depth + 1)))
                if take(UInt8(ascii: "}")) { return members }
                guard take(UInt8(ascii: ",")) else { throw failure("unexpected \(found); expected , or }") }
            }
        }

        private mutating func readString() throws(Failure) -> String {
            rest.removeFirst()
            var bytes: [UInt8] = []
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\""): return try checked(String(decoding: bytes, as: UTF8.self))
                case UInt8(ascii: "\\"): bytes += Array(String(try readEscape()).utf8)
                case ..<0x20: throw failure("unexpected end of line or control character in a text")
                default: bytes.append(byte)
                }
            }
            throw failure("unexpected end of file; expected \" at the end of a text")
        }

        /// Comparing takes long for a text with thousands of marks on a letter.
        private func checked(_ text: String) throws(Failure) -> String {
            var run = MarkRun()
            guard text.unicodeScalars.allSatisfy({ run.takes($0) }) else {
                throw failure("more than \(MarkRun.longest) combining marks are on one letter")
            }
            return text
        }

        private mutating func readEscape() throws(Failure) -> Unicode.Scalar {
            switch rest.popFirst() {
            case UInt8(ascii: "\""): return "\""
            case UInt8(ascii: "\\"): return "\\"
            case UInt8(ascii: "/"): return "/"
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "u"): break
            default: throw failure("expected one of \" \\ / b f n r t u after \\")
            }
            let first = try readHexadecimal()
            if let scalar = Unicode.Scalar(first) { return scalar }
            guard (0xD800..<0xDC00).contains(first), rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
                throw failure("\\u escapes only half of a surrogate pair")
            }
            rest = rest.dropFirst(2)
            let second = try readHexadecimal()
            guard (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { throw failure("\\u escapes only half of a surrogate pair") }
            return scalar
        }

        private mutating func readHexadecimal() throws(Failure) -> UInt32 {
            let digits = rest.prefix(4)
            guard digits.count == 4, digits.allSatisfy(\.isHexadecimalDigit),
                let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw failure("expected four hexadecimal digits after \\u") }
            rest = rest.dropFirst(4)
            return number
        }

        private mutating func skipSpace() {
            while let byte = rest.first, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
                if byte == 0x0A { line += 1 }
                rest.removeFirst()
            }
        }

        private mutating func take(_ byte: UInt8) -> Bool {
            skipSpace()
            guard rest.first == byte else { return false }
            rest.removeFirst()
            return true
        }

        private mutating func countValue() throws(Failure) {
            valuesLeft -= 1
            guard valuesLeft >= 0 else { throw failure("the file has too many values") }
        }

        private func failure(_ reason: String) -> Failure { Failure(line: line, reason: reason) }

        /// What is next, for a message.
        private var found: String {
            guard let character = String(decoding: rest.prefix(16), as: UTF8.self).first else { return "end of file" }
            return "'\(character)'"
        }
    }
}

extension UInt8 {
    fileprivate var isPartOfWord: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || "+-.".utf8.contains(self)
    }

    fileprivate var isHexadecimalDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}

extension ArraySlice<UInt8> {
    /// RFC 8259, section 6.
    fileprivate var isJSONNumber: Bool {
        var rest = self
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        func takeDigits() -> Bool {
            let digits = rest.prefix(while: isDigit)
            rest = rest.dropFirst(digits.count)
            return !digits.isEmpty
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let before = rest.count
        guard takeDigits(), !startsWithZero || before - rest.count == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard takeDigits() else { return false }
        }
        if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
            guard takeDigits() else { return false }
        }
        return rest.isEmpty
    }
}
