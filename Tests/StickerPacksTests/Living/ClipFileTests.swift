import Imaging
import Movies
import Testing

@testable import StickerPacks

struct ClipFileTests {
    private let size = PixelSize(width: 64, height: 48)

    @Test func framesAreCountedWithoutDecodingThem() async throws {
        let memory = try MovieMemory()
        let writer = try await MovieWriter.create(
            memory.path, MovieSettings(container: .webm, hasSound: false), first: VideoFormat(size: size),
            frameRate: 10)
        for number in 0..<12 {
            try await writer.write(Bitmap(size: size, filledWith: .white), time: Int64(number) * 100_000_000)
        }
        _ = try await writer.finish()
        let clip = try #require(ClipFile(try memory.bytes()))
        let facts = try await clip.facts(measuringOn: .shared)
        #expect(facts.size == size)
        #expect(facts.frameCount(from: 0, before: 3_200_000_000, atMost: 30) == 12)
        #expect(facts.frameCount(from: 0, before: 3_200_000_000, atMost: 5) == 6)
        #expect(facts.frameCount(from: 500_000_000, before: 800_000_000, atMost: 30) == 3)
        #expect(facts.frameCount(from: 5_000_000_000, before: 8_000_000_000, atMost: 30) == 1)
    }

    @Test func whatAFileDoesNotSayIsTakenForTheMost() {
        let facts = ClipFile.Facts(size: size, duration: nil, frameRate: nil)
        #expect(facts.frameCount(from: 1_000_000_000, before: 3_000_000_000, atMost: 30) == 60)
        // Every second frame of fifty a second.
        let fast = ClipFile.Facts(size: size, duration: nil, frameRate: 50)
        #expect(fast.frameCount(from: 0, before: 2_000_000_000, atMost: 30) == 50)
    }
}
