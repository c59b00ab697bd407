import HTTPMessages

/// Reads the bytes in a `data:` address (RFC 2397).
enum DataURL {
    /// Returns the bytes of a `data:` address, at most `limit`.
    static func bytes(of address: String, limit: Int) throws(Failure) -> [UInt8] {
        guard let comma = address.firstIndex(of: ","), address.prefix(5).lowercased() == "data:" else {
            throw .malformed
        }
        let type = address[address.index(address.startIndex, offsetBy: 5)..<comma].lowercased()
        let text = address[address.index(after: comma)...].utf8
        guard text.count / 4 <= limit else { throw .tooLarge }
        guard let plain = PercentCoding.bytes(of: text) else { throw .malformed }
        let bytes = type.hasSuffix(";base64") ? decodedBase64(plain) : plain
        guard let bytes else { throw .malformed }
        guard bytes.count <= limit else { throw .tooLarge }
        return bytes
    }

    enum Failure: Error, Hashable {
        case malformed
        case tooLarge
    }

    /// Decodes both alphabets of RFC 4648, with or without padding. Spaces and line ends are skipped.
    private static func decodedBase64(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var digits = 0
        var isPadded = false
        for byte in text where !(byte == 0x20 || (0x09...0x0D).contains(byte)) {
            if byte == UInt8(ascii: "=") {
                isPadded = true
                continue
            }
            guard !isPadded, let digit = base64Digit(byte) else { return nil }
            bits = bits << 6 | digit
            digits += 1
            if digits % 4 == 0 {
                bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
                bytes.append(UInt8(truncatingIfNeeded: bits))
            }
        }
        switch digits % 4 {
        case 0: break
        case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3: bytes += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: return nil
        }
        return bytes
    }

    private static func base64Digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
