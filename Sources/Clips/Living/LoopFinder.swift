/// Which frames a sticker shows, and when.
struct LoopPlan: Equatable {
    /// A picture of the sticker.
    struct Step: Equatable {
        let frame: Int
        /// In nanoseconds.
        let duration: Int64
        /// A frame that it goes over into, and that one's share: `Morph`.
        var fade: Fade?
    }

    struct Fade: Hashable {
        let frame: Int
        let share: Float
    }

    var steps: [Step]
    /// How the end meets the beginning; never ``LivingOptions/Loop/best``. ``LivingOptions/Loop/none`` where it needs
    /// nothing.
    var loop: LivingOptions.Loop
}

/// Finds the part of a clip that repeats best.
///
/// Two frames are alike if they and those around them are: a pendulum that passes the middle to the left is not one
/// that passes it to the right (video textures, Schödl et al. 2000).
struct LoopFinder {
    /// Differences of frames, 0…1, that are not seen.
    static let unseen: Float = 0.012
    /// The difference up to which what goes over looks like one picture.
    static let fadable: Float = 0.1
    /// A sticker that repeats faster looks like an error, in nanoseconds.
    private static let twitch: Int64 = 500_000_000
    /// The frames of a fade.
    private static let fadeLength = 6

    /// When each frame begins, and at last when the last one ends, in nanoseconds.
    private let starts: [Int64]
    private let longest: Int64
    private let count: Int
    private let differences: FrameDifferences
    /// The difference of two frames that follow each other, in the middle of all.
    private let motion: Float

    /// - Parameters:
    ///   - looks: a small picture of each frame, as samples.
    ///   - starts: one more than looks.
    init(_ looks: [[Float]], starts: [Int64], longest: Int64) {
        precondition(starts.count == looks.count + 1, "each frame has a beginning, and the last one an end")
        (self.starts, self.longest, count) = (starts, longest, looks.count)
        differences = FrameDifferences(looks)
        let steps = differences.steps.sorted()
        motion = steps.isEmpty ? 0 : steps[steps.count / 2]
    }

    /// The largest jump that is not seen.
    ///
    /// - Parameter motion: the difference of two frames that follow each other.
    static func largestUnseenSeam(motion: Float) -> Float { max(0.75 * motion, unseen) }

    func plan(_ wish: LivingOptions.Loop) -> LoopPlan {
        switch wish {
        case .none: return straight
        case .bounce: return bounce
        case .fade: return fade?.plan ?? straight
        case .best:
            if let repeating { return repeating }
            if let fade, fade.difference <= Self.fadable { return fade.plan }
            return bounce
        }
    }

    // MARK: Ways

    private var straight: LoopPlan {
        let end = (1...count).last { starts[$0] - starts[0] <= longest } ?? 1
        guard end == 1, count > 1 else { return LoopPlan(steps: steps(0..<end), loop: .none) }
        // One frame alone does not move: of two that last too long together, each is shown for a shorter time.
        return LoopPlan(
            steps: steps(0..<2).map { LoopPlan.Step(frame: $0.frame, duration: min($0.duration, max(1, longest / 2))) },
            loop: .none)
    }

    /// The longest part whose end is like its beginning; `nil` where there is none.
    private var repeating: LoopPlan? {
        let limit = Self.largestUnseenSeam(motion: motion)
        var best: (score: Float, part: Range<Int>)?
        for part in parts(from: 0) {
            let seam = seam(part)
            guard seam <= limit else { continue }
            let score = share(part) - 0.3 * seam / limit
            if score > best?.score ?? -.infinity { best = (score, part) }
        }
        return best.map { LoopPlan(steps: steps($0.part), loop: .none) }
    }

    private var fade: (plan: LoopPlan, difference: Float)? {
        let length = min(Self.fadeLength, count / 4)
        guard length >= 1 else { return nil }
        let limit = max(4 * motion, 2 * Self.unseen)
        var best: (score: Float, part: Range<Int>, difference: Float)?
        for part in parts(from: length) where part.count > length {
            let difference =
                (1...length).reduce(Float(0)) { $0 + self[part.lowerBound - $1, part.upperBound - $1] }
                / Float(length)
            let score = share(part) - difference / limit
            if score > best?.score ?? -.infinity { best = (score, part, difference) }
        }
        guard let best else { return nil }
        var steps = steps(best.part)
        for back in 1...length {
            steps[steps.count - back].fade = LoopPlan.Fade(
                frame: best.part.lowerBound - back, share: Float(length + 1 - back) / Float(length + 1))
        }
        return (LoopPlan(steps: steps, loop: .fade), best.difference)
    }

    /// There and back, between two moments without much motion.
    private var bounce: LoopPlan {
        guard count > 2 else { return straight }
        func length(_ first: Int, _ last: Int) -> Int64 {
            starts[last + 1] - starts[first] + starts[last] - starts[first + 1]
        }
        var best: (score: Float, first: Int, last: Int)?
        for first in 0..<count - 2 {
            for last in first + 2..<count where length(first, last) <= longest {
                let speed = self[first, first + 1] + self[last - 1, last]
                let score = Float(last - first) / Float(count) - 0.1 * speed / max(2 * motion, Self.unseen)
                if score > best?.score ?? -.infinity { best = (score, first, last) }
            }
        }
        guard let best else { return straight }
        let back = (best.first + 1..<best.last).reversed()
        return LoopPlan(steps: steps(best.first...best.last) + steps(back), loop: .bounce)
    }

    // MARK: Parts

    /// Parts that are not too long, not much shorter than they could be, and no twitch where the clip has more.
    private func parts(from first: Int) -> [Range<Int>] {
        let (whole, left) = (min(longest, starts[count] - starts[0]), starts[count] - starts[min(first, count)])
        let shortest = max(min(whole / 3, left), min(whole, left, Self.twitch))
        var parts: [Range<Int>] = []
        for start in first..<max(first, count - 1) {
            for end in start + 2..<max(start + 2, count + 1) {
                let length = starts[end] - starts[start]
                if length >= shortest, length <= longest { parts.append(start..<end) }
            }
        }
        return parts
    }

    private func seam(_ part: Range<Int>) -> Float { differences.seam(part, within: 0..<count) ?? seamOfAll }

    /// How much the whole clip jumps: frames before its end differ from frames after its beginning as much as others do
    /// that are as far apart.
    private var seamOfAll: Float {
        var (sum, weights): (Float, Float) = (0, 0)
        for gap in 1...3 where gap < count {
            let usual = (self[count - 1 - gap, count - 1] + self[0, gap]) / 2
            for after in 0..<gap {
                let difference = self[count - gap + after, after] - usual
                sum += difference * difference
                weights += 1
            }
        }
        return weights > 0 ? (sum / weights).squareRoot() : 0
    }

    /// How much of what it could be a part lasts.
    private func share(_ part: Range<Int>) -> Float {
        Float(starts[part.upperBound] - starts[part.lowerBound]) / Float(min(longest, starts[count] - starts[0]))
    }

    private func steps(_ frames: some Sequence<Int>) -> [LoopPlan.Step] {
        frames.map { LoopPlan.Step(frame: $0, duration: starts[$0 + 1] - starts[$0]) }
    }

    private subscript(first: Int, second: Int) -> Float { differences[first, second] }
}
