/// The picture of a TIFF file that is the photo, and how libvips reads it.
struct TIFFPicture: Hashable, Sendable {
    /// Options for libvips' loader: a page, or a picture that a page leads to.
    let options: String
    /// The conversion from brightness and differences, if libvips leaves it to its caller.
    let luma: LumaCoding?

    /// - Throws: ``ImagingError`` with `.unknownFormat` for camera raw and for what is not read here.
    init(_ bytes: [UInt8]) throws(ImagingError) {
        if CameraRaw.isCR2(bytes) { throw CameraRaw.refusal }
        let pages = TIFFDirectory.all(in: bytes)
        let parts = pages.prefix(8).map { $0.subdirectories(in: bytes) }
        if pages.contains(where: \.isCameraRaw) || parts.joined().contains(where: \.isCameraRaw) {
            throw CameraRaw.refusal
        }
        let directory: TIFFDirectory?
        if let page = pages.firstIndex(where: \.isFullPicture) {
            (directory, options) = (pages[page], page == 0 ? "" : "[page=\(page)]")
        } else if let part = parts.first?.firstIndex(where: \.isFullPicture) {
            (directory, options) = (parts[0][part], "[subifd=\(part)]")
        } else if pages.isEmpty {
            // It is damaged, which libvips reports.
            (directory, options) = (nil, "")
        } else {
            throw ImagingError(
                .unknownFormat, "the TIFF holds small previews and no full picture; export the picture again")
        }
        if let reason = directory?.unreadKind {
            throw ImagingError(
                .unknownFormat, "the TIFF has \(reason), which is not supported; save the picture as PNG or JPEG")
        }
        luma = directory?.hasPlainLuma == true ? LumaCoding(directory) : nil
    }

    /// Returns the compression if few programs know it, a likely reason for pixels that cannot be decoded; `nil` for
    /// the usual ones.
    static func unusualCompression(_ bytes: [UInt8]) -> String? {
        TIFFDirectory.all(in: bytes).first { $0.isFullPicture }?.number(.compression).flatMap { names[$0] }
    }

    private static let names = [
        34_661: "JBIG", 34_676: "SGI LogLuv", 34_677: "SGI LogLuv", 34_712: "JPEG 2000", 33_003: "JPEG 2000",
        33_005: "JPEG 2000", 34_887: "LERC", 34_925: "LZMA", 50_000: "Zstandard", 50_001: "WebP", 50_002: "JPEG XL",
    ]
}

extension TIFFDirectory {
    private enum Photometric {
        static let whiteIsZero = 0
        static let inks = 5
        static let luma = 6
        /// Data of a sensor behind its filters, or the same with full colours (DNG 1.7).
        static let sensor: Set = [32_803, 34_892]
    }

    fileprivate var isCameraRaw: Bool {
        number(.photometric).map(Photometric.sensor.contains) == true || numbers(.dngVersion) != nil
    }

    /// The kind of samples, if libvips 8.14 refuses or misreads it.
    fileprivate var unreadKind: String? {
        let (bits, photometric) = (number(.bitsPerSample) ?? 1, number(.photometric))
        switch number(.sampleFormat) ?? 1 {
        case 2: return "samples with a sign"
        case 3 where bits != 32: return "floating-point samples of \(bits) bits"
        case 3 where photometric == Photometric.whiteIsZero: return "floating-point samples whose 0 is white"
        case 5, 6: return "complex samples"
        default: break
        }
        if bits == 32, photometric == Photometric.inks { return "CMYK samples of 32 bits" }
        // libvips 8.14 divides by it as if it went to 255.
        if bits == 32, numbers(.extraSamples)?.contains(1) == true { return "premultiplied alpha of 32 bits" }
        if photometric == Photometric.luma, number(.planarConfiguration) == 2 {
            return "YCbCr samples in separate planes"
        }
        guard hasPlainLuma else { return nil }
        let (across, down) = subsampling
        if across != 1 || down != 1 { return "one colour for \(across) × \(down) pixels without being a JPEG" }
        return bits == 8 ? nil : "YCbCr samples of \(bits) bits"
    }

    /// Whether it is YCbCr that is not JPEG's, which libtiff does not turn into RGB.
    fileprivate var hasPlainLuma: Bool {
        number(.photometric) == Photometric.luma && ![6, 7].contains(number(.compression))
    }

    /// The subsampling, 2 × 2 by default (TIFF 6.0, section 21).
    private var subsampling: (across: Int, down: Int) {
        let numbers = numbers(.subsampling) ?? []
        return numbers.count == 2 ? (Int(numbers[0]), Int(numbers[1])) : (2, 2)
    }
}

/// The conversion from brightness and two differences to red, green and blue (TIFF 6.0, section 21).
struct LumaCoding: Hashable, Sendable {
    /// The offsets of the three samples, then three rows of a matrix.
    let numbers: [Double]

    /// - Parameter directory: with numbers of its own, where they make sense.
    init(_ directory: TIFFDirectory?) {
        let given = directory?.numbers(.lumaCoefficients) ?? []
        let isUsual = given.count != 3 || given.contains { $0 <= 0 || $0 >= 1 }
        let (red, green, blue) = isUsual ? (0.299, 0.587, 0.114) : (given[0], given[1], given[2])
        let range = directory?.numbers(.referenceBlackWhite) ?? []
        let isFull = range.count != 6 || stride(from: 0, to: 6, by: 2).contains { range[$0 + 1] <= range[$0] }
        let (black, white) =
            isFull
            ? ([0, 128, 128], [255, 255, 255]) : ([range[0], range[2], range[4]], [range[1], range[3], range[5]])
        let y = 255 / (white[0] - black[0])
        let (cb, cr) = (127 / (white[1] - black[1]), 127 / (white[2] - black[2]))
        let (fromBlue, fromRed) = (2 - 2 * blue, 2 - 2 * red)
        numbers =
            black.map { -$0 } + [
                y, 0, fromRed * cr,
                y * (1 - blue - red) / green, -blue * fromBlue * cb / green, -red * fromRed * cr / green,
                y, fromBlue * cb, 0,
            ]
    }
}
