import Execution
import Imaging
import Stickers

/// The part of a long clip of which a sticker is made best.
extension LivingStickerMaker {
    /// The longer side at which frames should come for ``searchPart(of:in:marked:unmarked:)``, in pixels.
    package static let searchSide = 192
    /// Frames count there that are at least as far apart, in nanoseconds.
    package static let searchStep: Int64 = 80_000_000
    /// One of so many frames is kept, for the network to look at.
    private static let keptStep = 5
    /// The sides of the frame that a whole subject may reach, and how much less whole it is by each other side.
    private static let (freeSides, sideCost): (Int, Float) = (1, 0.2)

    /// Finds the part that loops best, by one pass over small frames. The network looks at a few of them, because a
    /// part needs a whole subject.
    ///
    /// The result does not depend on the sticker's look. Marks in that part do not change it; if there are marks
    /// elsewhere, the best part around them is taken, and where none is good enough, one with the first of them in its
    /// middle. Marks behind the last frame do not count.
    ///
    /// - Parameters:
    ///   - frames: of the clip.
    ///   - range: where to search, in nanoseconds. No frame behind it is asked for.
    ///   - times: of marked frames, in nanoseconds.
    ///   - known: what an earlier search of the same range found; the network is not asked again.
    /// - Returns: the beginning of the range where it is as good as others, where all frames fit into one sticker, and
    ///   where no part has a subject.
    /// - Throws: ``ClipError`` when the task is cancelled, and for a network that cannot be run.
    @concurrent
    package func searchPart<Source: AsyncSequence & Sendable>(
        of frames: Source, in range: Range<Int64>, marked times: ClosedRange<Int64>? = nil,
        unmarked known: BestPart? = nil
    ) async throws(ClipError) -> PartSearch where Source.Element == ClipFrame {
        let taken = try await taken(from: frames, in: range)
        let (executor, longest) = (processor.executor, options.duration)
        guard let last = taken.samples.last, last.time >= range.lowerBound + longest + LivingOptions.overhang else {
            return PartSearch(part: nil, unmarked: BestPart(part: nil, window: range.lowerBound..<Int64.max))
        }
        let finder = await executor.run {
            PartFinder(taken.samples, in: range.lowerBound..<taken.end, longest: longest)
        }
        let unmarked: BestPart
        if let known {
            unmarked = known
        } else {
            let candidates = await executor.run { finder.candidates() }
            unmarked = try await best(of: candidates, taken.kept)?.best ?? finder.beginning
        }
        let isBehind = taken.end < range.upperBound && times.map { $0.lowerBound >= taken.end } ?? false
        guard let times, !isBehind, !unmarked.contains(times) else {
            return PartSearch(part: unmarked.part, unmarked: unmarked)
        }
        let around = await executor.run { finder.candidates(containing: times) }
        if let best = around.first { return PartSearch(part: best.part, unmarked: unmarked) }
        let first = times.lowerBound...times.lowerBound
        return PartSearch(
            part: unmarked.contains(first) ? unmarked.part : finder.part(around: times), unmarked: unmarked)
    }

    private struct Taken: Sendable {
        var samples: [PartFinder.Sample] = []
        /// For the network.
        var kept: [ClipFrame] = []
        /// Where the search ended, in nanoseconds: with the last frame, or with the range.
        var end: Int64
    }

    private func taken<Source: AsyncSequence & Sendable>(
        from frames: Source, in range: Range<Int64>
    ) async throws(ClipError) -> Taken where Source.Element == ClipFrame {
        var taken = Taken(end: range.lowerBound)
        var due = range.lowerBound
        do {
            for try await frame in frames {
                taken.end = min(range.upperBound, frame.time + max(Self.searchStep, frame.duration ?? 0))
                if Task.isCancelled || frame.time >= range.upperBound { break }
                // Times vary a little.
                guard frame.time >= range.lowerBound, frame.time >= due - Self.searchStep / 10 else { continue }
                due = frame.time + Self.searchStep
                if taken.samples.count % Self.keptStep == 0 { taken.kept.append(frame) }
                taken.samples.append(await processor.executor.run { PartFinder.Sample(frame) })
            }
        } catch {
            // A clip may be damaged behind the part that is taken. The reader of that part tells of damage in it.
        }
        guard !Task.isCancelled else { throw .cutting(ClipProcessor.cancelled) }
        return taken
    }

    /// - Parameter candidates: the best first.
    /// - Returns: `nil` if none has a subject.
    private func best(
        of candidates: [PartFinder.Candidate], _ kept: [ClipFrame]
    ) async throws(ClipError) -> PartFinder.Candidate? {
        var best: (score: Float, candidate: PartFinder.Candidate)?
        for candidate in candidates where candidate.worth > best?.score ?? 0 {
            let whole = try await wholeness(in: kept.filter { candidate.window.contains($0.time) })
            let score = candidate.worth * whole
            if score > best?.score ?? 0 { best = (score, candidate) }
        }
        return best?.candidate
    }

    /// How likely these frames have a subject that is whole, 0…1, by the first, a middle and the last of them.
    private func wholeness(in frames: [ClipFrame]) async throws(ClipError) -> Float {
        guard !frames.isEmpty else { return 0 }
        let places = Set([0, frames.count / 2, frames.count - 1]).sorted()
        var sum: Float = 0
        for frame in places.map({ frames[$0] }) {
            let look = try await look(at: frame)
            guard look.presence >= ClipProcessor.leastPresence, let box = look.box else { continue }
            let sides = box.sides(of: look.frameSize).rawValue.nonzeroBitCount
            sum += 1 - Self.sideCost * Float(max(0, sides - Self.freeSides))
        }
        return sum / Float(places.count)
    }

    private func look(at frame: ClipFrame) async throws(ClipError) -> FrameLook {
        let segmenter = processor.segmenter
        do throws(StickerError) {
            return try await processor.executor.run { () async throws(StickerError) in
                try FrameLook(frame, region: PixelRect(frame.picture.size), segmenter)
            }
        } catch {
            throw .cutting(error)
        }
    }
}

extension PartFinder.Sample {
    /// The width and height of the picture by which frames are compared, in pixels.
    private static let side = 28

    fileprivate init(_ frame: ClipFrame) {
        let picture = frame.picture
        let size = PixelSize(width: min(Self.side, picture.width), height: min(Self.side, picture.height))
        self.init(time: frame.time, look: picture.averaged(to: size).look, detail: picture.lightness.detail)
    }
}

extension Plane {
    /// How much samples differ from those to the left and above, in the mean.
    fileprivate var detail: Float {
        var sum: Float = 0
        for index in samples.indices {
            if index % width > 0 { sum += abs(samples[index] - samples[index - 1]) }
            if index >= width { sum += abs(samples[index] - samples[index - width]) }
        }
        return sum / Float(max(1, samples.count))
    }
}
