import CVips

/// A file's description of its colours, besides an ICC profile.
struct StoredColors: Hashable, Sendable {
    var description: ColorDescription
    /// Whether it replaces an ICC profile.
    var outranksProfile = false

    init(_ description: ColorDescription, outranksProfile: Bool = false) {
        self.description = description
        self.outranksProfile = outranksProfile
    }

    /// - Returns: `nil` where the file's structure says nothing.
    init?(_ bytes: [UInt8], _ format: ImageFormat) {
        switch format {
        case .png:
            guard let colors = PNGColors(bytes).stored else { return nil }
            self = colors
        case .heic, .avif:
            guard let description = HEIFProperties(bytes)?.description else { return nil }
            self.init(description)
        default: return nil
        }
    }
}

extension VipsHandle {
    /// Returns how the image's colours are read without an ICC profile; `nil` if a profile decides that, and for sRGB.
    ///
    /// - Parameter stored: what the file says beside the profile.
    borrowing func describedColors(_ stored: StoredColors?) -> ColorDescription? {
        if isCMYK { return nil }
        if let stored, stored.outranksProfile { return stored.description }
        switch embeddedProfile {
        case .hdr(let description)?: return description
        case .sRGB?, .other?: return nil
        case nil:
            let description = stored?.description ?? (isAdobeRGBByEXIF ? .adobeRGB : nil)
            return description == .sRGB ? nil : description
        }
    }

    /// EXIF has a number for sRGB only. Cameras name Adobe RGB by the rules of interoperability (DCF 2.0, R03), some
    /// programs by a number of their own.
    private var isAdobeRGBByEXIF: Bool {
        let space = text("exif-ifd2-ColorSpace") ?? ""
        let rules = text("exif-ifd4-InteroperabilityIndex") ?? ""
        return space.hasPrefix("2 ") || (space.hasPrefix("65535 ") && rules.hasPrefix("R03"))
    }
}
