import Imaging
import Stickers
import TestSupport
import Testing

@Suite struct RenderingTests {
    private func processor(_ options: ProcessingOptions = ProcessingOptions()) throws -> PhotoProcessor {
        try PhotoProcessor(
            segmenter: SharedSegmenter.segmenter(), options: options, executor: PhotoExecutor(threadCount: 2))
    }

    /// A processor whose network knows nothing: it takes any photo for one without a subject.
    private func blindProcessor(_ options: ProcessingOptions = ProcessingOptions()) throws -> PhotoProcessor {
        let network = SubjectModel(name: "blind", bytes: try Fixtures.bytes("networks/not-a-number.onnx"))
        return PhotoProcessor(
            segmenter: try SubjectSegmenter(model: network, configuration: .init(streams: 1, threads: 1, cache: nil)),
            options: options, executor: PhotoExecutor(threadCount: 2))
    }

    @Test(arguments: [ProcessingOptions.Subjects.all, .each, .instance(2), .instances([1, 2])])
    func rendersTheSameWithoutTheNetwork(subjects: ProcessingOptions.Subjects) async throws {
        let options = ProcessingOptions(size: .longestSide(256), subjects: subjects)
        let data = try SyntheticPhoto.twoBalls().png()
        let blind = try blindProcessor(options)
        await #expect(throws: StickerError.self) { try await blind.process(data: data) }
        let processed = try await processor(options).process(data: data)
        let subject = try #require(processed.subject)
        let kept = try PhotoSubject(serialized: subject.serialized())
        for subject in [subject, kept] {
            let rendered = try await blind.render(data: data, subject: subject)
            #expect(rendered.stickers == processed.stickers)
            #expect(rendered.colorScheme == processed.colorScheme)
            #expect(rendered.instanceCount == processed.instanceCount)
            #expect(rendered.instanceBoxes == processed.instanceBoxes)
            #expect(rendered.photoSize == processed.photoSize)
            #expect(rendered.subject == processed.subject)
            #expect(rendered.timings.looks == 0)
        }
    }

    /// A small subject is looked at twice and its matte covers a part of the photo; a photo that is cut out is not
    /// looked at.
    @Test func rendersTheSameAfterTwoLooksAndAfterNone() async throws {
        let small = SyntheticPhoto(
            size: PixelSize(width: 640, height: 480),
            balls: [.init(x: 330, y: 200, radius: 70, color: SyntheticPhoto.red)])
        var cut = Bitmap(size: PixelSize(width: 200, height: 160))
        for y in 40..<120 {
            for x in 50..<150 { cut[x, y] = SRGBColor(red: 20, green: UInt8(x), blue: 90, alpha: x < 60 ? 130 : 255) }
        }
        for (data, looks) in [(try small.png(), 2), (try ImageEncoder(.png()).encode(cut), 0)] {
            let processed = try await processor().process(data: data)
            let subject = try #require(processed.subject)
            #expect(subject.looks == looks)
            #expect((subject.region != PixelRect(subject.photoSize)) == (looks == 2))
            let kept = try PhotoSubject(serialized: subject.serialized())
            let rendered = try await blindProcessor().render(
                data: data, subject: kept, colorScheme: processed.colorScheme)
            #expect(rendered.stickers == processed.stickers)
            #expect(rendered.colorScheme == processed.colorScheme)
        }
    }

    @Test func subjectOfAnotherPhotoIsATypedError() async throws {
        let processor = try processor()
        let subject = try #require(try await processor.process(data: SyntheticPhoto.ball().png()).subject)
        let other = try SyntheticPhoto.twoBalls().png()
        let error = await #expect(throws: StickerError.self) {
            try await processor.render(data: other, subject: subject)
        }
        #expect(error?.code == .subjectData)
    }

    @Test func cancelledTaskRendersNothing() async throws {
        let processor = try processor()
        let data = try SyntheticPhoto.ball().png()
        let subject = PhotoSubject(
            matte: Matte(size: PixelSize(width: 4, height: 4), filledWith: 1),
            photoSize: PixelSize(width: 400, height: 300))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await processor.render(data: data, subject: subject)
        }
        let error = await #expect(throws: StickerError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func someSubjectsTogether() async throws {
        let photo = SyntheticPhoto.twoBalls()
        let data = try photo.png()
        let all = try await processor().process(data: data)
        #expect(all.instanceBoxes.count == 2)
        for (box, ball) in zip(all.instanceBoxes, photo.balls) {
            #expect(abs(Double(box.x) - (ball.x - ball.radius)) <= 5)
            #expect(abs(Double(box.maxY) - (ball.y + ball.radius)) <= 5)
        }
        let both = try await processor(ProcessingOptions(subjects: .instances([1, 2]))).process(data: data)
        #expect(both.stickers == all.stickers)
        let second = try await processor(ProcessingOptions(subjects: .instances([2]))).process(data: data)
        let alone = try await processor(ProcessingOptions(subjects: .instance(2))).process(data: data)
        #expect(second.stickers == alone.stickers)
        for wrong in [[], [0], [1, 3], [-1], [Int.max]] as [Set<Int>] {
            let processor = try processor(ProcessingOptions(subjects: .instances(wrong)))
            let error = await #expect(throws: StickerError.self) { try await processor.process(data: data) }
            #expect(error?.code == .noSuchInstance, "\(wrong)")
        }
    }

    /// Three subjects by the matte, of which the photo is wholly transparent where the second is.
    @Test func subjectThatRefiningLosesDoesNotTakeTheOthersAlong() async throws {
        let size = PixelSize(width: 300, height: 100)
        var photo = Bitmap(size: size, filledWith: SRGBColor(red: 60, green: 90, blue: 120))
        var matte = Matte(size: size)
        for y in 0..<100 {
            for x in 110..<210 { photo[x, y] = .clear }
        }
        for y in 20..<80 {
            for (number, left) in [20, 130, 220].enumerated() {
                for x in left..<left + 60 - 5 * number {
                    matte[x, y] = 1
                    if number != 1 { photo[x, y] = SRGBColor(red: 220, green: 160, blue: 40) }
                }
            }
        }
        let data = try ImageEncoder(.png()).encode(photo)
        let subject = PhotoSubject(matte: matte, photoSize: size)
        let apart = try await processor(ProcessingOptions(subjects: .each)).render(data: data, subject: subject)
        #expect(apart.instanceCount == 3)
        #expect(apart.stickers.map(\.instance) == [1, 3])
        let gone = try processor(ProcessingOptions(subjects: .instance(2)))
        let error = await #expect(throws: StickerError.self) {
            _ = try await gone.render(data: data, subject: subject)
        }
        #expect(error?.code == .noSubject)
    }
}
