import Files
import FoundationEssentials
import HTTPMessages

/// The file of a stored answer: a mark, two lengths, the SHA-256 of everything after it, the header as JSON, the body.
///
/// The digest tells a file that was cut short or changed from a whole one: such a file counts as not there.
extension StoredResponse {
    private static let mark = Array("PEELRSP1".utf8)
    private static let prefixCount = 8 + 4 + 8 + 32

    private struct Header: Codable {
        let address: String
        let fields: HTTPFields
        let selectingFields: HTTPFields
        let requestTime: Double
        let responseTime: Double
    }

    func encoded() -> [UInt8]? {
        let header = Header(
            address: address, fields: fields, selectingFields: selectingFields, requestTime: requestTime,
            responseTime: responseTime)
        guard let json = try? JSONEncoder().encode(header) else { return nil }
        let headerBytes = Array(json)
        var bytes = Self.mark
        bytes.reserveCapacity(Self.prefixCount + headerBytes.count + body.count)
        bytes += Self.littleEndian(headerBytes.count, bytes: 4)
        bytes += Self.littleEndian(body.count, bytes: 8)
        bytes += Self.digest(headerBytes[...], body[...])
        bytes += headerBytes
        bytes += body
        return bytes
    }

    /// - Returns: `nil` when the file is not whole.
    init?(encoded bytes: [UInt8]) {
        guard bytes.count >= Self.prefixCount, bytes.starts(with: Self.mark) else { return nil }
        let headerCount = Self.number(bytes[8..<12])
        let bodyCount = Self.number(bytes[12..<20])
        let (total, isTooLarge) = (Self.prefixCount + headerCount).addingReportingOverflow(bodyCount)
        guard !isTooLarge, total == bytes.count else { return nil }
        let header = bytes[Self.prefixCount..<Self.prefixCount + headerCount]
        let body = bytes[(Self.prefixCount + headerCount)...]
        guard Self.digest(header, body) == Array(bytes[20..<Self.prefixCount]),
            let decoded = try? CheckedJSON.decode(Header.self, from: header)
        else { return nil }
        self.init(
            address: decoded.address, fields: decoded.fields, selectingFields: decoded.selectingFields,
            requestTime: decoded.requestTime, responseTime: decoded.responseTime, body: Array(body))
    }

    private static func digest(_ header: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) -> [UInt8] {
        var hasher = SHA256Hasher()
        hasher.update(header)
        hasher.update(body)
        return hasher.finish().bytes
    }

    private static func littleEndian(_ number: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        // A length of more than 63 bits is invalid, and becomes one that no file has.
        bytes.reversed().reduce(0) { $0 > Int.max >> 8 ? Int.max >> 9 : $0 << 8 | Int($1) }
    }
}
