/// The limits of a movie, checked when the header is read, and again while it is decoded.
package struct MovieLimits: Hashable, Sendable {
    /// The largest file in bytes, 64 GiB by default.
    package var bytes: Int
    /// The most pixels of a frame, 67 million by default (8192 × 8192).
    package var pixels: Int
    /// The most pixels of a frame's width or height, 16,384 by default.
    package var side: Int
    /// The most tracks of all kinds, 64 by default.
    package var tracks: Int
    /// The longest duration in seconds, 24 hours by default.
    package var seconds: Double
    /// The bytes that may be read to find out what is in the file, 8 MiB by default.
    package var probedBytes: Int
    /// The most packets in a row without a frame, 3,000 by default.
    package var fruitlessPackets: Int

    /// The seconds that a pipe may take until its first byte, 5 by default.
    package var pipeSilence: Double

    /// Creates limits; what is left out has its default.
    package init(
        bytes: Int = 64 << 30, pixels: Int = 1 << 26, side: Int = 16_384, tracks: Int = 64, seconds: Double = 86_400,
        probedBytes: Int = 8 << 20, fruitlessPackets: Int = 3_000, pipeSilence: Double = 5
    ) {
        self.bytes = bytes
        self.pixels = pixels
        self.side = side
        self.tracks = tracks
        self.seconds = seconds
        self.probedBytes = probedBytes
        self.fruitlessPackets = fruitlessPackets
        self.pipeSilence = pipeSilence
    }
}
