import Imaging
import Stickers
import TestSupport
import Testing

@Suite struct PhotoSubjectTests {
    static func subject(seed: UInt64 = 1, isFixedByHand: Bool = false) -> PhotoSubject {
        var random = SeededGenerator(seed: seed)
        let size = PixelSize(
            width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...40, using: &random))
        func matte() -> Matte {
            Matte(
                size: size,
                samples: (0..<size.area).map { _ in
                    let sample = Float.random(in: -1...2, using: &random)
                    return sample.rounded() == sample ? .nan : sample
                })
        }
        return PhotoSubject(
            matte: matte(), region: PixelRect(x: 3, y: 5, width: 70, height: 60), overviewMatte: matte(),
            photoSize: PixelSize(width: 400, height: 300), looks: 2, isFixedByHand: isFixedByHand)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func whatWasKeptIsReadAgain(seed: UInt64) throws {
        let subject = Self.subject(seed: seed, isFixedByHand: seed % 2 == 0)
        let bytes = subject.serialized()
        #expect(try PhotoSubject(serialized: bytes) == subject)
        #expect(subject.serialized() == bytes)
        #expect(subject.matte.samples.allSatisfy { (0...1).contains($0) })
    }

    @Test func oneMatteForTheWholePhotoIsWrittenOnce() throws {
        let size = PixelSize(width: 320, height: 320)
        let matte = SyntheticPhoto.ball().bitmap.resized(to: size)
        let samples = (0..<size.area).map { Float(matte.pixels[4 * $0]) / 300 }
        let one = PhotoSubject(matte: Matte(size: size, samples: samples), photoSize: size)
        #expect(one.overviewMatte == one.matte)
        #expect(one.serialized().count < 2 * size.area + 200)
        #expect(try PhotoSubject(serialized: one.serialized()) == one)
    }

    @Test func emptyMatteTakesFewBytes() throws {
        let empty = PhotoSubject(
            matte: Matte(size: PixelSize(width: 1000, height: 1000)), photoSize: PixelSize(width: 9, height: 9))
        #expect(empty.serialized().count < 80)
        #expect(try PhotoSubject(serialized: empty.serialized()) == empty)
    }

    @Test func samplesThatAreNoNumbersOrOutsideAreTakenAsNearest() {
        let matte = Matte(size: PixelSize(width: 4, height: 1), samples: [.nan, -3, 7, .infinity])
        let subject = PhotoSubject(matte: matte, photoSize: PixelSize(width: 4, height: 1))
        #expect(subject.matte.samples == [0, 0, 1, 1])
    }

    @Test func damagedBytesAreATypedError() {
        let bytes = Self.subject().serialized()
        for length in 0..<bytes.count where length < 80 || length % 37 == 0 {
            expectRefusal(Array(bytes[..<length]), "cut at \(length)")
        }
        expectRefusal(bytes + [0], "longer")
        expectRefusal(Array("not a subject at all".utf8), "text")
        for index in bytes.indices where index < 80 || index % 29 == 0 {
            var changed = bytes
            changed[index] ^= 0x41
            expectRefusal(changed, "byte \(index)")
        }
    }

    /// Bytes whose checksum is right and whose content is anything never trap, and what they give can be kept again.
    @Test func bytesWithTheRightChecksumNeverTrap() throws {
        let bytes = Self.subject().serialized()
        var random = SeededGenerator(seed: 3)
        for round in 0..<4000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                // The numbers at the beginning matter most.
                let end = Bool.random(using: &random) ? 60 : changed.count - 4
                let interesting: [UInt8] = [0, 1, 127, 128, 255]
                changed[Int.random(in: 10..<end, using: &random)] =
                    round % 2 == 0
                    ? .random(in: 0...255, using: &random) : interesting.randomElement(using: &random) ?? 0
            }
            if round % 5 == 0 {
                changed.removeSubrange(Int.random(in: 12..<changed.count - 4, using: &random)..<changed.count - 4)
            }
            let sum = Self.checksum(changed.dropLast(4))
            changed.replaceSubrange(
                changed.count - 4..<changed.count, with: (0..<4).map { UInt8(sum >> (8 * $0) & 255) })
            do throws(StickerError) {
                let read = try PhotoSubject(serialized: changed)
                #expect(try PhotoSubject(serialized: read.serialized()) == read)
            } catch {
                #expect(error.code == .subjectData)
            }
        }
    }

    @Test func moreSamplesThanTheLimitAreRefusedBeforeThereIsMemoryForThem() {
        let photo = PixelSize(width: 60_000, height: 60_000)
        var bytes = PhotoSubject(matte: Matte(size: PixelSize(width: 3, height: 3)), photoSize: photo).serialized()
        // Both mattes say that they have as many.
        for index in [38, 42, 46, 50] { bytes.replaceSubrange(index..<index + 4, with: bytes[14..<18]) }
        let sum = Self.checksum(bytes.dropLast(4))
        bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: (0..<4).map { UInt8(sum >> (8 * $0) & 255) })
        let error = #expect(throws: StickerError.self) { try PhotoSubject(serialized: bytes) }
        #expect(error?.description.contains("60000 × 60000 samples; the limit is") == true)
    }

    /// A run may allow more pixels than is usual.
    @Test func theSubjectOfAVeryLargePhotoIsReadAgain() throws {
        let subject = PhotoSubject(
            matte: Matte(size: PixelSize(width: 320, height: 320), filledWith: 0.5),
            photoSize: PixelSize(width: 20_000, height: 15_000))
        #expect(try PhotoSubject(serialized: subject.serialized()) == subject)
    }

    @Test func laterVersionIsNamed() {
        var bytes = Self.subject().serialized()
        bytes[8] = 9
        let error = #expect(throws: StickerError.self) { try PhotoSubject(serialized: bytes) }
        #expect(error?.code == .subjectData)
        #expect(error?.description.contains("version 9") == true)
    }

    private func expectRefusal(_ bytes: [UInt8], _ comment: Comment) {
        let error = #expect(throws: StickerError.self, comment) { try PhotoSubject(serialized: bytes) }
        #expect(error?.code == .subjectData, comment)
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
