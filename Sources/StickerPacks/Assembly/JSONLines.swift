import Files

/// Reads a file of JSON Lines one value at a time, in memory for the longest line alone.
struct JSONLines<Line: Decodable>: ~Copyable {
    /// A longer line is damaged.
    private static var longestLine: Int { 1 << 20 }

    private let file: OpenFile
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var unread = 0..<0
    private var isAtEnd = false
    private var lineNumber = 0

    init(reading path: FilePath) throws(PackError) {
        self.init(try asPackError { () throws(FileError) in try OpenFile.readingFile(path) })
    }

    /// - Parameter file: stands where the lines begin.
    init(_ file: consuming OpenFile) {
        self.file = file
    }

    /// The next value; `nil` at the end. Empty lines are passed over.
    ///
    /// - Throws: ``PackError/Code/damagedManifest`` with the number of a line that is no such value, or
    ///   ``PackError/Code/file(_:)``.
    mutating func next() throws(PackError) -> Line? {
        while true {
            if let end = buffer[unread].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[unread.lowerBound..<end]
                unread = end + 1..<unread.upperBound
                if let value = try decode(line) { return value }
                continue
            }
            guard !isAtEnd else {
                let line = buffer[unread]
                unread = 0..<0
                return try decode(line)
            }
            try fill()
        }
    }

    private mutating func decode(_ line: ArraySlice<UInt8>) throws(PackError) -> Line? {
        lineNumber += 1
        guard !line.isBlankLine else { return nil }
        guard let value = try? CheckedJSON.decode(Line.self, from: line) else {
            throw PackError(.damagedManifest, file.path, "\(file.path), line \(lineNumber): damaged")
        }
        return value
    }

    private mutating func fill() throws(PackError) {
        if unread.lowerBound > 0 {
            buffer.replaceSubrange(0..<unread.count, with: buffer[unread])
            unread = 0..<unread.count
        }
        if unread.count == buffer.count {
            guard buffer.count < Self.longestLine else {
                throw PackError(.damagedManifest, file.path, "\(file.path), line \(lineNumber + 1): too long")
            }
            buffer += [UInt8](repeating: 0, count: buffer.count)
        }
        do throws(FileError) {
            let count = try file.read(into: &buffer, from: unread.count)
            isAtEnd = count == 0
            unread = 0..<unread.count + count
        } catch {
            throw PackError(error)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether a line of JSON Lines has nothing.
    var isBlankLine: Bool { allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") } }
}
