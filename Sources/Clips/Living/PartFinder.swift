/// A part of a clip that was found, in nanoseconds since its first frame.
package struct FoundPart: Hashable, Sendable {
    /// Where it begins.
    package let start: Int64
    /// Where it ends; `nil` for as much as a sticker may last.
    package let end: Int64?
}

/// The best part of a clip without marks: other marks need no other search where it contains them.
package struct BestPart: Hashable, Sendable {
    /// `nil` for the beginning of what is searched.
    package let part: FoundPart?
    /// What of the clip the sticker shows, in nanoseconds.
    let window: Range<Int64>

    /// - Parameter times: of frames, in nanoseconds; `nil` for none.
    package func contains(_ times: ClosedRange<Int64>?) -> Bool {
        guard let times else { return true }
        return window.contains(times.lowerBound) && window.contains(times.upperBound)
    }
}

/// What a search of a clip found.
package struct PartSearch: Hashable, Sendable {
    /// Of which the sticker is made; `nil` for the beginning of what was searched.
    package let part: FoundPart?
    /// The best part without marks.
    package let unmarked: BestPart

    package init(part: FoundPart?, unmarked: BestPart) {
        (self.part, self.unmarked) = (part, unmarked)
    }
}

/// Finds the parts of a long clip of which a sticker is made best, by small pictures of its frames.
///
/// The jump at a part's end is measured as in ``LoopFinder``. A part is worth less if it is short, if little moves, and
/// if a frame is dark, blurred or of one colour. No part goes across a cut in the film.
struct PartFinder: Sendable {
    /// A frame.
    struct Sample: Sendable {
        /// In nanoseconds.
        let time: Int64
        /// A small picture of it, as samples.
        let look: [Float]
        /// How much pixels differ from those beside them, 0…1.
        let detail: Float
    }

    /// A part that may be taken.
    struct Candidate: Sendable {
        let best: BestPart
        let worth: Float

        /// `nil` for the beginning of the clip.
        var part: FoundPart? { best.part }
        /// What of the clip the sticker shows, in nanoseconds.
        var window: Range<Int64> { best.window }
    }

    /// The step of the studio's handles, in nanoseconds. Parts start at its multiples.
    private static let grid: Int64 = 50_000_000
    /// The shortest part whose ends are compared, in nanoseconds.
    private static let shortest: Int64 = 1_000_000_000
    /// The most frames from one end of a part to the other.
    private static let reach = 48
    /// How many parts are found beside the beginning, and how far apart they start, in nanoseconds.
    private static let (most, spacing): (Int, Int64) = (3, 1_000_000_000)
    /// How much better a later part must be than the beginning, and how much less a part counts at the end of a search.
    private static let (bonus, discount): (Float, Float) = (1.25, 0.2)

    private let samples: [Sample]
    private let range: Range<Int64>
    private let longest: Int64
    private let differences: FrameDifferences
    /// Frames between two cuts in the film.
    private let scenes: [Range<Int>]
    /// The mean of steps from which on a part moves as much as any.
    private let enoughMotion: Float
    /// The detail from which on a frame is as clear as any.
    private let enoughDetail: Float

    /// - Parameters:
    ///   - samples: of frames in the range, by rising time.
    ///   - range: in nanoseconds; it ends where the frames end.
    ///   - longest: as of ``LivingOptions/duration``.
    init(_ samples: [Sample], in range: Range<Int64>, longest: Int64) {
        (self.samples, self.range, self.longest) = (samples, range, longest)
        differences = FrameDifferences(samples.map(\.look), reach: Self.reach)
        let steps = differences.steps
        let cuts = steps.indices.filter { Self.isCut(at: $0, steps) }
        let bounds = [0] + cuts.map { $0 + 1 } + [samples.count]
        scenes = zip(bounds, bounds.dropFirst()).map { $0..<$1 }
        let smooth = steps.indices.filter { !cuts.contains($0) }.map { steps[$0] }
        enoughMotion = min(smooth.quantile(0.95) / 2, 2 * LoopFinder.unseen)
        enoughDetail = 0.6 * samples.map(\.detail).quantile(0.75)
    }

    /// The best parts, the best first. The beginning is one of them.
    ///
    /// - Parameter times: of frames that must be in the part, in nanoseconds.
    func candidates(containing times: ClosedRange<Int64>? = nil) -> [Candidate] {
        let (starts, first) = rated()
        var found: [Candidate] = []
        for start in starts.sorted(by: { ($1.worth, $0.place) < ($0.worth, $1.place) }) where found.count < Self.most {
            let candidate = candidate(start)
            let isNear = found.contains { abs($0.window.lowerBound - candidate.window.lowerBound) < Self.spacing }
            if !isNear, candidate.best.contains(times) { found.append(candidate) }
        }
        let beginning = Candidate(best: self.beginning, worth: Self.bonus * first)
        // Of equals, the beginning comes first.
        let place = found.firstIndex { $0.worth <= beginning.worth } ?? found.count
        if beginning.best.contains(times) { found.insert(beginning, at: place) }
        return found
    }

    var beginning: BestPart { BestPart(part: nil, window: range.lowerBound..<range.lowerBound + longest) }

    /// The part with these frames in its middle, whatever it is worth: all of them if it can, else the first one.
    ///
    /// - Parameter times: of the frames, in nanoseconds; they may be behind the range.
    func part(around times: ClosedRange<Int64>) -> FoundPart {
        let span = times.upperBound - times.lowerBound
        let middle = times.lowerBound + (span <= longest - 2 * Self.grid ? span / 2 : 0)
        // At the end of the range it is as long as elsewhere.
        let latest = times.lowerBound < range.upperBound ? range.upperBound - longest : .max
        let start = max(range.lowerBound, Self.roundedDown(min(middle - longest / 2, latest)))
        return FoundPart(start: start, end: times.lowerBound < range.upperBound ? end(of: start) : nil)
    }

    /// A frame at which a part starts.
    private struct Start {
        let place: Int
        let scene: Range<Int>
        /// Of the best part that starts there.
        var worth: Float = 0
    }

    /// All frames at which parts start, and the worth of the best part in the beginning of the clip.
    private func rated() -> (starts: [Start], first: Float) {
        var (starts, first): ([Start], Float) = ([], 0)
        let firstEnd = range.lowerBound + longest + LivingOptions.overhang
        for scene in scenes {
            for place in scene {
                var start = Start(place: place, scene: scene)
                var motion = Motion()
                var detail = samples[place].detail
                for end in place + 1..<max(place + 1, min(scene.upperBound, place + Self.reach + 1)) {
                    let length = samples[end].time - samples[place].time
                    guard length <= longest else { break }
                    motion.add(differences[end - 1, end])
                    detail = min(detail, samples[end].detail)
                    guard length >= min(Self.shortest, longest) else { continue }
                    let worth = worth(of: place..<end, in: scene, motion, detail)
                    start.worth = max(start.worth, worth)
                    if samples[end].time <= firstEnd { first = max(first, worth) }
                }
                let delay = Float(samples[place].time - range.lowerBound) / Float(LivingOptions.longestSearch)
                start.worth *= 1 - Self.discount * delay
                if start.worth > 0 { starts.append(start) }
            }
        }
        return (starts, first)
    }

    /// - Parameter detail: the least of its frames.
    private func worth(of part: Range<Int>, in scene: Range<Int>, _ motion: Motion, _ detail: Float) -> Float {
        guard let seam = differences.seam(part, within: scene) else { return 0 }
        let unseen = seam / LoopFinder.largestUnseenSeam(motion: motion.median)
        let faded = seam / (LoopFinder.fadable / 2)
        // Any part can go back and forth.
        var worth: Float = 0.4 + 0.3 / (1 + unseen * unseen * unseen * unseen)
        worth += 0.3 / (1 + faded * faded)
        let length = samples[part.upperBound].time - samples[part.lowerBound].time
        worth *= 0.7 + 0.3 * Float(length) / Float(longest)
        if enoughMotion > 0 { worth *= min(1, motion.mean / enoughMotion) }
        if enoughDetail > 0 { worth *= min(1, detail / enoughDetail) }
        return worth
    }

    private func candidate(_ start: Start) -> Candidate {
        let scene = start.scene
        let isFirstScene = scene.lowerBound == 0
        let earliest =
            isFirstScene ? range.lowerBound : Self.roundedDown(samples[scene.lowerBound].time + Self.grid - 1)
        // A little earlier, because the best frame may be one between two samples.
        let begin = max(earliest, Self.roundedDown(samples[start.place].time - LivingStickerMaker.searchStep))
        let isLastScene = scene.upperBound == samples.count
        let end = end(of: begin, before: isLastScene ? .max : Self.roundedDown(samples[scene.upperBound - 1].time))
        return Candidate(
            best: BestPart(
                part: FoundPart(start: begin, end: end),
                window: begin..<max(begin, min(end ?? .max, begin + longest))),
            worth: start.worth)
    }

    /// - Returns: `nil` for a part that is as long as a sticker may be, with frames behind it.
    private func end(of start: Int64, before scene: Int64 = .max) -> Int64? {
        let limit = min(range.upperBound, scene)
        return limit < start + longest + LivingOptions.overhang ? limit : nil
    }

    private static func roundedDown(_ time: Int64) -> Int64 { time / grid * grid }

    /// Whether the film is cut after a frame: the step to the next one is much larger than those around it.
    private static func isCut(at place: Int, _ steps: [Float]) -> Bool {
        let around = [place - 2, place - 1, place + 1, place + 2].filter { steps.indices.contains($0) }
            .map { steps[$0] }.sorted()
        return around.count > 1 && steps[place] > LoopFinder.fadable && steps[place] > 3 * around[around.count / 2]
    }
}

/// The differences of frames that follow each other in a part.
private struct Motion {
    private var sorted: [Float] = []
    private var sum: Float = 0

    mutating func add(_ step: Float) {
        sorted.insert(step, at: sorted.firstIndex { $0 > step } ?? sorted.count)
        sum += step
    }

    var median: Float { sorted.isEmpty ? 0 : sorted[sorted.count / 2] }
    var mean: Float { sum / Float(max(1, sorted.count)) }
}

extension [Float] {
    /// The value below which this share of them is; 0 without any.
    fileprivate func quantile(_ share: Double) -> Float {
        isEmpty ? 0 : sorted()[Swift.min(count - 1, Int(share * Double(count)))]
    }
}
