import Imaging
import Testing

@testable import Stickers

@Suite struct MatteCleaningTests {
    private let size = PixelSize(width: 100, height: 80)

    private func matte(_ value: (Int, Int) -> Float) -> Matte {
        var matte = Matte(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { matte[x, y] = value(x, y) }
        }
        return matte
    }

    private func picture(_ color: (Int, Int) -> SRGBColor) -> Bitmap {
        var bitmap = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { bitmap[x, y] = color(x, y) }
        }
        return bitmap
    }

    private let red = SRGBColor(red: 200, green: 30, blue: 30)
    private let blue = SRGBColor(red: 30, green: 60, blue: 200)

    private func isInSquare(_ x: Int, _ y: Int) -> Bool { (30..<70).contains(x) && (20..<60).contains(y) }
    private func isInHole(_ x: Int, _ y: Int) -> Bool { (45..<52).contains(x) && (35..<42).contains(y) }

    @Test func hazeFarFromTheSubjectIsRemovedAndTheSoftEdgeStays() {
        let soft = matte { x, y in isInSquare(x, y) ? 0.95 : x == 29 ? 0.4 : 0.3 }
        let cleaned = MatteCleaning().cleaned(soft, of: picture { isInSquare($0, $1) ? red : blue })
        #expect(cleaned[5, 5] == 0)
        #expect(cleaned[29, 40] == 0.4)
        #expect(cleaned[50, 40] == 1)
    }

    @Test func nothingSureIsNoSubject() {
        let doubt = matte { x, y in isInSquare(x, y) ? 0.6 : 0.1 }
        #expect(MatteCleaning().cleaned(doubt, of: Bitmap(size: size, filledWith: blue)).samples.allSatisfy { $0 == 0 })
    }

    @Test func crumbsAreRemovedAndSecondSubjectsStay() {
        let parts = matte { x, y in
            isInSquare(x, y) || (80..<90).contains(x) && (30..<40).contains(y)
                || (5..<8).contains(x) && (5..<8).contains(y)
                ? 1 : 0
        }
        let cleaned = MatteCleaning().cleaned(parts, of: picture { parts[$0, $1] > 0 ? red : blue })
        #expect(cleaned[85, 35] == 1)
        #expect(cleaned[6, 6] == 0)
    }

    @Test func smallPartThatTheFrameCutsOffMustBeSurer() {
        let parts = matte { x, y in isInSquare(x, y) ? 1 : x < 8 && (30..<40).contains(y) ? 0.8 : 0 }
        let cleaned = MatteCleaning().cleaned(parts, of: picture { parts[$0, $1] > 0 ? red : blue })
        #expect(cleaned[3, 35] == 0)
        let sure = matte { x, y in isInSquare(x, y) || x < 8 && (30..<40).contains(y) ? 1 : 0 }
        #expect(MatteCleaning().cleaned(sure, of: picture { sure[$0, $1] > 0 ? red : blue })[3, 35] == 1)
    }

    @Test func holeThatShowsTheBackgroundStaysAndOneWithTheSubjectsColorsIsFilled() {
        let holed = matte { x, y in isInSquare(x, y) && !isInHole(x, y) ? 1 : 0.05 }
        let through = MatteCleaning().cleaned(
            holed, of: picture { isInSquare($0, $1) && !isInHole($0, $1) ? red : blue })
        #expect(through[48, 38] < 0.1)
        let filled = MatteCleaning().cleaned(holed, of: picture { isInSquare($0, $1) ? red : blue })
        #expect(filled[48, 38] == 1)
    }

    @Test func crumbsOfARefinedMatteAreDropped() {
        let refined = matte { x, y in isInSquare(x, y) || x == 90 && y == 70 ? 1 : 0 }
        let kept = refined.withoutCrumbs()
        #expect(kept[90, 70] == 0)
        #expect(kept[50, 40] == 1)
        #expect(kept.withoutCrumbs() == kept)
    }
}
