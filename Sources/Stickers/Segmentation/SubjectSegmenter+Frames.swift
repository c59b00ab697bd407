package import Imaging

extension SubjectSegmenter {
    /// The subject of a frame of a clip, at one look.
    ///
    /// - Parameters:
    ///   - picture: the frame, or a part of it, at any size.
    ///   - isSingle: whether it is judged without its neighbours, and so computed as a photo is.
    /// - Returns: the cleaned matte, as large as the network's, `SubjectPresence.score`, and
    ///   `SubjectConfidence.overlap`.
    /// - Throws: ``StickerError`` with `.inference`.
    package func frameLook(
        at picture: Bitmap, isSingle: Bool = false
    ) throws(StickerError) -> (matte: Matte, presence: Double, overlap: Double) {
        let look = try look(at: picture, isFrame: !isSingle)
        let presence = SubjectPresence(look.matte).score
        let seen = look.picture.resized(to: look.matte.size, kernel: .linear)
        let cleaned = MatteCleaning().cleaned(look.matte, of: seen)
        return (cleaned, presence, SubjectConfidence.expectedOverlap(of: look.matte, with: cleaned))
    }
}
