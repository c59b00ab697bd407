import Execution
import Glibc
import Peel

/// A photo with its options, as another program sends it: a line of JSON, then as many bytes as it says.
struct CutMessage: Equatable, Sendable {
    struct Header: Codable, Equatable, Sendable {
        /// Stands in the answer, too.
        var id: Int
        /// Of the photo, which follow the line.
        var bytes: Int
        /// Options of `peel cut`.
        var arguments: [String]?
    }

    var header: Header
    /// `nil` when it was larger than what is allowed: it was passed over.
    var photo: [UInt8]?
}

/// Reads the messages on standard input.
///
/// The actor has a thread of its own, which waits for the other program.
actor CutMessageReader {
    private let executor = SerialThreadExecutor(name: "peel-requests")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let limit: Int
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var filled = 0..<0
    private var isOver = false

    /// - Parameter limit: bytes of the largest photo that is kept.
    init(limit: Int) {
        self.limit = limit
    }

    /// The next message; `nil` at the end of the input.
    ///
    /// - Throws: what is wrong with it. Where the next message would begin is not known then: the input has ended.
    func next() throws -> CutMessage? {
        guard !isOver else { return nil }
        do {
            guard let line = try line() else {
                isOver = true
                return nil
            }
            guard let header = try? CheckedJSON.decode(CutMessage.Header.self, from: line), header.bytes >= 0
            else { throw CommandFailure("--requests: a line on standard input is not the JSON of a request") }
            return CutMessage(header: header, photo: try body(header.bytes))
        } catch {
            isOver = true
            throw error
        }
    }

    private func line() throws -> [UInt8]? {
        while true {
            if let end = buffer[filled].firstIndex(of: UInt8(ascii: "\n")) {
                defer { filled = end + 1..<filled.upperBound }
                return Array(buffer[filled.lowerBound..<end])
            }
            if filled.lowerBound > 0 {
                buffer.replaceSubrange(0..<filled.count, with: Array(buffer[filled]))
                filled = 0..<filled.count
            }
            guard filled.count < buffer.count else {
                throw CommandFailure("--requests: a request's line is longer than \(buffer.count) bytes")
            }
            guard try fill() else {
                if filled.isEmpty { return nil }
                throw CommandFailure("--requests: standard input ends within a request")
            }
        }
    }

    private func body(_ count: Int) throws -> [UInt8]? {
        let isKept = count <= limit
        var photo = [UInt8](repeating: 0, count: isKept ? count : 0)
        var taken = 0
        while taken < count {
            if isKept, filled.isEmpty {
                let read = try OpenFile.standardInput.read(into: &photo, from: taken)
                guard read > 0 else { throw CommandFailure("--requests: standard input ends within a photo") }
                taken += read
                continue
            }
            if filled.isEmpty {
                filled = 0..<0
                guard try fill() else { throw CommandFailure("--requests: standard input ends within a photo") }
            }
            let part = filled.prefix(count - taken)
            if isKept { photo.replaceSubrange(taken..<taken + part.count, with: buffer[part]) }
            filled = part.upperBound..<filled.upperBound
            taken += part.count
        }
        return isKept ? photo : nil
    }

    /// - Returns: `false` at the end of the input.
    private func fill() throws -> Bool {
        let start = filled.upperBound
        let count = try OpenFile.standardInput.read(into: &buffer, from: start)
        filled = filled.lowerBound..<start + count
        return count > 0
    }
}

/// Writes answers on standard output, each whole.
///
/// The actor has a thread of its own, which waits for the other program.
actor CutAnswerWriter {
    private let executor = SerialThreadExecutor(name: "peel-answers")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// A line of JSON and what follows it.
    ///
    /// - Returns: `false` after the other program has closed its end.
    func write(_ line: JSONText, _ bytes: [UInt8] = []) throws -> Bool {
        do {
            try OpenFile.standardOutput.write(Array((line.text + "\n").utf8))
            try OpenFile.standardOutput.write(bytes)
            return true
        } catch  where error.cause == .system(EPIPE) {
            return false
        }
    }
}
