package import Imaging
package import Stickers

/// A frame of a clip to mark: what the network sees in it.
package struct MarkableFrame: Sendable {
    private let look: FrameLook
    private let segmenter: SubjectSegmenter

    /// A frame with marks.
    package struct Marked: Sendable {
        /// With the strokes on it.
        package let subject: PhotoSubject
        /// Marks on no subject.
        package let missed: [MatteStroke]
        /// Whether no subject is left.
        package let isEmpty: Bool
    }

    /// Lets the network look at a frame. Blocks the calling thread.
    package init(_ picture: Bitmap, _ segmenter: SubjectSegmenter) throws(StickerError) {
        var frame = ClipFrame(picture, time: 0)
        frame.keepsAlpha = picture.isCutOut
        look = try FrameLook.whole(frame, segmenter)
        self.segmenter = segmenter
    }

    /// The frame's picture.
    package var picture: Bitmap { look.frame.picture }

    /// The frame with marks on it, and none of other frames.
    package func marked(_ marks: [MatteStroke]) -> Marked {
        let made = FrameMarks(marks, on: look, after: nil, segmenter)
        return Marked(subject: made.subject, missed: made.missed, isEmpty: made.isEmpty)
    }
}

extension ClipCut {
    /// The size of the frames that were cut, in pixels.
    package var frameSize: PixelSize { frame }

    /// What is cut out of a frame; transparent for a frame that the sticker does not show.
    ///
    /// - Parameters:
    ///   - time: the first frame at this time or later is meant, in nanoseconds.
    ///   - canvas: the size of the whole frame in the picture.
    package func picture(at time: Int64, on canvas: PixelSize) -> Bitmap {
        let step = shot.count > 1 ? (shot[shot.count - 1].time - shot[0].time) / Int64(shot.count - 1) : 0
        guard let held = shot.first(where: { $0.time >= time - 1_000_000 }), held.time < time + 2 * max(step, 1) else {
            return Bitmap(size: canvas)
        }
        let scale = PixelTransform.scaling(
            x: Double(canvas.width) / Double(frame.width), y: Double(canvas.height) / Double(frame.height))
        return held.picture.transformed(by: held.toFrame.then(scale), onto: canvas)
    }
}
