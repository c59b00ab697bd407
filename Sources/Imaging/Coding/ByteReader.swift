/// Reads numbers from a file in one byte order.
struct ByteReader {
    enum Order {
        case bigEndian, littleEndian
    }

    let bytes: ArraySlice<UInt8>
    let order: Order

    init(_ bytes: ArraySlice<UInt8>, _ order: Order = .bigEndian) {
        (self.bytes, self.order) = (bytes, order)
    }

    var count: Int { bytes.count }

    /// - Parameters:
    ///   - offset: from the first byte.
    ///   - count: of bytes, at most 7.
    /// - Returns: `nil` beyond the end.
    func number(_ offset: Int, _ count: Int) -> Int? {
        guard let part = part(offset, count) else { return nil }
        return order == .bigEndian
            ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads four bytes in two's complement.
    func signed(_ offset: Int) -> Int? {
        number(offset, 4).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    /// Reads four letters.
    func name(_ offset: Int) -> String? {
        part(offset, 4).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns `count` bytes from `offset` on, or `nil` if they are not all there.
    func part(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, count <= bytes.count, offset <= bytes.count - count else { return nil }
        return bytes[bytes.startIndex + offset..<bytes.startIndex + offset + count]
    }

    /// Returns the bytes from `offset` on; `nil` beyond the end.
    func part(_ offset: Int) -> ArraySlice<UInt8>? {
        part(offset, count - offset)
    }
}
