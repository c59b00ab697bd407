import Imaging
import TestSupport
import Testing

@testable import Stickers

@Suite struct SubjectConfidenceTests {
    private let size = PixelSize(width: 40, height: 40)

    /// The answer for a square of 20 cells: `inside` within it, `outside` around it, and a soft edge of that many
    /// cells.
    private func answer(inside: Float, outside: Float = 0, softEdge: Int = 0) -> Matte {
        Matte(
            size: size,
            samples: (0..<size.area).map { index in
                let (x, y) = (index % size.width, index / size.width)
                let distance = max(abs(2 * x - 39), abs(2 * y - 39)) - 20
                if softEdge > 0, abs(distance) < 2 * softEdge { return 0.5 - Float(distance) / Float(4 * softEdge) }
                return distance < 0 ? inside : outside
            })
    }

    private func overlap(_ answer: Matte) -> Double {
        let cut = Matte(size: size, samples: self.answer(inside: 1).samples)
        return SubjectConfidence.expectedOverlap(of: answer, with: cut)
    }

    @Test func theExpectedOverlapIsThatOfProbabilities() {
        #expect(overlap(answer(inside: 1)) == 1)
        #expect(abs(overlap(answer(inside: 0.75)) - 0.75) < 1e-6)
        // 400 cells of the square and 1200 around it.
        #expect(abs(overlap(answer(inside: 1, outside: 0.1)) - 400 / 520) < 1e-6)
        #expect(overlap(answer(inside: 0)) == 0)
        #expect(SubjectConfidence.expectedOverlap(of: Matte(size: size), with: Matte(size: size)) == 0)
    }

    @Test func theConfidenceIsWhatSuchCutsHad() {
        func confidence(_ overlap: Double, agreement: Double? = nil) -> Double {
            SubjectConfidence(overlap: overlap, agreement: agreement).value
        }
        // The fit of `Training/confidence.py`: log-odds of 2.197 become -0.103 + 0.891 · 2.197.
        #expect(abs(confidence(0.9) - 0.8456) < 1e-4)
        #expect(confidence(0.9, agreement: 0.81) == confidence(0.81))
        let values = stride(from: 0.01, through: 0.99, by: 0.01).map { confidence($0) }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
        #expect((0..<0.01).contains(confidence(0)) && (0.99..<1).contains(confidence(1)))
    }

    @Test func aSofterEdgeIsLessSure() {
        let overlaps = [0, 1, 2, 4, 8].map { overlap(answer(inside: 1, softEdge: $0)) }
        #expect(overlaps == overlaps.sorted(by: >))
        #expect(Set(overlaps).count == overlaps.count)
    }

    @Test func aSubjectThatWasSaidOtherwiseHasNoConfidence() async throws {
        let processor = PhotoProcessor(segmenter: try SharedSegmenter.segmenter())
        let photo = SyntheticPhoto.ball()
        let made = try await processor.process(data: photo.png())
        let confidence = try #require(made.confidence)
        #expect((0.5...1).contains(confidence))
        let subject = try #require(made.subject)
        #expect(subject.confidence == confidence)
        #expect(try PhotoSubject(serialized: subject.serialized()).confidence == confidence)

        let stroke = MatteStroke(mode: .remove, radius: 0.05, points: [.init(x: 0.5, y: 0.5)])
        let fixed = subject.applying([stroke], to: photo.bitmap)
        #expect(fixed.isFixedByHand && fixed.confidence == nil)
        #expect(try PhotoSubject(serialized: fixed.serialized()).confidence == nil)

        let cut = try await processor.process(data: ImageEncoder(.png()).encode(made.sticker))
        #expect(cut.subject?.looks == 0)
        #expect(cut.confidence == nil)
    }

    @Test func aSubjectThatAnEarlierVersionKeptHasNone() throws {
        let subject = PhotoSubject(
            matte: answer(inside: 1), photoSize: PixelSize(width: 400, height: 400), confidence: 0.1234)
        #expect(subject.confidence == 0.123)
        // Version 1 has the same bytes without the confidence.
        var bytes = subject.serialized()
        bytes[8] = 1
        bytes.removeSubrange(12..<14)
        let sum = bytes.dropLast(4).reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: (0..<4).map { UInt8(sum >> (8 * $0) & 255) })
        var expected = subject
        expected.confidence = nil
        #expect(try PhotoSubject(serialized: bytes) == expected)
    }
}
