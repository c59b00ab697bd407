import HTTPMessages

/// The percent-encoding of Signature Version 4: every byte except letters, digits and `-._~`, in upper-case digits.
///
/// Requests are sent only in this form, so the bytes that are signed are the bytes that the server reads.
enum CanonicalEncoding {
    static func isUnreserved(_ byte: UInt8) -> Bool { PercentCoding.isUnreserved(byte) }

    /// - Parameter keepsSlashes: in a path; in a query they are encoded, too.
    static func text(_ text: String, keepsSlashes: Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || (keepsSlashes && byte == UInt8(ascii: "/")) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encodes a query, sorted by its encoded names. A name without a value keeps its `=`.
    static func query(_ items: [String: String]) -> String {
        items.map { (text($0, keepsSlashes: false), text($1, keepsSlashes: false)) }
            .sorted { Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8)) }
            .map { "\($0)=\($1)" }.joined(separator: "&")
    }
}
