import Imaging
import Stickers
import TestSupport
import Testing

@testable import Clips

struct SteadyMatteTests {
    private static let size = PixelSize(width: 192, height: 192)

    /// A look that is not a network's.
    private static func look(_ picture: Bitmap, _ matte: Plane, presence: Double = 1) -> FrameLook {
        FrameLook(ClipFrame(picture, time: 0), region: PixelRect(picture.size), matte: matte, presence: presence)
    }

    private static func steady(_ looks: [FrameLook], at place: Int) -> SteadyMatte {
        let motions = looks.indices.dropLast().map { FrameMotion(from: looks[$0].light, to: looks[$0 + 1].light) }
        return SteadyMatte(Neighbours(looks, motions, of: place))
    }

    private static func photo(
        _ cutout: RealCutout, over ground: SRGBColor = SRGBColor(red: 90, green: 120, blue: 150)
    ) throws -> Bitmap {
        try cutout.bitmap(side: 192).composited(over: ground)
    }

    @Test func whatOneFrameAloneDoubtsIsSettledByItsNeighbours() throws {
        let photo = try Self.photo(.chelsea)
        let whole = Plane(size: Self.size, filledWith: 1)
        var doubtful = whole
        doubtful[90, 90] = 0
        let looks = [whole, whole, doubtful, whole, whole].map { Self.look(photo, $0) }
        let matte = Self.steady(looks, at: 2).matte
        #expect(abs(matte[90, 90] - 0.8) < 0.01 && matte[10, 10] == 1)
    }

    @Test func framesOfAnotherSceneHaveNoSay() throws {
        let (first, second) = (try Self.photo(.chelsea), try Self.photo(.rocket, over: .white))
        let empty = Plane(size: Self.size)
        let whole = Plane(size: Self.size, filledWith: 1)
        let looks = [(first, empty), (first, empty), (second, whole), (second, whole)].map { Self.look($0, $1) }
        let matte = Self.steady(looks, at: 2).matte
        // Where both scenes happen to look alike they cannot be told apart.
        let kept = matte.samples.count { $0 > 0.9 }
        #expect(Double(kept) > 0.8 * Double(Self.size.area), "\(kept)")
    }

    @Test func aMatteIsCarriedAlongTheMotion() throws {
        // The photo moves to the right by six pixels a frame, and so do the neighbours' mattes.
        let photo = try Self.photo(.chelsea)
        func moved(_ step: Int) -> (Bitmap, Plane) {
            var (picture, matte) = (photo, Plane(size: Self.size))
            for y in 0..<192 {
                for x in 0..<192 { picture[x, y] = photo[min(max(x - 6 * step, 0), 191), y] }
            }
            for y in 60..<120 { for x in 60 + 6 * step..<120 + 6 * step { matte[x, y] = 1 } }
            return (picture, matte)
        }
        let looks = (0..<5).map { moved($0) }.map { Self.look($0.0, $0.1) }
        let matte = Self.steady(looks, at: 2).matte
        #expect(matte.overlap(with: looks[2].matte) > 0.97)
        #expect(abs(matte[74, 90] - 1) < 0.1 && matte[66, 90] < 0.1)
    }

    @Test func presenceIsThatOfAllNeighbours() throws {
        let photo = try Self.photo(.chelsea)
        let looks = [1, 1, 0, 1].map { Self.look(photo, Plane(size: Self.size), presence: $0) }
        #expect(Self.steady(looks, at: 2).presence == 0.75)
    }
}
