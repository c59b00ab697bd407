extension Bitmap {
    /// Returns the bitmap resampled to `target`, with colours weighted by alpha. The aspect is not kept.
    ///
    /// Takes milliseconds: call it on the photo executor.
    ///
    /// - Precondition: neither the bitmap nor `target` is empty.
    public func resized(to target: PixelSize, kernel: ResamplingKernel = .lanczos3) -> Bitmap {
        if target == size { return self }
        return resampled(from: FractionalRect(bounds), to: target, kernel: kernel)
    }

    /// Resamples a part of a picture that this bitmap shows at another size.
    ///
    /// - Parameters:
    ///   - part: in pixels of the whole picture. The result shows exactly this part, even if its edges lie between this
    ///     bitmap's pixels.
    ///   - whole: the picture's size, of which this bitmap shows everything.
    /// - Precondition: `part` lies within the picture; neither it nor `target` is empty.
    package func part(_ part: PixelRect, of whole: PixelSize, resizedTo target: PixelSize) -> Bitmap {
        precondition(PixelRect(whole).intersection(part) == part, "the part must lie within the picture")
        let shown = FractionalRect(part).scaled(
            x: Double(width) / Double(whole.width), y: Double(height) / Double(whole.height))
        if let pixels = shown.wholePixels, pixels.size == target { return cropped(to: pixels) }
        return resampled(from: shown, to: target, kernel: .cubic)
    }
}
