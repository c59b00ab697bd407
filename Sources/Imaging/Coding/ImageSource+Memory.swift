/// How much memory decoding takes, told from the header. The numbers are measured, see `MemoryTests`: what a decode
/// takes stays below, by up to a third.
extension ImageSource {
    /// Returns the peak memory of ``decode(atLeast:)`` in bytes, including the bitmap.
    package func decodingMemory(atLeast longestSide: Int) -> Int {
        let plan = overviewPlan(atLeast: longestSide)
        let result = plan.resized ?? plan.loaded
        return loadingMemory(shrink: plan.shrink) + result.area * bytesPerResultPixel
    }

    /// Returns the peak memory of ``decode(_:resizedTo:)`` in bytes, including the bitmap, for any part with at most so
    /// many pixels in the result.
    package func partDecodingMemory(atMost pixels: Int) -> Int {
        // The loaded part is at most twice as long and wide as the result, and no larger than the photo.
        loadingMemory(shrink: 1) + (min(4 * pixels, size.area) + pixels) * bytesPerResultPixel
    }

    /// Returns the size that ``decode(atLeast:)`` gives.
    package func decodedSize(atLeast longestSide: Int) -> PixelSize {
        let plan = overviewPlan(atLeast: longestSide)
        return orientation.uprightSize(ofStored: plan.resized ?? plan.loaded)
    }

    /// Reserves bytes of ``ImageLimits/memory`` for work on this photo.
    ///
    /// - Throws: ``ImagingError`` with `.memory` when the budget has not so many, with `.cancelled`.
    package func reserve(_ count: Int) async throws(ImagingError) -> MemoryReservation {
        try await limits.memory.reserve(count, for: summary)
    }

    /// Reserves bytes like ``reserve(_:)`` on a thread that is not a task's. Blocks.
    package func reserveBlocking(_ count: Int) throws(ImagingError) -> MemoryReservation {
        try limits.memory.reserveBlocking(count, for: summary)
    }

    /// A description such as "the 4000 × 3000 pixels of this progressive JPEG".
    private var summary: String {
        let passes = sampling.isInPasses ? format == .jpeg ? "progressive " : "interlaced " : ""
        return "the \(size.width) × \(size.height) pixels of this \(passes)\(format.displayName)"
    }

    /// The bytes of a result pixel: libvips' samples, and the same as RGBA.
    private var bytesPerResultPixel: Int { 4 + max(4, colors == nil ? 0 : sampling.bytesPerPixel) }

    /// Returns the bytes that the format's library and libvips hold while pixels are read.
    private func loadingMemory(shrink: Int) -> Int {
        let area = storedSize.area
        let loaded = area / (shrink * shrink)
        // Rows that wait in libvips for the rows below them.
        let rows = (storedSize.width / shrink) * sampling.bytesPerPixel * 512 + 8 << 20
        let whole: Int =
            switch format {
            // Progressive: 16 bits for each coefficient, however far it is shrunk.
            case .jpeg: sampling.isInPasses ? area * (sampling.hasHalvedColors ? 3 : 2 * sampling.bytesPerPixel) : 0
            // And a little more with the libvips of Debian 13.
            case .png: sampling.isInPasses ? area * sampling.bytesPerPixel + 4 << 20 : 0
            // Lossless: the whole picture before it is shrunk.
            case .webp: area * 4 + loaded * 4
            case .heic, .avif: area * 10
            // One strip may hold the whole picture.
            case .tiff: area * sampling.bytesPerPixel
            case .gif: area * 5
            case .bmp: area * 4
            }
        return bytes.count + whole + rows
    }
}
