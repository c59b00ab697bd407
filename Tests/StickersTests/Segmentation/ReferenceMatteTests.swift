import Execution
import Imaging
import Stickers
import TestSupport
import Testing

/// The network is wired right: the same input gives the matte that ONNX Runtime gives.
@Suite struct ReferenceMatteTests {
    /// All pairs that lie in the folder: more can be put there to try them.
    static let names = ((try? Fixtures.names(in: "reference")) ?? [])
        .filter { $0.hasSuffix(".input.png") }.map { String($0.dropLast(".input.png".count)) }

    @Test func thereAreReferences() {
        #expect(Self.names.contains("reference/astronaut") && Self.names.count >= 4)
    }

    @Test(arguments: names)
    func agreesWithinOneGreyLevel(name: String) throws {
        let input = try ImageSource(Fixtures.bytes("\(name).input.png")).decode()
        let reference = try ImageSource(Fixtures.bytes("\(name).matte.png")).decode()
        let matte = try SharedSegmenter.segmenter().matte(of: input)
        #expect(matte.size == reference.size)
        var near = 0
        for (index, sample) in matte.samples.enumerated() {
            near += abs(Int((sample * 255).rounded()) - Int(reference.pixels[4 * index])) <= 1 ? 1 : 0
        }
        let share = Double(near) / Double(matte.size.area)
        #expect(share >= 0.999, "\(share)")
        // The reference has a subject at all.
        #expect(matte.boundingBox(above: 0.5) != nil)
    }

    /// Processors that compute with 16-bit floats do so for frames.
    @Test(arguments: names)
    func aFrameHasTheSubjectOfThePhoto(name: String) throws {
        let input = try ImageSource(Fixtures.bytes("\(name).input.png")).decode()
        let segmenter = try SharedSegmenter.segmenter()
        let photo = try segmenter.frameLook(at: input, isSingle: true).matte
        let frame = try segmenter.frameLook(at: input).matte
        let seen = zip(photo.samples, frame.samples).map { ($0 > 0.5, $1 > 0.5) }
        let overlap = Double(seen.count { $0 && $1 }) / Double(seen.count { $0 || $1 })
        #expect(overlap > 0.95, "\(overlap)")
    }

    @Test(arguments: [1, 2, 4])
    func theBitsAreTheSameOnEveryNumberOfThreads(threads: Int) throws {
        let input = try ImageSource(Fixtures.bytes("reference/chelsea.input.png")).decode()
        let expected = try SharedSegmenter.segmenter().matte(of: input)
        let frame = try SharedSegmenter.segmenter().frameLook(at: input).matte
        for streams in Set([1, threads]) {
            var configuration = SubjectSegmenter.Configuration(streams: streams, threads: threads, cache: nil)
            let segmenter = try SubjectSegmenter(configuration: configuration)
            #expect(try segmenter.matte(of: input) == expected, "\(streams) streams")
            #expect(try segmenter.frameLook(at: input).matte == frame, "\(streams) streams")
            configuration.isForFrames = true
            let forFrames = try SubjectSegmenter(configuration: configuration)
            #expect(try forFrames.frameLook(at: input).matte == frame, "\(streams) streams, for frames")
        }
    }

    @Test func theBitsAreTheSameInEightCallsAtOnce() async throws {
        let input = try ImageSource(Fixtures.bytes("reference/coffee.input.png")).decode()
        let expected = try SharedSegmenter.segmenter().matte(of: input)
        let segmenter = try SubjectSegmenter(configuration: .init(streams: 3, threads: 3, cache: nil))
        let executor = PhotoExecutor(threadCount: 8)
        var answers: [Matte?] = []
        await forEachConcurrently(0..<8, atMost: 8, on: executor) { _ in
            try? segmenter.matte(of: input)
        } receive: {
            answers.append($0)
        }
        #expect(answers == [Matte?](repeating: expected, count: 8))
    }
}
