/// A path as the file system knows it: bytes, not text, so that names that are not UTF-8 keep working.
public struct FilePath: Hashable, Sendable {
    /// The path's bytes, none of which is zero.
    public let bytes: [UInt8]

    /// Creates a path from its bytes.
    ///
    /// - Precondition: no byte is zero.
    public init(bytes: [UInt8]) {
        precondition(!bytes.contains(0), "a path must not contain a zero byte")
        self.bytes = bytes
    }

    /// The path with the bytes of a text in UTF-8.
    ///
    /// - Precondition: the text has no zero character.
    public init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Calls `body` with the path as a C string.
    package func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
        return try body(terminated)
    }

    /// The path below this one; an absolute `component` replaces it.
    package func appending(_ component: FilePath) -> FilePath {
        if component.bytes.first == UInt8(ascii: "/") || bytes.isEmpty { return component }
        let separator: [UInt8] = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        return FilePath(bytes: bytes + separator + component.bytes)
    }

    /// The path below this one; an absolute `component` replaces it.
    public func appending(_ component: String) -> FilePath {
        appending(FilePath(component))
    }

    /// What stands after the last slash (slashes at the end do not count).
    public var lastComponent: FilePath {
        let trimmed = trimmingSlashes
        let start = trimmed.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return FilePath(bytes: Array(trimmed[start...]))
    }

    /// The folder that holds this path; `.` for a bare name.
    public var parent: FilePath {
        let trimmed = trimmingSlashes
        guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
        return slash == 0 ? FilePath("/") : FilePath(bytes: Array(trimmed[..<slash]))
    }

    /// The last component without its last dot and what follows (a dot at its start does not count).
    package var stem: FilePath {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return FilePath(bytes: name) }
        return FilePath(bytes: Array(name[..<dot]))
    }

    /// What follows the last dot of the last component, in lower case; empty when there is none.
    package var pathExtension: String {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    private var trimmingSlashes: ArraySlice<UInt8> {
        var end = bytes.count
        while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        return bytes[..<end]
    }
}

extension FilePath: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The path as text for a person, on one line: bytes that are not UTF-8, control characters and those that turn the
    /// order of letters round are written as `\xHH`.
    public var description: String {
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
            if let character = String(validating: rest.prefix(length), as: UTF8.self),
                let scalar = character.unicodeScalars.first, !scalar.isMisleading
            {
                text += character
                rest = rest.dropFirst(length)
            } else {
                let digits = String(first, radix: 16, uppercase: true)
                text += "\\x" + (digits.count == 1 ? "0" : "") + digits
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// The path with the bytes of a literal in UTF-8.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
