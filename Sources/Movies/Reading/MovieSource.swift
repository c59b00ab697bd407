public import Files

/// A source of pictures and sound.
public enum MovieSource: Hashable, Sendable {
    /// A movie file, or a pipe with one. Files that it refers to are not opened.
    case file(FilePath)
    /// A movie in memory.
    case bytes([UInt8])
    /// Test sources of FFmpeg, and filters for their pictures: `testsrc2=size=640x360:rate=30,hflip`. Sound follows
    /// after a semicolon: `testsrc2;sine`. Only listed sources, filters and options are accepted, none of which opens a
    /// file.
    case graph(String)
    /// A camera, by its device file.
    case camera(FilePath, CameraSettings)
    /// A microphone.
    case microphone(Microphone)
}

/// How a source is read.
public struct ReadingOptions: Sendable {
    /// The speed of a file or a graph. Cameras and microphones have their own.
    public enum Pace: Hashable, Sendable {
        /// Each picture at its time, counted from the first.
        case realTime
        /// As fast as it is read.
        case fast
    }

    /// What happens if the source is ahead of its reader.
    package enum Buffering: Hashable, Sendable {
        /// The source waits for its reader, so nothing is lost, except by a device that cannot wait. At least 1 sample.
        case everyFrame(Int)
        /// A newer picture replaces one that was not read yet, as for a preview. ``MovieReader/droppedPictures`` counts
        /// them.
        case newestFrame
    }

    /// The speed of a file or a graph.
    package var pace: Pace
    /// What happens if the source is ahead of its reader.
    package var buffering: Buffering
    /// Whether frames are read.
    package var wantsPicture: Bool
    /// Whether sound is read.
    package var wantsSound: Bool
    /// Whether the frames of a file have their alpha.
    package var wantsAlpha: Bool
    /// The limits beyond which a source is refused.
    package var limits: MovieLimits
    /// The memory of the frames. The source waits while all of it is held.
    package var pool: FramePool
    /// The number of threads that decode a file's pictures, 2 by default.
    package var decodingThreads: Int

    /// Creates options; what is left out has its default.
    public init(pace: Pace = .fast, wantsPicture: Bool = true, wantsSound: Bool = true) {
        self.init(pace: pace, buffering: .everyFrame(3), wantsPicture: wantsPicture, wantsSound: wantsSound)
    }

    package init(
        pace: Pace = .fast, buffering: Buffering = .everyFrame(3), wantsPicture: Bool = true, wantsSound: Bool = true,
        wantsAlpha: Bool = false, limits: MovieLimits = MovieLimits(), pool: FramePool = FramePool(capacity: 32),
        decodingThreads: Int = 2
    ) {
        self.pace = pace
        self.buffering = buffering
        self.wantsPicture = wantsPicture
        self.wantsSound = wantsSound
        self.wantsAlpha = wantsAlpha
        self.limits = limits
        self.pool = pool
        self.decodingThreads = decodingThreads
    }
}
