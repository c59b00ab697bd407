import Execution
import Imaging
import Stickers

/// Makes a sticker that moves of a clip.
///
///     let maker = LivingStickerMaker(ClipProcessor(segmenter: try SubjectSegmenter()))
///     let sticker = try await maker.make(of: frames)
///
/// The whole sticker is in memory: three seconds of 30 frames at 512 pixels are 90 MB. Of the clip no more is read than
/// ``LivingOptions`` need.
public struct LivingStickerMaker: Sendable {
    /// Cuts the frames.
    package let processor: ClipProcessor
    /// What is made of a clip.
    package var options: LivingOptions

    /// Frames between two that are looked at before the clip is cut, and how many are looked at that have a subject.
    private static let (surveyStep, surveyLooks) = (9, 3)
    /// The longest side at which it pays to decode a clip for a sticker.
    package static let largestSide = 1280
    /// The part of two frames' subjects that is common, below which they are not of one shot.
    private static let leastOverlap: Float = 0.2
    /// Where the light stands that does not travel.
    private static let stillLight = 0.4

    /// Creates a maker, which serves any number of clips.
    public init(_ processor: ClipProcessor, options: LivingOptions = LivingOptions()) {
        self.processor = processor
        self.options = options
    }

    /// Finds how large the frames should come for ``make(of:progress:)``, so that the sticker has its pixels and no
    /// work is done for more. Looks at a few frames: what comes later can only make the sticker's scale smaller.
    ///
    /// - Parameters:
    ///   - frames: of the clip, small: 320 pixels are enough.
    ///   - marks: of ``follow(_:in:)``.
    /// - Returns: the longer side in pixels; ``LivingOptions/side`` where no subject is seen.
    @concurrent
    package func survey<Source: AsyncSequence & Sendable>(
        _ frames: Source, marks: ClipMarks = .none
    ) async throws(ClipError) -> Int where Source.Element == ClipFrame {
        let (segmenter, executor) = (processor.segmenter, processor.executor)
        var (number, seen, box, side): (Int, Int, PixelRect?, Int) = (0, 0, nil, 1)
        do {
            for try await frame in WindowFrames(source: frames, options: options) {
                defer { number += 1 }
                guard number % Self.surveyStep == 0 else { continue }
                side = frame.picture.size.longestSide
                let look = try await executor.run { () async throws(StickerError) in
                    var look = try FrameLook(frame, region: PixelRect(frame.picture.size), segmenter)
                    look.hold = marks.holds[frame.time]
                    return look
                }
                guard look.presence >= ClipProcessor.leastPresence, let found = look.box else { continue }
                box = box.map { $0.union(found) } ?? found
                seen += 1
                if seen == Self.surveyLooks { break }
            }
        } catch let error as StickerError {
            throw .cutting(error)
        } catch {
            throw .source(error)
        }
        guard let box else { return options.side }
        let layout = StickerLayout(
            box: box.size, style: options.style, size: .longestSide(options.side), isSquare: options.isSquare)
        return min(Int((Double(side) * layout.scale).rounded(.up)), Self.largestSide)
    }

    /// Cuts the clip and makes its sticker.
    ///
    /// - Parameters:
    ///   - frames: all of one size, by rising time.
    ///   - progress: called with the number of frames that are cut.
    /// - Throws: ``ClipError`` with `.nothingToShow` for a clip without a subject, or with one in a single frame.
    @concurrent
    public func make<Source: AsyncSequence & Sendable>(
        of frames: Source, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(ClipError) -> LivingSticker where Source.Element == ClipFrame {
        try await make(of: try await cut(frames, progress: progress))
    }

    /// Cuts the clip. Of the options, the part of the clip and the sticker's size count.
    ///
    /// - Parameter marks: of ``follow(_:in:)``. A shot in which some were made is taken then.
    /// - Throws: as ``make(of:progress:)``.
    @concurrent
    package func cut<Source: AsyncSequence & Sendable>(
        _ frames: Source, marks: ClipMarks = .none, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(ClipError) -> ClipCut where Source.Element == ClipFrame {
        let shots = try await shots(of: frames, marks, progress)
        guard let frame = shots.frame else { throw .nothingToShow("it has no frames in this part") }
        let marked = shots.all.filter { shot in shot.contains { marks.marked.contains($0.time) } }
        guard let shot = (marked.isEmpty ? shots.all : marked).max(by: { $0.count < $1.count }) else {
            throw .nothingToShow("no subject was found in any of its \(shots.count) frames")
        }
        guard shot.count > 1 else {
            throw .nothingToShow("only one frame has a subject, and an animated sticker needs two")
        }
        return ClipCut(frame: frame, shot: shot)
    }

    /// Makes the sticker of a clip that is cut.
    ///
    /// - Throws: ``ClipError`` when the task is cancelled, and for words that cannot be drawn.
    @concurrent
    package func make(of cut: ClipCut) async throws(ClipError) -> LivingSticker {
        let (frame, shot) = (cut.frame, cut.shot)
        let box = shot.dropFirst().reduce(shot[0].place) { $0.union($1.place) }
        let canvas = try await canvas(frame, box, first: shot[0].picture)
        let (looks, longest) = (try await looks(of: shot, on: canvas), options.duration)
        let plan = LoopFinder(looks, starts: shot.starts(longest: longest), longest: longest).plan(options.loop)
        var sticker = try await sticker(plan, of: shot, on: canvas)
        if let first = plan.steps.first.map({ shot[$0.frame] }) {
            sticker.subject = first.picture
            sticker.words = await processor.executor.run {
                canvas.words(beside: first, light: options.style.effect == .shiny ? 0 : Self.stillLight)
            }
        }
        sticker.origin = LivingSticker.Origin(
            frame: frame, box: box.covering(margin: 0).intersection(PixelRect(frame)), scale: canvas.scale
        ).inFrames(of: cut.whole ?? frame)
        sticker.confidence = plan.steps.map { shot[$0.frame] }.confidence
        (sticker.found, sticker.loss) = (cut.found, cut.loss)
        return sticker
    }

    // MARK: Steps

    private func canvas(
        _ frame: PixelSize, _ box: FractionalRect, first: Bitmap
    ) async throws(ClipError) -> ClipCanvas {
        do throws(StickerError) {
            return try await processor.executor.run { [options] () async throws(StickerError) in
                try ClipCanvas(options, frame: frame, box: box, first: first)
            }
        } catch {
            throw .cutting(error)
        }
    }

    private struct Shots {
        var frame: PixelSize?
        var count = 0
        /// Frames without a gap, in which the subject stays.
        var all: [[HeldFrame]] = []
    }

    private func shots<Source: AsyncSequence & Sendable>(
        of frames: Source, _ marks: ClipMarks, _ progress: @Sendable (Int) -> Void
    ) async throws(ClipError) -> Shots where Source.Element == ClipFrame {
        var shots = Shots()
        var isOpen = false
        let side = options.side
        for try await cut in processor.cut(WindowFrames(source: frames, options: options), known: marks) {
            shots.frame = cut.picture.size
            shots.count += 1
            let held = await processor.executor.run { HeldFrame(cut, side: side) }
            progress(shots.count)
            guard let held else {
                isOpen = false
                continue
            }
            if isOpen, !cut.beginsScene, let last = shots.all.last?.last,
                last.place.overlap(held.place) >= Self.leastOverlap
            {
                shots.all[shots.all.count - 1].append(held)
            } else {
                shots.all.append([held])
            }
            isOpen = true
        }
        return shots
    }

    private func looks(of shot: [HeldFrame], on canvas: ClipCanvas) async throws(ClipError) -> [[Float]] {
        var looks: [[Float]] = []
        await forEachInOrder(shot, atOnce: processor.executor.threadCount) { [executor = processor.executor] held in
            await executor.run { canvas.look(of: held) }
        } consume: { _, look in
            looks.append(look)
            return !Task.isCancelled
        }
        guard looks.count == shot.count else { throw .cutting(ClipProcessor.cancelled) }
        return looks
    }

    private func sticker(
        _ plan: LoopPlan, of shot: [HeldFrame], on canvas: ClipCanvas
    ) async throws(ClipError) -> LivingSticker {
        // A frame is drawn once, unless its light is another each time.
        var drawn: [Drawing: Bitmap] = [:]
        let isShiny = options.style.effect == .shiny
        let steps = plan.steps.enumerated().map { number, step in
            let light = isShiny ? Double(number) / Double(plan.steps.count) : Self.stillLight
            return (drawing: Drawing(frame: step.frame, fade: step.fade, light: light), duration: step.duration)
        }
        let drawings = Array(Set(steps.map(\.drawing))).sorted { ($0.frame, $0.light) < ($1.frame, $1.light) }
        await forEachInOrder(drawings, atOnce: processor.executor.threadCount) {
            [executor = processor.executor] drawing in
            await executor.run {
                canvas.sticker(
                    of: shot[drawing.frame], fade: drawing.fade.map { (shot[$0.frame], $0.share) }, light: drawing.light
                )
            }
        } consume: { drawing, picture in
            drawn[drawing] = picture
            return !Task.isCancelled
        }
        guard drawn.count == drawings.count else { throw .cutting(ClipProcessor.cancelled) }
        return LivingSticker(
            steps.compactMap { step in drawn[step.drawing].map { LivingSticker.Frame($0, duration: step.duration) } })
    }

    private struct Drawing: Hashable, Sendable {
        let frame: Int
        let fade: LoopPlan.Fade?
        let light: Double
    }
}

extension [HeldFrame] {
    /// The mean, in thousandths; `nil` if one has none.
    fileprivate var confidence: Double? {
        let known = compactMap(\.confidence)
        guard !known.isEmpty, known.count == count else { return nil }
        return (1000 * known.reduce(0, +) / Double(count)).rounded() / 1000
    }

    /// When each begins, and when the last ends: if it does not say how long it is shown, as long as the others are in
    /// the middle. A pause at the end is cut where it would make the shot too long.
    fileprivate func starts(longest: Int64) -> [Int64] {
        let steps = zip(self, dropFirst()).map { $1.time - $0.time }.sorted()
        let usual = steps.isEmpty ? 40_000_000 : Swift.max(1, steps[steps.count / 2])
        guard let first, let last else { return [0] }
        let step = last.duration.map { Swift.min($0, Swift.max(usual, longest - (last.time - first.time))) } ?? usual
        return map(\.time) + [last.time + step]
    }
}

extension FractionalRect {
    /// The common part of both, relative to the smaller.
    fileprivate func overlap(_ other: FractionalRect) -> Float {
        let width = min(x + self.width, other.x + other.width) - max(x, other.x)
        let height = min(y + self.height, other.y + other.height) - max(y, other.y)
        guard width > 0, height > 0 else { return 0 }
        return Float(width * height / min(self.width * self.height, other.width * other.height))
    }
}
