import Glibc
import Imaging
import TestSupport
import Testing

@testable import Stickers

/// What a person paints is what they get: how far strokes of a brush reach, where they stop, and that they can be
/// erased.
@Suite struct PaintingTests {
    private static let size = PixelSize(width: 320, height: 320)

    private static func photo(_ name: String) throws -> Bitmap {
        try ImageSource(Fixtures.bytes("reference/\(name).input.png")).decode()
    }

    /// A photo of two grounds and a grain on both, so that nothing is wholly even.
    private static func ground(
        _ dark: UInt8 = 120, _ light: UInt8 = 120, where isLight: (Int, Int) -> Bool = { _, _ in false }
    ) -> Bitmap {
        var random = SeededGenerator(seed: 3)
        var bitmap = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let grain = UInt8.random(in: 0...3, using: &random)
                let level = (isLight(x, y) ? light : dark) + grain
                bitmap[x, y] = SRGBColor(red: level, green: level, blue: level)
            }
        }
        return bitmap
    }

    private static func subject(filledWith sample: Float = 0) -> PhotoSubject {
        PhotoSubject(matte: Matte(size: size, filledWith: sample), photoSize: size)
    }

    /// - Parameter points: in pixels.
    private static func stroke(
        _ mode: MatteStroke.Mode, _ points: [(Double, Double)], radius: Double, tool: MatteStroke.Tool = .brush,
        hardness: Double = MatteStroke.usualHardness
    ) -> MatteStroke {
        MatteStroke(
            mode: mode, radius: radius / 320, points: points.map { .init(x: $0.0 / 320, y: $0.1 / 320) }, tool: tool,
            hardness: hardness)
    }

    private static func randomStroke(
        _ mode: MatteStroke.Mode, _ tool: MatteStroke.Tool, using random: inout SeededGenerator
    ) -> MatteStroke {
        var place = (Double.random(in: 20...300, using: &random), Double.random(in: 20...300, using: &random))
        let points = (0..<5).map { _ in
            place.0 = min(max(place.0 + .random(in: -40...40, using: &random), 20), 300)
            place.1 = min(max(place.1 + .random(in: -40...40, using: &random), 20), 300)
            return place
        }
        return stroke(
            mode, points, radius: .random(in: 4...24, using: &random), tool: tool,
            hardness: .random(in: 0...1, using: &random))
    }

    /// How far a cell of the whole photo's matte is from the stroke's way, in pixels.
    private static func distance(_ x: Int, _ y: Int, from stroke: MatteStroke) -> Double {
        let points = stroke.points.map { SIMD2($0.x * 320, $0.y * 320) }
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        return points.indices.map { index in
            let (start, way) = (points[max(0, index - 1)], points[index] - points[max(0, index - 1)])
            let length = (way * way).sum()
            let share = length > 0 ? min(max(((place - start) * way).sum() / length, 0), 1) : 0
            let rest = place - start - way * share
            return (rest * rest).sum().squareRoot()
        }.min() ?? .infinity
    }

    // MARK: How far

    @Test(arguments: ["astronaut", "chelsea", "coffee", "rocket"], [(MatteStroke.Tool.brush, 1.0), (.smart, 3)])
    func nothingChangesFartherAway(name: String, reach: (tool: MatteStroke.Tool, radii: Double)) throws {
        let photo = try Self.photo(name)
        var random = SeededGenerator(seed: 11)
        for mode in [MatteStroke.Mode.keep, .remove] {
            let before = Self.subject(filledWith: mode == .keep ? 0 : 1)
            for _ in 0..<4 {
                let stroke = Self.randomStroke(mode, reach.tool, using: &random)
                let after = before.applying([stroke], to: photo)
                #expect(after.matte != before.matte)
                // A cell of the matte and of the stroke's raster are not finer.
                let limit = (reach.radii + 1 / 16) * stroke.radius * 320 + 1
                for y in 0..<320 {
                    for x in 0..<320 where after.matte[x, y] != before.matte[x, y] {
                        #expect(Self.distance(x, y, from: stroke) < limit, "\(x), \(y)")
                    }
                }
            }
        }
    }

    /// Where there is no edge, the stroke is what the circle showed: its round ends, too.
    @Test(arguments: [0.8, 1]) func onEvenGroundTheWholeStrokeIsCovered(hardness: Double) {
        let stroke = Self.stroke(.keep, [(100, 160), (150, 150), (220, 170)], radius: 24, hardness: hardness)
        let after = Self.subject().applying([stroke], to: Self.ground())
        for y in 0..<320 {
            for x in 0..<320 {
                let distance = Self.distance(x, y, from: stroke)
                if distance < 18 { #expect(after.matte[x, y] > 0.95, "\(x), \(y)") }
                if distance > 26.5 { #expect(after.matte[x, y] == 0, "\(x), \(y)") }
            }
        }
    }

    /// A window around the stroke once showed as a rectangle.
    @Test func smartAddsLittleToABlobOnEvenGround() {
        let stroke = Self.stroke(.keep, [(150, 150), (170, 165)], radius: 20, tool: .smart)
        let after = Self.subject().applying([stroke], to: Self.ground())
        for y in 0..<320 {
            for x in 0..<320 where after.matte[x, y] > 0.1 {
                #expect(Self.distance(x, y, from: stroke) < 1.6 * 20, "\(x), \(y)")
            }
        }
    }

    /// A soft brush covers less and less to its rim; a hard one does not.
    @Test func hardnessIsHowMuchOfTheBrushCoversWholly() {
        func samples(_ hardness: Double) -> [Float] {
            let stroke = Self.stroke(.keep, [(160, 160)], radius: 40, hardness: hardness)
            let after = Self.subject().applying([stroke], to: Self.ground())
            return [160, 180, 190, 194].map { after.matte[$0, 160] }
        }
        let (soft, hard) = (samples(0), samples(1))
        #expect(hard.allSatisfy { $0 > 0.99 })
        #expect(soft[0] > 0.99 && (0.2...0.8).contains(soft[1]) && soft[2] < 0.3 && soft[3] < 0.15, "\(soft)")
    }

    /// A hundred pixels' cells over all of such a photo would take hundreds of gigabytes.
    @Test func aStrokeFarFromATinySubjectTakesLittleMemory() {
        let photo = PixelSize(width: 160_000, height: 120_000)
        let region = PixelRect(x: 2_000, y: 2_000, width: 100, height: 100)
        let before = PhotoSubject(matte: Matte(size: Self.size, filledWith: 1), region: region, photoSize: photo)
        let stroke = MatteStroke(mode: .keep, radius: 0.02, points: [.init(x: 0.9, y: 0.9)], tool: .brush)
        let overview = Bitmap(size: PixelSize(width: 640, height: 480), filledWith: .white)
        let after = before.applying([stroke], to: overview)
        #expect(after.matte.size.longestSide < 2_048)
        func sample(_ x: Double, _ y: Double) -> Float {
            let cell = FractionalRect(x: x - 2, y: y - 2, width: 4, height: 4)
            return after.matte.sampled(
                from: FractionalRect(after.region), onto: cell, size: PixelSize(width: 1, height: 1)
            ).samples[0]
        }
        #expect(sample(2_050, 2_050) > 0.9 && sample(144_000, 108_000) > 0.9)
        #expect(sample(2_450, 2_450) < 0.1)
    }

    // MARK: Edges

    /// The brush's rim reaches over an edge of the photo, which the stroke runs along.
    @Test(arguments: [MatteStroke.Mode.keep, .remove]) func outlineIsDrawnToAnEdgeWithinHalfARadius(
        mode: MatteStroke.Mode
    ) {
        let photo = Self.ground(60, 190) { x, _ in x >= 160 }
        let before = Self.subject(filledWith: mode == .keep ? 0 : 1)
        let stroke = Self.stroke(mode, [(148, 100), (148, 220)], radius: 20)
        let after = before.applying([stroke], to: photo)
        for y in 110..<210 {
            for x in 162..<172 { #expect(after.matte[x, y] == before.matte[x, y], "\(x), \(y)") }
            for x in 134..<158 { #expect(abs(after.matte[x, y] - before.matte[x, y]) > 0.9, "\(x), \(y)") }
        }
        // A hard brush goes over it.
        var hard = stroke
        hard.hardness = 1
        #expect(abs(before.applying([hard], to: photo).matte[165, 160] - before.matte[165, 160]) > 0.95)
    }

    /// A tag on a dog's chest: the tag goes, wholly, and the chest stays.
    @Test func smartTakesWhatItLiesOnAndStopsAtAStrongEdge() {
        func isTag(_ x: Int, _ y: Int) -> Bool { hypot(Double(x) - 160, Double(y) - 160) < 22 }
        let photo = Self.ground(70, 200, where: isTag)
        let stroke = Self.stroke(.remove, [(153, 158), (166, 162)], radius: 10, tool: .smart)
        let after = Self.subject(filledWith: 1).applying([stroke], to: photo)
        for y in 0..<320 {
            for x in 0..<320 {
                let distance = hypot(Double(x) - 160, Double(y) - 160)
                if distance < 19 { #expect(after.matte[x, y] < 0.1, "\(x), \(y)") }
                if distance > 25 { #expect(after.matte[x, y] == 1, "\(x), \(y)") }
            }
        }
    }

    /// A brush that is wider than the tag takes the tag all the same, and keeps no ground around it.
    @Test(arguments: [MatteStroke.Mode.keep, .remove]) func smartTakesNoMoreThanTheThingUnderAWideBrush(
        mode: MatteStroke.Mode
    ) {
        let photo = Self.ground(70, 200) { x, y in hypot(Double(x) - 160, Double(y) - 160) < 26 }
        let before = Self.subject(filledWith: mode == .keep ? 0 : 1)
        let after = before.applying([Self.stroke(mode, [(160, 160)], radius: 60, tool: .smart)], to: photo)
        var (leastInside, mostOutside): (Float, Float) = (1, 0)
        for y in 0..<320 {
            for x in 0..<320 {
                let distance = hypot(Double(x) - 160, Double(y) - 160)
                let change = abs(after.matte[x, y] - before.matte[x, y])
                if distance < 20 { leastInside = min(leastInside, change) }
                if distance > 36 { mostOutside = max(mostOutside, change) }
            }
        }
        #expect(leastInside > 0.8 && mostOutside < 0.1)
    }

    /// Who paints over something once more means it.
    @Test func smartTakesAllThatIsPaintedAgain() {
        let photo = Self.ground(70, 200) { x, y in hypot(Double(x) - 160, Double(y) - 160) < 26 }
        let stroke = Self.stroke(.keep, [(160, 160)], radius: 60, tool: .smart)
        let after = Self.subject().applying([stroke, stroke], to: photo)
        #expect(after.matte[205, 160] > 0.9)
    }

    /// A cow's hoof, a few pixels wide, is not lost in a group of pixels that is wider.
    @Test(arguments: [4.0, 6]) func smartTakesAThinThingToItsEnds(radius: Double) {
        let photo = Self.ground(70, 200) { x, y in (100..<200).contains(x) && (158..<162).contains(y) }
        let stroke = Self.stroke(.keep, [(110, 160), (189, 160)], radius: radius, tool: .smart)
        let after = Self.subject().applying([stroke], to: photo)
        let missed = (102..<198).count { after.matte[$0, 160] < 0.9 }
        var taken = 0
        for y in 140..<180 where !(155..<165).contains(y) {
            taken += (80..<220).count { after.matte[$0, y] > 0.1 }
        }
        #expect(missed == 0 && taken == 0, "\(missed) missed, \(taken) too many")
    }

    // MARK: Erasing

    @Test(arguments: ["astronaut", "rocket"], [MatteStroke.Tool.brush, .smart])
    func oppositeStrokeGivesTheMatteFromBefore(name: String, tool: MatteStroke.Tool) throws {
        let photo = try Self.photo(name)
        var random = SeededGenerator(seed: 5)
        var matte = Matte(size: PixelSize(width: 320, height: 240))
        for y in 60..<180 { for x in 80..<240 { matte[x, y] = Float((x * 7 + y) % 65) / 64 } }
        var changes = 0
        let part = PixelRect(x: 60, y: 80, width: 200, height: 150)
        for before in [
            PhotoSubject(matte: matte, photoSize: Self.size),
            PhotoSubject(matte: matte, region: part, photoSize: Self.size),
        ] {
            for mode in [MatteStroke.Mode.keep, .remove] {
                let first = Self.randomStroke(mode == .keep ? .remove : .keep, tool, using: &random)
                let stroke = Self.randomStroke(mode, tool, using: &random)
                var opposite = stroke
                opposite.mode = mode == .keep ? .remove : .keep
                let wanted = before.applying([first], to: photo)
                let after = before.applying([first, stroke, opposite], to: photo)
                #expect(after == wanted)
                changes += before.applying([first, stroke], to: photo).matte == wanted.matte ? 0 : 1
            }
        }
        #expect(changes > 1, "the strokes do something")
    }

    /// Nothing of the soft edge stays where something else was done in between.
    @Test func whatWasPaintedOnFreeGroundCanBeErasedLater() throws {
        let photo = try Self.photo("coffee")
        for (before, mode) in [(Self.subject(), MatteStroke.Mode.keep), (Self.subject(filledWith: 1), .remove)] {
            let stroke = Self.stroke(mode, [(60, 60), (90, 80), (100, 120)], radius: 15)
            let other = Self.stroke(mode, [(200, 220), (250, 240)], radius: 12)
            var opposite = stroke
            opposite.mode = mode == .keep ? .remove : .keep
            #expect(before.applying([stroke, other, opposite], to: photo) == before.applying([other], to: photo))
            var otherOpposite = other
            otherOpposite.mode = opposite.mode
            let erased = before.applying([stroke, other, opposite, otherOpposite], to: photo)
            #expect(erased.matte == before.matte && erased.region == before.region)
        }
    }

    @Test func erasingLeavesNoCrumbs() {
        // A thing with an arm, and beside it one that is as small as what will be left of the arm.
        var matte = Matte(size: Self.size)
        for part in [(100..<200, 100..<200), (200..<250, 120..<132), (240..<250, 150..<160)] {
            for y in part.1 {
                for x in part.0 { matte[x, y] = 1 }
            }
        }
        var editor = StrokeEditor(PhotoSubject(matte: matte, photoSize: Self.size), overview: Self.ground())
        editor.apply(Self.stroke(.remove, [(216, 126), (228, 126), (228, 140)], radius: 13, hardness: 1))
        #expect(editor.subject.matte[245, 126] == 0 && editor.subject.overviewMatte[245, 126] == 0)
        #expect(editor.subject.matte[245, 155] == 1 && editor.subject.matte[150, 150] == 1)
        var apart = editor
        apart.apply(MatteStroke(mode: .split, radius: 0, points: [.init(x: 0.35, y: 0.5), .init(x: 0.6, y: 0.5)]))
        #expect(apart.subject.matte[245, 126] == 0, "nor do strokes that start anew bring them back")
        // Of a small thing of its own what is left stays.
        var trimmed = editor
        trimmed.apply(Self.stroke(.remove, [(240, 154)], radius: 4, hardness: 1))
        #expect(trimmed.subject.matte[248, 155] == 1)
        // The crumb is there all the same: what is painted over it comes back, and so does a dot that a person wants.
        editor.apply(Self.stroke(.keep, [(247, 126)], radius: 3, hardness: 1))
        #expect(editor.subject.matte[247, 126] == 1 && editor.subject.matte[244, 122] == 1)
        editor.apply(Self.stroke(.keep, [(222, 126)], radius: 3, hardness: 1))
        #expect(editor.subject.matte[222, 126] == 1)
    }

    /// Under the brush a stroke always holds, whatever strokes came before.
    @Test func eraserTakesTheSubjectThatWasThereBefore() throws {
        let photo = try Self.photo("coffee")
        let kept = Self.stroke(.keep, [(100, 160), (200, 160)], radius: 15)
        let removed = Self.stroke(.remove, [(120, 150), (180, 165)], radius: 15)
        let after = Self.subject(filledWith: 0.4).applying([kept, removed], to: photo)
        #expect(after.matte[150, 158] == 0)
        #expect(after.matte[102, 160] == 1)
    }
}
