import Files
import Testing

@testable import Movies

/// Times of pictures that jump or run backwards, as in recordings that were cut, repaired or never finished.
@Suite struct TimelineTests {
    private static let step: Int64 = 40_000_000

    private func times(_ stamps: [Int64?], length: Int64 = 0, duration: Int64 = TimelineTests.step) -> [Int64] {
        var timeline = Timeline(length: length)
        return stamps.map { timeline.time(ofPicture: $0, duration: duration) }
    }

    @Test func timesStartAtZero() {
        #expect(times([7_000_000_000, 7_040_000_000, 7_080_000_000]) == [0, 40_000_000, 80_000_000])
        #expect(times([-90_000_000, -50_000_000, -10_000_000]) == [0, 40_000_000, 80_000_000])
    }

    @Test func aJumpIsACut() {
        let expected: [Int64] = [0, 40_000_000, 80_000_000, 120_000_000]
        #expect(times([0, 40_000_000, 3_600_000_000_000, 3_600_040_000_000]) == expected)
        #expect(times([90_000_000_000, 90_040_000_000, 0, 40_000_000]) == expected)
        #expect(times([0, 40_000_000, .max, .max]).last == 80_001_000)
        #expect(times([0, 40_000_000, .min, .min]).last == 80_001_000)
    }

    @Test func aPauseStays() {
        #expect(times([0, 40_000_000, 5_000_000_000]) == [0, 40_000_000, 5_000_000_000])
    }

    @Test func aPauseWithinTheLengthOfTheFileStays() {
        let second: Int64 = 1_000_000_000
        let found = times([0, Self.step, 20 * second, 50 * second], length: 30 * second)
        #expect(found == [0, Self.step, 20 * second, 20 * second + Self.step])
        // What the header says is believed for a day.
        let day = 86_400 * second
        #expect(times([0, 2 * day], length: .max) == [0, Self.step])
        #expect(times([0, 20 * second], length: .min) == [0, Self.step])
    }

    /// The screen stands still at the end, so the mean is far above the other steps.
    @Test func stepsThatAreShorterThanTheMeanAreNoJumpsBackwards() {
        let stamps = (0..<8).map { Int64($0) * 100_000_000 } + [20_000_000_000]
        #expect(times(stamps, length: 20_100_000_000, duration: 2_233_000_000) == stamps)
    }

    @Test func timesThatRunBackwardsALittleWaitForTheirTurn() {
        let back = times([0, 40_000_000, 30_000_000, 30_000_000, 120_000_000])
        #expect(back == [0, 40_000_000, 40_001_000, 40_002_000, 120_000_000])
    }

    @Test func picturesWithoutATimeFollowTheOthers() {
        #expect(times([nil, nil, nil]) == [0, 40_000_000, 80_000_000])
        #expect(times([1_000_000_000, nil, 1_080_000_000]) == [0, 40_000_000, 80_000_000])
    }

    @Test func soundGoesThroughTheSameCut() {
        var timeline = Timeline()
        _ = timeline.time(ofPicture: 0, duration: Self.step)
        _ = timeline.time(ofSound: 0, duration: Self.step)
        // Both tracks go on an hour later.
        let hour: Int64 = 3_600_000_000_000
        #expect(timeline.time(ofPicture: hour, duration: Self.step) == 40_000_000)
        #expect(timeline.time(ofSound: hour, duration: Self.step) == 40_000_000)
    }

    /// A screen is recorded with pictures only of what changes.
    @Test func aTrackThatPausesBesideTheOtherOneIsNotCut() {
        let second: Int64 = 1_000_000_000
        var timeline = Timeline()
        _ = timeline.time(ofPicture: 0, duration: Self.step)
        for number in 0...20 {
            #expect(timeline.time(ofSound: Int64(number) * second, duration: second) == Int64(number) * second)
        }
        #expect(timeline.time(ofPicture: 20 * second, duration: Self.step) == 20 * second)
        #expect(timeline.time(ofSound: 21 * second, duration: second) == 21 * second)
        #expect(timeline.time(ofPicture: 21 * second, duration: Self.step) == 21 * second)
        // Neither is it when the sound pauses, and both are where both jump.
        for number in 22...40 {
            #expect(timeline.time(ofPicture: Int64(number) * second, duration: Self.step) == Int64(number) * second)
        }
        #expect(timeline.time(ofSound: 40 * second, duration: second) == 40 * second)
        #expect(timeline.time(ofPicture: 3600 * second, duration: Self.step) == 40 * second + Self.step)
        #expect(timeline.time(ofSound: 3601 * second, duration: second) == 41 * second + Self.step)
    }

    @Test func aTrackThatBeginsYearsLaterBeginsWithTheOther() {
        for stamp in [Int64.max, .max / 2, .min, .min + 1] {
            var timeline = Timeline()
            _ = timeline.time(ofPicture: 0, duration: Self.step)
            #expect(timeline.time(ofSound: stamp, duration: Self.step) == 0)
            #expect(timeline.time(ofPicture: Self.step, duration: Self.step) == Self.step)
        }
    }

    /// Whatever a file says.
    @Test func timesRunForwardsForAnyStamps() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let stamps = (0..<50).map { _ -> Int64? in
                switch Int.random(in: 0..<4, using: &random) {
                case 0: nil
                case 1: Int64.random(in: .min ... .max, using: &random)
                default: Int64.random(in: -20_000_000_000...20_000_000_000, using: &random)
                }
            }
            let times = times(stamps)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(stamps)")
            #expect(times[0] == 0, "\(stamps)")
        }
    }

    /// Two recordings one after the other, the second of which has the earlier or the far later times.
    @Test(arguments: [("50", "0"), ("0", "5000")]) func filesWhoseTimesJump(first: String, second: String) async throws
    {
        let movies = OddMovies()
        let source = "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -c:v mpeg2video -c:a mp2 -muxdelay 0"
        let a = try await movies.make("a.ts", source + " -output_ts_offset \(first)")
        let b = try await movies.make("b.ts", source + " -output_ts_offset \(second)")
        let movie = try await ReadMovie(.bytes(try a.readBytes() + b.readBytes()))
        #expect((49...50).contains(movie.frames.count))
        #expect(movie.error == nil)
        let steps = zip(movie.times, movie.times.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 > 0 && $0 <= 100_000_000 }, "\(steps)")
        let soundSteps = zip(movie.sound, movie.sound.dropFirst()).map { $1.time - $0.time }
        #expect(soundSteps.allSatisfy { $0 > 0 && $0 <= 200_000_000 }, "\(soundSteps)")
        // Picture and sound still end together.
        let (lastPicture, lastSound) = try (#require(movie.times.last), #require(movie.sound.last))
        #expect(abs(lastPicture - lastSound.time) < 200_000_000)
    }
}
