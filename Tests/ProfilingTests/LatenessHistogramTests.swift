import Testing

@testable import Profiling

struct LatenessHistogramTests {
    private let interval: Duration = .milliseconds(10)

    @Test func nothingIsNotLate() {
        #expect(LatenessHistogram().lateness(atQuantile: 0.999) == .zero)
    }

    @Test func quantilesAreTheRanksOfAList() {
        var histogram = LatenessHistogram()
        // 0.05, 0.15, … 9.95 ms, shuffled.
        let late = (0..<100).map { Duration.microseconds(50 + 100 * $0) }
        for duration in late.shuffled() { histogram.add(duration, every: interval) }
        #expect(histogram.count == 100)
        for (quantile, milliseconds) in [(0.01, 0.1), (0.5, 5.0), (0.9, 9.0), (0.99, 9.9)] {
            #expect(histogram.lateness(atQuantile: quantile) == .microseconds(Int(milliseconds * 1000)))
        }
        #expect(histogram.lateness(atQuantile: 1) == .microseconds(9950))
        #expect(histogram.longest == .microseconds(9950))
    }

    @Test func oneInAThousandIsLeftOut() {
        var histogram = LatenessHistogram()
        for _ in 0..<999 { histogram.add(.microseconds(120), every: interval) }
        histogram.add(.milliseconds(9), every: interval)
        #expect(histogram.lateness(atQuantile: 0.999) == .microseconds(200))
        #expect(histogram.lateness(atQuantile: 0.9991) == .milliseconds(9))
    }

    @Test func aHangIsAllTheBeatsThatItKeptWaiting() {
        var histogram = LatenessHistogram()
        for _ in 0..<900 { histogram.add(.zero, every: interval) }
        histogram.add(.seconds(1), every: interval)
        #expect(histogram.count == 1000)
        #expect(histogram.lateness(atQuantile: 0.9) == .microseconds(100))
        #expect(histogram.lateness(atQuantile: 0.95) == .microseconds(500_100))
        #expect(histogram.longest == .seconds(1))
    }

    @Test func whatIsLaterThanTheScaleIsTheLongest() {
        var histogram = LatenessHistogram()
        histogram.add(.seconds(30), every: .seconds(60))
        #expect(histogram.lateness(atQuantile: 0.5) == .seconds(30))
    }
}
