/// A piece of sound: 32-bit floating-point samples from -1 to 1, the channels of each moment side by side.
public struct AudioChunk: Hashable, Sendable {
    /// The rate and channels of sound.
    public struct Format: Hashable, Sendable {
        /// The moments a second, 8,000…192,000.
        public var sampleRate: Int
        /// The number of channels: 1 for mono, 2 for stereo (left, right).
        public var channels: Int

        /// Creates a format.
        package init(sampleRate: Int = 48_000, channels: Int = 2) {
            self.sampleRate = sampleRate
            self.channels = channels
        }
    }

    /// The rate and channels.
    public let format: Format
    /// `frameCount * format.channels` samples: left, right, left, right, …
    public let samples: [Float]
    /// The time of the first sample, in nanoseconds on the same clock as the source's pictures.
    public let time: Int64

    /// Creates a piece of sound.
    ///
    /// - Precondition: `samples` holds whole moments.
    package init(format: Format, samples: [Float], time: Int64) {
        precondition(format.channels >= 1 && samples.count % format.channels == 0, "each moment must have all channels")
        self.format = format
        self.samples = samples
        self.time = time
    }

    /// The number of moments.
    package var frameCount: Int { samples.count / format.channels }

    /// The duration in nanoseconds.
    package var duration: Int64 { Int64(frameCount) * 1_000_000_000 / Int64(format.sampleRate) }
}
