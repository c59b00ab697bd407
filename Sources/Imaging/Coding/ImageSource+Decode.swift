import CVips

extension ImageSource {
    /// Decodes the whole photo, upright and in sRGB, with at least `longestSide` pixels on its longest side if it has
    /// them.
    ///
    /// The file is shrunk while it is read, by whole steps if its format can. A result that is still more than twice
    /// too large is resampled to `longestSide`. Nothing is enlarged.
    ///
    /// - Throws: ``ImagingError`` with `.damaged` when the data is damaged or cut short.
    public func decode(atLeast longestSide: Int) throws(ImagingError) -> Bitmap {
        let plan = overviewPlan(atLeast: longestSide)
        if format == .bmp {
            let whole = try decodedBMP()
            return plan.resized.map { whole.resized(to: $0) } ?? whole
        }
        return try load(shrink: plan.shrink) { image in
            bitmap(from: image, part: PixelRect(image.size), resizedTo: plan.resized ?? image.size)
        }
    }

    /// How ``decode(atLeast:)`` reaches its size.
    struct OverviewPlan {
        /// The factor by which the file is shrunk while it is read.
        let shrink: Int
        /// The approximate size after reading, not turned.
        let loaded: PixelSize
        /// The size after resampling, not turned; `nil` without resampling.
        let resized: PixelSize?
    }

    func overviewPlan(atLeast longestSide: Int) -> OverviewPlan {
        let wanted = Double(max(1, longestSide)) / Double(size.longestSide)
        let shrink = loadShrink(for: wanted)
        return OverviewPlan(
            shrink: shrink, loaded: storedSize.scaled(by: 1 / Double(shrink)),
            resized: wanted * Double(shrink) < 0.5
                ? orientation.uprightSize(ofStored: size.scaled(by: wanted)) : nil)
    }

    /// Decodes all pixels of the photo, upright and in sRGB.
    ///
    /// - Throws: ``ImagingError`` with `.damaged` when the data is damaged or cut short.
    public func decode() throws(ImagingError) -> Bitmap {
        try decode(atLeast: size.longestSide)
    }

    /// Decodes a part of the photo, resampled to `target`.
    ///
    /// - Parameters:
    ///   - region: in pixels of the whole, upright photo. The result shows exactly this part.
    ///   - target: the size of the result; larger than `region` enlarges it.
    /// - Throws: ``ImagingError`` with `.damaged` when the data is damaged or cut short.
    /// - Precondition: `region` lies within the photo and is not empty.
    package func decode(_ region: PixelRect, resizedTo target: PixelSize) throws(ImagingError) -> Bitmap {
        precondition(!region.isEmpty && PixelRect(size).intersection(region) == region, "the part must be in the photo")
        if format == .bmp { return try decodedBMP().cropped(to: region).resized(to: target) }
        let scale = max(
            Double(target.width) / Double(region.width), Double(target.height) / Double(region.height))
        let shrink = loadShrink(for: scale)
        let stored = orientation.storedRect(region, inStored: storedSize)
        return try load(shrink: shrink) { image in
            let part = FractionalRect(stored).scaled(
                x: loadedScale(shrink, image.size.width, storedSize.width),
                y: loadedScale(shrink, image.size.height, storedSize.height))
            if let whole = part.wholePixels {
                return bitmap(from: image, part: whole, resizedTo: orientation.uprightSize(ofStored: target))
            }
            // Edges may lie between the pixels of the shrunk photo, so some pixels around them are needed, too.
            let around = part.covering(margin: 8).intersection(PixelRect(image.size))
            let shown = FractionalRect(
                x: part.x - Double(around.x), y: part.y - Double(around.y), width: part.width, height: part.height)
            return bitmap(from: image, part: around, resizedTo: nil)?
                .resampled(
                    from: orientation.uprightRect(shown, inStored: around.size), to: target, kernel: .cubic)
        }
    }

    private func decodedBMP() throws(ImagingError) -> Bitmap {
        guard let bitmap = BMPHeader(bytes)?.decode(bytes) else { throw Self.damaged(format, bytes, part: "data") }
        return bitmap
    }

    /// Returns how many loaded pixels stand for a stored pixel: JPEG rounds the last block up, WebP stretches.
    private func loadedScale(_ shrink: Int, _ loaded: Int, _ stored: Int) -> Double {
        format == .webp ? Double(loaded) / Double(stored) : 1 / Double(shrink)
    }

    /// Returns the factor by which a file may be shrunk while it is read, so that at least `scale` of its size is left,
    /// and at least one pixel of its short side: otherwise an assertion of libvips 8.14 ends the program.
    private func loadShrink(for scale: Double) -> Int {
        guard format == .jpeg || format == .webp else { return 1 }
        return [8, 4, 2].first { scale * Double($0) <= 1 && $0 <= storedSize.shortestSide } ?? 1
    }

    /// - Parameter body: gets the photo shrunk and not turned.
    private func load(
        shrink: Int, _ body: (borrowing VipsHandle) -> Bitmap?
    ) throws(ImagingError) -> Bitmap {
        let name: String? = shrink == 1 ? nil : format == .webp ? "scale" : "shrink"
        let factor = format == .webp ? 1 / Double(shrink) : Double(shrink)
        let loading = Loading(options: loadOptions, shrinkName: name, shrink: factor)
        if let bitmap = Self.withImage(bytes, loading, body) { return bitmap }
        // Perhaps only the end marker is missing. One further ahead may be that of a thumbnail.
        if format == .jpeg, !bytes.suffix(2).elementsEqual(Self.endMarker),
            let bitmap = Self.withImage(
                bytes + Self.endMarker.dropFirst(bytes.last == 0xFF ? 1 : 0), loading.strict, body)
        {
            return bitmap
        }
        throw Self.damaged(format, bytes, part: "data")
    }

    /// Crops, converts colours, resizes, and turns the pixels upright, in this order; `nil` if a step fails. Colours
    /// without a profile are converted last, when the pixels are few and still have all their bits.
    private func bitmap(
        from image: borrowing VipsHandle, part area: PixelRect, resizedTo stored: PixelSize?
    ) -> Bitmap? {
        guard
            let cropped = image.applying({
                peel_vips_extract($0, $1, CInt(area.x), CInt(area.y), CInt(area.width), CInt(area.height))
            })?.withUsualSamples(luma),
            let colored = colors == nil ? cropped.inSRGB() : cropped.inChannels()
        else { return nil }
        guard let stored, stored != area.size else { return colored.upright(orientation, colors) }
        return colored.resized(to: stored, kernel: VIPS_KERNEL_LANCZOS3)?.upright(orientation, colors)
    }
}
