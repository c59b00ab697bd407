import Execution
import Files
import Profiling
import TestSupport
import Testing

@testable import Imaging
@testable import Stickers

/// The second look, the decoding again and a cancellation between steps, by their effects.
@Suite struct LookingAgainTests {
    private func processor(
        _ options: ProcessingOptions = ProcessingOptions(), executor: PhotoExecutor = PhotoExecutor(threadCount: 2)
    ) throws -> PhotoProcessor {
        try PhotoProcessor(segmenter: SharedSegmenter.segmenter(), options: options, executor: executor)
    }

    @Test func theSecondLookGivesASharperMask() async throws {
        let size = PixelSize(width: 1200, height: 900)
        let photo = SyntheticPhoto(
            size: size,
            balls: [.init(x: 420, y: 380, radius: 90, color: SyntheticPhoto.red)])
        let subject = try #require(try await processor().process(data: photo.png()).subject)
        #expect(subject.looks == 2)
        #expect(Double(subject.region.area) < 0.2 * Double(size.area))
        // Both looks over the region, against what is painted there.
        let region = subject.region
        let second = subject.matte.resampled(to: region.size)
        let first = subject.overviewMatte.resampled(to: size)
        var errors = (first: 0.0, second: 0.0)
        var soft = (first: 0, second: 0)
        for y in 0..<region.height {
            for x in 0..<region.width {
                let truth = photo.balls[0].coverage(x: region.x + x, y: region.y + y)
                let (before, after) = (Double(first[region.x + x, region.y + y]), Double(second[x, y]))
                errors.first += abs(before - truth)
                errors.second += abs(after - truth)
                soft.first += before > 0.1 && before < 0.9 ? 1 : 0
                soft.second += after > 0.1 && after < 0.9 ? 1 : 0
            }
        }
        #expect(errors.second < 0.6 * errors.first, "\(errors)")
        #expect(soft.second * 2 < soft.first, "\(soft)")
    }

    /// A wing that is too thin for the first look goes on beyond what the second one looks at.
    @Test(arguments: [true, false]) func aLookThatCutsTheSubjectOffIsTakenAgain(hasWing: Bool) throws {
        let size = PixelSize(width: 640, height: 640)
        let photo = Bitmap(size: size, filledWith: .white)
        let cells = PixelSize(width: 320, height: 320)
        let finder = SubjectFinder(rules: CutRules(), family: .subject, inputSize: cells) { bitmap in
            let isWhole = bitmap.size == size
            let (left, top) = isWhole ? (0, 0) : (176, bitmap.height == 168 ? 176 : 88)
            var matte = Matte(size: cells)
            for row in 0..<320 {
                for column in 0..<320 {
                    let (x, y) = (left + column * bitmap.width / 320, top + row * bitmap.height / 320)
                    let isBody = (200..<320).contains(x) && (200..<320).contains(y)
                    let isWing = hasWing && !isWhole && (250..<262).contains(x) && (120..<260).contains(y)
                    if isBody || isWing { matte[column, row] = 0.99 }
                }
            }
            return (matte, bitmap)
        }
        let source = try ImageSource(ImageEncoder(.png(compression: 1)).encode(photo))
        let subject = try finder.subject(in: photo, of: source)
        #expect(subject.looks == (hasWing ? 3 : 2))
        let (top, height) = hasWing ? (88, 256) : (176, 168)
        #expect(subject.region == PixelRect(x: 176, y: top, width: 168, height: height))
        let box = try #require(subject.matte.boundingBox(above: 0.5))
        #expect(abs(subject.photoRect(of: box).y - (hasWing ? 120 : 200)) <= 1)
    }

    @Test func whatIsDecodedAgainHasDetailThatTheOverviewHasNot() async throws {
        let size = PixelSize(width: 2000, height: 1500)
        var photo = SyntheticPhoto(
            size: size, balls: [.init(x: 900, y: 700, radius: 270, color: SyntheticPhoto.red)]
        ).bitmap
        // Lines four pixels apart: in the overview, of 0.45 of the photo's size, they are finer than its pixels.
        let ball = SyntheticPhoto.Ball(x: 900, y: 700, radius: 250, color: .black)
        for y in 430..<970 {
            for x in 630..<1170 where ball.coverage(x: x, y: y) == 1 && x % 4 < 2 {
                photo[x, y].green = UInt8(min(255, Int(photo[x, y].green) + 110))
                photo[x, y].blue = UInt8(min(255, Int(photo[x, y].blue) + 110))
            }
        }
        let options = ProcessingOptions(size: .longestSide(512), style: .plain)
        let made = try await processor(options).process(data: ImageEncoder(.png(compression: 1)).encode(photo))
        #expect(made.timings.redecodedParts == 1)
        let sticker = made.stickers[0]
        let found = detail(of: sticker.bitmap)
        let truth = detail(of: photo.cropped(to: sticker.box).resized(to: sticker.box.size.scaled(by: sticker.scale)))
        let overview = photo.resized(to: size.scaled(by: 0.448))
        let enlarged = overview.part(sticker.box, of: size, resizedTo: sticker.box.size.scaled(by: sticker.scale))
        #expect(found > 0.8 * truth, "\(found) of \(truth)")
        #expect(detail(of: enlarged) < 0.3 * truth, "\(detail(of: enlarged)) of \(truth)")
    }

    /// How much the green of neighbours differs in the middle.
    private func detail(of bitmap: Bitmap) -> Double {
        var sum = 0
        var count = 0
        for y in bitmap.height * 2 / 5..<bitmap.height * 3 / 5 {
            for x in bitmap.width * 2 / 5..<bitmap.width * 3 / 5 {
                sum += abs(Int(bitmap[x, y].green) - Int(bitmap[x + 1, y].green))
                count += 1
            }
        }
        return Double(sum) / Double(count)
    }

    /// On one thread, a job that cancels stands in the queue behind the looks at the photo and before its sticker.
    @Test func aCancellationBetweenTheLookAndTheStickerEndsTheWork() async throws {
        let thread = HeldExecutor()
        let processor = try processor(executor: thread.executor)
        let ball = try SyntheticPhoto.ball().png()
        let folder = TemporaryFolder()
        let path = folder.path.appending("run.json")
        let file = try TraceFile(at: path)
        let code = await Trace.recording(to: file) { () async -> StickerError.Code? in
            await thread.hold()
            let task = Task {
                await Trace.photo("ball") { () async -> StickerError.Code? in
                    do throws(StickerError) {
                        _ = try await processor.process(data: ball)
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            await thread.untilWaiting(1)
            let canceller = Task.detached { await thread.executor.run { task.cancel() } }
            await thread.untilWaiting(2)
            thread.release()
            await canceller.value
            return await task.value
        }
        try file.close()
        #expect(code == .cancelled)
        let spans = try Set(RecordedTrace(contentsOf: path).spans(of: "ball").map(\.name))
        #expect(spans.isSuperset(of: ["header", "decode", "first look"]), "\(spans)")
        #expect(spans.isDisjoint(with: ["refine", "foreground", "render"]), "\(spans)")
    }
}
