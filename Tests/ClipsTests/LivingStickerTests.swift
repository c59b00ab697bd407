import Imaging
import Stickers
import TestSupport
import Testing

@testable import Clips

struct LivingStickerTests {
    private let executor = PhotoExecutor(threadCount: 2)

    private func maker(_ options: LivingOptions = LivingOptions(side: 240)) throws -> LivingStickerMaker {
        LivingStickerMaker(
            ClipProcessor(segmenter: try SharedSegmenter.segmenter(), executor: executor), options: options)
    }

    private func center(_ bitmap: Bitmap) -> (x: Double, y: Double) {
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for row in 0..<bitmap.height {
            for column in 0..<bitmap.width {
                let alpha = Double(bitmap[column, row].alpha)
                (sum, x, y) = (sum + alpha, x + alpha * Double(column), y + alpha * Double(row))
            }
        }
        return (x / sum, y / sum)
    }

    @Test func aSubjectThatStandsStillStaysInItsPlace() async throws {
        for cutout in [RealCutout.astronaut, .coffee] {
            let clip = try MovingCutout(cutout, count: 8)
            let sticker = try await maker(LivingOptions(side: 240, loop: .none)).make(
                of: CountedFrames(frames: clip.frames))
            #expect(sticker.size.longestSide == 240 && sticker.frames.count == 8)
            let centers = sticker.frames.map { center($0.picture) }
            let (xs, ys) = (centers.map(\.x), centers.map(\.y))
            let wander = max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
            #expect(wander < 0.3, "\(cutout): \(wander)")
        }
    }

    @Test func aSubjectThatMovesMovesOnOneCanvasWithOneBorder() async throws {
        let clip = try MovingCutout(count: 9, swing: 40, side: 160)
        let sticker = try await maker(LivingOptions(side: 320, loop: .none)).make(
            of: CountedFrames(frames: clip.frames))
        #expect(sticker.size.longestSide == 320 && sticker.frames.count == 9)
        #expect(sticker.frames.allSatisfy { $0.duration == 40_000_000 })
        let truths = clip.alphas.map { alpha in
            var bitmap = Bitmap(size: alpha.size)
            for index in alpha.samples.indices { bitmap.pixels[4 * index + 3] = UInt8(255 * alpha.samples[index]) }
            return center(bitmap).x
        }
        let found = sticker.frames.map { center($0.picture).x }
        // The sticker's pixels for each of the clip's: its way from the first frame to the last at the farthest.
        let widest = (truths.max() ?? 0) - (truths.min() ?? 0)
        let scale = ((found.max() ?? 0) - (found.min() ?? 0)) / widest
        #expect((1...2).contains(scale), "\(scale)")
        for (truth, place) in zip(truths, found) {
            #expect(abs((truth - truths[0]) * scale - (place - found[0])) < 3, "\(truth), \(place)")
        }
        // Nothing is cut off, and the border is white.
        for frame in sticker.frames {
            let box = try #require(frame.picture.alphaBox(above: 128))
            #expect(box.x >= 1 && box.y >= 1 && box.maxX < frame.picture.width)
            let row = try #require((0..<frame.picture.width).first { frame.picture[$0, box.maxY - 30].alpha == 255 })
            #expect(frame.picture[row + 3, box.maxY - 30] == .white)
        }
    }

    /// White on nothing: no network sees it. It jumps, and no film is cut for that.
    @Test func whatIsCutOutAlreadyKeepsItsAlpha() async throws {
        let frames = (0..<6).map { number in
            var picture = Bitmap(size: PixelSize(width: 96, height: 64))
            for y in 16..<48 { for x in 20 + number % 2 * 16..<60 + number % 2 * 16 { picture[x, y] = .white } }
            picture.pixels[4 * (20 * 96 + 40) + 3] = 100
            var frame = ClipFrame(picture, time: Int64(number) * 40_000_000)
            frame.keepsAlpha = true
            return frame
        }
        let maker = try maker(LivingOptions(side: 96, loop: .none))
        var found: [Bitmap] = []
        for try await cut in maker.processor.cut(CountedFrames(frames: frames)) { found.append(cut.picture) }
        #expect(found == frames.map(\.picture))
        #expect(try await maker.make(of: CountedFrames(frames: frames)).frames.count == 6)
        #expect(try await maker.survey(CountedFrames(frames: frames)) > 96)
    }

    @Test func aStickerIsAsSureAsItsFrames() async throws {
        let frames = CountedFrames(frames: try MovingCutout(count: 5).frames)
        let maker = try maker(LivingOptions(side: 96, loop: .none))
        var confidences: [Double] = []
        for try await cut in maker.processor.cut(frames) { confidences.append(try #require(cut.confidence)) }
        #expect(confidences.count == 5 && confidences.allSatisfy { (0.5..<1).contains($0) }, "\(confidences)")
        let confidence = try #require(try await maker.make(of: frames).confidence)
        #expect(abs(confidence - confidences.reduce(0, +) / 5) < 0.001, "\(confidence), \(confidences)")
        // Of alpha that it did not make, the network has nothing to say.
        #expect(try await maker.make(of: cutouts(count: 3, step: 4)).confidence == nil)
    }

    /// A person who is cut out already, so that no network is asked, and goes to the right.
    private func cutouts(count: Int, step: Int) throws -> CountedFrames {
        let person = try RealCutout.astronaut.bitmap(side: 96)
        return CountedFrames(
            frames: (0..<count).map { number in
                let place = PixelTransform.moving(x: Double(24 + step * number), y: 16)
                var frame = ClipFrame(
                    person.transformed(by: place, onto: PixelSize(width: 160, height: 128)),
                    time: Int64(number) * 40_000_000)
                frame.keepsAlpha = true
                return frame
            })
    }

    @Test(arguments: [StickerStyle.Effect.comic, .puffy, .shiny, .glow]) func anEffectIsOnEachFrame(
        effect: StickerStyle.Effect
    ) async throws {
        let frames = try cutouts(count: 4, step: 8)
        func pictures(_ effect: StickerStyle.Effect) async throws -> [Bitmap] {
            let options = LivingOptions(side: 160, style: StickerStyle(effect: effect), loop: .none)
            return try await maker(options).make(of: frames).frames.map(\.picture)
        }
        /// Pixels that are seen through and have the colour of what the effect draws around: a white border has none.
        func around(_ picture: Bitmap) -> Int {
            (0..<picture.size.area).count {
                let color = picture[$0 % picture.width, $0 / picture.width]
                guard (30..<250).contains(color.alpha) else { return false }
                return effect == .glow ? color.red > 200 && color.blue < 140 : color.red < 20
            }
        }
        let (plain, drawn) = (try await pictures(.outline), try await pictures(effect))
        #expect(plain.count == 4 && drawn.count == 4 && drawn[0] != drawn[1])
        for (before, after) in zip(plain, drawn) {
            if effect == .comic || effect == .shiny {
                #expect(before != after && before.alphaPlane == after.alphaPlane)
            } else {
                #expect(around(after) > around(before) + 20, "\(around(before)), \(around(after))")
            }
        }
    }

    /// The subject stands still, so that the light alone moves.
    @Test func theLightOfAShinyStickerGoesOverIntoItsBeginning() async throws {
        let options = LivingOptions(side: 160, style: StickerStyle(effect: .shiny), loop: .none)
        let pictures = try await maker(options).make(of: cutouts(count: 8, step: 0)).frames.map(\.picture)
        let steps = zip(pictures, pictures.dropFirst() + pictures.prefix(1)).map { first, second in
            zip(first.pixels, second.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        }
        #expect(steps.count == 8 && steps.allSatisfy { $0 > 0 }, "\(steps)")
        #expect(4 * steps[7] <= 5 * (steps.dropLast().max() ?? 0), "\(steps)")
    }

    @Test func aSubjectThatLeavesMakesAShorterSticker() async throws {
        var frames = try MovingCutout(count: 8).frames
        let plain = Bitmap(size: MovingCutout.size, filledWith: SRGBColor(red: 120, green: 140, blue: 160))
        for number in 8..<14 { frames.append(ClipFrame(plain, time: Int64(number) * 40_000_000)) }
        let sticker = try await maker(LivingOptions(side: 200, loop: .none)).make(of: CountedFrames(frames: frames))
        #expect((5...9).contains(sticker.frames.count), "\(sticker.frames.count)")
        #expect(sticker.frames.allSatisfy { $0.picture.alphaBox(above: 128) != nil })
    }

    @Test func whatGivesNoStickerIsNamed() async throws {
        let plain = Bitmap(size: MovingCutout.size, filledWith: SRGBColor(red: 120, green: 140, blue: 160))
        let empty = (0..<3).map { ClipFrame(plain, time: Int64($0) * 40_000_000) }
        let one = Array(try MovingCutout(count: 1).frames)
        for (frames, words) in [
            (empty, "no subject was found in any of its 3 frames"), (one, "only one frame has a subject"),
            ([], "no frames"),
        ] {
            let error = await #expect(throws: ClipError.self) {
                try await self.maker().make(of: CountedFrames(frames: frames))
            }
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test func onlyThePartThatIsNeededIsRead() async throws {
        let picture = Bitmap(size: PixelSize(width: 32, height: 24), filledWith: .white)
        let frames = (0..<600).map { ClipFrame(picture, time: Int64($0) * 16_666_667) }
        let source = CountedFrames(frames: frames)
        var options = LivingOptions(start: 500_000_000, end: 1_000_000_000)
        var times: [Int64] = []
        for try await frame in WindowFrames(source: source, options: options) { times.append(frame.time) }
        // Of sixty frames a second every second one is taken, and none is asked for after the end.
        #expect(times.count == 15 && (times.first ?? 0) >= 500_000_000 && (times.last ?? 0) < 1_000_000_000)
        #expect(source.asked.value == 61)
        options = LivingOptions(duration: 1_000_000_000)
        let more = CountedFrames(frames: frames)
        for try await _ in WindowFrames(source: more, options: options) {}
        #expect(more.asked.value < 80)
        // A long part does not make a longer sticker.
        let long = CountedFrames(frames: frames)
        options.end = 9_000_000_000
        for try await _ in WindowFrames(source: long, options: options) {}
        #expect(long.asked.value == more.asked.value)
    }

    @Test(
        arguments: [
            (1_500_000_000, 1_500_000_000), (5_000_000_000, 2_800_000_000), (nil, 40_000_000),
        ] as [(Int64?, Int64)])
    func theLastFrameIsShownAsLongAsItSays(said: Int64?, shown: Int64) async throws {
        var frames = try MovingCutout(count: 6).frames
        frames[5].duration = said
        let sticker = try await maker(LivingOptions(side: 160, loop: .none)).make(of: CountedFrames(frames: frames))
        #expect(sticker.frames.map(\.duration) == [Int64](repeating: 40_000_000, count: 5) + [shown])
    }

    /// It is the next one's time that counts, whether it is left out or behind the end.
    @Test func howLongAFrameIsShownIsForgottenWhereAnotherOneFollows() async throws {
        let picture = Bitmap(size: PixelSize(width: 32, height: 24), filledWith: .white)
        func durations(_ step: Int64, _ end: Int64?) async throws -> [Int64?] {
            let frames = (0..<3).map { ClipFrame(picture, time: $0 * step, duration: step) }
            var found: [Int64?] = []
            let source = CountedFrames(frames: frames)
            for try await frame in WindowFrames(source: source, options: LivingOptions(end: end)) {
                found.append(frame.duration)
            }
            return found
        }
        #expect(try await durations(100_000_000, nil) == [100_000_000, 100_000_000, 100_000_000])
        #expect(try await durations(100_000_000, 250_000_000) == [100_000_000, 100_000_000, nil])
        #expect(try await durations(16_666_667, nil) == [nil, nil])
    }

    @Test func aSmallSubjectAsksForLargeFrames() async throws {
        let small = try MovingCutout(count: 2, side: 60)
        let large = try MovingCutout(count: 2, side: 230)
        let maker = try maker(LivingOptions())
        let (forSmall, forLarge) = (
            try await maker.survey(CountedFrames(frames: small.frames)),
            try await maker.survey(CountedFrames(frames: large.frames))
        )
        #expect(
            forSmall > forLarge + 200 && forSmall <= 1280 && (512...800).contains(forLarge), "\(forSmall), \(forLarge)")
    }

    @Test func noMoreFramesAreLookedAtFirstThanAreNeeded() async throws {
        let clip = CountedFrames(frames: try MovingCutout(count: 40).frames)
        _ = try await maker().survey(clip)
        #expect(clip.asked.value == 19)
        // Three frames are looked at before the subject is there, and three with it.
        let plain = Bitmap(size: MovingCutout.size, filledWith: SRGBColor(red: 120, green: 140, blue: 160))
        let pictures = [Bitmap](repeating: plain, count: 20) + clip.frames.map(\.picture)
        let late = CountedFrames(
            frames: pictures.enumerated().map { ClipFrame($1, time: Int64($0) * 40_000_000) })
        _ = try await maker().survey(late)
        #expect(late.asked.value == 46)
    }

    @Test func framesAreSpreadEvenly() throws {
        let size = PixelSize(width: 2, height: 2)
        let shades: [UInt8] = [0, 50, 100, 150, 200, 250]
        let sticker = LivingSticker(
            shades.map {
                LivingSticker.Frame(
                    Bitmap(size: size, filledWith: SRGBColor(red: $0, green: $0, blue: $0)), duration: 100_000_000)
            })
        #expect(sticker.duration == 600_000_000 && sticker.frameRate == 10)
        let half = sticker.evenly(atMost: 5)
        #expect(half.frames.count == 3 && half.duration == sticker.duration)
        #expect(half.frames.map { $0.picture[0, 0].red } == [50, 150, 250])
        #expect(sticker.evenly(atMost: 30).frames.map { $0.picture[0, 0].red } == shades)
        #expect(sticker.lasting(1_000_000_001).duration == 1_000_000_001)
        let seven = sticker.evenly(in: 7)
        #expect(seven.frames.count == 7 && seven.duration == sticker.duration)
        // A pause takes nothing from the motion before it.
        let held = LivingSticker(
            sticker.frames.dropLast() + [LivingSticker.Frame(sticker.frames[5].picture, duration: 500_000_000)])
        #expect(sticker.evenCount == 6 && held.evenCount == 10)
        let shown = held.evenly(atMost: 30).frames.map { $0.picture[0, 0].red }
        #expect(shown == shades + [UInt8](repeating: 250, count: 4))
    }
}
