import CVips

extension VipsHandle {
    /// The image with 8-bit sRGB colours, three or four bands; `nil` when it cannot be converted.
    ///
    /// An embedded profile is applied unless it is sRGB's own; CMYK without one is read with libvips' generic profile.
    borrowing func inSRGB() -> VipsHandle? {
        let hasProfile = vips_image_get_typeof(image, "icc-profile-data") != 0
        let isCMYK = vips_image_guess_interpretation(image) == VIPS_INTERPRETATION_CMYK
        if isCMYK || (hasProfile && !hasSRGBProfile()) {
            let fallback: String? = isCMYK ? "cmyk" : nil
            // A profile that is broken or of another kind than the pixels is left aside.
            if let converted = applying({ peel_vips_icc_to_srgb($0, $1, hasProfile ? nil : fallback) }) {
                return converted.inEightBits()
            }
        }
        return applying(peel_vips_to_srgb)?.inEightBits()
    }

    /// Three or four bands of 8 bits.
    private consuming func inEightBits() -> VipsHandle? {
        guard let bytes = applying(peel_vips_cast_to_8_bits) else { return nil }
        switch bytes.bands {
        case 3, 4: return bytes
        case 5...: return bytes.applying { peel_vips_extract_bands($0, $1, 0, 4) }
        default: return nil
        }
    }

    /// Whether the embedded profile's description (ICC.1 9.2.41) begins with `sRGB`: then there is nothing to convert.
    private borrowing func hasSRGBProfile() -> Bool {
        var data: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_blob(image, "icc-profile-data", &data, &count) == 0, let data else { return false }
        let profile = UnsafeRawBufferPointer(start: data, count: count)
        func number(_ offset: Int) -> Int {
            guard offset >= 0, offset + 4 <= profile.count else { return 0 }
            return profile[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        for tag in 0..<min(number(128), 100) where number(132 + 12 * tag) == 0x6465_7363 {
            let start = number(132 + 12 * tag + 4)
            guard start >= 0, start + 40 <= profile.count else { return false }
            // `desc` holds ASCII after 12 bytes; `mluc` holds UTF-16 where its first record says.
            let isUnicode = number(start) == 0x6D6C_7563
            let text = isUnicode ? start + number(start + 24) : start + 12
            guard text >= 0, text + 8 <= profile.count else { return false }
            let bytes = profile[text..<text + 8].filter { $0 != 0 }
            return bytes.starts(with: Array("sRGB".utf8))
        }
        return false
    }

    borrowing func resized(to size: PixelSize, kernel: VipsKernel) -> VipsHandle? {
        applying { peel_vips_resize($0, $1, CInt(size.width), CInt(size.height), CInt(kernel.rawValue)) }
    }

    /// Computes the pixels and turns them upright.
    borrowing func upright(_ orientation: ImageOrientation) -> Bitmap? {
        var byteCount = 0
        guard let memory = vips_image_write_to_memory(image, &byteCount) else {
            vips_error_clear()
            return nil
        }
        defer { g_free(memory) }
        let source = UnsafeRawBufferPointer(start: memory, count: byteCount)
        let bands = bands
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
                for x in 0..<upright.width {
                    let from = first + x * step
                    row[4 * x] = from[0]
                    row[4 * x + 1] = from[1]
                    row[4 * x + 2] = from[2]
                    row[4 * x + 3] = bands == 4 ? from[3] : 255
                }
            }
        }
        return Bitmap(size: upright, pixels: pixels)
    }
}
