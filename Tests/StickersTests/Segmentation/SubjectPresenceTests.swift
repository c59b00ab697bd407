import Imaging
import Stickers
import TestSupport
import Testing

@Suite struct SubjectPresenceTests {
    @Test func nothingAboveOneHalfIsNoSubjectAndWhatIsSureIsOne() {
        #expect(SubjectPresence(Matte(size: PixelSize(width: 8, height: 8))).score == 0)
        var sure = Matte(size: PixelSize(width: 8, height: 8))
        for index in 0..<16 { sure.samples[index] = 1 }
        #expect(SubjectPresence(sure).score > 0.99)
    }

    @Test func aPatchThatIsHalfBelievedInCountsTheLessTheLessOfItIsSure() {
        var scores: [Double] = []
        for sureCount in [0, 4, 8, 16] {
            var matte = Matte(size: PixelSize(width: 8, height: 8))
            for index in 0..<16 { matte.samples[index] = index < sureCount ? 0.98 : 0.6 }
            scores.append(SubjectPresence(matte).score)
        }
        #expect(scores == scores.sorted() && scores[0] < 0.5 && scores[2] > 0.5)
    }

    /// What the four photos' subjects are, and that a wall, grain and a sweep of light have none.
    @Test(arguments: ["astronaut", "chelsea", "coffee", "rocket"])
    func photosWithASubject(name: String) throws {
        let photo = try ImageSource(Fixtures.bytes("reference/\(name).input.png")).decode()
        #expect(SubjectPresence(try SharedSegmenter.segmenter().matte(of: photo)).score > 0.5)
    }

    @Test func picturesOfNothing() async throws {
        var random = SeededGenerator(seed: 5)
        let size = PixelSize(width: 480, height: 320)
        let wall = Bitmap(size: size, filledWith: SRGBColor(red: 190, green: 176, blue: 150))
        var grain = wall
        var sweep = wall
        for y in 0..<size.height {
            for x in 0..<size.width {
                let noise = Int.random(in: -20...20, using: &random)
                grain[x, y] = SRGBColor(red: UInt8(190 + noise), green: UInt8(176 + noise), blue: UInt8(150 + noise))
                sweep[x, y] = SRGBColor(red: UInt8(x / 2), green: UInt8(x / 3 + y / 4), blue: 120)
            }
        }
        let processor = PhotoProcessor(segmenter: try SharedSegmenter.segmenter())
        for picture in [wall, grain, sweep] {
            let data = try ImageEncoder(.png()).encode(picture)
            let error = await #expect(throws: StickerError.self) { try await processor.process(data: data) }
            #expect(error?.code == .noSubject)
        }
    }

    /// Parts of the photos: the rim of a saucer and a patch of evening sky, each a few pixels that the first look half
    /// believes in; and the tip of a rocket, of which it is sure.
    @Test(arguments: [
        ("coffee", PixelRect(x: 213, y: 201, width: 105, height: 98), false),
        ("rocket", PixelRect(x: 181, y: 206, width: 62, height: 98), false),
        ("rocket", PixelRect(x: 115, y: 11, width: 80, height: 109), true),
    ])
    func whatACloserLookDoesNotSeeAgainIsNoSubjectUnlessTheFirstWasSure(
        name: String, part: PixelRect, isSubject: Bool
    ) async throws {
        let photo = try ImageSource(Fixtures.bytes("reference/\(name).input.png")).decode().cropped(to: part)
        #expect(SubjectPresence(try SharedSegmenter.segmenter().matte(of: photo)).score > 0.5)
        let processor = PhotoProcessor(segmenter: try SharedSegmenter.segmenter())
        let data = try ImageEncoder(.png()).encode(photo)
        if isSubject {
            let confidence = try #require(try await processor.process(data: data).confidence)
            #expect(confidence < 0.05)
        } else {
            let error = await #expect(throws: StickerError.self) { try await processor.process(data: data) }
            #expect(error?.code == .noSubject)
        }
    }
}
