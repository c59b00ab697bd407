import HTTPServing

/// A frame or a piece of sound as a browser sends it: its kind (1 byte: 1 a JPEG frame, 2 sound as 16-bit little-endian
/// mono), its length (4 bytes, big-endian), its time (8 bytes, big-endian, microseconds since the first), its bytes.
/// Read on the thread of ``BrowserFrames``.
struct BrowserRecord: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
        case frame = 1
        case sound = 2
    }

    let kind: Kind
    /// In nanoseconds.
    let time: Int64
    /// In the body.
    let range: Range<Int>

    static let headerBytes = 13
    /// Of frames and sound in one body.
    static let countLimit = 4096
    /// A day.
    static let timeLimit: UInt64 = 86_400_000_000

    /// The records of a body. Nothing of them is decoded.
    ///
    /// - Throws: 400 `badRecord` that says which record breaks which rule.
    static func all(in body: [UInt8]) throws -> [BrowserRecord] {
        var records: [BrowserRecord] = []
        var start = 0
        while start < body.count {
            let number = records.count + 1
            guard number <= countLimit else { throw refusal("a body has \(countLimit) records at most") }
            guard body.count - start >= headerBytes else {
                throw refusal("record \(number) ends within its \(headerBytes) bytes of kind, length and time")
            }
            guard let kind = Kind(rawValue: body[start]) else {
                throw refusal("record \(number) has the kind \(body[start]); 1 is a frame, 2 is sound")
            }
            let length = Int(bigEndian(body[start + 1..<start + 5]))
            let time = bigEndian(body[start + 5..<start + headerBytes])
            start += headerBytes
            guard length > 0, length <= body.count - start else {
                throw refusal("record \(number) has \(length) bytes, and \(body.count - start) follow")
            }
            guard kind == .frame || length % 2 == 0 else {
                throw refusal("record \(number) is sound of \(length) bytes: each sample has two")
            }
            guard time <= timeLimit else { throw refusal("record \(number) is later than a day after the first") }
            records.append(
                BrowserRecord(kind: kind, time: Int64(time) * 1000, range: start..<start + length))
            start += length
        }
        return records
    }

    static func refusal(_ message: String) -> HTTPError { HTTPError(.badRequest, code: "badRecord", message) }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
