import Glibc
import Imaging
import TestSupport
import Testing

@testable import Clips

/// Which part of a long clip a sticker is made of.
struct PartFinderTests {
    private static let second: Int64 = 1_000_000_000
    private static let step: Int64 = 80_000_000
    private static let cutTime = 63 * step

    /// Frames with a bright spot on a line, whose place is given for each, with noise.
    private func finder(
        _ places: [Double], detail: (Int) -> Float = { _ in 1 }, ground: (Int) -> Double = { _ in 0 },
        end: Int64? = nil
    ) -> PartFinder {
        var random = SeededGenerator(seed: 7)
        let samples = places.enumerated().map { number, place in
            let look = (0..<64).map { column in
                let distance = (Double(column) - place) / 6
                let noise = Double.random(in: -0.004...0.004, using: &random)
                return Float(exp(-distance * distance) + ground(number) + noise)
            }
            return PartFinder.Sample(time: Int64(number) * Self.step, look: look, detail: detail(number))
        }
        return PartFinder(samples, in: 0..<(end ?? 30 * Self.second), longest: LivingOptions.longest)
    }

    private func pendulum(_ count: Int) -> [Double] { (0..<count).map { 35 + 8 * sin(2 * .pi * Double($0) / 20) } }

    /// Four seconds of one way, three that repeat, and a way again.
    private var wanderer: [Double] {
        let (there, away) = ((0..<50).map { 10 + 0.5 * Double($0) }, (0..<35).map { 35 + 0.5 * Double($0) })
        return there + pendulum(40) + away
    }

    private func firstStart(of finder: PartFinder) -> Int64? { finder.candidates().first?.part?.start }

    @Test func thePartThatRepeatsIsFound() throws {
        let part = try #require(finder(wanderer).candidates().first?.part)
        #expect((3_900_000_000...4_300_000_000).contains(part.start), "\(part)")
        // The handles of the studio stand at such times.
        #expect(part.end == nil && part.start % 50_000_000 == 0)
    }

    @Test func aBeginningThatRepeatsAsWellIsTaken() {
        for places in [pendulum(125), [Double](repeating: 30, count: 125), (0..<125).map { 0.5 * Double($0) }] {
            let first = finder(places).candidates().first
            #expect(first?.part == nil && first?.window == 0..<3 * Self.second)
        }
    }

    @Test func whatStandsStillIsNotTakenWhereSomethingMoves() throws {
        let places = [Double](repeating: 35, count: 60) + pendulum(65)
        let start = try #require(firstStart(of: finder(places)))
        #expect(start >= 4_500_000_000, "\(start)")
    }

    @Test func aDarkOrBlurredPartIsNotTaken() throws {
        let start = try #require(firstStart(of: finder(pendulum(125), detail: { $0 < 40 ? 0.1 : 1 })))
        #expect(start >= 3_100_000_000, "\(start)")
        // It is the clip's own look that counts.
        #expect(firstStart(of: finder(pendulum(125), detail: { _ in 0.1 })) == nil)
    }

    @Test func noPartGoesAcrossACut() {
        let finder = finder(wanderer, ground: { $0 < 63 ? 0 : 0.4 })
        let around = 4_500_000_000...4_500_000_000 as ClosedRange<Int64>
        let parts = (finder.candidates() + finder.candidates(containing: around)).compactMap(\.part)
        #expect(parts.count > 3 && (parts[0].start >= Self.cutTime), "\(parts)")
        for part in parts {
            let end = part.end ?? part.start + LivingOptions.longest + LivingOptions.overhang
            #expect(part.start >= Self.cutTime || end <= Self.cutTime, "\(part)")
        }
    }

    @Test func framesThatAreAskedForAreInThePart() throws {
        let finder = finder(pendulum(125))
        for time in [6, 9] as [Int64] {
            let times = time * Self.second...time * Self.second + 200_000_000
            let candidates = finder.candidates(containing: times)
            #expect(!candidates.isEmpty && candidates.allSatisfy { $0.best.contains(times) })
        }
        #expect(finder.candidates(containing: 1_000_000_000...8_000_000_000).isEmpty)
        #expect(finder.candidates(containing: 1_000_000_000...2_000_000_000).first?.part == nil)
    }

    @Test func noPartIsLongerThanTheClip() throws {
        let end = 140 * Self.step
        let places = [Double](repeating: 35, count: 110) + pendulum(30)
        let part = try #require(finder(places, end: end).candidates().first?.part)
        #expect(part.start > 7 * Self.second, "\(part)")
        #expect(part.end ?? part.start + LivingOptions.longest <= end, "\(part)")
    }

    @Test func aPartIsMadeAroundMarksThatAreInNoCandidate() {
        let end = 10 * Self.second
        let finder = finder(pendulum(125), end: end)
        func part(_ first: Int64, _ last: Int64) -> FoundPart {
            finder.part(around: first * 100_000_000...last * 100_000_000)
        }
        #expect(part(50, 50) == FoundPart(start: 3_500_000_000, end: nil))
        #expect(part(50, 70) == FoundPart(start: 4_500_000_000, end: nil))
        // Farther apart than a sticker lasts: the first one counts.
        #expect(part(50, 90) == FoundPart(start: 3_500_000_000, end: nil))
        #expect(part(3, 3) == FoundPart(start: 0, end: nil))
        #expect(part(99, 99) == FoundPart(start: 7_000_000_000, end: end))
        // Behind what was searched.
        #expect(part(200, 200) == FoundPart(start: 18_500_000_000, end: nil))
    }

    // MARK: Of frames

    private func maker(_ options: LivingOptions = LivingOptions()) throws -> LivingStickerMaker {
        LivingStickerMaker(
            ClipProcessor(segmenter: try SharedSegmenter.segmenter(), executor: PhotoExecutor(threadCount: 2)),
            options: options)
    }

    /// A white square, cut out already so that no network is asked: so many pixels beside the middle in each frame.
    /// One that is seen through is no subject.
    private func frames(_ count: Int, place: (Int) -> Int, alpha: (Int) -> UInt8 = { _ in 255 }) -> CountedFrames {
        CountedFrames(
            frames: (0..<count).map { number in
                var picture = Bitmap(size: PixelSize(width: 24, height: 16))
                let color = SRGBColor(red: 255, green: 255, blue: 255, alpha: alpha(number))
                for y in 5..<11 { for x in 9..<15 { picture[x + place(number), y] = color } }
                var frame = ClipFrame(picture, time: Int64(number) * Self.step)
                frame.keepsAlpha = true
                return frame
            })
    }

    private func swing(_ number: Int) -> Int { Int((4 * sin(2 * .pi * Double(number) / 20)).rounded()) }

    private func moving(from first: Int, alpha: (Int) -> UInt8 = { _ in 255 }) -> CountedFrames {
        frames(125, place: { $0 < first ? 0 : swing($0) }, alpha: alpha)
    }

    @Test func aStillBeginningIsLeftOut() async throws {
        let clip = moving(from: 50)
        let range = 0..<30 * Self.second
        let part = try #require(try await maker().bestPart(of: clip, in: range))
        #expect((3_900_000_000...5_000_000_000).contains(part.start), "\(part)")
        // Marks in the part change nothing, and others bring another one.
        #expect(try await maker().bestPart(of: clip, in: range, marked: 6_000_000_000...6_100_000_000) == part)
        let late = try await maker().bestPart(of: clip, in: range, marked: 8_000_000_000...8_200_000_000)
        let lateStart = try #require(late?.start)
        #expect(lateStart > 5_200_000_000 && lateStart <= 8_000_000_000, "\(lateStart)")
        #expect(try await maker().bestPart(of: clip, in: range, marked: 500_000_000...500_000_000) == nil)
        // A clip that is damaged behind the part has it, too.
        var damaged = clip
        damaged.failure = SourceFailure()
        let known = try await maker().bestPart(of: damaged, in: range)
        #expect(known == part)
    }

    @Test func aPartWithASubjectIsTaken() async throws {
        let clip = moving(from: 50, alpha: { (50..<88).contains($0) ? 100 : 255 })
        let part = try await maker().bestPart(of: clip, in: 0..<30 * Self.second)
        #expect(part?.start ?? 0 >= 7 * Self.second, "\(String(describing: part))")
        let empty = moving(from: 50, alpha: { _ in 100 })
        #expect(try await maker().bestPart(of: empty, in: 0..<30 * Self.second) == nil)
    }

    @Test func marksWhereNothingMovesAreInThePart() async throws {
        let (clip, range) = (frames(125, place: { _ in 0 }), 0..<30 * Self.second)
        let part = try await maker().bestPart(of: clip, in: range, marked: 6_000_000_000...6_000_000_000)
        let start = try #require(part?.start)
        #expect((3_000_000_001...6_000_000_000).contains(start), "\(start)")
        // They may be farther apart than any sticker is long.
        let far = try await maker().bestPart(of: clip, in: range, marked: 5_000_000_000...9_500_000_000)
        #expect(far == FoundPart(start: 3_500_000_000, end: nil))
        let both = try await maker().bestPart(of: clip, in: range, marked: 1_000_000_000...9_500_000_000)
        #expect(both == nil)
        // No frame is there.
        #expect(try await maker().bestPart(of: clip, in: range, marked: 20_000_000_000...20_000_000_000) == nil)
    }

    @Test func marksInTheBeginningOfAClipWithoutASubjectDoNotMoveIt() async throws {
        let empty = moving(from: 50, alpha: { _ in 100 })
        let times = 500_000_000...2_900_000_000 as ClosedRange<Int64>
        #expect(try await maker().bestPart(of: empty, in: 0..<30 * Self.second, marked: times) == nil)
    }

    @Test func noPartGoesBeyondTheLastFrame() async throws {
        var clip = frames(125, place: { $0 < 100 ? 0 : swing($0) })
        for failure in [nil, SourceFailure()] {
            clip.failure = failure
            let part = try #require(try await maker().bestPart(of: clip, in: 0..<30 * Self.second))
            let end = part.end ?? part.start + LivingOptions.longest
            #expect(part.start > 5 * Self.second && end <= 10 * Self.second, "\(part)")
        }
    }

    @Test func whatAnEarlierSearchFoundIsTaken() async throws {
        let (clip, range) = (moving(from: 50), 0..<30 * Self.second)
        let first = try await maker().searchPart(of: clip, in: range)
        #expect(first.part != nil && first.part == first.unmarked.part)
        // Marks elsewhere do not change what is known.
        let other = 500_000_000...500_000_000 as ClosedRange<Int64>
        let again = try await maker().searchPart(of: clip, in: range, marked: other, unmarked: first.unmarked)
        #expect(again.part == nil && again.unmarked == first.unmarked)
        #expect(first.unmarked.contains(6_000_000_000...6_100_000_000) && !first.unmarked.contains(other))
        let known = BestPart(
            part: FoundPart(start: Self.second, end: nil), window: Self.second..<4 * Self.second)
        #expect(try await maker().searchPart(of: clip, in: range, unmarked: known).part == known.part)
    }

    @Test func whatFitsIntoOneStickerIsTakenAsItIs() async throws {
        let clip = frames(40, place: { $0 < 10 ? 0 : swing($0) })
        #expect(try await maker().bestPart(of: clip, in: 0..<30 * Self.second) == nil)
    }

    @Test func ofAnHourThirtySecondsAreRead() async throws {
        let picture = Bitmap(size: PixelSize(width: 12, height: 8), filledWith: .white)
        let clip = CountedFrames(
            frames: (0..<90_000).map { number in
                var frame = ClipFrame(picture, time: Int64(number) * 40_000_000)
                frame.keepsAlpha = true
                return frame
            })
        let range = try #require(searching(start: 0, end: nil).searchRange)
        #expect(try await maker().bestPart(of: clip, in: range) == nil)
        #expect(clip.asked.value == 751)
    }

    @Test func aSearchThatIsCancelledEnds() async throws {
        let (maker, clip) = (try maker(), moving(from: 50))
        let search = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await maker.bestPart(of: clip, in: 0..<30 * Self.second)
        }
        await #expect(throws: ClipError.self) { try await search.value }
        #expect(clip.asked.value <= 1)
    }

    private func searching(start: Int64, end: Int64?) -> LivingOptions {
        var options = LivingOptions(start: start, end: end)
        options.searches = true
        return options
    }

    @Test func whatIsGivenBoundsTheSearch() {
        let second = Self.second
        #expect(LivingOptions().searchRange == nil)
        #expect(searching(start: 0, end: nil).searchRange == 0..<30 * second)
        #expect(searching(start: 2 * second, end: 10 * second).searchRange == 2 * second..<10 * second)
        #expect(searching(start: second, end: 3600 * second).searchRange == second..<31 * second)
        #expect(searching(start: 2 * second, end: 5 * second).searchRange == nil)
        #expect(searching(start: 5 * second, end: second).searchRange == nil)
    }
}

extension LivingStickerMaker {
    fileprivate func bestPart(
        of clip: CountedFrames, in range: Range<Int64>, marked times: ClosedRange<Int64>? = nil
    ) async throws -> FoundPart? {
        try await searchPart(of: clip, in: range, marked: times).part
    }
}
