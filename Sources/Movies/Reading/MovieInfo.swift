/// What a source has, known before its first frame.
public struct MovieInfo: Hashable, Sendable {
    /// What is known of the picture.
    public struct Picture: Hashable, Sendable {
        /// The format of the frames as they come: 8 bits, progressive. Their size may differ from what a file claims.
        public var format: VideoFormat
        /// Frames a second on average; `nil` when the source does not say.
        public var frameRate: Double?
        /// FFmpeg's name of the codec: `h264`, `mjpeg`, `rawvideo`, …
        public var codec: String
        /// What is done to each frame beside decoding, for a person: `deinterlaced`, `10 to 8 bits`, …
        public var conversions: [String]
    }

    /// `nil` if there is no picture.
    public var picture: Picture?
    /// The format in which sound comes; `nil` when there is none or none was asked for.
    public var sound: AudioChunk.Format?
    /// The duration in nanoseconds; `nil` if the source does not say or has no end.
    public var duration: Int64?
    /// How many frames the file says it has; `nil` when it does not say.
    public var frameCount: Int?
    /// Whether the source goes on by itself and loses what is not read: a camera or a microphone.
    public var isLive: Bool

    init(picture: Picture? = nil, sound: AudioChunk.Format? = nil, duration: Int64? = nil, isLive: Bool = false) {
        self.picture = picture
        self.sound = sound
        self.duration = duration
        self.isLive = isLive
    }
}

/// What comes out of a source, in the order in which it is shown and heard.
public enum MovieSample: Sendable {
    /// A frame.
    case picture(VideoFrame)
    /// Some sound.
    case sound(AudioChunk)

    /// When it is shown or heard, in nanoseconds since the source's first frame.
    public var time: Int64 {
        switch self {
        case .picture(let frame): frame.time
        case .sound(let chunk): chunk.time
        }
    }
}
