/// How a movie is written.
public struct MovieSettings: Hashable, Sendable {
    /// The file's format.
    public enum Container: String, Hashable, Sendable, CaseIterable {
        /// Fragmented MP4, which plays even if the program was killed: H.264 with AAC or Opus.
        case mp4
        /// WebM: VP9 with Opus.
        case webm
        /// QuickTime: ProRes 4444 with AAC, for editors.
        case mov
        /// Animated WebP, without sound. FFmpeg keeps the encoded pictures in memory until the end.
        case webp
        /// Animated PNG, without sound.
        case apng
        /// GIF, without sound: each pixel is opaque or transparent.
        case gif
    }

    /// How frames are encoded.
    package enum PictureCodec: String, Hashable, Sendable, CaseIterable {
        /// H.264 by libx264, or VP9 by libvpx.
        case h264, vp9
        /// ProRes 4444 by FFmpeg, with alpha if the first frame has it.
        case prores
        /// WebP by libwebp, and PNG and GIF by FFmpeg.
        case webp, apng, gif
    }

    /// How sound is encoded.
    package enum SoundCodec: String, Hashable, Sendable, CaseIterable {
        /// AAC or Opus.
        case aac, opus
    }

    /// The trade-off between time and size.
    public enum Speed: String, Hashable, Sendable, CaseIterable {
        /// x264's `ultrafast`, VP9's `cpu-used` 8, WebP's method 2, zlib's level 3: for recording beside other work.
        case fastest
        /// x264's `veryfast`, VP9's 6, WebP's 4, zlib's 6.
        case fast
        /// x264's `medium`, VP9's 4, WebP's 6, zlib's 9: smaller files.
        case balanced
    }

    /// The rate control.
    public enum Rate: Hashable, Sendable {
        /// A constant quality, 0 (worst) to 100: x264's `crf` 40 to 10, VP9's 55 to 15, WebP's own. PNG, GIF and ProRes
        /// have one quality.
        case quality(Int)
        /// An average rate in bits a second, 50,000…500,000,000, for H.264 and VP9.
        case bitrate(Int)
        /// Every visible pixel as it is, for WebP and PNG.
        case lossless
    }

    /// How sound is encoded.
    package struct Sound: Hashable, Sendable {
        /// How the sound is encoded.
        package var codec: SoundCodec
        /// The rate in bits a second, 16,000…512,000.
        package var bitrate = 128_000
    }

    /// The file's format.
    package var container: Container
    /// How frames are encoded.
    package var codec: PictureCodec
    /// The rate control.
    package var rate: Rate
    /// The trade-off between time and size.
    package var speed: Speed
    /// The sound track; `nil` for a movie without sound.
    package var sound: Sound?
    /// At most so many colours, 2…256, in PNG and GIF: a palette that is made for the clip. `nil`: as many as there
    /// are, or as the format has.
    package var colorCount: Int?
    /// How often animated WebP, PNG and GIF are shown; 0 without an end.
    package var rounds = 0
    /// The time between two pictures of H.264 and VP9 that are whole in themselves, in seconds.
    package var keyframeInterval = 1.0
    /// The number of pictures that may wait for the encoder, at least 1.
    package var queueCapacity: Int

    /// Creates settings. The codecs are those of the container.
    ///
    /// - Parameter hasSound: whether there is a track of sound, if the container can have one.
    public init(
        container: Container = .mp4, rate: Rate = .quality(60), speed: Speed = .fastest,
        hasSound: Bool = true, soundBitrate: Int = 128_000, colorCount: Int? = nil, queueCapacity: Int = 16
    ) {
        self.container = container
        codec = container.codec
        self.rate = rate
        self.speed = speed
        self.sound = hasSound ? container.soundCodecs.first.map { Sound(codec: $0, bitrate: soundBitrate) } : nil
        self.colorCount = colorCount
        self.queueCapacity = queueCapacity
    }
}

/// The figures of a finished movie.
public struct MovieSummary: Hashable, Sendable {
    /// The number of frames.
    public var frameCount: Int
    /// The time from the first picture to the end of the last, in nanoseconds.
    public var duration: Int64
    /// The size of the file in bytes.
    package var byteCount: Int
    /// The number of moments of sound.
    package var soundFrameCount: Int
    /// The sound that came too long before the first picture to be kept, in nanoseconds.
    package var droppedSound: Int64 = 0
}
