import CVips

/// A photo in a file's bytes. Its header is read at once, its pixels are decoded on demand and at the requested size.
///
/// It is a value over the file's bytes. Decoding blocks the calling thread: call it on the photo executor.
public struct ImageSource: Sendable {
    /// The format, found by content.
    package let format: ImageFormat
    /// The size of the whole, upright photo.
    public let size: PixelSize
    let bytes: [UInt8]
    let storedSize: PixelSize
    let orientation: ImageOrientation
    let sampling: StoredSampling
    /// The photo's colours, if they are not sRGB and no ICC profile describes them.
    let colors: ColorDescription?
    /// Options for libvips' loader.
    let loadOptions: String
    let luma: LumaCoding?
    let limits: ImageLimits

    /// Reads the header.
    ///
    /// - Throws: ``ImagingError`` with `.empty`, `.tooManyBytes`, `.unknownFormat`, `.pixelCount` or `.damaged`;
    ///   nothing is decoded before the limits are checked.
    public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImagingError) {
        guard !bytes.isEmpty else { throw ImagingError(.empty, "the file is empty (0 bytes)") }
        guard bytes.count <= limits.bytes else {
            throw ImagingError(
                .tooManyBytes,
                "the file has more than \(limits.bytes) bytes, the limit; raise the limit if you trust the file")
        }
        guard let format = ImageFormat(signatureOf: bytes) else {
            if CameraRaw.hasSignature(bytes) { throw CameraRaw.refusal }
            let known = ImageFormat.allCases.map(\.displayName).joined(separator: ", ")
            throw ImagingError(.unknownFormat, "not a picture in a supported format (\(known))")
        }
        // Checked before a library reads the file: some report too large a size as damage, and read 0 as 1.
        if let claimed = ClaimedSize(bytes, format)?.size { try Self.check(claimed, limits) }
        let bytes = try Self.readable(bytes, format)
        let tiff = format == .tiff ? try TIFFPicture(bytes) : nil
        (loadOptions, luma) = (tiff?.options ?? "", tiff?.luma)
        let header = try Self.header(bytes, format, loadOptions)
        try Self.check(header.size, limits)
        guard format != .jpeg || header.size.area / Self.jpegPixelsPerByte <= bytes.count else {
            throw ImagingError(
                .damaged,
                "the JPEG data is cut short: \(bytes.count) bytes cannot hold \(header.size.width) × "
                    + "\(header.size.height) pixels; \(Self.advice)")
        }
        self.bytes = bytes
        self.format = format
        self.limits = limits
        storedSize = header.size
        sampling = header.sampling
        colors = header.colors
        orientation = header.orientation
        size = orientation.uprightSize(ofStored: storedSize)
    }

    /// The most pixels a byte of a JPEG file can hold: each block of 8 × 8 takes at least a bit (ISO 10918-1 F.1.2,
    /// G.1.2), doubled to be safe. A decoder pads a file that ends too soon with grey, for seconds, and reports
    /// success.
    private static let jpegPixelsPerByte = 1024

    private static let advice = "copy or download the file again"

    private struct Header {
        let size: PixelSize
        let orientation: ImageOrientation
        let sampling: StoredSampling
        let colors: ColorDescription?
    }

    private static func header(
        _ bytes: [UInt8], _ format: ImageFormat, _ options: String
    ) throws(ImagingError) -> Header {
        if format == .bmp {
            guard let bitmap = BMPHeader(bytes) else { throw damaged(format, bytes, part: "header") }
            return Header(
                size: bitmap.size, orientation: .upright, sampling: StoredSampling(bytesPerPixel: 4), colors: nil)
        }
        guard Vips.isReady else { throw ImagingError(.damaged, "libvips could not be started") }
        let header = withImage(bytes, Loading(options: options)) { image in
            Header(
                size: image.size,
                orientation: ImageOrientation(rawValue: Int(vips_image_get_orientation(image.image))) ?? .upright,
                sampling: StoredSampling(image),
                colors: image.describedColors(StoredColors(bytes, format)))
        }
        guard let header else { throw damaged(format, bytes, part: "header") }
        return header
    }

    private static func check(_ size: PixelSize, _ limits: ImageLimits) throws(ImagingError) {
        let pixels = "\(size.width) × \(size.height) pixels"
        guard size.width > 0, size.height > 0 else {
            throw ImagingError(.damaged, "the file says that it has \(pixels): there is nothing to see in it")
        }
        let (area, isOverflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !isOverflow, area <= limits.pixels else {
            throw ImagingError(
                .pixelCount,
                "\(pixels) are more than \(limits.pixels), the limit; raise the limit if you trust the file")
        }
    }

    /// Returns the bytes in a form that libvips knows.
    ///
    /// - Throws: ``ImagingError`` with `.unknownFormat` for variants that are not read, and with `.damaged` for what
    ///   would be decoded for hours.
    private static func readable(_ bytes: [UInt8], _ format: ImageFormat) throws(ImagingError) -> [UInt8] {
        if let work = RepeatedWork(bytes, format), work.count > work.limit {
            throw ImagingError(
                .damaged,
                "the \(format.displayName) has more than \(work.limit) \(work.parts), the limit; save the picture "
                    + "again")
        }
        switch format {
        case .png where bytes.dropFirst(12).starts(with: "CgBI".utf8):
            throw ImagingError(
                .unknownFormat,
                "the PNG was packed for an app (CgBI) by Xcode, which is not supported; use the picture that it was "
                    + "made of, or save it again on a Mac")
        case .png: return PNGTexts.removed(from: bytes)
        case .heic, .avif: return try HEIFBrand.readable(bytes, format)
        default: return bytes
        }
    }

    /// Returns the error for a damaged file, or for one whose decoder is not installed.
    ///
    /// - Parameter part: "header" or "data".
    static func damaged(_ format: ImageFormat, _ bytes: [UInt8], part: String) -> ImagingError {
        if let package = HEIFBrand.missingDecoder(of: format) {
            return ImagingError(
                .unknownFormat,
                "libheif has no decoder for \(format.displayName) on this system; install \(package) (Debian's name)")
        }
        if format == .tiff, let compression = TIFFPicture.unusualCompression(bytes) {
            return ImagingError(
                .damaged,
                "the TIFF is damaged, or its compression, \(compression), is not supported; save the picture as PNG "
                    + "or JPEG"
            )
        }
        // TIFF has more kinds of pixels than libvips reads.
        guard format != .tiff || part != "header" else {
            return ImagingError(
                .damaged,
                "the TIFF header is damaged, cut short or of an unsupported kind; save the picture as PNG or JPEG")
        }
        let isCutShort = format == .jpeg && !hasEndMarker(bytes)
        return ImagingError(
            .damaged,
            "the \(format.displayName) \(part) is \(isCutShort ? "cut short" : "damaged or cut short"); \(advice)")
    }

    /// The marker that ends a whole JPEG file (ISO 10918-1 B.1.1.3).
    static let endMarker: [UInt8] = [0xFF, 0xD9]

    /// Whether the file has its end marker. Some programs add a little after it.
    static func hasEndMarker(_ bytes: [UInt8]) -> Bool {
        let end = bytes.suffix(1 << 12)
        return zip(end, end.dropFirst()).contains { $0 == endMarker[0] && $1 == endMarker[1] }
    }

    /// How libvips loads a file.
    struct Loading {
        let options: String
        var shrinkName: String?
        var shrink = 1.0
        private(set) var failOn = VIPS_FAIL_ON_TRUNCATED

        init(options: String, shrinkName: String? = nil, shrink: Double = 1) {
            (self.options, self.shrinkName, self.shrink) = (options, shrinkName, shrink)
        }

        /// The same, with warnings as errors: missing data is not invented.
        var strict: Loading {
            var strict = self
            strict.failOn = VIPS_FAIL_ON_WARNING
            return strict
        }
    }

    /// Loads an image lazily and calls `body` with it; `nil` if libvips cannot read it.
    static func withImage<Result>(
        _ bytes: [UInt8], _ loading: Loading, _ body: (borrowing VipsHandle) -> Result?
    ) -> Result? {
        bytes.withUnsafeBytes { buffer in
            let image = VipsHandle(
                peel_vips_load(
                    buffer.baseAddress, buffer.count, loading.options, loading.failOn, loading.shrinkName,
                    loading.shrink))
            guard let image else { return nil }
            return body(image)
        }
    }
}
