import CVips

extension ImageSource {
    /// The whole photo with at least `longestSide` pixels on its longest side where it has them, upright, in sRGB.
    ///
    /// The file is shrunk while it is read, by whole steps where its format can; what is still more than twice too
    /// large is resampled to `longestSide`. Nothing is ever enlarged.
    ///
    /// - Throws: ``ImagingError`` with `.damaged` when the data is damaged or cut short.
    public func decode(atLeast longestSide: Int) throws(ImagingError) -> Bitmap {
        let wanted = Double(max(1, longestSide)) / Double(size.longestSide)
        let shrink = loadShrink(for: wanted)
        let loaded = wanted * Double(shrink)
        guard loaded < 0.5 else { return try decode(stored: nil, shrink: shrink, resizedTo: nil) }
        let target = PixelSize(
            width: max(1, Int((Double(size.width) * wanted).rounded())),
            height: max(1, Int((Double(size.height) * wanted).rounded())))
        return try decode(stored: nil, shrink: shrink, resizedTo: target)
    }

    /// All pixels of the photo, upright, in sRGB.
    ///
    /// - Throws: ``ImagingError`` with `.damaged` when the data is damaged or cut short.
    public func decode() throws(ImagingError) -> Bitmap {
        try decode(stored: nil, shrink: 1, resizedTo: nil)
    }

    /// A part of the photo, resampled to `target`.
    ///
    /// - Parameters:
    ///   - region: in pixels of the whole, upright photo. Its edges should be multiples of 8 (or the photo's own edge), so
    ///     that they stay where they are when the file is shrunk while it is read.
    ///   - target: the size of the result; larger than `region` enlarges it.
    /// - Throws: ``ImagingError`` with `.damaged` when the data is damaged or cut short.
    /// - Precondition: `region` lies within the photo and is not empty.
    public func decode(_ region: PixelRect, resizedTo target: PixelSize) throws(ImagingError) -> Bitmap {
        precondition(!region.isEmpty && PixelRect(size).intersection(region) == region, "the part lies in the photo")
        let scale = max(
            Double(target.width) / Double(region.width), Double(target.height) / Double(region.height))
        return try decode(
            stored: orientation.storedRect(region, inStored: storedSize), shrink: loadShrink(for: scale),
            resizedTo: target)
    }

    /// By how much a file may be shrunk while it is read so that no less than `scale` of its size is left.
    private func loadShrink(for scale: Double) -> Int {
        guard format == .jpeg || format == .webp else { return 1 }
        return [8, 4, 2].first { scale * Double($0) <= 1 } ?? 1
    }

    private func decode(
        stored region: PixelRect?, shrink: Int, resizedTo target: PixelSize?
    ) throws(ImagingError) -> Bitmap {
        let name: String? = shrink == 1 ? nil : format == .webp ? "scale" : "shrink"
        let factor = format == .webp ? 1 / Double(shrink) : Double(shrink)
        let decoded: Bitmap?? = Self.withImage(bytes, shrinkName: name, shrink: factor) { image in
            let part = region.map { region in
                PixelRect(image.size).intersection(
                    region.scaled(x: 1 / Double(shrink), y: 1 / Double(shrink)))
            }
            return Self.bitmap(
                from: image, part: part, resizedTo: target.map { orientation.uprightSize(ofStored: $0) },
                orientation: orientation)
        }
        guard let bitmap = decoded ?? nil else {
            throw ImagingError(.damaged, "the \(format.displayName) data is damaged or cut short")
        }
        return bitmap
    }

    /// Crop, colour, size, pixels, orientation, in this order; `nil` when a step fails.
    private static func bitmap(
        from image: borrowing VipsHandle, part: PixelRect?, resizedTo stored: PixelSize?, orientation: ImageOrientation
    ) -> Bitmap? {
        let area = part ?? PixelRect(image.size)
        guard
            let cropped = image.applying({
                peel_vips_extract($0, $1, CInt(area.x), CInt(area.y), CInt(area.width), CInt(area.height))
            }),
            let colored = cropped.inSRGB()
        else { return nil }
        guard let stored, stored != area.size else { return colored.upright(orientation) }
        return colored.resized(to: stored, kernel: VIPS_KERNEL_LANCZOS3)?.upright(orientation)
    }
}
