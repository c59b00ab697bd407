/// The properties of a source, known before its first frame.
public struct MovieInfo: Hashable, Sendable {
    /// The properties of the picture.
    public struct Picture: Hashable, Sendable {
        /// The format of the frames: 8 bits, progressive. Their size may differ from the file's claim.
        public var format: VideoFormat
        /// Frames a second on average; `nil` when the source does not say.
        public var frameRate: Double?
        /// FFmpeg's name of the codec: `h264`, `mjpeg`, `rawvideo`, …
        package var codec: String
        /// The conversions of each frame besides decoding, for a person: `deinterlaced`, `10 to 8 bits`, …
        package var conversions: [String]
        /// Whether the first frame was read with alpha.
        package var hasAlpha = false
    }

    /// The picture; `nil` without one.
    public var picture: Picture?
    /// The format of the sound; `nil` if there is none or none was asked for.
    public var sound: AudioChunk.Format?
    /// The duration in nanoseconds; `nil` if the source does not say or has no end.
    public var duration: Int64?
    /// The number of frames that the file claims; `nil` if it does not say.
    package var frameCount: Int?
    /// Whether the source loses what is not read, like a camera or a microphone.
    package var isLive: Bool

    init(picture: Picture? = nil, sound: AudioChunk.Format? = nil, duration: Int64? = nil, isLive: Bool = false) {
        self.picture = picture
        self.sound = sound
        self.duration = duration
        self.isLive = isLive
    }
}

/// A picture or sound of a source, in the order in which it is shown and heard.
public enum MovieSample: Sendable {
    /// A frame.
    case picture(VideoFrame)
    /// A piece of sound.
    case sound(AudioChunk)

    /// When it is shown or heard, in nanoseconds since the source's first frame.
    package var time: Int64 {
        switch self {
        case .picture(let frame): frame.time
        case .sound(let chunk): chunk.time
        }
    }
}
