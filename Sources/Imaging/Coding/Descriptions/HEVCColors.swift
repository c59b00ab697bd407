/// The colours of an HEVC bit stream, from the end of its sequence parameter set (ITU-T H.265 7.3.2.2, E.2.1).
struct HEVCColors {
    private(set) var description: ColorDescription?

    /// Reads the colours of the first sequence parameter set.
    ///
    /// - Parameter configuration: the body of `hvcC` (ISO 14496-15 8.3.3.1.2).
    init(configuration body: ByteReader) {
        var position = 23
        for _ in 0..<(body.number(22, 1) ?? 0) {
            guard let kind = body.number(position, 1), let count = body.number(position + 1, 2) else { return }
            position += 3
            for _ in 0..<count {
                guard let length = body.number(position, 2), let unit = body.part(position + 2, length) else { return }
                position += length + 2
                guard kind & 0x3F == Self.parameterSet else { continue }
                // The unit has a header of two bytes.
                var bits = BitReader(escaped: unit.dropFirst(2))
                description = Self.description(&bits)
                return
            }
        }
    }

    private static let parameterSet = 33

    /// Reads the colours; `nil` if the set has none or ends too soon.
    private static func description(_ bits: inout BitReader) -> ColorDescription? {
        bits.skip(4)
        let layers = bits.number(3)
        bits.skip(1)
        skipProfiles(&bits, layers)
        _ = bits.golomb()
        if bits.golomb() == 3 { bits.skip(1) }
        bits.skipGolombs(2)
        if bits.flag() { bits.skipGolombs(4) }
        bits.skipGolombs(2)
        let orderBits = bits.golomb() + 4
        bits.skipGolombs(3 * (bits.flag() ? layers + 1 : 1))
        bits.skipGolombs(6)
        if bits.flag(), bits.flag() { skipScalingLists(&bits) }
        bits.skip(2)
        if bits.flag() {
            bits.skip(8)
            bits.skipGolombs(2)
            bits.skip(1)
        }
        guard skipReferenceSets(&bits) else { return nil }
        if bits.flag() {
            let count = bits.golomb()
            guard count <= 32 else { return nil }
            bits.skip(count * (orderBits + 1))
        }
        bits.skip(2)
        guard bits.flag() else { return nil }
        return usability(&bits)
    }

    /// Reads the video usability information, up to the colours.
    private static func usability(_ bits: inout BitReader) -> ColorDescription? {
        if bits.flag(), bits.number(8) == 255 { bits.skip(32) }
        if bits.flag() { bits.skip(1) }
        guard bits.flag() else { return nil }
        bits.skip(4)
        guard bits.flag() else { return nil }
        let (primaries, transfer) = (bits.number(8), bits.number(8))
        return bits.isBeyondEnd ? nil : ColorDescription(primaries: primaries, transfer: transfer)
    }

    /// Skips 7.3.3.
    private static func skipProfiles(_ bits: inout BitReader, _ layers: Int) {
        bits.skip(96)
        guard layers > 0 else { return }
        let present = (0..<layers).map { _ in (profile: bits.flag(), level: bits.flag()) }
        bits.skip(2 * (8 - layers))
        for layer in present { bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
    }

    /// Skips 7.3.4.
    private static func skipScalingLists(_ bits: inout BitReader) {
        for size in 0..<4 {
            for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                guard bits.flag() else {
                    _ = bits.golomb()
                    continue
                }
                bits.skipGolombs((size > 1 ? 1 : 0) + min(64, 1 << (4 + 2 * size)))
            }
        }
    }

    /// Skips 7.3.7. A still picture has none, but its encoder may have been a video's.
    ///
    /// - Returns: `false` when there are more than can be.
    private static func skipReferenceSets(_ bits: inout BitReader) -> Bool {
        let count = bits.golomb()
        guard count <= 64 else { return false }
        var pictures = 0
        for index in 0..<count {
            if index > 0, bits.flag() {
                bits.skip(1)
                _ = bits.golomb()
                // For each picture of the set before, and for none: whether it is used, else whether it stays.
                let kept = (0...pictures).count { _ in bits.flag() || bits.flag() }
                pictures = kept
            } else {
                pictures = bits.golomb() + bits.golomb()
                guard pictures <= 32 else { return false }
                for _ in 0..<pictures {
                    _ = bits.golomb()
                    bits.skip(1)
                }
            }
        }
        return true
    }
}

/// Reads bits of a NAL unit, the most significant of each byte first. Beyond the end, all are 0.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// Removes the bytes of 3 that separate start codes (ITU-T H.265 7.4.2.1).
    init(escaped: ArraySlice<UInt8>) {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in escaped.prefix(4096) {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    var isBeyondEnd: Bool { position > 8 * bytes.count }

    mutating func skip(_ count: Int) {
        position = min(position + count, 8 * bytes.count + 1)
    }

    mutating func flag() -> Bool {
        let (index, bit) = (position / 8, position % 8)
        skip(1)
        return index < bytes.count && bytes[index] >> (7 - bit) & 1 == 1
    }

    /// Reads a number of `count` bits, at most 32.
    mutating func number(_ count: Int) -> Int {
        (0..<count).reduce(0) { number, _ in number << 1 | (flag() ? 1 : 0) }
    }

    /// Reads an Exp-Golomb number (9.2) without a sign; 0 if it is too long.
    mutating func golomb() -> Int {
        var zeros = 0
        while !isBeyondEnd, !flag() { zeros += 1 }
        guard zeros <= 32 else { return 0 }
        return (1 << zeros) - 1 + number(zeros)
    }

    mutating func skipGolombs(_ count: Int) {
        for _ in 0..<count where !isBeyondEnd { _ = golomb() }
    }
}
