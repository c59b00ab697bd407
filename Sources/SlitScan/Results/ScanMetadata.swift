/// The settings of a scan, with the frames from which they held.
package struct ScanMetadata: Hashable, Sendable {
    /// Settings that began at a frame.
    package struct Change: Hashable, Sendable {
        /// The number of the first frame with these settings, from 0.
        package var frame: Int
        /// The settings from that frame on.
        package var config: ScanConfig
    }

    /// The camera's name for a person.
    package var source: String
    /// The settings from the first frame on, at most ``changeLimit``. Beyond that, the oldest after the first are
    /// removed.
    package private(set) var changes: [Change] = []
    /// The number of removed changes.
    package private(set) var forgottenChanges = 0
    /// The number of filtered frames.
    package var frames = 0
    /// The number of frames of the cameras that were not read in time.
    package var droppedFrames = 0
    /// The sound of the cameras that was not read in time, in seconds.
    package var droppedSound = 0.0

    /// The most changes that are listed.
    package static let changeLimit = 10_000

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
