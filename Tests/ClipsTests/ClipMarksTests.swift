import Glibc
import Imaging
import Stickers
import TestSupport
import Testing

@testable import Clips

/// Strokes and choices on one frame, and what they are on the others.
struct ClipMarksTests {
    private static let size = PixelSize(width: 384, height: 288)
    private let executor = PhotoExecutor(threadCount: 2)

    private func processor() throws -> ClipProcessor {
        ClipProcessor(segmenter: try SharedSegmenter.segmenter(), executor: executor)
    }

    private func maker() throws -> LivingStickerMaker {
        LivingStickerMaker(try processor(), options: LivingOptions(side: 320, loop: .none))
    }

    /// The alpha of each frame, with marks that were carried to all.
    private func cut(_ clip: CompositeClip, _ marks: [MatteStroke]) async throws -> [Plane] {
        let maker = try maker()
        let known = try await maker.follow(marks, in: CountedFrames(frames: clip.frames))
        #expect(known.missed.isEmpty)
        var alphas: [Plane] = []
        for try await frame in maker.processor.cut(CountedFrames(frames: clip.frames), known: known) {
            alphas.append(frame.picture.alphaPlane)
        }
        return alphas
    }

    private static func tap(_ mode: MatteStroke.Mode, _ x: Double, _ y: Double, frame: Int) -> MatteStroke {
        MatteStroke(mode: mode, radius: 0, points: [point(x, y)], time: 40 * frame)
    }

    private static func point(_ x: Double, _ y: Double) -> MatteStroke.Point {
        .init(x: x / Double(size.width), y: y / Double(size.height))
    }

    private static func sway(_ number: Int) -> Double { 14 * sin(Double(number) * 0.5) }

    // MARK: Strokes

    /// An astronaut who sways, and a ball that the network leaves out.
    private static func withBall(count: Int = 8) throws -> CompositeClip {
        CompositeClip(
            [
                .init(try RealCutout.astronaut.bitmap(side: 230)) { (160 + sway($0), 173) },
                .init(try ball()) { (ball($0).x, ball($0).y) },
            ], count: count, size: size)
    }

    private static func ball(_ number: Int) -> (x: Double, y: Double) {
        (336 + 0.7 * sway(number), 84 + sway(number + 2))
    }

    private static func ball() throws -> Bitmap {
        var ball = try RealCutout.chelsea.bitmap(side: 50)
        for y in 0..<50 {
            for x in 0..<50 {
                let (u, v) = (Double(x) - 24.5, Double(y) - 24.5)
                ball.pixels[4 * (y * 50 + x) + 3] = UInt8(255 * min(max(18 - (u * u + v * v).squareRoot(), 0), 1))
            }
        }
        return ball
    }

    /// A dab on the ball.
    private static func dab(_ mode: MatteStroke.Mode = .keep, frame: Int) -> MatteStroke {
        MatteStroke(
            mode: mode, radius: 19.0 / 384, points: [point(ball(frame).x, ball(frame).y)], time: 40 * frame)
    }

    /// The network has no say where a person painted.
    @Test func aClipThatAPersonPaintedOnHasNoConfidence() async throws {
        let frames = CountedFrames(frames: try Self.withBall(count: 4).frames)
        for (mark, isSure) in [(Self.dab(frame: 0), false), (Self.tap(.only, 160, 173, frame: 0), true)] {
            let maker = try maker()
            let known = try await maker.follow([mark], in: frames)
            let sticker = try await maker.make(of: maker.cut(frames, marks: known))
            #expect((sticker.confidence != nil) == isSure, "\(mark.mode)")
        }
    }

    @Test func aStrokeOnOneFrameMendsAllFrames() async throws {
        let clip = try Self.withBall()
        for (number, alpha) in try await cut(clip, []).enumerated() {
            let kept = alpha.mean(where: clip.alphas[1][number])
            #expect(kept < 0.1, "frame \(number): \(kept)")
        }
        for (number, alpha) in try await cut(clip, [Self.dab(frame: 3)]).enumerated() {
            let kept = alpha.mean(where: clip.alphas[1][number])
            #expect(kept > 0.9, "frame \(number): \(kept)")
            let (truth, other) = (clip.alphas[0][number], clip.alphas[1][number])
            let both = Plane(size: Self.size, samples: zip(truth.samples, other.samples).map { max($0, $1) })
            #expect(alpha.overlap(with: both) > 0.93, "frame \(number): \(alpha.overlap(with: both))")
        }
    }

    @Test func theLaterOfTwoStrokesHolds() async throws {
        let clip = try Self.withBall(count: 6)
        let marks = [Self.dab(frame: 1), Self.dab(.remove, frame: 4)]
        for (number, alpha) in try await cut(clip, marks).enumerated() {
            let kept = alpha.mean(where: clip.alphas[1][number])
            #expect(kept < 0.15, "frame \(number): \(kept)")
        }
    }

    @Test func ofFramesThatComeOneByOneAStrokeMendsThoseThatFollow() async throws {
        let clip = try Self.withBall()
        var number = 0
        for try await frame in try processor().cut(CountedFrames(frames: clip.frames), marks: [Self.dab(frame: 3)]) {
            let kept = frame.picture.alphaPlane.mean(where: clip.alphas[1][number])
            #expect(number < 3 ? kept < 0.1 : kept > 0.9, "frame \(number): \(kept)")
            number += 1
        }
        #expect(number == 8)
    }

    // MARK: Subjects

    /// An astronaut and a cup that comes near, touches and leaves again.
    private static func withCup(count: Int = 10) throws -> CompositeClip {
        CompositeClip(
            [
                .init(try RealCutout.astronaut.bitmap(side: 230)) { (130 + sway($0), 173) },
                .init(try RealCutout.coffee.bitmap(side: 90)) { (278 + 9 * abs(5 - Double($0)), 235) },
            ], count: count, size: size)
    }

    @Test func aSubjectThatIsTappedAwayStaysAway() async throws {
        let clip = try Self.withCup()
        let with = try await cut(clip, [])
        #expect(with.indices.allSatisfy { with[$0].mean(where: clip.alphas[1][$0]) > 0.7 })
        for (number, alpha) in try await cut(clip, [Self.tap(.without, 323, 235, frame: 0)]).enumerated() {
            let (cup, astronaut) = (
                alpha.mean(where: clip.alphas[1][number]), alpha.overlap(with: clip.alphas[0][number])
            )
            #expect(cup < 0.12 && astronaut > 0.9, "frame \(number): \(cup), \(astronaut)")
        }
    }

    @Test func aSubjectAloneIsFollowedBothWays() async throws {
        let clip = try Self.withCup()
        // The tap is on the astronaut, in a frame after the two have touched.
        for (number, alpha) in try await cut(clip, [Self.tap(.only, 120, 200, frame: 9)]).enumerated() {
            let (cup, astronaut) = (
                alpha.mean(where: clip.alphas[1][number]), alpha.overlap(with: clip.alphas[0][number])
            )
            #expect(cup < 0.12 && astronaut > 0.9, "frame \(number): \(cup), \(astronaut)")
        }
    }

    /// The network does not see it in so many frames, and then again.
    @Test(arguments: [(frames: 1, returns: true), (12, true), (13, false)])
    func aSubjectThatIsNotSeenForAMomentIsTheSame(frames: Int, returns: Bool) {
        let raster = PixelSize(width: 48, height: 36)
        func subject(from left: Int) -> Plane {
            var plane = Plane(size: raster)
            for y in 10..<26 { for x in left..<left + 12 { plane[x, y] = 1 } }
            return plane
        }
        let (chosen, other) = (subject(from: 4), subject(from: 30))
        let both = Plane(size: raster, samples: zip(chosen.samples, other.samples).map { max($0, $1) })
        let light = OpticalFlow.Pyramid(Plane(size: raster, filledWith: 0.5))
        let still = FlowField(size: raster)
        let step = FrameStep(to: light, from: light, back: still, forth: still)
        var owners = SubjectOwners(chosen: chosen, all: both, isExclusive: true)
        for _ in 0..<frames { owners.advance(step, matte: other) }
        owners.advance(step, matte: both)
        let share = owners.share
        #expect(returns ? share.mean(where: chosen) > 0.9 : share.mean(where: chosen) < 0.1)
        #expect(share.mean(where: other) < 0.1)
    }

    @Test func aTapOnNothingIsSaid() async throws {
        let clip = try Self.withCup(count: 2)
        let tap = Self.tap(.only, 370, 20, frame: 1)
        let known = try await maker().follow([tap], in: CountedFrames(frames: clip.frames))
        #expect(known.missed == [tap])
        let error = await #expect(throws: ClipError.self) {
            for try await _ in try self.processor().cut(CountedFrames(frames: clip.frames), marks: [tap]) {}
        }
        #expect(error?.description == "there is no subject at 370,20 in the frame at 0.04 s")
    }

    // MARK: Cuts in the film

    /// The ball's scene, and another one from the fourth frame on.
    private static func withCut() throws -> [ClipFrame] {
        let first = try withBall(count: 4).frames
        let second = CompositeClip(
            [.init(try RealCutout.coffee.bitmap(side: 200)) { _ in (180, 170) }], count: 6, size: size,
            ground: { _ in Bitmap(size: size, filledWith: SRGBColor(red: 214, green: 206, blue: 190)) }
        ).frames
        return first + second.map { ClipFrame($0.picture, time: $0.time + 160_000_000) }
    }

    @Test func atACutInTheFilmStrokesAreLetGo() async throws {
        let (frames, maker) = (try Self.withCut(), try maker())
        let stroke = Self.dab(frame: 1)
        let known = try await maker.follow([stroke], in: CountedFrames(frames: frames))
        let covered = frames.map { known.holds[$0.time]?.said?.samples.reduce(0, +) ?? 0 }
        #expect(covered.prefix(4).allSatisfy { $0 > 300 } && covered.dropFirst(4).allSatisfy { $0 < 30 }, "\(covered)")
        // The longer scene is not taken: the stroke is in the other one.
        let cut = try await maker.cut(CountedFrames(frames: frames), marks: known)
        #expect(cut.shot.map(\.time) == frames.prefix(4).map(\.time))
    }

    /// Without a mark, the longer scene is taken, and none of the other.
    @Test func aStickerIsOfOneScene() async throws {
        let frames = try Self.withCut()
        let cut = try await maker().cut(CountedFrames(frames: frames))
        #expect(cut.shot.map(\.time) == frames.dropFirst(4).map(\.time))
    }

    @Test func atACutInTheFilmAChosenSubjectIsGone() async throws {
        let (frames, maker) = (try Self.withCut(), try maker())
        let known = try await maker.follow([Self.tap(.only, 150, 200, frame: 0)], in: CountedFrames(frames: frames))
        var hasSubject: [Bool] = []
        for try await frame in maker.processor.cut(CountedFrames(frames: frames), known: known) {
            hasSubject.append(frame.hasSubject)
        }
        #expect(hasSubject == frames.indices.map { $0 < 4 })
    }
}
