/// The chunks of a PNG that describe its colours, besides `iCCP` (PNG 3rd ed. 11.3.2).
struct PNGColors {
    /// The description: `cICP` before a profile, `sRGB` before `gAMA` and `cHRM`.
    private(set) var stored: StoredColors?

    init(_ bytes: [UInt8]) {
        let chunks = Self.chunks(bytes)
        if let codes = chunks["cICP"], codes.count == 4,
            let description = ColorDescription(
                primaries: codes.number(0, 1) ?? 0, transfer: codes.number(1, 1) ?? 0,
                isNarrowRange: codes.number(3, 1) == 0)
        {
            stored = StoredColors(description, outranksProfile: true)
        } else if chunks["sRGB"] != nil {
            stored = StoredColors(.sRGB)
        } else if let gamma = chunks["gAMA"]?.number(0, 4), (10_000...1_000_000).contains(gamma) {
            stored = StoredColors(ColorDescription(chunks["cHRM"].flatMap(Self.primaries) ?? .sRGB, Self.curve(gamma)))
        }
    }

    /// Without `gAMA`, browsers ignore `cHRM`. 0.45455 is what programs write for sRGB's curve.
    private static func curve(_ gamma: Int) -> ColorDescription.Transfer {
        (45_000...46_000).contains(gamma) ? .sRGB : .power(100_000 / Double(gamma))
    }

    /// White, red, green and blue, in 100,000ths.
    private static func primaries(_ chunk: ByteReader) -> ColorPrimaries? {
        let numbers = (0..<8).compactMap { chunk.number(4 * $0, 4).map { Double($0) / 100_000 } }
        guard numbers.count == 8 else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) }
        let primaries = ColorPrimaries(red: points[1], green: points[2], blue: points[3], white: points[0])
        return primaries.isNear(.sRGB) || primaries.toSRGB == nil ? nil : primaries
    }

    /// Returns the chunks before the pixels, the first of each name.
    private static func chunks(_ bytes: [UInt8]) -> [String: ByteReader] {
        var chunks: [String: ByteReader] = [:]
        for (name, data) in PNGChunks(bytes) {
            guard name != "IDAT", data.upperBound <= bytes.count else { break }
            if ["cICP", "sRGB", "gAMA", "cHRM"].contains(name), chunks[name] == nil {
                chunks[name] = ByteReader(bytes[data])
            }
        }
        return chunks
    }
}

extension ColorPrimaries {
    /// Whether all points are equal except for rounding.
    fileprivate func isNear(_ other: ColorPrimaries) -> Bool {
        let here = [red, green, blue, white]
        let there = [other.red, other.green, other.blue, other.white]
        return zip(here, there).allSatisfy { abs($0.x - $1.x) < 0.002 && abs($0.y - $1.y) < 0.002 }
    }
}
