/// Decides which addresses are in the public Internet: all except those that the registries of special addresses name
/// (RFC 6890 and its updates). An address that contains an IPv4 address is judged by it.
enum AddressRules {
    /// Returns whether an address of 4 or 16 bytes, in network order, is public.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4: isPublicV4(bytes)
        case 16: isPublicV6(bytes)
        default: false
        }
    }

    private static func isPublicV4(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): false
        case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113): false
        default: true
        }
    }

    private static func isPublicV6(_ bytes: [UInt8]) -> Bool {
        // Addresses that contain IPv4: mapped, NAT64 and 6to4.
        if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) { return isPublicV4(Array(bytes[12...])) }
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return isPublicV4(Array(bytes[12...])) }
        if bytes.starts(with: [0x20, 0x02]) { return isPublicV4(Array(bytes[2..<6])) }
        // Of all other addresses, only 2000::/3 is assigned; it contains protocols (Teredo among them) and
        // documentation.
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        if bytes[0] == 0x20, bytes[1] == 0x01, bytes[2] < 0x02 { return false }
        if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) { return false }
        if bytes[0] == 0x3F, bytes[1] == 0xFF, bytes[2] < 0x10 { return false }
        return true
    }
}
