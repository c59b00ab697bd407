import Clips
import Files
import Imaging
import Movies
import TestSupport
import Testing

@testable import StickerPacks

struct ClipFileTests {
    private let size = PixelSize(width: 64, height: 48)
    private let folder = TemporaryFolder()

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

    @Test func aClipThatIsCutShortIsNotWhole() throws {
        func box(_ name: String, _ body: [UInt8] = []) -> [UInt8] {
            [0, 0, 0, UInt8(8 + body.count)] + Array(name.utf8) + body
        }
        let folder = FilePath(#filePath).parent.parent.parent.appending("ImagingTests/Fixtures/animation")
        let names: [FilePath] = ["three.avif", "three.gif", "three.webp"]
        let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x81, 7, 0x18, 0x53, 0x80, 0x67]
        let movie: [UInt8] = box("ftyp", [0]) + box("moov") + box("mdat", [1, 2, 3])
        let avi = Array("RIFF".utf8)
        var whole = try names.map { try folder.appending($0).readBytes() }
        whole += [movie, movie + box("moof") + box("mdat", [1, 2]), box("ftyp") + box("mdat", [1]) + box("moov", [1])]
        whole.append(matroska + [0x83, 1, 2, 3])
        whole.append(matroska + [1, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3])
        whole.append(avi + [6, 0, 0, 0] + Array("AVI 12".utf8))
        for (number, bytes) in whole.enumerated() {
            #expect(ClipFile.isWhole(bytes), "\(number)")
            #expect(!ClipFile.isWhole(Array(bytes.dropLast())), "\(number)")
        }
    }

    @Test func aClipThatDoesNotSayItsLengthIsWhole() {
        let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x81, 7, 0x18, 0x53, 0x80, 0x67, 0xFF, 1, 2]
        #expect(ClipFile.isWhole(matroska) && ClipFile.isWhole(Array(matroska.prefix(4))))
        #expect(ClipFile.isWhole(Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("AVI ".utf8)))
        #expect(ClipFile.isWhole([0, 0, 0, 8] + Array("ftyp".utf8) + Array("a camera's own".utf8)))
        #expect(ClipFile.isWhole([0xFF, 0xD8, 0xFF]) && ClipFile.isWhole([]))
    }

    /// A picture whose frames begin at these milliseconds and are ever lighter, the last one shown for a second.
    private func picture(_ times: [Int64]) async throws -> ClipFile {
        let memory = try MovieMemory()
        let writer = try await MovieWriter.create(
            memory.path, MovieSettings(container: .webp, rate: .lossless, hasSound: false),
            first: VideoFormat(size: size), frameRate: 1)
        for (number, time) in times.enumerated() {
            let shade = UInt8(20 * number)
            let frame = Bitmap(size: size, filledWith: SRGBColor(red: shade, green: shade, blue: shade))
            try await writer.write(frame, time: time * 1_000_000)
        }
        _ = try await writer.finish()
        return try #require(ClipFile(try memory.bytes()))
    }

    @Test func picturesOfATimeLineAreThoseOfTheirPlaces() async throws {
        let clip = try await picture([0, 5000, 5100, 5200, 5300, 5400, 5500, 5600, 5700, 5800, 5900])
        let pictures = try await clip.pictures(12, until: 6_000_000_000, side: 64)
        #expect(pictures.map { $0[0, 0].red / 20 } == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6])
        // Those of frames that come evenly, and of a last one that stays.
        let even = try await picture([0, 100, 200, 300, 400]).pictures(3, until: 500_000_000, side: 64)
        #expect(even.map { $0[0, 0].red / 20 } == [0, 2, 4])
        let short = try await picture([0, 100]).pictures(4, until: 1_000_000_000, side: 64)
        #expect(short.map { $0[0, 0].red / 20 } == [0, 1, 1, 1])
    }

    @Test func theFrameThatIsShownIsTheFirstOneAtItsTimeOrLater() async throws {
        let clip = try await picture([0, 2000, 4000])
        for (time, number) in [(0, 0), (500, 1), (2000, 1), (2001, 1), (2002, 2), (9000, 2)] as [(Int64, UInt8)] {
            let frame = try await clip.frame(at: time * 1_000_000, side: 64)
            #expect(frame[0, 0].red / 20 == number, "\(time)")
        }
    }

    private func frames(_ clip: ClipFile) async throws -> [ClipFrame] {
        var frames: [ClipFrame] = []
        for try await frame in try await clip.frames(side: 64, before: 10_000_000_000) { frames.append(frame) }
        return frames
    }

    /// Half of it, over nothing.
    @Test(arguments: [MovieSettings.Container.webp, .gif])
    func aPictureThatIsCutOutAlreadyKeepsItsAlpha(container: MovieSettings.Container) async throws {
        let memory = try MovieMemory()
        let writer = try await MovieWriter.create(
            memory.path, MovieSettings(container: container, hasSound: false),
            first: VideoFormat(size: size, hasAlpha: true), frameRate: 10)
        for number in 0..<3 {
            var picture = Bitmap(size: size)
            for y in 0..<size.height { for x in 16 + number..<48 + number { picture[x, y] = .white } }
            try await writer.write(picture, time: Int64(number) * 100_000_000)
        }
        _ = try await writer.finish()
        let bytes = try memory.bytes()
        for clip in [try #require(ClipFile(bytes)), ClipFile(try folder.write(bytes, to: "clip"))] {
            let found = try await frames(clip)
            #expect(found.map(\.time) == [0, 100_000_000, 200_000_000] && found.allSatisfy(\.keepsAlpha))
            #expect(found.map { $0.picture[8, 8].alpha } == [0, 0, 0])
            #expect(found.map { $0.picture[32, 8].alpha } == [255, 255, 255])
        }
        #expect(try await frames(picture([0, 100, 200])).allSatisfy { !$0.keepsAlpha })
    }

    @Test func picturesWithoutATimeAreShownAsInBrowsers() async throws {
        let folder = FilePath(#filePath).parent.parent.parent.appending("ImagingTests/Fixtures/animation")
        var bytes = try folder.appending("three.webp").readBytes()
        var rest = bytes.startIndex
        while let found = bytes[rest...].firstRange(of: Array("ANMF".utf8)) {
            for index in found.lowerBound + 20..<found.lowerBound + 23 { bytes[index] = 0 }
            rest = found.upperBound
        }
        let clip = try #require(ClipFile(bytes))
        #expect(try await clip.facts().duration == 300_000_000)
        #expect(try await frames(clip).map(\.time) == [0, 100_000_000, 200_000_000])
        #expect(MovingPicture(bytes)?.durations == [0, 0, 0])
    }

    /// Cameras wrote QuickTime movies without `ftyp` until 2005.
    @Test func aMovieBeginsWithAnyOfItsBoxes() async throws {
        let memory = try MovieMemory()
        let writer = try await MovieWriter.create(
            memory.path, MovieSettings(container: .mov, hasSound: false), first: VideoFormat(size: size), frameRate: 10)
        for number in 0..<3 {
            try await writer.write(Bitmap(size: size, filledWith: .white), time: Int64(number) * 100_000_000)
        }
        _ = try await writer.finish()
        var bytes = try memory.bytes()
        #expect(bytes[4..<8].elementsEqual("ftyp".utf8))
        bytes.replaceSubrange(4..<8, with: "free".utf8)
        #expect(try await ClipFile(bytes)?.facts().size == size)
        for name in ["moov", "mdat", "wide", "skip", "pnot"] {
            #expect(ClipFile([0, 0, 0, 8] + Array(name.utf8)) != nil, "\(name)")
        }
        #expect(ClipFile([0, 0, 0, 24] + Array("ftypcrx ".utf8)) == nil)
    }

    /// A quarter of the memory of a machine of 2 GB.
    @Test func aClipOf4KFitsIntoTheSmallestBudget() {
        let clip = ClipFile(FilePath("4k.mp4"))
        let facts = ClipFile.Facts(size: PixelSize(width: 3840, height: 2160), duration: nil, frameRate: 30)
        #expect(clip.memory(facts, before: 3_200_000_000, side: 1280) < 512 << 20)
        #expect(clip.memory(facts, before: 10_000_000_000, side: .max, waiting: 3) < 512 << 20)
    }

    @Test func whatAFileDoesNotSayIsTakenForTheMost() {
        let facts = ClipFile.Facts(size: size, duration: nil, frameRate: nil)
        #expect(facts.frameCount(from: 1_000_000_000, before: 3_000_000_000, atMost: 30) == 60)
        // Every second frame of fifty a second.
        let fast = ClipFile.Facts(size: size, duration: nil, frameRate: 50)
        #expect(fast.frameCount(from: 0, before: 2_000_000_000, atMost: 30) == 50)
    }
}
