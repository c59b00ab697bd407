import Testing

@testable import SlitScan

@Suite struct SliceClockTests {
    @Test func sliceKFallsIntoTheFirstFrameThatReachesIt() {
        for speed in [1.0 / 64, 0.125, 0.3, 0.5, 1, 1.5, 2, 64] {
            var clock = SliceClock(speed: speed)
            var next = 0
            for frame in 0..<200 {
                let slices = clock.advance()
                #expect(slices.lowerBound == next)
                for slice in slices {
                    // The first frame n with (n + 1) * speed > slice.
                    #expect(Double(frame + 1) * speed > Double(slice) && Double(frame) * speed <= Double(slice))
                }
                next = slices.upperBound
            }
            #expect(next == Int((200 * speed).rounded(.up)))
        }
    }

    @Test func anotherSpeedGoesOnFromWhereTheClockIs() {
        var clock = SliceClock(speed: 0.5)
        for _ in 0..<3 { _ = clock.advance() }
        clock.setSpeed(2)
        // After 1.5 slices at half a slice a frame: to 3.5, then to 5.5.
        #expect(clock.advance() == 2..<4)
        #expect(clock.advance() == 4..<6)
        clock.setSpeed(2)
        #expect(clock.advance() == 6..<8)
    }
}
