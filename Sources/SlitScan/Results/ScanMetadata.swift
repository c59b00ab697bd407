/// How a scan was made: with what settings from which frame on.
public struct ScanMetadata: Hashable, Sendable {
    /// Settings that began at a frame.
    public struct Change: Hashable, Sendable {
        /// The first frame that was filtered with these settings: counts the frames of the camera from 0.
        public var frame: Int
        /// The settings from that frame on.
        public var config: ScanConfig
    }

    /// The camera, for a person.
    public var source: String
    /// The settings from the first frame on, at most ``changeLimit``. Beyond that, the oldest after the first are
    /// removed.
    public private(set) var changes: [Change] = []
    /// Changes that gave way.
    public private(set) var forgottenChanges = 0
    /// Frames that were filtered.
    public var frames = 0
    /// Frames of the cameras that were not read in time.
    public var droppedFrames = 0
    /// The sound of the cameras that was not read in time, in seconds.
    public var droppedSound = 0.0

    /// The most changes that are listed.
    public static let changeLimit = 10_000

    init(source: String) {
        self.source = source
    }

    mutating func note(_ config: ScanConfig, from frame: Int) {
        if changes.last?.frame == frame { changes.removeLast() }
        if changes.count == Self.changeLimit {
            changes.remove(at: 1)
            forgottenChanges += 1
        }
        changes.append(Change(frame: frame, config: config))
    }
}
