import CVips

/// How a photo's samples are stored, as far as it decides how much memory decoding takes.
struct StoredSampling: Hashable, Sendable {
    /// The bytes of a decoded pixel before it becomes 8-bit sRGB.
    let bytesPerPixel: Int
    /// Whether pixels come in several passes over the whole photo (progressive JPEG, interlaced PNG), which must be
    /// kept until the last pass.
    let isInPasses: Bool
    /// Whether four pixels share their colour samples (JPEG 4:2:0).
    let hasHalvedColors: Bool

    init(bytesPerPixel: Int, isInPasses: Bool = false, hasHalvedColors: Bool = false) {
        self.bytesPerPixel = bytesPerPixel
        self.isInPasses = isInPasses
        self.hasHalvedColors = hasHalvedColors
    }

    init(_ image: borrowing VipsHandle) {
        bytesPerPixel = Int(vips_format_sizeof(image.image.pointee.BandFmt)) * image.bands
        isInPasses = image.hasPasses()
        hasHalvedColors = image.text("jpeg-chroma-subsample") == "4:2:0"
    }
}

extension VipsHandle {
    /// Whether libvips reports several scans of a JPEG, or an interlaced PNG.
    fileprivate borrowing func hasPasses() -> Bool {
        ["jpeg-multiscan", "interlaced"].contains { name in
            var value: CInt = 0
            return vips_image_get_typeof(image, name) != 0 && vips_image_get_int(image, name, &value) == 0 && value != 0
        }
    }

    borrowing func text(_ name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard vips_image_get_typeof(image, name) != 0, vips_image_get_string(image, name, &value) == 0, let value else {
            return nil
        }
        return String(cString: value)
    }
}
