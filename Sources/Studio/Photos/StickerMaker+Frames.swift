import Clips
import Execution
import Imaging
import Movies
import Profiling
import StickerPacks
package import Stickers
import Synchronization

/// Frames of clips, on which a person draws and chooses. A mark on one holds for the clip.
extension StickerMaker {
    /// Finds out whether a subject is where a person means one.
    ///
    /// - Parameter strokes: those before.
    /// - Throws: `.noSubject` where none is, or none would be left on the frame.
    @concurrent
    package func mark(
        _ mark: MatteStroke, on data: [UInt8], strokes: [MatteStroke]
    ) async throws(StickerError) {
        let frame = try await markableFrame(of: data, at: mark.time ?? 0)
        let before = strokes.filter { $0.time == mark.time }
        let marked = await executor.run { () async in frame.marked(before + [mark]) }
        guard !marked.missed.contains(mark) else {
            throw StickerError(
                .noSubject,
                mark.points.count > 1
                    ? "nothing in the box stands out" : "there is no subject; draw a box around what is meant")
        }
        guard !marked.isEmpty else { throw StickerError(.noSubject, "at least one subject must stay on the sticker") }
    }

    /// A frame's subjects with the lines around them, and which of them are on the sticker.
    @concurrent
    func outlines(
        ofClip data: [UInt8], for made: RenderedFor, at time: Int
    ) async throws -> OutlinedSubjects {
        let frame = try await markableFrame(of: data, at: time)
        let own = made.strokes.filter { $0.time == time && $0.mode.paints }
        let isChosen = made.strokes.contains { !$0.mode.paints }
        let shown =
            isChosen ? try await cut(data, made).picture(at: Int64(time) * 1_000_000, on: frame.picture.size) : nil
        return await executor.run { () async -> OutlinedSubjects in
            Trace.span("outlines") {
                let subject = frame.marked(own).subject
                let alpha = AlphaRefiner().refine(subject.matte, guide: frame.picture.cropped(to: subject.region))
                let picker = SubjectPicker(subject)
                var outlined = Self.outlined(picker, alpha, photo: frame.picture.size)
                if let shown {
                    outlined.chosen = picker.mattes(in: alpha).filter { _, part, matte in
                        matte.share(of: shown.cropped(to: part)) > 0.5
                    }.map(\.number)
                }
                return outlined
            }
        }
    }

    /// The lines around what a stroke would change in its frame.
    @concurrent
    func preview(
        of stroke: MatteStroke, onClip data: [UInt8], strokes: [MatteStroke]
    ) async throws -> StrokePreview {
        let frame = try await markableFrame(of: data, at: stroke.time ?? 0)
        let before = strokes.filter { $0.time == stroke.time && $0.mode.paints }
        return await executor.run { () async -> StrokePreview in
            let editor = StrokeEditor(frame.marked(before).subject, overview: frame.picture)
            let size = frame.picture.size
            let path = editor.change(by: stroke).map { Self.path(around: $0.change, $0.place) } ?? ""
            return StrokePreview(width: size.width, height: size.height, path: path)
        }
    }

    /// What is cut out of a frame on its whole canvas.
    @concurrent
    func cutout(ofClip data: [UInt8], for made: RenderedFor, at time: Int) async throws -> [UInt8] {
        let cut = try await cut(data, made)
        return try await executor.run {
            let scale = min(1, Double(Self.previewSide) / Double(cut.frameSize.longestSide))
            let picture = cut.picture(at: Int64(time) * 1_000_000, on: cut.frameSize.scaled(by: scale))
            return try ImageEncoder(.webp(quality: 85)).encode(picture)
        }
    }

    private static let frameSide = LivingStickerMaker.followingSide

    /// The clip as it is cut for a sticker: kept, or cut now.
    private func cut(_ data: [UInt8], _ made: RenderedFor) async throws(StickerError) -> ClipCut {
        let processor = try await processor()
        do {
            return try await cut(data, processor, for: made) { _ in }.cut
        } catch {
            throw Task.isCancelled ? StickerError(.cancelled, "cancelled") : StickerError(ofClip: error)
        }
    }

    private func markableFrame(of data: [UInt8], at time: Int) async throws(StickerError) -> MarkableFrame {
        if let kept = frames.find(data, time) { return kept }
        let segmenter = try await processor().segmenter
        let picture: Bitmap
        do {
            guard let clip = ClipFile(data, limits: Self.clipLimits) else {
                throw MovieError(.unknownFormat, "unsupported clip format")
            }
            picture = try await clip.frame(at: Int64(time) * 1_000_000, side: Self.frameSide)
        } catch {
            throw StickerError(ofClip: error)
        }
        let frame = try await executor.run { () async throws(StickerError) in
            try MarkableFrame(picture, segmenter)
        }
        frames.keep(frame, of: data, time)
        return frame
    }
}

/// The frame that was last marked.
final class RecentFrame: Sendable {
    private let kept = Mutex<(data: [UInt8], time: Int, frame: MarkableFrame)?>(nil)

    func find(_ data: [UInt8], _ time: Int) -> MarkableFrame? {
        kept.withLock { kept in kept.flatMap { $0.time == time && $0.data == data ? $0.frame : nil } }
    }

    func keep(_ frame: MarkableFrame, of data: [UInt8], _ time: Int) {
        kept.withLock { $0 = (data, time, frame) }
    }

    func forget() { kept.withLock { $0 = nil } }
}

extension Plane {
    /// How much of it a picture of the same size shows, 0…1.
    fileprivate func share(of picture: Bitmap) -> Float {
        var (shown, all): (Float, Float) = (0, 0)
        for (index, sample) in samples.enumerated() {
            shown += sample * Float(picture.pixels[4 * index + 3]) / 255
            all += sample
        }
        return all > 0 ? shown / all : 0
    }
}
