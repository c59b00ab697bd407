package import Imaging

/// The subject of a part of a clip, cut out of its frames: stickers of any look are made of it, without the clip.
///
/// Three seconds take up to 100 MB.
package struct ClipCut: Sendable {
    /// The size of the clip's frames.
    let frame: PixelSize
    /// Frames without a gap, in which the subject stays.
    let shot: [HeldFrame]
    /// The size of the clip's own frames, of which those that were cut are made; `nil` if they are cut as they are. The
    /// reader of the file sets it.
    package var whole: PixelSize?
    /// The part of the clip that was searched for, in nanoseconds; `nil` for the beginning, and for one that was given.
    /// The reader of the file sets it.
    package var found: Range<Int64>?
    /// The best part without marks; `nil` if none was searched for. The reader of the file sets it.
    package var unmarked: BestPart?
    /// What a clip that is cut short lacks, in one sentence; `nil` for a whole one. The reader of the file sets it.
    package var loss: String?
}
