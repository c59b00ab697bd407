import CVips

/// The brands of HEIF files (ISO 23008-12 10, AV1-AVIF 1.1). libvips 8.14 looks only at the first one, and does not
/// know all.
enum HEIFBrand {
    private static let known: Set = [
        "heic", "heix", "hevc", "heim", "heis", "hevm", "hevs", "mif1", "msf1", "avif",
    ]

    /// Returns the bytes with a first brand that libvips knows. Of an animated picture, the still picture is read.
    ///
    /// - Throws: ``ImagingError`` with `.unknownFormat` for an animation that has none.
    static func readable(_ bytes: [UInt8], _ format: ImageFormat) throws(ImagingError) -> [UInt8] {
        let boxes = Boxes(bytes[...])
        if boxes.first("meta") == nil, boxes.first("moov") != nil {
            throw ImagingError(
                .unknownFormat,
                "the \(format.displayName) is an animation without a still picture, which is not supported; save a "
                    + "frame of it"
            )
        }
        guard let brand = ByteReader(bytes[...]).name(8), !known.contains(brand) else { return bytes }
        var readable = bytes
        readable.replaceSubrange(8..<12, with: (format == .avif ? "avif" : "heic").utf8)
        return readable
    }

    /// Returns the package of the format's decoder if libheif lacks it. From 1.16 on, Debian and Ubuntu pack decoders
    /// separately.
    static func missingDecoder(of format: ImageFormat) -> String? {
        switch format {
        case .heic: peel_heif_lacks_decoder(1) ? "libheif-plugin-libde265" : nil
        case .avif: peel_heif_lacks_decoder(4) ? "libheif-plugin-dav1d" : nil
        default: nil
        }
    }
}
