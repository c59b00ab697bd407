import CVips

/// A photo as a file holds it: its header is read, its pixels are decoded when and as large as they are asked for.
///
/// A value over the file's bytes; decoding blocks the calling thread and belongs on the photo executor.
public struct ImageSource: Sendable {
    public let format: ImageFormat
    /// Width and height of the whole, upright photo.
    public let size: PixelSize
    let bytes: [UInt8]
    let storedSize: PixelSize
    let orientation: ImageOrientation

    /// Reads the header.
    ///
    /// - Throws: ``ImagingError`` with `.empty`, `.tooManyBytes`, `.unknownFormat`, `.pixelCount` or `.damaged`; nothing
    ///   is decoded before the limits are checked.
    public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImagingError) {
        guard !bytes.isEmpty else { throw ImagingError(.empty, "the file is empty (0 bytes)") }
        guard bytes.count <= limits.bytes else {
            throw ImagingError(
                .tooManyBytes,
                "the file has more than \(limits.bytes) bytes, the limit; raise the limit if you trust the file")
        }
        guard let format = ImageFormat(signatureOf: bytes) else {
            let known = ImageFormat.allCases.map(\.displayName).joined(separator: ", ")
            throw ImagingError(.unknownFormat, "not a picture in a format that is read here (\(known))")
        }
        guard Vips.isReady else { throw ImagingError(.damaged, "libvips could not be started") }
        let header = Self.withImage(bytes, shrinkName: nil, shrink: 1) { image in
            (image.size, Int(vips_image_get_orientation(image.image)))
        }
        guard let (storedSize, orientation) = header else {
            throw ImagingError(.damaged, "the \(format.displayName) header is damaged or cut short")
        }
        guard storedSize.width > 0, storedSize.height > 0, storedSize.area <= limits.pixels else {
            throw ImagingError(
                .pixelCount,
                "\(storedSize.width) × \(storedSize.height) pixels are more than \(limits.pixels), the limit; "
                    + "raise the limit if you trust the file")
        }
        guard format != .jpeg || storedSize.area / Self.jpegPixelsPerByte <= bytes.count else {
            throw ImagingError(
                .damaged,
                "the JPEG data is cut short: \(bytes.count) bytes cannot hold \(storedSize.width) × "
                    + "\(storedSize.height) pixels")
        }
        self.bytes = bytes
        self.format = format
        self.storedSize = storedSize
        self.orientation = ImageOrientation(rawValue: orientation) ?? .upright
        size = self.orientation.uprightSize(ofStored: storedSize)
    }

    /// More than a byte of a whole JPEG file can hold: each block of 8 × 8 takes a bit or more (ISO 10918-1 F.1.2, G.1.2),
    /// twice that to be safe. Decoding pads a file that ends too soon with grey, for seconds, and calls that a success.
    private static let jpegPixelsPerByte = 1024

    /// Loads lazily and hands the image to `body`; `nil` when libvips cannot read it.
    static func withImage<Result>(
        _ bytes: [UInt8], shrinkName: String?, shrink: Double, _ body: (borrowing VipsHandle) -> Result?
    ) -> Result? {
        bytes.withUnsafeBytes { buffer in
            let image = VipsHandle(peel_vips_load(buffer.baseAddress, buffer.count, shrinkName, shrink))
            guard let image else { return nil }
            return body(image)
        }
    }
}
