import Imaging
import TestSupport
import Testing

@testable import Stickers

@Suite struct StrokePropertyTests {
    private static let photo = SyntheticPhoto.twoBalls()

    /// The left ball alone, as a matte of the whole photo or of a part of it.
    private static func leftBall(wholePhoto: Bool = true) -> PhotoSubject {
        let size = photo.bitmap.size
        var alpha = Matte(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { alpha[x, y] = Float(photo.balls[0].coverage(x: x, y: y)) }
        }
        let cells = PixelSize(width: 320, height: 320)
        if wholePhoto { return PhotoSubject(matte: alpha.resampled(to: cells), photoSize: size) }
        let region = PixelRect(x: 32, y: 40, width: 216, height: 224)
        return PhotoSubject(
            matte: alpha.cropped(to: region).resampled(to: cells), region: region,
            overviewMatte: alpha.resampled(to: cells), photoSize: size, looks: 2)
    }

    private static func stroke(
        _ mode: MatteStroke.Mode, _ points: [(Double, Double)], radius: Double = 0.02,
        _ tool: MatteStroke.Tool = .object
    ) -> MatteStroke {
        MatteStroke(
            mode: mode, radius: radius,
            points: points.map {
                .init(x: $0.0 / Double(photo.bitmap.width), y: $0.1 / Double(photo.bitmap.height))
            }, tool: tool)
    }

    @Test(arguments: [true, false], MatteStroke.Tool.allCases)
    func withoutStrokesNothingChanges(wholePhoto: Bool, tool: MatteStroke.Tool) {
        let subject = Self.leftBall(wholePhoto: wholePhoto)
        #expect(subject.applying([], to: Self.photo.bitmap) == subject)
        var nothing = [
            MatteStroke(mode: .keep, radius: 0.1, points: []),
            MatteStroke(mode: .remove, radius: .nan, points: [.init(x: 0.5, y: 0.5)]),
            MatteStroke(mode: .keep, radius: .infinity, points: [.init(x: 0.5, y: 0.5)]),
            MatteStroke(mode: .remove, radius: 0.1, points: [.init(x: .nan, y: 0.5), .init(x: 0.5, y: .infinity)]),
            MatteStroke(mode: .keep, radius: 0.01, points: [.init(x: -0.5, y: 3), .init(x: -1e300, y: 0.5)]),
        ]
        for index in nothing.indices { nothing[index].tool = tool }
        #expect(subject.applying(nothing, to: Self.photo.bitmap) == subject)
        #expect(
            subject.applying([Self.stroke(.keep, [(365, 160)], tool)], to: Bitmap(size: PixelSize(width: 0, height: 0)))
                == subject)
    }

    @Test(arguments: MatteStroke.Tool.allCases)
    func sameStrokesGiveTheSameSubjectInOneGoOrOneByOne(tool: MatteStroke.Tool) {
        let strokes = [
            Self.stroke(.keep, [(340, 130), (390, 180)], tool), Self.stroke(.remove, [(100, 150), (120, 190)], tool),
            Self.stroke(.keep, [(110, 160)], tool),
        ]
        let subject = Self.leftBall()
        var editor = StrokeEditor(subject, overview: Self.photo.bitmap)
        for (index, stroke) in strokes.enumerated() {
            editor.apply(stroke)
            #expect(editor.subject == subject.applying(Array(strokes[...index]), to: Self.photo.bitmap))
        }
        #expect(editor.subject.isFixedByHand)
    }

    @Test(arguments: [MatteStroke.Mode.keep, .remove], MatteStroke.Tool.allCases)
    func strokeHoldsUnderItsCoreAndOnlyMovesToItsSide(mode: MatteStroke.Mode, tool: MatteStroke.Tool) {
        for seed in 0..<12 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let subject = Self.leftBall()
            let points = (0..<3).map { _ in
                (Double.random(in: 0...480, using: &random), Double.random(in: 0...300, using: &random))
            }
            let stroke = Self.stroke(mode, points, radius: .random(in: 0.012...0.06, using: &random), tool)
            let after = subject.applying([stroke], to: Self.photo.bitmap)
            #expect(after.region == subject.region && after.matte.size == subject.matte.size)
            for (old, new) in [(subject.matte, after.matte), (subject.overviewMatte, after.overviewMatte)] {
                let isRight = zip(old.samples, new.samples).allSatisfy { old, new in
                    (0...1).contains(new) && (mode == .keep ? new >= old : new <= old)
                }
                #expect(isRight)
            }
            for (x, y) in points {
                let cell = (min(Int(x / 480 * 320), 319), min(Int(y / 300 * 320), 319))
                let sample = after.matte[cell.0, cell.1]
                #expect(mode == .keep ? sample > 0.99 : sample < 0.01)
            }
            let kept = try? PhotoSubject(serialized: after.serialized())
            #expect(kept == after)
        }
    }

    @Test(arguments: MatteStroke.Tool.allCases)
    func earlierStrokeHoldsBesideALaterOneAndNotUnderIt(tool: MatteStroke.Tool) {
        let subject = Self.leftBall()
        let kept = Self.stroke(.keep, [(140, 100), (140, 200)], radius: 0.03, tool)
        let removed = Self.stroke(.remove, [(90, 150), (115, 150)], radius: 0.02, tool)
        let after = subject.applying([kept, removed], to: Self.photo.bitmap)
        #expect(after.matte[140 * 320 / 480, 150 * 320 / 300] == 1)
        #expect(after.matte[95 * 320 / 480, 150 * 320 / 300] < 0.01)
        let across = Self.stroke(.remove, [(120, 150), (160, 150)], radius: 0.02, tool)
        let crossed = subject.applying([kept, across], to: Self.photo.bitmap)
        #expect(crossed.matte[140 * 320 / 480, 150 * 320 / 300] < 0.01)
        #expect(crossed.matte[140 * 320 / 480, 110 * 320 / 300] > 0.99)
    }

    @Test func regionGrowsToWhatIsKeptOutsideIt() {
        let subject = Self.leftBall(wholePhoto: false)
        let after = subject.applying(
            [Self.stroke(.keep, [(325, 145), (360, 160), (380, 200)], radius: 0.03)], to: Self.photo.bitmap)
        let ball = Self.photo.balls[1]
        #expect(after.region.union(subject.region) == after.region || abs(after.region.x - subject.region.x) <= 1)
        #expect(Double(after.region.maxX) >= ball.x + ball.radius)
        #expect(PixelRect(after.photoSize).intersection(after.region) == after.region)
        let instances = Instances(of: after)
        #expect(instances.count == 2)
        // The first ball's own samples are what they were.
        let before = subject.matte.samples.filter { $0 > 0 }
        let cells = after.matte.samples.count { $0 > 0 }
        #expect(cells > before.count)
        let row = subject.matte.height / 2
        let sameRow = (0..<after.matte.height).contains { y in
            (0..<after.matte.width - 320).contains { x in
                (0..<280).allSatisfy { after.matte[x + $0, y] == subject.matte[$0, row] }
            }
        }
        #expect(sameRow)
    }

    @Test func farSideOfThePhotoStaysAsItIs() {
        // Both balls are marked, the right one badly; a stroke on the left one is none of its business.
        var subject = Self.leftBall()
        for y in 120..<200 {
            for x in 225..<250 { subject.matte[x, y] = 0.37 }
        }
        subject = PhotoSubject(matte: subject.matte, photoSize: subject.photoSize)
        let after = subject.applying(
            [Self.stroke(.remove, [(60, 150)]), Self.stroke(.keep, [(100, 100), (110, 110)])], to: Self.photo.bitmap)
        for y in 0..<320 {
            #expect((215..<320).allSatisfy { after.matte[$0, y] == subject.matte[$0, y] })
        }
        #expect(after.matte != subject.matte)
    }

    @Test func anyPointsAndRadiiAreTaken() {
        var random = SeededGenerator(seed: 9)
        let odd = [0, -0.0, 1, -1, 0.5, 2, 1e-9, 1e9, -1e300, .nan, .infinity, -.infinity, .leastNonzeroMagnitude]
        let small = Self.photo.bitmap.resized(to: PixelSize(width: 96, height: 60))
        for round in 0..<60 {
            let stroke = MatteStroke(
                mode: round % 2 == 0 ? .keep : .remove,
                radius: round % 3 == 0 ? odd.randomElement(using: &random) ?? 0 : .random(in: 0...0.3, using: &random),
                points: (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    .init(
                        x: Bool.random(using: &random)
                            ? odd.randomElement(using: &random) ?? 0 : .random(in: 0...1, using: &random),
                        y: Bool.random(using: &random)
                            ? odd.randomElement(using: &random) ?? 0 : .random(in: 0...1, using: &random))
                }, tool: MatteStroke.Tool.allCases[round % 3],
                hardness: round % 5 == 0 ? odd.randomElement(using: &random) ?? 0 : 0.5)
            let after = Self.leftBall(wholePhoto: round % 4 < 2).applying([stroke], to: small)
            #expect(after.matte.samples.allSatisfy { (0...1).contains($0) })
        }
        let many = MatteStroke(
            mode: .keep, radius: 0.01,
            points: (0..<20_000).map { _ in
                .init(x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
            })
        for tool in MatteStroke.Tool.allCases {
            var stroke = many
            stroke.tool = tool
            #expect(Self.leftBall().applying([stroke], to: small).matte.samples.allSatisfy { (0...1).contains($0) })
        }
    }

    @Test(
        arguments: [
            PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 500), PixelSize(width: 3000, height: 2),
        ], MatteStroke.Tool.allCases)
    func picturesOfAnyShapeAreTaken(size: PixelSize, tool: MatteStroke.Tool) {
        let subject = PhotoSubject(matte: Matte(size: PixelSize(width: 7, height: 3)), photoSize: size)
        let bitmap = Bitmap(size: size, filledWith: SRGBColor(red: 9, green: 80, blue: 7))
        let stroke = MatteStroke(mode: .keep, radius: 0.2, points: [.init(x: 0.5, y: 0.5)], tool: tool)
        let after = subject.applying([stroke], to: bitmap)
        #expect(after.matte[after.matte.width / 2, after.matte.height / 2] > 0.9)
    }

    @Test func minimumCutPartsAGraphWhereItIsCheapest() {
        // A chain of five, drawn to one side at each end; the border between the third and the fourth costs least.
        var cut = MinimumCut(nodeCount: 6, edgeCount: 5)
        cut.favour(0, by: MinimumCut.infinite)
        cut.favour(4, by: -MinimumCut.infinite)
        for (first, cost) in [(0, 9), (1, 7), (2, 3), (3, 8)] { cut.connect(first, first + 1, cost: Int32(cost)) }
        cut.favour(1, by: -2)
        #expect(cut.solve() == [true, true, true, false, false, false])
        var pulled = MinimumCut(nodeCount: 2, edgeCount: 1)
        pulled.favour(0, by: 5)
        pulled.favour(1, by: -2)
        pulled.connect(0, 1, cost: 3)
        #expect(pulled.solve() == [true, true] || pulled.solve() == [true, false])
    }
}
