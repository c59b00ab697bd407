/// How a movie is written.
public struct MovieSettings: Hashable, Sendable {
    /// The file's format.
    public enum Container: String, Hashable, Sendable, CaseIterable {
        /// Fragmented MP4, which plays even if the program was killed: H.264 with AAC or Opus.
        case mp4
        /// WebM: VP9 with Opus.
        case webm
    }

    /// How frames are encoded.
    public enum PictureCodec: String, Hashable, Sendable, CaseIterable {
        /// H.264 by libx264, or VP9 by libvpx.
        case h264, vp9
    }

    /// How sound is encoded.
    public enum SoundCodec: String, Hashable, Sendable, CaseIterable {
        /// AAC or Opus.
        case aac, opus
    }

    /// The trade-off between time and size.
    public enum Speed: String, Hashable, Sendable, CaseIterable {
        /// x264's `ultrafast`, VP9's `cpu-used` 8: for recording beside other work.
        case fastest
        /// x264's `veryfast`, VP9's 6.
        case fast
        /// x264's `medium`, VP9's 4: smaller files.
        case balanced
    }

    /// The rate control.
    public enum Rate: Hashable, Sendable {
        /// A constant quality, 0 (worst) to 100: x264's `crf` 40 to 10, VP9's 55 to 15.
        case quality(Int)
        /// An average rate in bits a second, 50,000…500,000,000.
        case bitrate(Int)
    }

    /// How sound is encoded.
    public struct Sound: Hashable, Sendable {
        /// How the sound is encoded.
        public var codec: SoundCodec
        /// The rate in bits a second, 16,000…512,000.
        public var bitrate: Int

        /// Creates settings for sound.
        public init(codec: SoundCodec, bitrate: Int = 128_000) {
            self.codec = codec
            self.bitrate = bitrate
        }
    }

    /// The file's format.
    public var container: Container
    /// How frames are encoded.
    public var codec: PictureCodec
    /// The rate control.
    public var rate: Rate
    /// The trade-off between time and size.
    public var speed: Speed
    /// The sound track; `nil` for a movie without sound.
    public var sound: Sound?
    /// The number of pictures that may wait for the encoder, at least 1.
    public var queueCapacity: Int

    /// Creates settings. The codecs are those of the container unless given.
    ///
    /// - Parameter codec: the container's own unless given; likewise the codec of ``sound``.
    public init(
        container: Container = .mp4, codec: PictureCodec? = nil, rate: Rate = .quality(60), speed: Speed = .fastest,
        hasSound: Bool = true, soundBitrate: Int = 128_000, queueCapacity: Int = 16
    ) {
        self.container = container
        self.codec = codec ?? (container == .mp4 ? .h264 : .vp9)
        self.rate = rate
        self.speed = speed
        self.sound = hasSound ? Sound(codec: container == .mp4 ? .aac : .opus, bitrate: soundBitrate) : nil
        self.queueCapacity = queueCapacity
    }

    /// Checks the settings. Throws ``MovieError/Code/unsupported``, which names the setting, if the container cannot
    /// hold them or a number is out of range.
    func check() throws(MovieError) {
        let fits = container == .mp4 ? codec == .h264 : codec == .vp9 && (sound?.codec ?? .opus) == .opus
        guard fits else {
            throw MovieError(
                .unsupported,
                "a .\(container.rawValue) movie cannot have \(codec.rawValue) with "
                    + "\(sound?.codec.rawValue ?? "no sound"): "
                    + "MP4 takes h264 with aac or opus, WebM vp9 with opus")
        }
        switch rate {
        case .quality(let quality):
            guard (0...100).contains(quality) else {
                throw MovieError(.unsupported, "a movie's quality is 0…100, not \(quality)")
            }
        case .bitrate(let bitrate):
            guard (50_000...500_000_000).contains(bitrate) else {
                throw MovieError(.unsupported, "a movie's bit rate is 50,000…500,000,000, not \(bitrate)")
            }
        }
        if let sound, !(16_000...512_000).contains(sound.bitrate) {
            throw MovieError(.unsupported, "a sound track's bit rate is 16,000…512,000, not \(sound.bitrate)")
        }
    }
}

/// The figures of a finished movie.
public struct MovieSummary: Hashable, Sendable {
    /// The number of frames.
    public var frameCount: Int
    /// The time from the first picture to the end of the last, in nanoseconds.
    public var duration: Int64
    /// The size of the file in bytes.
    public var byteCount: Int
    /// The number of moments of sound.
    public var soundFrameCount: Int
    /// The sound that came too long before the first picture to be kept, in nanoseconds.
    public var droppedSound: Int64 = 0
}
