import CVips

extension VipsHandle {
    /// Returns the image with samples that libvips converts to sRGB correctly; `nil` on failure.
    ///
    /// - Parameter luma: of a TIFF with brightness and differences.
    consuming func withUsualSamples(_ luma: LumaCoding?) -> VipsHandle? {
        if let luma { return applying { peel_vips_luma_to_rgb($0, $1, luma.numbers) } }
        switch image.pointee.BandFmt {
        case VIPS_FORMAT_UINT: return applying(peel_vips_upper_bits)
        case VIPS_FORMAT_FLOAT where bands < 3 || vips_image_get_interpretation(image) == VIPS_INTERPRETATION_scRGB:
            return withUsualLight()
        default: return self
        }
    }

    /// Returns samples of 0 to 1 in another form. A profile, which says what they mean, is applied to integers.
    private consuming func withUsualLight() -> VipsHandle? {
        switch embeddedProfile {
        case .other?, .hdr?: return applying(peel_vips_light_in_16_bits)
        case .sRGB?, nil: break
        }
        switch bands {
        case 1: return applying(peel_vips_grey_light)
        case 3: return self
        default: return applying(peel_vips_clear_light_to_srgb)
        }
    }

    /// Returns the image in 8-bit sRGB, with three or four bands; `nil` if it cannot be converted.
    ///
    /// An embedded profile is applied unless it is sRGB's own, broken, or made for another kind of colours than the
    /// image has; CMYK without one that helps is read with libvips' generic profile.
    borrowing func inSRGB() -> VipsHandle? {
        if case .other(let isPerceptual)? = embeddedProfile,
            let converted = fromProfile(nil, isPerceptual: isPerceptual)
        {
            return converted
        }
        if isCMYK, let converted = fromProfile("cmyk", isPerceptual: false) { return converted }
        return applying(peel_vips_to_srgb)?.inEightBits()
    }

    /// How an embedded profile is used.
    enum EmbeddedProfile {
        case sRGB
        /// HDR in numbers, which replace the rest of the profile.
        case hdr(ColorDescription)
        case other(isPerceptual: Bool)
    }

    /// How the embedded profile is used; `nil` without one, and if it is broken or made for another kind of colours.
    var embeddedProfile: EmbeddedProfile? {
        let colorBands = bands - (vips_image_hasalpha(image) != 0 ? 1 : 0)
        let space: ColorProfile.Space = isCMYK ? .cmyk : colorBands >= 3 ? .rgb : .grey
        return withProfile { profile in
            guard profile.space == space else { return nil }
            if let hdr = profile.hdr { return .hdr(hdr) }
            return profile.isSRGB ? .sRGB : .other(isPerceptual: profile.isPerceptualOnly)
        }
    }

    var isCMYK: Bool { vips_image_guess_interpretation(image) == VIPS_INTERPRETATION_CMYK }

    /// Returns three or four bands of 8 or 16 bits without conversion; `nil` for samples of another kind.
    borrowing func inChannels() -> VipsHandle? {
        let isWide = image.pointee.BandFmt == VIPS_FORMAT_USHORT
        guard isWide || image.pointee.BandFmt == VIPS_FORMAT_UCHAR else { return nil }
        switch bands {
        case 1, 2: return applying { peel_vips_grey_to_channels($0, $1, isWide ? 1 : 0) }
        default: return applying { peel_vips_extract_bands($0, $1, 0, CInt(min(bands, 4))) }
        }
    }

    /// - Parameter name: of a profile that libvips has; `nil` for the embedded one.
    private borrowing func fromProfile(_ name: String?, isPerceptual: Bool) -> VipsHandle? {
        let intent = isPerceptual ? VIPS_INTENT_PERCEPTUAL : VIPS_INTENT_RELATIVE
        return applying { peel_vips_icc_to_srgb($0, $1, name, intent) }?.inEightBits()
    }

    /// Returns three or four bands of 8 bits.
    private consuming func inEightBits() -> VipsHandle? {
        guard let bytes = applying(peel_vips_cast_to_8_bits) else { return nil }
        switch bytes.bands {
        case 3, 4: return bytes
        case 5...: return bytes.applying { peel_vips_extract_bands($0, $1, 0, 4) }
        default: return nil
        }
    }

    private borrowing func withProfile<Result>(_ body: (ColorProfile) -> Result?) -> Result? {
        var data: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_typeof(image, "icc-profile-data") != 0,
            vips_image_get_blob(image, "icc-profile-data", &data, &count) == 0, let data
        else { return nil }
        return body(ColorProfile(borrowing: UnsafeRawBufferPointer(start: data, count: count)))
    }

    borrowing func resized(to size: PixelSize, kernel: VipsKernel) -> VipsHandle? {
        applying { peel_vips_resize($0, $1, CInt(size.width), CInt(size.height), CInt(kernel.rawValue)) }
    }

    /// Computes the pixels and turns them upright.
    ///
    /// - Parameter description: of their colours, where they are not sRGB.
    borrowing func upright(_ orientation: ImageOrientation, _ description: ColorDescription? = nil) -> Bitmap? {
        var byteCount = 0
        guard let memory = vips_image_write_to_memory(image, &byteCount) else {
            vips_error_clear()
            return nil
        }
        defer { g_free(memory) }
        let bands = bands
        if let description {
            let isWide = image.pointee.BandFmt == VIPS_FORMAT_USHORT
            guard byteCount == bands * size.area * (isWide ? 2 : 1), bands == 3 || bands == 4,
                let conversion = ColorConversion(description, bits: isWide ? 16 : 8)
            else { return nil }
            conversion.convertInPlace(memory, bands: bands, isWide: isWide, count: size.area)
            byteCount = bands * size.area
        }
        let source = UnsafeRawBufferPointer(start: memory, count: byteCount)
        let strides = orientation.storedStrides(size)
        let upright = orientation.uprightSize(ofStored: size)
        guard byteCount == bands * size.area, bands == 3 || bands == 4 else { return nil }
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * upright.area) { buffer, count in
            count = 4 * upright.area
            guard let target = buffer.baseAddress, let source = source.bindMemory(to: UInt8.self).baseAddress else {
                return
            }
            for y in 0..<upright.height {
                let row = target + 4 * y * upright.width
                let first = source + bands * (strides.origin + y * strides.dy)
                let step = bands * strides.dx
                var x = 0
                if bands == 3, strides.dx == 1 {
                    // Four bytes at a time, the last of which becomes the alpha. The last pixel has no fourth byte.
                    let opaque = UInt32(littleEndian: 0xFF00_0000)
                    while x < upright.width - 1 {
                        let color = UnsafeRawPointer(first + 3 * x).loadUnaligned(as: UInt32.self)
                        UnsafeMutableRawPointer(row).storeBytes(
                            of: color | opaque, toByteOffset: 4 * x, as: UInt32.self)
                        x += 1
                    }
                }
                while x < upright.width {
                    let from = first + x * step
                    row[4 * x] = from[0]
                    row[4 * x + 1] = from[1]
                    row[4 * x + 2] = from[2]
                    row[4 * x + 3] = bands == 4 ? from[3] : 255
                    x += 1
                }
            }
        }
        return Bitmap(size: upright, pixels: pixels)
    }
}

extension ColorConversion {
    /// Converts samples of 8 or 16 bits to bytes in place, from the front; a fourth band is alpha.
    fileprivate func convertInPlace(_ memory: UnsafeMutableRawPointer, bands: Int, isWide: Bool, count: Int) {
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        let target = Channels(red: bytes, green: bytes + 1, blue: bytes + 2)
        guard isWide else {
            let source = Channels(
                red: UnsafePointer(bytes), green: UnsafePointer(bytes + 1), blue: UnsafePointer(bytes + 2))
            return convert(source, step: bands, to: target, step: bands, count: count)
        }
        let samples = UnsafePointer(memory.assumingMemoryBound(to: UInt16.self))
        for index in 0..<count {
            let at = bands * index
            let source = Channels(red: samples + at, green: samples + at + 1, blue: samples + at + 2)
            let pixel = Channels(red: bytes + at, green: bytes + at + 1, blue: bytes + at + 2)
            convert(source, step: bands, to: pixel, step: bands, count: 1)
            // No byte is written beyond the samples that were read.
            if bands == 4 { bytes[at + 3] = UInt8((UInt32(samples[at + 3]) * 255 + 32_767) / 65_535) }
        }
    }
}
