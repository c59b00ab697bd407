/// A piece of sound: 32-bit floating-point samples from -1 to 1, the channels of each moment side by side.
public struct AudioChunk: Hashable, Sendable {
    /// How many samples there are, and how fast they are played.
    public struct Format: Hashable, Sendable {
        /// Moments a second, 8,000…192,000.
        public var sampleRate: Int
        /// 1 for mono, 2 for stereo (left, right).
        public var channels: Int

        /// A format with samples a second and channels.
        public init(sampleRate: Int = 48_000, channels: Int = 2) {
            self.sampleRate = sampleRate
            self.channels = channels
        }
    }

    /// Samples a second and channels.
    public let format: Format
    /// `frameCount * format.channels` samples: left, right, left, right, …
    public let samples: [Float]
    /// When the first sample is heard: nanoseconds on the same clock as the pictures of the source.
    public let time: Int64

    /// Creates a piece of sound.
    ///
    /// - Precondition: `samples` holds whole moments.
    public init(format: Format, samples: [Float], time: Int64) {
        precondition(format.channels >= 1 && samples.count % format.channels == 0, "each moment has all channels")
        self.format = format
        self.samples = samples
        self.time = time
    }

    /// The number of moments.
    public var frameCount: Int { samples.count / format.channels }

    /// The duration in nanoseconds.
    public var duration: Int64 { Int64(frameCount) * 1_000_000_000 / Int64(format.sampleRate) }
}
