import Execution
import Imaging
import Synchronization
import TestSupport

@testable import Stickers

/// The whole cut of one photo by whatever rules: the network is asked once for each thing that it is shown.
struct WholeCut: Sendable {
    private static let options = {
        var options = ProcessingOptions(size: .original, style: .plain, keepsFullFrame: true)
        options.drawsSubjectAlone = true
        return options
    }()

    let data: [UInt8]
    private let source: ImageSource
    private let overview: Bitmap
    private let answers = Answers()

    init(_ data: [UInt8]) throws {
        self.data = data
        source = try ImageSource(data)
        overview = try source.decode(atLeast: Self.options.overviewSide(for: source.size))
    }

    /// What the sticker of the whole photo covers; 0 everywhere where it has no subject.
    func alpha(_ rules: CutRules = CutRules()) async throws -> Matte {
        let segmenter = try SharedSegmenter.segmenter()
        let finder = SubjectFinder(rules: rules, family: segmenter.family, inputSize: segmenter.inputSize) {
            [answers] bitmap throws(StickerError) in try answers.answer(to: bitmap, segmenter)
        }
        var processor = PhotoProcessor(
            segmenter: segmenter, options: Self.options, executor: PhotoExecutor(threadCount: 1))
        processor.rules = rules
        do throws(StickerError) {
            let subject = try finder.subject(in: overview, of: source)
            let scheme = PhotoColorScheme(swatches: [Swatch(color: .black, share: 1)])
            let sticker = try await processor.render(data: data, subject: subject, colorScheme: scheme).sticker
            return Matte(
                size: sticker.size,
                samples: stride(from: 3, to: sticker.pixels.count, by: 4).map { Float(sticker.pixels[$0]) / 255 })
        } catch {
            guard error.code == .noSubject else { throw error }
            return Matte(size: source.size)
        }
    }

    private final class Answers: Sendable {
        private let known = Mutex<[(bitmap: Bitmap, answer: SubjectFinder.Answer)]>([])

        func answer(to bitmap: Bitmap, _ segmenter: SubjectSegmenter) throws(StickerError) -> SubjectFinder.Answer {
            if let answer = known.withLock({ $0.first { $0.bitmap == bitmap }?.answer }) { return answer }
            let answer = try segmenter.look(at: bitmap)
            known.withLock { $0.append((bitmap, answer)) }
            return answer
        }
    }
}

extension Matte {
    /// How much of both is in both: 1 where they are equal.
    func agreement(with other: Matte) -> Double {
        var (both, either) = (Float(0), Float(0))
        for (one, other) in zip(samples, other.samples) {
            both += min(one, other)
            either += max(one, other)
        }
        return either == 0 ? 1 : Double(both / either)
    }
}
