public import Imaging

/// A picture of a clip.
public struct ClipFrame: Sendable {
    /// The upright picture, with square pixels. Its alpha is ignored, unless ``keepsAlpha`` is true.
    package var picture: Bitmap
    /// The time since the clip's first frame in nanoseconds. It increases from frame to frame.
    package var time: Int64
    /// How long it is shown in nanoseconds; `nil` if only the next frame tells.
    package var duration: Int64?

    /// Whether the picture is cut out already: its alpha takes the place of what the network would see.
    package var keepsAlpha = false

    /// Creates a frame.
    ///
    /// - Parameter duration: how long it is shown in nanoseconds, which counts if it is the last one.
    public init(_ picture: Bitmap, time: Int64, duration: Int64? = nil) {
        self.picture = picture
        self.time = time
        self.duration = duration
    }
}

/// A picture of a clip with its subject cut out.
public struct CutFrame: Sendable {
    /// The subject on transparency, as large as the frame; all transparent where the clip shows no subject. The colours
    /// are the subject's own, without the background's share, and not multiplied by alpha.
    public var picture: Bitmap
    /// The time of the ``ClipFrame``, in nanoseconds.
    public var time: Int64
    /// As of the ``ClipFrame``.
    package var duration: Int64?
    /// Whether the frame has a subject.
    public var hasSubject: Bool
    /// Whether the film was cut before it.
    var beginsScene = false
    /// How well it can be expected to be cut, as of a photo (`PhotoSubject.confidence`); `nil` if the subject is not
    /// the network's.
    var confidence: Double?
}
