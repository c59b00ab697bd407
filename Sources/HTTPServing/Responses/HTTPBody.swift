/// The body of an answer.
package enum HTTPBody: Sendable {
    case bytes([UInt8])
    /// A file, sent without being read into memory.
    case file(FileBody)
    /// Bytes of unknown length, sent in pieces.
    case stream(ByteStream)
    case events(EventStream)

    package static let empty = HTTPBody.bytes([])

    /// The number of bytes; `nil` if it is not known yet.
    package var count: Int? {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.range.count
        case .stream, .events: nil
        }
    }

    /// Returns the bytes in `range`; of a stream all.
    func part(_ range: Range<Int>) -> HTTPBody {
        switch self {
        case .bytes(let bytes): .bytes(Array(bytes[range]))
        case .file(let file): .file(file.part(range))
        case .stream, .events: self
        }
    }
}
