import Imaging
import Testing

@testable import Clips

struct SubjectRegionTests {
    private let frame = PixelSize(width: 1000, height: 800)

    @Test func aSmallSubjectIsLookedAtCloserAndALargeOneInTheWholeFrame() {
        var region = SubjectRegion(frame: frame)
        #expect(region.rect == PixelRect(frame))
        region.follow(PixelRect(x: 400, y: 300, width: 200, height: 100))
        #expect(region.rect == PixelRect(x: 350, y: 250, width: 300, height: 200))
        region.follow(PixelRect(x: 50, y: 50, width: 800, height: 700))
        #expect(region.rect == PixelRect(frame))
        region.follow(PixelRect(x: 0, y: 0, width: 100, height: 100))
        #expect(region.rect == PixelRect(x: 0, y: 0, width: 125, height: 125))
        region.follow(nil)
        #expect(region.rect == PixelRect(frame))
    }

    @Test func theRegionStaysWhileTheSubjectIsWellInside() {
        var region = SubjectRegion(frame: frame)
        region.follow(PixelRect(x: 400, y: 300, width: 200, height: 100))
        let rect = region.rect
        region.follow(PixelRect(x: 380, y: 310, width: 210, height: 90))
        #expect(region.rect == rect)
        region.follow(PixelRect(x: 355, y: 310, width: 210, height: 90))
        #expect(region.rect != rect && region.rect.x < 350)
        // Much smaller than before.
        region.follow(PixelRect(x: 400, y: 320, width: 60, height: 60))
        #expect(region.rect == PixelRect(x: 385, y: 305, width: 90, height: 90))
    }

    @Test func theWholeFrameIsLookedAtNowAndThen() {
        var region = SubjectRegion(frame: frame)
        var checks: [Int] = []
        for batch in 0..<20 where region.needsCheck(before: 2) { checks.append(2 * batch) }
        #expect(checks == [0, 12, 24, 36])
        region.lose()
        let isChecked = region.needsCheck(before: 2)
        #expect(isChecked)
    }
}
