package import Clips
package import Imaging
import Movies
package import Stickers

/// Makes stickers that move of clips' files: searches a long clip for its best part, looks at that to see how large the
/// subject is, and cuts it then.
package struct LivingWork: Sendable {
    private var maker: LivingStickerMaker
    private let memory: MemoryBudget

    /// The longer side at which frames are looked at first.
    private static let surveySide = 384

    /// For stickers of these settings.
    ///
    /// - Parameter memory: of which each clip reserves what it takes.
    package init(_ maker: LivingStickerMaker, memory: MemoryBudget = .standard) {
        (self.maker, self.memory) = (maker, memory)
    }

    /// With the network, the look and the size of a photo's stickers, of which no side has more than 512 pixels.
    init(_ processor: PhotoProcessor) {
        let options = processor.options
        var living = LivingOptions(isSquare: options.isSquare, style: options.style)
        if case .longestSide(let side) = options.size { living.side = min(side, living.side) }
        living.searches = true
        self.init(
            LivingStickerMaker(
                ClipProcessor(
                    segmenter: processor.segmenter, strength: options.strength,
                    executor: processor.executor), options: living),
            memory: processor.limits.memory)
    }

    /// Makes a clip's sticker.
    ///
    /// - Parameters:
    ///   - marks: as of `LivingStickerMaker.follow(_:in:)`.
    ///   - progress: called with the number of frames that are cut, and with that of all.
    /// - Throws: `ClipError`, also for a mark on no subject and for marks at no frame that is read, `MovieError` for a
    ///   file that cannot be read, and `ImagingError` with `.memory`.
    package func sticker(
        of clip: ClipFile, marks: [MatteStroke] = [],
        progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> LivingSticker {
        try await sticker(of: try await cut(clip, marks: marks, refusesLate: true, progress: progress))
    }

    /// Cuts a clip: the longer part of the work.
    ///
    /// - Parameters:
    ///   - known: ``ClipCut/unmarked`` of the same part of the clip, which is not searched again for marks in it.
    ///   - refusesLate: whether marks at no frame that is read are an error; else they do not count.
    package func cut(
        _ clip: ClipFile, marks: [MatteStroke] = [], unmarked known: BestPart? = nil, refusesLate: Bool = false,
        progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ClipCut {
        let facts = try await clip.facts()
        let search = try await search(clip, facts, marks, known)
        guard let part = search?.part else {
            var cut = try await cutPart(of: clip, facts, marks, refusesLate, progress)
            cut.unmarked = search?.unmarked
            return cut
        }
        var work = self
        work.maker.options.start = part.start
        if let end = part.end { work.maker.options.end = end }
        var cut = try await work.cutPart(of: clip, facts, marks, refusesLate, progress)
        let longest = min(part.start + maker.options.duration, facts.duration ?? .max)
        cut.found = part.start..<max(part.start + 1, min(part.end ?? .max, longest))
        cut.unmarked = search?.unmarked
        return cut
    }

    /// Cuts the part of a clip that the options say.
    private func cutPart(
        of clip: ClipFile, _ facts: ClipFile.Facts, _ marks: [MatteStroke], _ refusesLate: Bool,
        _ progress: @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> ClipCut {
        let (start, end) = (maker.options.start, maker.options.readingEnd)
        let memory = try await reserve(clip.memory(facts, before: end, side: LivingStickerMaker.largestSide))
        defer { memory.release() }
        let held = try await follow(marks, in: clip, facts)
        if refusesLate, held.marked.isEmpty, let time = marks.first?.time {
            throw ClipError.nothingToShow("no frame at \(Double(time) / 1000) s can be read: mark an earlier one")
        }
        // Damage behind the part that is read is no reason to refuse the clip.
        let measured = facts.duration == nil ? try? await clip.facts(measuringOn: maker.processor.executor) : nil
        let total = (measured ?? facts).frameCount(from: start, before: end, atMost: maker.options.frameRate)
        progress(0, total)
        let side = try await maker.survey(try await partFrames(of: clip, side: Self.surveySide), marks: held)
        let frames = try await partFrames(of: clip, side: side)
        var cut = try await maker.cut(frames, marks: held) { progress($0, max($0, total)) }
        (cut.whole, cut.loss) = (facts.size, frames.loss?.description)
        return cut
    }

    private func follow(
        _ marks: [MatteStroke], in clip: ClipFile, _ facts: ClipFile.Facts
    ) async throws -> ClipMarks {
        guard !marks.isEmpty else { return .none }
        let held = try await maker.follow(
            marks, in: try await partFrames(of: clip, side: LivingStickerMaker.followingSide))
        if let missed = held.missed.first {
            throw ClipError.nothingToShow(missed.missedWords(in: facts.size))
        }
        return held
    }

    /// The frames of the part that the options say.
    private func partFrames(of clip: ClipFile, side: Int) async throws -> ClipFrames {
        var frames = try await clip.frames(side: side, before: maker.options.readingEnd)
        frames.start = maker.options.start
        return frames
    }

    /// Makes the sticker of a clip that is cut.
    package func sticker(of cut: ClipCut) async throws -> LivingSticker { try await maker.make(of: cut) }
}

extension LivingWork {
    /// Searches a clip that is longer than a sticker.
    ///
    /// - Returns: `nil` to cut the part that the options say.
    private func search(
        _ clip: ClipFile, _ facts: ClipFile.Facts, _ marks: [MatteStroke], _ known: BestPart?
    ) async throws -> PartSearch? {
        let times = marks.map { $0.time.map { Int64($0) * 1_000_000 } }
        // A mark without a time is on the first frame.
        guard let wanted = maker.options.searchRange, !times.contains(nil) else { return nil }
        let end = min(wanted.upperBound, clip.searchableEnd)
        guard min(end, facts.duration ?? .max) > maker.options.readingEnd else { return nil }
        let last = min(maker.options.end ?? .max, facts.duration ?? .max)
        // Marks outside of what may be taken do not count.
        let marked = times.compactMap { $0 }.filter { (wanted.lowerBound..<last).contains($0) }.sorted()
        let around = marked.first.flatMap { first in marked.last.map { first...$0 } }
        if let known, known.contains(around) { return PartSearch(part: known.part, unmarked: known) }
        let side = LivingStickerMaker.searchSide
        // A clip of which only the beginning can be read, or is small enough, becomes a sticker, too.
        guard let memory = try? await reserve(clip.memory(facts, before: end, side: side)) else { return nil }
        defer { memory.release() }
        guard var frames = try? await clip.frames(side: side, before: end) else { return nil }
        (frames.start, frames.step) = (wanted.lowerBound, LivingStickerMaker.searchStep)
        return try await maker.searchPart(
            of: frames, in: wanted.lowerBound..<end, marked: around, unmarked: known)
    }

    private func reserve(_ bytes: Int) async throws -> MemoryReservation {
        try await memory.reserve(bytes, for: "the frames of this clip")
    }

    /// The best frame of a clip for a still sticker, with all its pixels.
    ///
    /// - Throws: `ClipError`, and `MovieError` for a file that cannot be read.
    func stillFrame(of clip: ClipFile) async throws -> Bitmap {
        let end = StillFinder.readingEnd
        // A frame, what it is made of, and the result.
        let memory = try await reserve(clip.memory(clip.facts(), before: end, side: .max, waiting: 3))
        defer { memory.release() }
        let finder = StillFinder(maker.processor.segmenter, executor: maker.processor.executor)
        let time = try await finder.time(in: try await clip.frames(side: StillFinder.side, before: end))
        for try await frame in try await clip.frames(side: .max, before: end)
        where frame.time >= time { return frame.picture }
        throw ClipError.nothingToShow("it has no frame at \(Double(time) / 1e9) seconds")
    }
}

extension ProcessedPhoto {
    /// What a pack says of a sticker that moves: its first picture stands for it.
    ///
    /// - Parameter sticker: made of a clip.
    package init(_ sticker: LivingSticker) {
        let first = sticker.frames[0].picture
        let origin = sticker.origin ?? LivingSticker.Origin(frame: first.size, box: PixelRect(first.size), scale: 1)
        self.init(
            stickers: [
                Sticker(
                    bitmap: first, box: origin.box, scale: origin.scale, instance: nil,
                    isTextCut: sticker.words?.isCut ?? false, textPlace: sticker.words?.place)
            ],
            colorScheme: sticker.subject.map { ColorExtractor().extract(from: $0, matte: nil) }
                ?? ColorExtractor().extract(from: first, matte: Matte(alphaOf: first)), photoSize: origin.frame,
            instanceCount: 1, confidence: sticker.confidence)
    }
}
