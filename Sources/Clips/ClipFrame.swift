public import Imaging

/// A picture of a clip.
public struct ClipFrame: Sendable {
    /// The upright picture, with square pixels. Its alpha is ignored.
    package var picture: Bitmap
    /// The time since the clip's first frame in nanoseconds. It increases from frame to frame.
    package var time: Int64

    /// Creates a frame.
    public init(_ picture: Bitmap, time: Int64) {
        self.picture = picture
        self.time = time
    }
}

/// A picture of a clip with its subject cut out.
public struct CutFrame: Sendable {
    /// The subject on transparency, as large as the frame; all transparent where the clip shows no subject. The colours
    /// are the subject's own, without the background's share, and not multiplied by alpha.
    public var picture: Bitmap
    /// The time of the ``ClipFrame``, in nanoseconds.
    public var time: Int64
    /// Whether the frame has a subject.
    public var hasSubject: Bool
    /// Whether the film was cut before it.
    var beginsScene = false
}
