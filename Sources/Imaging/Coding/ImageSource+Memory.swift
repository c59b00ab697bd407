/// How much memory decoding takes, told from the header. The numbers are measured, see `MemoryTests`: what a decode
/// takes stays below, by up to a third.
extension ImageSource {
    /// The most bytes that ``decode(atLeast:)`` takes at once, the bitmap included.
    public func decodingMemory(atLeast longestSide: Int) -> Int {
        let plan = overviewPlan(atLeast: longestSide)
        let result = plan.resized ?? plan.loaded
        return loadingMemory(shrink: plan.shrink) + result.area * bytesPerResultPixel
    }

    /// The most bytes that ``decode(_:resizedTo:)`` takes at once for any part that comes out with no more than so many
    /// pixels, the bitmap included.
    public func partDecodingMemory(atMost pixels: Int) -> Int {
        // What is loaded of the part is at most twice as long and wide as what is asked for, and no more than there is.
        loadingMemory(shrink: 1) + (min(4 * pixels, size.area) + pixels) * bytesPerResultPixel
    }

    /// How many pixels ``decode(atLeast:)`` gives.
    public func decodedSize(atLeast longestSide: Int) -> PixelSize {
        let plan = overviewPlan(atLeast: longestSide)
        return orientation.uprightSize(ofStored: plan.resized ?? plan.loaded)
    }

    /// Reserves bytes of ``ImageLimits/memory`` for work on this photo.
    ///
    /// - Throws: ``ImagingError`` with `.memory` when the budget has not so many, with `.cancelled`.
    public func reserve(_ count: Int) async throws(ImagingError) -> MemoryReservation {
        try await limits.memory.reserve(count, for: summary)
    }

    /// The same on a thread that is not a task's, which is blocked meanwhile.
    public func reserveBlocking(_ count: Int) throws(ImagingError) -> MemoryReservation {
        try limits.memory.reserveBlocking(count, for: summary)
    }

    /// "the 4000 × 3000 pixels of this progressive JPEG".
    private var summary: String {
        let passes = sampling.isInPasses ? format == .jpeg ? "progressive " : "interlaced " : ""
        return "the \(size.width) × \(size.height) pixels of this \(passes)\(format.displayName)"
    }

    /// The samples as libvips hands them over, and the same as RGBA.
    private var bytesPerResultPixel: Int { 4 + max(4, colors == nil ? 0 : sampling.bytesPerPixel) }

    /// What the format's library and libvips hold on to while pixels are handed over.
    private func loadingMemory(shrink: Int) -> Int {
        let area = storedSize.area
        let loaded = area / (shrink * shrink)
        // Rows that wait in libvips for those below them.
        let rows = (storedSize.width / shrink) * sampling.bytesPerPixel * 512 + 8 << 20
        let whole: Int =
            switch format {
            // Progressive: 16 bits for each coefficient, whatever it is shrunk by.
            case .jpeg: sampling.isInPasses ? area * (sampling.hasHalvedColors ? 3 : 2 * sampling.bytesPerPixel) : 0
            case .png: sampling.isInPasses ? area * sampling.bytesPerPixel : 0
            // Lossless: all of it, before it is shrunk.
            case .webp: area * 4 + loaded * 4
            case .heic, .avif: area * 10
            // One strip may hold all of it.
            case .tiff: area * sampling.bytesPerPixel
            case .gif: area * 5
            case .bmp: area * 4
            }
        return bytes.count + whole + rows
    }
}
