import Execution
import Imaging
import Stickers

/// The frames in work: looked at, compared with the next, cut. A batch of each step is in work at once, in a task
/// group.
///
/// Holds the pictures of few frames, however long the clip: those of four batches, and of ``Neighbours/reach``.
struct ClipPipeline: Sendable {
    /// How many frames of a size come in at once, on any machine: the part of them that is looked at is decided once
    /// for all, and a clip is cut alike with any number of threads. Fewer large ones, because those of five batches are
    /// in memory.
    static func batch(of size: PixelSize?) -> Int { (size?.area ?? 0) > 1280 * 1280 ? 2 : 4 }

    private let processor: ClipProcessor
    private let known: ClipMarks
    private var streamed: StreamedMarks
    /// The index of the first look that does not know what was marked.
    private var nextMarked = 0
    private var looks: [FrameLook] = []
    /// The motion from each look to the next.
    private var motions: [FrameMotion] = []
    /// The refined alpha of the first looks.
    private var alphas: [RefinedAlpha] = []
    /// The index of the first look that is not cut.
    private var nextCut = 0
    private var region: SubjectRegion?
    /// How much the closer look agreed with that at the whole frame, when the region was last checked; `nil` for no
    /// closer look.
    private var agreement: Double?

    /// - Parameters:
    ///   - marks: hold from their frame on.
    ///   - known: marks that were carried to all frames.
    init(_ processor: ClipProcessor, marks: [MatteStroke], known: ClipMarks) {
        self.processor = processor
        self.known = known
        streamed = StreamedMarks(marks, processor.segmenter)
    }

    private enum Piece: Sendable {
        case look(Int, FrameLook)
        case motion(Int, FrameMotion)
        case alpha(Int, RefinedAlpha)
        case cut(Int, CutFrame)
    }

    /// Whether all frames that came in have gone out.
    var isEmpty: Bool { nextCut == looks.count }

    /// Takes the next frames, and returns those that are done.
    ///
    /// - Parameters:
    ///   - frames: a ``batch(of:)`` of them, or the last ones; none once the clip has ended.
    ///   - hasEnded: whether no frame comes after these. To be called until ``isEmpty`` then.
    mutating func advance(_ frames: [ClipFrame], hasEnded: Bool) async throws(ClipError) -> [CutFrame] {
        let (part, first) = try await part(of: frames)
        let keepsWhole = !streamed.isEmpty
        let (looks, motions, segmenter, agreement) = (looks, motions, processor.segmenter, agreement)
        let refiner = AlphaRefiner(strength: processor.strength)
        let (alphas, holds) = (alphas, known.holds)
        let refinable = ready(
            after: alphas.count, of: looks.count, hasEnded && motions.count == max(0, looks.count - 1))
        let cuts = ready(after: nextCut, of: alphas.count, hasEnded && alphas.count == looks.count)
        let pieces = await withTaskGroup(of: Result<Piece, StickerError>.self) { group in
            func add(_ work: @escaping @Sendable () throws(StickerError) -> Piece) {
                group.addTask(executorPreference: processor.executor) {
                    guard !Task.isCancelled else { return .failure(ClipProcessor.cancelled) }
                    return Result { () throws(StickerError) in try work() }
                }
            }
            for (number, frame) in frames.enumerated() {
                add { () throws(StickerError) in
                    var look =
                        if number == 0, let first { first } else { try FrameLook(frame, region: part, segmenter) }
                    look.hold = holds[frame.time]
                    look.agreement = agreement
                    if !keepsWhole { look.dropSurroundings() }
                    return .look(number, look)
                }
            }
            for number in motions.count..<max(motions.count, looks.count - 1) {
                add { .motion(number, FrameMotion(from: looks[number].light, to: looks[number + 1].light)) }
            }
            for number in refinable {
                add { .alpha(number, RefinedAlpha(Neighbours(looks, motions, of: number), refiner)) }
            }
            for number in cuts {
                add {
                    let neighbours = Neighbours(looks, alphas[number].motions, of: number)
                    return .cut(number, SteadyAlpha(neighbours, alphas, of: number).cutFrame)
                }
            }
            var pieces: [Result<Piece, StickerError>] = []
            for await piece in group { pieces.append(piece) }
            return pieces
        }
        let done: [CutFrame]
        do throws(StickerError) {
            done = try take(pieces)
        } catch {
            throw .cutting(error)
        }
        try await mark()
        return done
    }

    /// Carries marks on to looks to which the motion is known.
    private mutating func mark() async throws(ClipError) {
        guard !streamed.isEmpty else { return }
        self = try await processor.executor.run { [self] () async throws(ClipError) in
            var pipeline = self
            while pipeline.nextMarked < min(pipeline.looks.count, pipeline.motions.count + 1) {
                try pipeline.markNext()
            }
            return pipeline
        }
    }

    private mutating func markNext() throws(ClipError) {
        let before = nextMarked == 0 ? nil : (looks[nextMarked - 1], motions[nextMarked - 1])
        looks[nextMarked].hold = try streamed.next(after: before, looks[nextMarked])
        nextMarked += 1
    }

    /// The part of these frames to look at, and the look at the first of them where it was needed for that.
    private mutating func part(of frames: [ClipFrame]) async throws(ClipError) -> (PixelRect, FrameLook?) {
        guard let first = frames.first else { return (PixelRect(x: 0, y: 0, width: 0, height: 0), nil) }
        var region = region ?? SubjectRegion(frame: first.picture.size)
        let size = PixelRect(first.picture.size)
        if let known = looks.last?.frameSize, known != first.picture.size {
            throw .sizeChanged(
                "a frame has \(first.picture.width) × \(first.picture.height) pixels, and the first "
                    + "\(known.width) × \(known.height)")
        }
        var firstLook: FrameLook?
        if region.needsCheck(before: frames.count) {
            // Starts the closer look at the same time, because the region rarely moves.
            let (pipeline, expected) = (self, region.rect)
            let isAlone = expected == size || first.keepsAlpha || processor.executor.threadCount == 1
            async let early =
                isAlone
                ? nil
                : Result(awaiting: { () async throws(ClipError) in try await pipeline.look(at: first, expected) })
            let whole = try await look(at: first, size)
            firstLook = whole
            agreement = nil
            region.follow(whole.presence < ClipProcessor.leastPresence ? nil : whole.box)
            // A closer look must see the same subject, as in a photo.
            if region.rect != size {
                let seen = region.rect == expected ? try await early?.get() : nil
                let closer = if let seen { seen } else { try await look(at: first, region.rect) }
                let agreement = closer.agreement(with: whole)
                self.agreement = agreement
                if agreement >= ClipProcessor.leastAgreement { firstLook = closer } else { region.follow(nil) }
            }
        } else {
            let latest = looks.suffix(frames.count)
            region.follow(latest.compactMap(\.box).reduce(nil as PixelRect?) { $0?.union($1) ?? $1 })
            if latest.allSatisfy({ $0.box == nil }) { region.lose() }
        }
        self.region = region
        let part = frames.compactMap { known.holds[$0.time]?.keptBox(in: first.picture.size) }
            .reduce(region.rect) { $0.union($1) }
        return (part, firstLook?.region == part ? firstLook : nil)
    }

    private func look(at frame: ClipFrame, _ region: PixelRect) async throws(ClipError) -> FrameLook {
        do throws(StickerError) {
            let (segmenter, hold) = (processor.segmenter, known.holds[frame.time])
            return try await processor.executor.run { () async throws(StickerError) in
                var look = try FrameLook(frame, region: region, segmenter)
                look.hold = hold
                return look
            }
        } catch {
            throw .cutting(error)
        }
    }

    /// The frames to work on next: those whose neighbours are known, at most a batch.
    ///
    /// - Parameters:
    ///   - done: how many have had their turn.
    ///   - known: how many are known, with the motions between them.
    ///   - isAll: whether no more come.
    private func ready(after done: Int, of known: Int, _ isAll: Bool) -> Range<Int> {
        let known = min(known, motions.count + 1)
        let end = isAll ? known : known - Neighbours.reach
        return done..<max(done, min(end, done + Self.batch(of: looks.last?.frameSize)))
    }

    private mutating func take(_ pieces: [Result<Piece, StickerError>]) throws(StickerError) -> [CutFrame] {
        var (looked, moved): ([(Int, FrameLook)], [(Int, FrameMotion)]) = ([], [])
        var (refined, cut): ([(Int, RefinedAlpha)], [(Int, CutFrame)]) = ([], [])
        for piece in pieces {
            switch try piece.get() {
            case .look(let number, let look): looked.append((number, look))
            case .motion(let number, let motion): moved.append((number, motion))
            case .alpha(let number, let alpha): refined.append((number, alpha))
            case .cut(let number, let frame): cut.append((number, frame))
            }
        }
        looks += looked.sorted { $0.0 < $1.0 }.map(\.1)
        motions += moved.sorted { $0.0 < $1.0 }.map(\.1)
        alphas += refined.sorted { $0.0 < $1.0 }.map(\.1)
        nextCut += cut.count
        // Removes what no later frame needs.
        let gone = min(max(0, nextCut - Neighbours.reach), motions.count)
        looks.removeFirst(gone)
        motions.removeFirst(gone)
        alphas.removeFirst(gone)
        nextCut -= gone
        nextMarked = max(0, nextMarked - gone)
        for index in 0..<nextCut {
            looks[index].dropPicture()
            alphas[index].dropMotions()
        }
        return cut.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
