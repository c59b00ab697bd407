import Imaging

/// The subject of a part of a clip, cut out of its frames: stickers of any look are made of it, without the clip.
///
/// Three seconds take up to 100 MB.
package struct ClipCut: Sendable {
    /// The size of the clip's frames.
    let frame: PixelSize
    /// Frames without a gap, in which the subject stays.
    let shot: [HeldFrame]
}
