import Execution
import Imaging
import Stickers

/// The part of a long clip of which a sticker is made best.
extension LivingStickerMaker {
    /// The longer side at which frames should come for ``bestPart(of:in:marked:)``, in pixels.
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
    /// elsewhere, the best part around them is taken.
    ///
    /// - Parameters:
    ///   - frames: of the clip.
    ///   - range: where to search, in nanoseconds. No frame behind it is asked for.
    ///   - times: of marked frames, in nanoseconds.
    /// - Returns: `nil` for the beginning of the range: where it is as good as others, where all frames fit into one
    ///   sticker, and where no part has a subject.
    /// - Throws: ``ClipError`` when the task is cancelled, and for a network that cannot be run.
    @concurrent
    package func bestPart<Source: AsyncSequence & Sendable>(
        of frames: Source, in range: Range<Int64>, marked times: ClosedRange<Int64>? = nil
    ) async throws(ClipError) -> FoundPart? where Source.Element == ClipFrame {
        let (samples, kept) = try await taken(from: frames, in: range)
        let (executor, longest) = (processor.executor, options.duration)
        guard let last = samples.last, last.time >= range.lowerBound + longest + LivingOptions.overhang else {
            return nil
        }
        let finder = await executor.run { PartFinder(samples, in: range, longest: longest) }
        let candidates = await executor.run { finder.candidates() }
        let best = try await best(of: candidates, kept)
        guard let times, !(best?.contains(times) ?? false) else { return best?.part }
        return await executor.run { finder.candidates(containing: times) }.first?.part
    }

    private func taken<Source: AsyncSequence & Sendable>(
        from frames: Source, in range: Range<Int64>
    ) async throws(ClipError) -> (samples: [PartFinder.Sample], kept: [ClipFrame]) where Source.Element == ClipFrame {
        var (samples, kept): ([PartFinder.Sample], [ClipFrame]) = ([], [])
        var due = range.lowerBound
        do {
            for try await frame in frames {
                if Task.isCancelled || frame.time >= range.upperBound { break }
                // Times vary a little.
                guard frame.time >= range.lowerBound, frame.time >= due - Self.searchStep / 10 else { continue }
                due = frame.time + Self.searchStep
                if samples.count % Self.keptStep == 0 { kept.append(frame) }
                samples.append(await processor.executor.run { PartFinder.Sample(frame) })
            }
        } catch {
            // A clip may be damaged behind the part that is taken. The reader of that part tells of damage in it.
        }
        guard !Task.isCancelled else { throw .cutting(ClipProcessor.cancelled) }
        return (samples, kept)
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
