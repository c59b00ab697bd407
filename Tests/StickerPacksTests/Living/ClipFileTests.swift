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

    /// Twelve white frames, ten a second.
    private func movie() async throws -> ClipFile {
        let memory = try MovieMemory()
        let writer = try await MovieWriter.create(
            memory.path, MovieSettings(container: .webm, hasSound: false), first: VideoFormat(size: size),
            frameRate: 10)
        for number in 0..<12 {
            try await writer.write(Bitmap(size: size, filledWith: .white), time: Int64(number) * 100_000_000)
        }
        _ = try await writer.finish()
        return try #require(ClipFile(try memory.bytes()))
    }

    @Test func onlyFramesThatAreWantedAreConverted() async throws {
        var frames = try await movie().frames(side: 32, before: 2_000_000_000)
        (frames.start, frames.step) = (300_000_000, 250_000_000)
        var times: [Int64] = []
        for try await frame in frames { times.append(frame.time / 1_000_000) }
        #expect(times == [300, 600, 900])
    }

    @Test func framesAreCountedWithoutDecodingThem() async throws {
        let facts = try await movie().facts(measuringOn: .shared)
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

    /// Each format that Peel writes with alpha.
    private static let withAlpha: [MovieSettings.Container] = [.webp, .gif, .apng, .webm, .mov]

    /// White pictures, with a grey column that moves.
    ///
    /// - Parameter cutOut: the numbers of those of which the outer half is transparent.
    private func file(
        _ container: MovieSettings.Container, count: Int = 3, cutOut: Set<Int> = [0, 1, 2]
    ) async throws -> [UInt8] {
        let memory = try MovieMemory()
        let writer = try await MovieWriter.create(
            memory.path, MovieSettings(container: container, hasSound: false),
            first: VideoFormat(size: size, hasAlpha: true), frameRate: 10)
        for number in 0..<count {
            var picture = Bitmap(size: size, filledWith: .white)
            for y in 0..<size.height {
                picture[24 + number, y] = SRGBColor(red: 90, green: 90, blue: 90)
                guard cutOut.contains(number) else { continue }
                for x in 0..<size.width where !(16..<48).contains(x) { picture[x, y].alpha = 0 }
            }
            try await writer.write(picture, time: Int64(number) * 100_000_000)
        }
        _ = try await writer.finish()
        return try memory.bytes()
    }

    private func expectCutOut(_ clip: ClipFile) async throws {
        let found = try await frames(clip)
        #expect(found.map { ($0.time + 500_000) / 1_000_000 } == [0, 100, 200] && found.allSatisfy(\.keepsAlpha))
        for (number, frame) in found.enumerated() {
            for x in [4, 12, 52, 60] {
                #expect(frame.picture[x, 8].alpha < 10, "\(number), \(x): \(frame.picture[x, 8])")
            }
            for x in [20, 32, 44] {
                let pixel = frame.picture[x, 8]
                #expect(pixel.alpha > 245 && pixel.red > 235, "\(number), \(x): \(pixel)")
            }
        }
    }

    @Test(arguments: withAlpha)
    func aClipThatIsCutOutAlreadyKeepsItsAlpha(container: MovieSettings.Container) async throws {
        let bytes = try await file(container)
        try await expectCutOut(try #require(ClipFile(bytes)))
        try await expectCutOut(ClipFile(try folder.write(bytes, to: "clip")))
    }

    @Test func aMovingAVIFThatIsCutOutAlreadyKeepsItsAlpha() async throws {
        let source = try folder.write(try await file(.apng), to: "clip.png")
        let avif = folder.path.appending("clip.avif")
        let made = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", source, "-map", "0", "-map", "0", "-filter:v:1", "alphaextract",
                "-c:v", "libaom-av1", "-cpu-used", "8", "-pix_fmt:v:0", "yuv420p", avif,
            ]
        ).run()
        try #require(made.succeeded, "\(made.errorText)")
        try await expectCutOut(try #require(ClipFile(try avif.readBytes())))
        try await expectCutOut(ClipFile(avif))
    }

    /// A channel of alpha alone does not make a cut-out.
    @Test(arguments: withAlpha)
    func aClipThatIsOpaqueInMostFramesIsCut(container: MovieSettings.Container) async throws {
        for cutOut in [[], [1]] as [Set<Int>] {
            let clip = try #require(ClipFile(try await file(container, count: 5, cutOut: cutOut)))
            let found = try await frames(clip)
            #expect(found.count == 5 && found.allSatisfy { !$0.keepsAlpha })
        }
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
