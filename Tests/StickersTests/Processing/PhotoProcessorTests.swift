import Imaging
import Stickers
import Synchronization
import TestSupport
import Testing

@Suite struct PhotoProcessorTests {
    private func processor(_ options: ProcessingOptions = ProcessingOptions(), threads: Int = 2) throws
        -> PhotoProcessor
    {
        try PhotoProcessor(
            segmenter: SharedSegmenter.segmenter(), options: options, executor: PhotoExecutor(threadCount: threads))
    }

    @Test func stickerHasTheSizeAskedForAndItsSubjectInTheMiddle() async throws {
        let photo = SyntheticPhoto.ball()
        let processed = try await processor().process(data: photo.png())
        #expect(processed.sticker.size.longestSide == 512)
        #expect(processed.photoSize == photo.bitmap.size)
        #expect(processed.instanceCount == 1)
        let box = processed.stickers[0].box
        let ball = photo.balls[0]
        #expect(abs(Double(box.x) - (ball.x - ball.radius)) <= 4)
        #expect(abs(Double(box.maxX) - (ball.x + ball.radius)) <= 4)
        #expect(abs(Double(box.y) - (ball.y - ball.radius)) <= 4)
        #expect(abs(Double(box.maxY) - (ball.y + ball.radius)) <= 4)
        let middle = processed.sticker[processed.sticker.width / 2, processed.sticker.height / 2]
        #expect(middle.alpha == 255 && middle.red > 2 * middle.blue)
    }

    @Test func borderIsWhiteAndNothingOfThePhotoIsUnderTransparentPixels() async throws {
        let sticker = try await processor().process(data: SyntheticPhoto.ball().png()).sticker
        let firstOpaque = try #require((0..<sticker.width).first { sticker[$0, sticker.height / 2].alpha == 255 })
        for x in firstOpaque..<firstOpaque + 8 { #expect(sticker[x, sticker.height / 2] == .white) }
        for index in stride(from: 0, to: sticker.pixels.count, by: 4) where sticker.pixels[index + 3] == 0 {
            #expect(sticker.pixels[index..<index + 3].allSatisfy { $0 == 0 })
        }
    }

    @Test func sameBytesOnEveryRunAndThreadCount() async throws {
        let data = try SyntheticPhoto.twoBalls().png()
        let first = try await processor(threads: 1).process(data: data)
        for threads in [1, 2, 4] {
            let again = try await processor(threads: threads).process(data: data)
            #expect(again.stickers == first.stickers)
            #expect(again.colorScheme == first.colorScheme)
        }
    }

    @Test func smallSubjectOfALargePhotoIsDecodedAgainAtTheScaleItNeeds() async throws {
        // The ball's box is a tenth of 12 megapixels: 1,104 pixels a side.
        let photo = SyntheticPhoto(
            size: PixelSize(width: 1008, height: 756),
            balls: [.init(x: 330, y: 300, radius: 138, color: SyntheticPhoto.red)], enlargedBy: 4)
        var options = ProcessingOptions(size: .longestSide(1024), style: .plain)
        options.style.margin = 0
        let sticker = try await processor(options).process(data: photo.png()).stickers[0]
        #expect(sticker.bitmap.size.longestSide == 1024)
        // The sticker is the photo's own part at the same scale, not an enlargement of the small first look.
        let truth = photo.bitmap.cropped(to: sticker.box).resized(to: sticker.bitmap.size)
        var sum = 0
        var count = 0
        for y in stride(from: 200, to: 824, by: 3) {
            for x in stride(from: 200, to: 824, by: 3) {
                let a = sticker.bitmap[min(x, sticker.bitmap.width - 1), min(y, sticker.bitmap.height - 1)]
                let b = truth[min(x, truth.width - 1), min(y, truth.height - 1)]
                sum += abs(Int(a.red) - Int(b.red)) + abs(Int(a.green) - Int(b.green)) + abs(Int(a.blue) - Int(b.blue))
                count += 3
            }
        }
        #expect(Double(sum) / Double(count) < 3)
    }

    @Test func subjectsCanBeHadApart() async throws {
        let photo = SyntheticPhoto.twoBalls()
        let data = try photo.png()
        let apart = try await processor(ProcessingOptions(subjects: .each)).process(data: data)
        #expect(apart.instanceCount == 2)
        #expect(apart.stickers.map(\.instance) == [1, 2])
        #expect(apart.stickers[0].box.maxX < apart.stickers[1].box.x)

        let second = try await processor(ProcessingOptions(subjects: .instance(2))).process(data: data)
        #expect(second.stickers == [apart.stickers[1]])
        let right = ProcessingOptions.Subjects.at(x: Int(photo.balls[1].x), y: Int(photo.balls[1].y))
        let there = try await processor(ProcessingOptions(subjects: right)).process(data: data)
        #expect(there.stickers == [apart.stickers[1]])
        let together = try await processor().process(data: data)
        #expect(together.stickers.count == 1 && together.stickers[0].instance == nil)
    }

    @Test(arguments: [ProcessingOptions.Subjects.instance(3), .at(x: 5, y: 5), .at(x: -1, y: 9000)])
    func subjectThatIsNotThereIsATypedError(subjects: ProcessingOptions.Subjects) async throws {
        let processor = try processor(ProcessingOptions(subjects: subjects))
        let data = try SyntheticPhoto.twoBalls().png()
        let error = await #expect(throws: StickerError.self) { try await processor.process(data: data) }
        #expect(error?.code == .noSuchInstance)
    }

    @Test func subjectThatTheFrameCutsOffKeepsAStraightBorderThere() async throws {
        let sticker = try await processor().process(data: SyntheticPhoto.cutBall().png()).sticker
        // The last row in which the border is opaque is the same over most of the cut.
        let ends = (sticker.width / 4..<sticker.width * 3 / 4).map { (x: Int) -> Int in
            (0..<sticker.height).last(where: { y in sticker[x, y].alpha == 255 }) ?? -1
        }
        let longest = try #require(ends.max())
        #expect(ends.allSatisfy { abs($0 - longest) <= 1 })
        for x in sticker.width / 4..<sticker.width * 3 / 4 { #expect(sticker[x, longest - 3] == .white) }
    }

    @Test func fullFrameSquareBackgroundAndOriginalSize() async throws {
        let photo = SyntheticPhoto.ball()
        let data = try photo.png()
        var options = ProcessingOptions(size: .original, style: .plain, keepsFullFrame: true)
        let full = try await processor(options).process(data: data).sticker
        #expect(full.size == photo.bitmap.size)
        #expect(full[5, 5].alpha == 0)
        #expect(full[200, 150] == photo.bitmap[200, 150])

        options = ProcessingOptions(isSquare: true, background: .gradient)
        let square = try await processor(options).process(data: data)
        #expect(square.sticker.size == PixelSize(width: 512, height: 512))
        #expect(!square.sticker.hasTransparency)

        let magenta = SRGBColor(red: 255, green: 0, blue: 255)
        let colored = try await processor(ProcessingOptions(background: .color(magenta))).process(data: data).sticker
        #expect(colored[0, 0] == magenta)
        #expect(!colored.hasTransparency)
    }

    @Test func photoWithoutASubjectIsATypedError() async throws {
        let empty = try ImageEncoder(.png()).encode(
            Bitmap(size: PixelSize(width: 300, height: 200), filledWith: SRGBColor(red: 90, green: 120, blue: 150)))
        let processor = try processor()
        let error = await #expect(throws: StickerError.self) { try await processor.process(data: empty) }
        #expect(error?.code == .noSubject)
    }

    @Test func photoThatIsCutOutAlreadyKeepsItsCut() async throws {
        var bitmap = Bitmap(size: PixelSize(width: 200, height: 160))
        for y in 40..<120 {
            for x in 50..<150 { bitmap[x, y] = SRGBColor(red: 20, green: 160, blue: 90) }
        }
        let data = try ImageEncoder(.png()).encode(bitmap)
        let sticker = try await processor(ProcessingOptions(size: .original, style: .plain)).process(data: data)
        #expect(sticker.stickers[0].box == PixelRect(x: 50, y: 40, width: 100, height: 80))
    }

    @Test(arguments: [[], Array("not a picture".utf8), [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]])
    func whatIsNoPhotoIsATypedError(data: [UInt8]) async throws {
        let processor = try processor()
        let error = await #expect(throws: StickerError.self) { try await processor.process(data: data) }
        guard case .imaging = error?.code else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func cancelledTaskStartsNothing() async throws {
        let processor = try processor()
        let data = try SyntheticPhoto.ball().png()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await processor.process(data: data)
        }
        let error = await #expect(throws: StickerError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
