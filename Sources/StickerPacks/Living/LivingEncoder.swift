package import Clips
import Execution
package import Files
package import Imaging
import Glibc
import Movies

/// Encodes stickers that move as a platform asks, as well as its limits allow: quality is lowered first, then the frame
/// rate, then the size where the platform takes a smaller one. A file never breaks a rule.
package struct LivingEncoder: Sendable {
    /// What became of a sticker.
    package struct Encoded: Sendable {
        /// The file.
        package var bytes: [UInt8]
        /// The size of its pictures.
        package var size: PixelSize
        /// Pictures of a round.
        package var frameCount: Int
        /// As many as there were before some were left out.
        package var wholeCount: Int
        /// How well it is encoded: `quality 64`, `128 colours`, `lossless`.
        package var fidelity: String
    }

    let rules: LivingRules
    private let executor: PhotoExecutor

    /// Frames a second at which a pause is filled with copies: as many as clips are cut at.
    private static let fillingRate = LivingOptions().frameRate
    /// Frames a second, the most first, of which one is taken where a sticker does not fit with all of its frames.
    private static let frameRates: [Double] = [24, 20, 15, 12, 10]

    /// An encoder for a platform.
    package init(_ rules: LivingRules, executor: PhotoExecutor = .shared) {
        self.rules = rules
        self.executor = executor
    }

    /// Encodes a sticker.
    ///
    /// - Parameter name: of the sticker, for errors.
    /// - Throws: ``PackError`` with `.doesNotFit` if no file keeps the rules, `.file`, `.movie`.
    @concurrent
    package func encode(_ sticker: LivingSticker, named name: FilePath) async throws(PackError) -> Encoded {
        let timed = try sticker.timed(by: rules, named: name)
        let ladder = LivingLadder(rules.format, rounds: rules.rounds)
        let wholeCount = Self.wholeCount(of: timed)
        let counts = frameCounts(of: timed, atMost: wholeCount)
        var tooLarge: TooLarge?
        var last: Trial?
        for side in rules.sides {
            let placed = await executor.run { timed.placed(rules, side: side) }
            for count in counts {
                let trial = Trial(sticker: placed.evenly(in: count), wholeCount: wholeCount, ladder: ladder)
                last = trial
                if let tooLarge, tooLarge.expected(of: trial.sticker) > rules.writtenByteLimit * 115 / 100 { continue }
                let first = tooLarge == nil ? ladder.first : ladder.worstLiked
                switch try await best(trial, from: first, through: ladder.worstLiked, name) {
                case .fits(let encoded): return encoded
                case .tooLarge(let bytes): tooLarge = TooLarge(bytes: bytes, of: trial.sticker)
                }
            }
        }
        guard let last else { preconditionFailure("a sticker has a size and frames") }
        switch try await best(last, from: ladder.worstLiked, through: ladder.steps.count - 1, name) {
        case .fits(let encoded): return encoded
        case .tooLarge(let bytes):
            throw PackError(
                .doesNotFit, name,
                "\(name): the sticker has at least \(bytes) bytes, and at most \(rules.writtenByteLimit) are "
                    + "allowed: choose a shorter part of the clip")
        }
    }

    private struct Trial {
        let sticker: LivingSticker
        let wholeCount: Int
        let ladder: LivingLadder
    }

    private enum Found {
        case fits(Encoded)
        /// The bytes at the last step.
        case tooLarge(Int)
    }

    /// A sticker that did not fit at the worst step that is liked.
    private struct TooLarge {
        let bytesPerPixel: Double

        init(bytes: Int, of sticker: LivingSticker) {
            bytesPerPixel = Double(bytes) / Self.pixels(of: sticker)
        }

        /// The bytes with fewer frames or pixels, and hardly less: fewer frames have more that is new in each, and
        /// fewer pixels have more detail in each.
        func expected(of sticker: LivingSticker) -> Int { Int(bytesPerPixel * Self.pixels(of: sticker)) }

        private static func pixels(of sticker: LivingSticker) -> Double {
            Double(sticker.size.area) * Double(sticker.frames.count)
        }
    }

    /// How many frames, each shown equally long, a sticker is worth: all that it has, and those that fill its pauses.
    private static func wholeCount(of sticker: LivingSticker) -> Int {
        min(sticker.evenCount, max(sticker.frames.count, mostFrames(of: sticker, atRate: fillingRate)))
    }

    private static func mostFrames(of sticker: LivingSticker, atRate rate: Double) -> Int {
        Int((Double(sticker.duration) / 1e9 * rate + 0.01).rounded(.down))
    }

    /// The numbers of frames to try, the most first.
    private func frameCounts(of sticker: LivingSticker, atMost wholeCount: Int) -> [Int] {
        var counts: [Int] = []
        for rate in [rules.frameRate] + Self.frameRates {
            let most = Self.mostFrames(of: sticker, atRate: min(rate, rules.frameRate))
            let count = max(min(wholeCount, most, rules.frameCount.upperBound), rules.frameCount.lowerBound)
            if counts.last.map({ $0 > count }) ?? true { counts.append(count) }
        }
        return counts
    }

    // MARK: The search

    /// The best file that fits. Sizes fall about as a power of the step, which tells where to try next.
    ///
    /// - Parameters:
    ///   - first: the step to try first.
    ///   - end: the last step that may be taken.
    private func best(
        _ trial: Trial, from first: Int, through end: Int, _ name: FilePath
    ) async throws(PackError) -> Found {
        let limit = rules.writtenByteLimit
        var (low, high) = (-1, end + 1)
        var sizes: [(step: Int, bytes: Int)] = []
        var best = Found.tooLarge(.max)
        var step = min(first, end)
        while low + 1 < high {
            let found = try await encoded(trial, step, isWhole: step == end, name)
            switch found {
            case .fits(let encoded):
                (high, best) = (step, found)
                sizes.append((step, encoded.bytes.count))
                // What is left would hardly be seen.
                if step == 0 || encoded.bytes.count > limit * 85 / 100 || sizes.count > 5 { return found }
            case .tooLarge(let bytes):
                low = step
                sizes.append((step, bytes))
                if step == end { return found }
            }
            step = next(after: sizes, between: low, high)
        }
        return best
    }

    /// The step at which the size is expected to be just below the limit.
    private func next(after sizes: [(step: Int, bytes: Int)], between low: Int, _ high: Int) -> Int {
        let wanted = logarithm(rules.writtenByteLimit * 95 / 100)
        guard let last = sizes.last else { return low + 1 }
        // The fall for each step, of the last two that were tried.
        var fall = 0.045
        if sizes.count > 1 {
            let other = sizes[sizes.count - 2]
            let measured = (logarithm(other.bytes) - logarithm(last.bytes)) / Double(last.step - other.step)
            if measured > 0.005 { fall = measured }
        }
        let guess = Double(last.step) + (logarithm(last.bytes) - wanted) / fall
        return min(max(Int(min(max(guess, -1), 1_000).rounded(.up)), low + 1), high - 1)
    }

    private func logarithm(_ bytes: Int) -> Double { log(Double(max(1, bytes))) }

    /// - Parameter isWhole: whether also a file that is too large is encoded to its end, so that its size is known.
    private func encoded(
        _ trial: Trial, _ step: Int, isWhole: Bool, _ name: FilePath
    ) async throws(PackError) -> Found {
        let (sticker, step) = (trial.sticker, trial.ladder.steps[step])
        let limit = rules.writtenByteLimit
        switch try await movie(of: sticker, step, upTo: isWhole ? .max : limit, named: name) {
        case .tooLarge(let expected): return .tooLarge(expected)
        case .whole(let bytes) where bytes.count > limit: return .tooLarge(bytes.count)
        case .whole(let bytes):
            return .fits(
                Encoded(
                    bytes: bytes, size: sticker.size, frameCount: sticker.frames.count, wholeCount: trial.wholeCount,
                    fidelity: step.fidelity))
        }
    }

    // MARK: Movies

    private enum Movie {
        case whole([UInt8])
        /// It was ended, since it became too large; with the bytes that it would have had, about.
        case tooLarge(Int)
    }

    private func movie(
        of sticker: LivingSticker, _ step: LivingLadder.Step, upTo limit: Int, named name: FilePath
    ) async throws(PackError) -> Movie {
        do {
            return try await movie(of: sticker, step, upTo: limit)
        } catch {
            throw PackError(.movie, name, "\(name): \(error)")
        }
    }

    private func movie(
        of sticker: LivingSticker, _ step: LivingLadder.Step, upTo limit: Int
    ) async throws(MovieError) -> Movie {
        let file = try MovieMemory()
        let writer = try await MovieWriter.create(
            file.path, step.settings, first: VideoFormat(size: sticker.size, hasAlpha: !rules.isOpaque),
            frameRate: sticker.frameRate)
        var time: Int64 = 0
        for (number, frame) in sticker.frames.enumerated() {
            if Task.isCancelled { throw .cancelled }
            let written = file.byteCount
            if written > limit { return .tooLarge(written * sticker.frames.count / max(1, number)) }
            let picture = await executor.run { step.prepared(frame.picture) }
            try await writer.write(picture, time: time, duration: frame.duration)
            time += frame.duration
        }
        _ = try await writer.finish()
        return .whole(try file.bytes())
    }
}

extension LivingEncoder {
    /// A sticker as packs keep it, of which each platform's is made: animated WebP.
    ///
    /// - Parameter quality: of WebP.
    package static func packed(
        _ sticker: LivingSticker, quality: Int = 90, named name: FilePath, executor: PhotoExecutor
    ) async throws(PackError) -> [UInt8] {
        let settings = MovieSettings(
            container: .webp, rate: .quality(quality), speed: .fast, hasSound: false, queueCapacity: 4)
        let step = LivingLadder.Step(settings, fidelity: "quality \(quality)")
        let encoder = LivingEncoder(Self.packRules, executor: executor)
        guard case .whole(let bytes) = try await encoder.movie(of: sticker, step, upTo: .max, named: name) else {
            preconditionFailure("a movie without a limit is whole")
        }
        return bytes
    }

    private static let packRules = LivingRules(
        size: .longestSide(512), format: .webp, byteLimit: .max, sides: [512], isSquare: false)
}

extension LivingSticker {
    /// As long as a platform takes it.
    fileprivate func timed(by rules: LivingRules, named name: FilePath) throws(PackError) -> LivingSticker {
        var wanted = min(duration, rules.duration)
        if rules.takesWholeSeconds {
            let seconds = (Double(wanted) / 1e9).rounded()
            wanted = Int64(min(max(seconds, 1), (Double(rules.duration) / 1e9).rounded(.down))) * 1_000_000_000
        }
        guard wanted != duration else { return self }
        return lasting(wanted)
    }
}
