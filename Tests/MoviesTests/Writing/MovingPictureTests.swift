import Files
import Imaging
import TestSupport
import Testing

@testable import Movies

/// Animated WebP, PNG and GIF, and ProRes, read by FFmpeg's and libwebp's own programs.
@Suite struct MovingPictureTests {
    private let folder = TemporaryFolder()
    private let size = PixelSize(width: 61, height: 45)
    /// In milliseconds; the last frame is shown for 40.
    private let times: [Int64] = [0, 40, 80, 200, 260]

    /// A ball with a soft edge that moves over transparency.
    private func frame(_ number: Int) -> Bitmap { frame(number, grain: 1) }

    private func frame(_ number: Int, grain: UInt64) -> Bitmap {
        var bitmap = Bitmap(size: size)
        var random = SeededGenerator(seed: UInt64(number))
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (dx, dy) = (Double(x - 15 - 6 * number), Double(y - 22))
                let alpha = max(0, min(255, (14 - (dx * dx + dy * dy).squareRoot()) * 40))
                guard alpha > 0 else { continue }
                bitmap[x, y] = SRGBColor(
                    red: UInt8(100 + 3 * y), green: UInt8(60 + 2 * x), blue: UInt8(90 + random.next() % grain),
                    alpha: UInt8(alpha))
            }
        }
        return bitmap
    }

    @discardableResult
    private func write(
        _ name: FilePath, _ settings: MovieSettings, hasAlpha: Bool = true, _ frames: [Bitmap]? = nil
    ) async throws -> FilePath {
        let path = folder.path.appending(name)
        let writer = try await MovieWriter.create(
            path, settings, first: VideoFormat(size: size, hasAlpha: hasAlpha), frameRate: 25)
        for (number, time) in times.enumerated() {
            try await writer.write(frames?[number] ?? frame(number), time: 1_000_000_000 + time * 1_000_000)
        }
        let summary = try await writer.finish()
        #expect(summary.frameCount == 5 && summary.duration == 300_000_000)
        return path
    }

    /// All frames, as FFmpeg's decoder draws them.
    private func read(_ path: FilePath, _ other: PixelSize? = nil) async throws -> [Bitmap] {
        let size = other ?? size
        let raw = folder.path.appending("frames.rgba")
        let read = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
                "rgba", raw,
            ]
        ).run()
        #expect(read.succeeded && read.errorText.isEmpty, "\(read.errorText)")
        let (bytes, count) = (try raw.readBytes(), 4 * size.area)
        return (0..<bytes.count / count).map {
            Bitmap(size: size, pixels: Array(bytes[$0 * count..<($0 + 1) * count]))
        }
    }

    /// Times and durations of the frames in milliseconds.
    private func timing(_ path: FilePath) async throws -> [[Int]] {
        try await Recorded.probe(path, "packet=pts_time,duration_time").split(separator: "\n").map {
            $0.split(separator: "|").map { Int((1000 * (Double($0) ?? -1)).rounded()) }
        }
    }

    private let wantedTiming = [[0, 40], [40, 40], [80, 120], [200, 60], [260, 40]]

    /// Visible pixels are alike.
    private func expectAlike(_ a: [Bitmap], _ b: [Bitmap], within tolerance: Int) {
        #expect(a.count == b.count)
        for (number, (a, b)) in zip(a, b).enumerated() {
            var most = 0
            for offset in stride(from: 0, to: a.pixels.count, by: 4) {
                most = max(most, abs(Int(a.pixels[offset + 3]) - Int(b.pixels[offset + 3])))
                guard a.pixels[offset + 3] > 0 else { continue }
                for channel in offset..<offset + 3 {
                    most = max(most, abs(Int(a.pixels[channel]) - Int(b.pixels[channel])))
                }
            }
            #expect(most <= tolerance, "frame \(number)")
        }
    }

    @Test func anAnimatedPNGHasEveryPixelAndRepeats() async throws {
        let path = try await write("ball.png", MovieSettings(container: .apng, rate: .lossless))
        expectAlike(try await read(path), (0..<5).map(frame), within: 0)
        #expect(try await timing(path) == wantedTiming)
        let bytes = try path.readBytes()
        let control = try #require(bytes.firstRange(of: Array("acTL".utf8))).upperBound
        #expect(Array(bytes[control..<control + 8]) == [0, 0, 0, 5, 0, 0, 0, 0])
        // Another decoder than FFmpeg's sees the first frame.
        #expect(try ImageSource(bytes).decode()[15, 22].alpha == 255)
    }

    @Test func aPaletteMakesAnAnimatedPNGSmaller() async throws {
        let frames = (0..<5).map { frame($0, grain: 40) }
        let whole = try await write("whole.png", MovieSettings(container: .apng), frames)
        let reduced = try await write("few.png", MovieSettings(container: .apng, colorCount: 64), frames)
        let (most, few) = (try whole.readBytes().count, try reduced.readBytes().count)
        #expect(2 * few < most, "\(few) of \(most)")
        let back = try await read(reduced)
        expectAlike(back, frames, within: 64)
        let colors = Set(
            back.flatMap { frame in
                stride(from: 0, to: frame.pixels.count, by: 4).map { Array(frame.pixels[$0..<$0 + 4]) }
            })
        #expect((20...64).contains(colors.count))
        #expect(
            back.allSatisfy { frame in
                stride(from: 3, to: frame.pixels.count, by: 4).contains { (1...254).contains(frame.pixels[$0]) }
            })
        #expect(try await timing(reduced) == wantedTiming)
    }

    @Test func aGIFHasAHardEdgeAndRepeats() async throws {
        // A frame without a transparent pixel does not shine through the next, nor does an empty one break the clip.
        var frames = (0..<5).map(frame)
        frames[1] = Bitmap(size: size, filledWith: SRGBColor(red: 200, green: 20, blue: 20))
        frames[3] = Bitmap(size: size)
        let path = try await write("ball.gif", MovieSettings(container: .gif), frames)
        let back = try await read(path)
        #expect(back.count == 5)
        for (number, (frame, wanted)) in zip(back, frames).enumerated() {
            for y in 0..<size.height {
                for x in 0..<size.width where number != 1 || (x, y) != (0, 0) {
                    let (a, b) = (frame[x, y], wanted[x, y])
                    guard a.alpha == (b.alpha >= 128 ? 255 : 0) else {
                        return #expect(Bool(false), "frame \(number) at \(x), \(y): \(a)")
                    }
                    if a.alpha > 0 { #expect(abs(Int(a.red) - Int(b.red)) + abs(Int(a.green) - Int(b.green)) <= 40) }
                }
            }
        }
        #expect(try await timing(path) == wantedTiming)
        #expect(try path.readBytes().firstRange(of: Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]) != nil)
    }

    @Test func aGIFHasNoFramesThatBrowsersSlowDown() async throws {
        let path = folder.path.appending("fast.gif")
        let writer = try await MovieWriter.create(
            path, MovieSettings(container: .gif, colorCount: 16), first: VideoFormat(size: size), frameRate: 100)
        for number in 0..<6 { try await writer.write(frame(number), time: Int64(number) * 10_000_000) }
        _ = try await writer.finish()
        #expect(try await timing(path) == [[0, 20], [20, 20], [40, 20]])
    }

    @Test(
        .enabled(
            if: SystemAbilities.hasProgram("webpmux") && SystemAbilities.hasProgram("dwebp"), "libwebp's programs"),
        arguments: [MovieSettings.Rate.lossless, .quality(80)])
    func anAnimatedWebPHasAlphaAndRepeats(rate: MovieSettings.Rate) async throws {
        let path = try await write("ball.webp", MovieSettings(container: .webp, rate: rate))
        let info = try await Subprocess("webpmux", ["-info", path]).run().outputText
        #expect(info.contains("Canvas size: 61 x 45") && info.contains("Loop Count : 0"), "\(info)")
        // No., width, height, alpha, x, y, duration, …
        let lines = info.split(separator: "\n").map { $0.split(separator: " ") }
        let rows = lines.filter { words in words.count > 8 && words[0].dropLast().allSatisfy(\.isNumber) }
        #expect(rows.map { $0[6] } == ["40", "40", "120", "60", "40"])
        #expect(rows.allSatisfy { $0[3] == "yes" })
        let (part, first) = (folder.path.appending("part.webp"), folder.path.appending("first.png"))
        #expect(try await Subprocess("webpmux", ["-get", "frame", "1", path, "-o", part]).run().succeeded)
        #expect(try await Subprocess("dwebp", ["-quiet", part, "-o", first]).run().succeeded)
        let back = try ImageSource(first.readBytes()).decode()
        let (x, y) = (Int(rows[0][4]) ?? 0, Int(rows[0][5]) ?? 0)
        let wanted = frame(0)
        for column in 0..<back.width where rate == .lossless {
            #expect(back[column, 22 - y].alpha == wanted[column + x, 22].alpha)
        }
        let (a, b) = (back[15 - x, 22 - y], wanted[15, 22])
        #expect(a.alpha == 255 && abs(Int(a.red) - Int(b.red)) < (rate == .lossless ? 1 : 16))
    }

    @Test func proResHasAlphaAndSound() async throws {
        let path = try await write("ball.mov", MovieSettings(container: .mov, hasSound: false))
        #expect(try await Recorded.probe(path, "stream=codec_name,profile,pix_fmt").contains("prores|4444|yuva444p"))
        let back = try await read(path)
        let whole = (0..<5).map { number in
            let frame = frame(number)
            return (frame, back[number])
        }
        for (wanted, got) in whole {
            for offset in stride(from: 3, to: wanted.pixels.count, by: 4) {
                #expect(abs(Int(wanted.pixels[offset]) - Int(got.pixels[offset])) <= 2)
            }
        }
        let (a, b) = (whole[0].0[15, 22], whole[0].1[15, 22])
        #expect(abs(Int(a.red) - Int(b.red)) <= 5 && abs(Int(a.green) - Int(b.green)) <= 5)
        #expect(try await timing(path) == wantedTiming)
        let loud = folder.path.appending("loud.mov")
        _ = try await Recorded.movie(
            of: .graph("testsrc2=s=128x96:r=25:d=1;sine=r=44100"), to: loud, MovieSettings(container: .mov))
        #expect(try await Recorded.probe(loud, "stream=codec_name") == "prores\naac\n")
    }

    @Test(arguments: [MovieSettings.Container.apng, .gif, .mov, .webp, .webm])
    func theLastPictureIsShownAsLongAsItIsSaid(container: MovieSettings.Container) async throws {
        let path = folder.path.appending(FilePath("long.\(container.rawValue)"))
        let writer = try await MovieWriter.create(
            path, MovieSettings(container: container, hasSound: false), first: VideoFormat(size: size, hasAlpha: true),
            frameRate: 25)
        for (number, time) in times.enumerated() {
            try await writer.write(frame(number), time: time * 1_000_000, duration: 700_000_000)
        }
        #expect(try await writer.finish().duration == 960_000_000)
        switch container {
        case .webp: #expect(MovingPicture(try path.readBytes())?.durations == [40, 40, 120, 60, 700])
        case .webm: #expect(try MovieFacts(path.readBytes()).duration == 960_000_000)
        default: #expect(try await timing(path) == Array(wantedTiming.dropLast()) + [[260, 700]])
        }
    }

    @Test(arguments: [MovieSettings.Container.webp, .apng, .gif, .mov])
    func framesOfAMovieAreTaken(container: MovieSettings.Container) async throws {
        let path = folder.path.appending(FilePath("taken.\(container.rawValue)"))
        let (summary, written) = try await Recorded.movie(
            of: .graph("testsrc2=s=64x48:r=25:d=0.2;sine"), to: path,
            MovieSettings(container: container, rate: .quality(90)), orientation: .upright)
        #expect(summary.frameCount == 5)
        guard container != .webp, case .picture(let first)? = written.first else { return }
        let back = try await read(path, first.size)[0]
        expectAlike([back], [first.bitmap(of: PixelRect(first.size))], within: [.gif: 40, .mov: 32][container] ?? 8)
    }

    @Test func aPaletteOfALongClipTakesBoundedMemory() throws {
        try FFmpegLibrary.start()
        let frames = PaletteFrames(MovieSettings(container: .gif), hasAlpha: true)
        let large = PixelSize(width: 2000, height: 2000)
        var counts: [Int] = []
        for number in 0..<10 {
            let color = SRGBColor(red: UInt8(number < 5 ? 20 : 220), green: 40, blue: 90)
            counts.append(try frames.add(Bitmap(size: large, filledWith: color), stamp: Int64(number)).count)
        }
        // Five frames have 80 MB.
        #expect(counts == [0, 0, 0, 0, 5, 0, 0, 0, 0, 5])
        #expect(try frames.rest().isEmpty)
    }

    @Test func settingsThatAFormatDoesNotHaveAreNamed() async throws {
        for (settings, words) in [
            (MovieSettings(container: .webm, colorCount: 8), "no palette"),
            (MovieSettings(container: .gif, colorCount: 1), "2…256"),
            (MovieSettings(container: .gif, rate: .lossless), "without loss"),
            (MovieSettings(container: .webp, rate: .bitrate(100_000)), "no bit rate"),
        ] {
            let path = folder.path.appending("none")
            let error = await #expect(throws: MovieError.self) {
                let writer = try await MovieWriter.create(path, settings, first: VideoFormat(size: size))
                _ = try await writer.finish()
            }
            #expect(error?.code == .unsupported && error?.description.contains(words) == true)
            #expect((try? path.status()) == nil)
        }
    }
}
