/// A picture encoded within a limit of bytes.
package struct FittedPicture: Hashable, Sendable {
    /// The fidelity of the encoded picture.
    package enum Fidelity: Hashable, Sendable, CustomStringConvertible {
        /// Every pixel as it was.
        case lossless
        /// The encoder's quality, 0…100; alpha is exact.
        case quality(Int)
        /// A palette of at most so many colours, 2…256.
        case colors(Int)

        package var description: String {
            switch self {
            case .lossless: "lossless"
            case .quality(let quality): "quality \(quality)"
            case .colors(let count): "\(count) colours"
            }
        }
    }

    /// The encoded file.
    package var bytes: [UInt8]
    /// The fidelity of the encoded picture.
    package var fidelity: Fidelity
    /// The number of encodes that were needed, 1…8.
    package var encodeCount: Int
    /// `false` if even the smallest encoding, which ``bytes`` has, exceeds the limit.
    package var isWithinLimit: Bool
}

extension OutputFormat {
    /// Encodes a picture as well as possible within a number of bytes: without loss if that fits, else with the highest
    /// quality, or the largest palette in a format without ``qualities`` (PNG). The size in pixels stays. It takes at
    /// most eight encodes, by bisection; files mostly grow with quality, so the result may be a step below the best.
    ///
    /// Blocks for tens to hundreds of milliseconds: call it on the photo executor.
    ///
    /// - Throws: as ``ImageEncoder/encode(_:)-(Bitmap)``.
    package func encode(_ bitmap: Bitmap, within byteLimit: Int) throws(ImagingError) -> FittedPicture {
        let lossless = try smallestEncoder(quality: nil).encode(bitmap)
        if lossless.count <= byteLimit {
            return FittedPicture(bytes: lossless, fidelity: .lossless, encodeCount: 1, isWithinLimit: true)
        }
        guard qualities == nil else {
            return try Self.largest(of: Array(0...100), within: byteLimit, { .quality($0) }) {
                quality throws(ImagingError) in
                try smallestEncoder(quality: quality).encode(bitmap)
            }
        }
        let histogram = ColorHistogram(bitmap)
        return try Self.largest(of: Self.paletteSizes, within: byteLimit, { .colors($0) }) {
            count throws(ImagingError) in
            guard let bytes = PNGWriter.bytes(PalettePicture(bitmap, histogram, colorCount: count), level: 9) else {
                throw ImagingError(.notEncodable, "a picture without pixels cannot be written as png")
            }
            return bytes
        }
    }

    /// The sizes of palettes, fine for few colours and coarse for many: 127, so that seven steps find one.
    static let paletteSizes =
        Array(2...63) + Array(stride(from: 64, to: 128, by: 2)) + Array(stride(from: 128, through: 256, by: 4))

    /// Returns the picture of the largest step whose file fits the limit, or else the smallest file that was tried.
    ///
    /// - Parameter steps: in ascending order of the bytes they give; at most 127.
    private static func largest(
        of steps: [Int], within byteLimit: Int, _ fidelity: (Int) -> FittedPicture.Fidelity,
        encode: (Int) throws(ImagingError) -> [UInt8]
    ) throws(ImagingError) -> FittedPicture {
        var best: FittedPicture?
        var smallest: FittedPicture?
        // The lossless encode was the first.
        var encodeCount = 1
        var (low, high) = (0, steps.count - 1)
        while low <= high {
            let middle = (low + high) / 2
            let bytes = try encode(steps[middle])
            encodeCount += 1
            let picture = FittedPicture(
                bytes: bytes, fidelity: fidelity(steps[middle]), encodeCount: encodeCount,
                isWithinLimit: bytes.count <= byteLimit)
            if picture.isWithinLimit {
                best = picture
                low = middle + 1
            } else {
                if bytes.count < smallest?.bytes.count ?? .max { smallest = picture }
                high = middle - 1
            }
        }
        guard var found = best ?? smallest else {
            preconditionFailure("there must be a step")
        }
        found.encodeCount = encodeCount
        return found
    }
}
