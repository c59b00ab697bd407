import Imaging
import TestSupport
import Testing

@testable import Clips

struct OpticalFlowTests {
    private static let size = PixelSize(width: 160, height: 120)

    /// Of a real photo, a part that begins there.
    private static func light(_ photo: Bitmap, x: Double, y: Double, gain: Float = 1) -> Plane {
        var plane = Plane(size: size)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let (u, v) = (x + Double(column), y + Double(row))
                let (left, top) = (Int(u), Int(v))
                let (fx, fy) = (u - Double(left), v - Double(top))
                func green(_ x: Int, _ y: Int) -> Double { Double(photo[x, y].green) / 255 }
                let upper = green(left, top) * (1 - fx) + green(left + 1, top) * fx
                let lower = green(left, top + 1) * (1 - fx) + green(left + 1, top + 1) * fx
                plane[column, row] = gain * Float(upper * (1 - fy) + lower * fy)
            }
        }
        return plane
    }

    private static func flow(_ first: Plane, _ second: Plane) -> FlowField {
        OpticalFlow.flow(from: OpticalFlow.Pyramid(first), to: OpticalFlow.Pyramid(second))
    }

    /// The median of how far the flow is from what it should be, away from the frame, where there is something to see.
    private static func error(_ flow: FlowField, of light: Plane, x: Float, y: Float) -> Float {
        var errors: [Float] = []
        for row in 16..<size.height - 16 {
            for column in 16..<size.width - 16 {
                let across = light[column + 1, row] - light[column - 1, row]
                let down = light[column, row + 1] - light[column, row - 1]
                guard abs(across) > 0.03, abs(down) > 0.03 else { continue }
                errors.append(max(abs(flow.x[column, row] - x), abs(flow.y[column, row] - y)))
            }
        }
        return errors.sorted()[errors.count / 2]
    }

    @Test(arguments: [(0.0, 0.0), (1.5, -0.75), (6, 4), (-13.25, 9.5)])
    func aPictureThatMovesIsFollowed(x: Double, y: Double) throws {
        let photo = try RealCutout.chelsea.bitmap()
        let first = Self.light(photo, x: 80, y: 80)
        let second = Self.light(photo, x: 80 - x, y: 80 - y)
        #expect(Self.error(Self.flow(first, second), of: first, x: Float(x), y: Float(y)) < 0.12)
    }

    @Test func aLightThatChangesIsNoMotion() throws {
        let photo = try RealCutout.chelsea.bitmap()
        let first = Self.light(photo, x: 80, y: 80)
        let second = Self.light(photo, x: 78, y: 80, gain: 0.8)
        #expect(Self.error(Self.flow(first, second), of: first, x: 2, y: 0) < 0.25)
    }

    @Test func stepsFollowEachOther() {
        let size = PixelSize(width: 4, height: 3)
        var first = FlowField(size: size)
        var second = FlowField(size: size)
        first.x = Plane(size: size, filledWith: 1)
        second.x = Plane(size: size, samples: [0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6])
        let both = first.followed(by: second)
        // The first column moves to the second, where the step is 2.
        #expect(both.x[0, 0] == 3 && both.x[1, 1] == 5 && both.y[2, 2] == 0)
    }

    @Test(arguments: [(1, 1), (3, 200), (7, 7), (9, 8)]) func tinyFramesDoNotMove(width: Int, height: Int) {
        let plane = Plane(size: PixelSize(width: width, height: height), filledWith: 0.5)
        let flow = Self.flow(plane, plane)
        #expect(flow.size == plane.size && flow.x.samples.allSatisfy { $0 == 0 })
    }
}
