import Clips
import Files
import Imaging
import Movies
import TestSupport
import Testing

@testable import StickerPacks

struct LivingEncoderTests {
    private let folder = TemporaryFolder()

    /// A disc that goes around on transparency, with as much detail as asked for.
    private func sticker(_ size: PixelSize, count: Int, noise: Int = 0, seconds: Double = 1) -> LivingSticker {
        var random = SeededGenerator(seed: 11)
        return LivingSticker(
            (0..<count).map { number in
                var picture = Bitmap(size: size)
                let middle = size.width / 2 + (number * 4) % 40 - 20
                for y in 8..<size.height - 8 {
                    for x in max(8, middle - 60)..<min(size.width - 8, middle + 60) {
                        let shade = 128 + (noise == 0 ? 0 : Int.random(in: -noise...noise, using: &random))
                        picture[x, y] = SRGBColor(red: UInt8(shade), green: UInt8(y % 256), blue: UInt8(x % 256))
                    }
                }
                return LivingSticker.Frame(picture, duration: Int64(seconds * 1e9) / Int64(count))
            })
    }

    private func encoded(
        _ sticker: LivingSticker, _ rules: LivingRules, limit: Int? = nil
    ) async throws -> LivingEncoder.Encoded {
        var rules = rules
        rules.byteLimit = limit ?? rules.byteLimit
        let encoded = try await LivingEncoder(rules).encode(sticker, named: "clip.mp4")
        #expect(encoded.bytes.count <= rules.writtenByteLimit)
        return encoded
    }

    private func probe(_ bytes: [UInt8], _ name: FilePath, _ entries: FilePath) async throws -> String {
        let place = FilePath("/tmp/\(folder.path.lastComponent)-\(name)")
        try AtomicFile.write(bytes, to: place)
        defer { try? place.removeFile() }
        let output = try await Subprocess(
            "ffprobe", ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "csv=p=0", place]
        ).run()
        #expect(output.succeeded, "\(output.errorText)")
        return output.outputText.split(separator: "\n").joined(separator: ";")
    }

    private var telegram: LivingRules {
        get throws { try #require(PackTarget.telegram.rules.living) }
    }

    @Test func whatFitsKeepsAllOfItsFrames() async throws {
        let made = try await encoded(sticker(PixelSize(width: 512, height: 200), count: 30), try telegram)
        #expect(made.frameCount == 30 && made.size == PixelSize(width: 512, height: 200))
        let seen = try await probe(
            made.bytes, "a.webm",
            "format=duration:stream=codec_name,width,height,nb_read_frames,avg_frame_rate:stream_tags=alpha_mode")
        #expect(seen == "vp9,512,200,30/1,30,1;1.000000")
    }

    @Test func qualityIsLoweredBeforeFramesAreLeftOut() async throws {
        let noisy = sticker(PixelSize(width: 512, height: 160), count: 20, noise: 60)
        let free = try await encoded(noisy, try telegram, limit: 10_000_000)
        let less = try await encoded(noisy, try telegram, limit: free.bytes.count / 2)
        #expect(less.frameCount == 20 && less.fidelity != free.fidelity)
        #expect(less.bytes.count > free.bytes.count / 4)
        let few = try await encoded(noisy, try telegram, limit: free.bytes.count / 40)
        #expect(few.frameCount < 20)
    }

    /// Sizes that can hardly fit are not tried; none of them may be one that fits.
    @Test(arguments: [40_000, 70_000, 120_000]) func theLargestSizeThatFitsIsTaken(limit: Int) async throws {
        let noisy = sticker(PixelSize(width: 240, height: 240), count: 12, noise: 40)
        var rules = LivingRules(
            size: .within(PixelSize(width: 240, height: 240)), format: .apng, byteLimit: limit,
            sides: [240, 180, 120, 90])
        let made = try await encoded(noisy, rules)
        let better = rules.sides.filter { $0 > made.size.longestSide }
        for side in better {
            rules.sides = [side]
            let alone = try? await encoded(noisy, rules)
            let colors = alone.map { Int($0.fidelity.prefix(while: \.isNumber)) ?? 257 }
            #expect(colors ?? 0 < 64, "\(side) pixels have \(alone?.fidelity ?? "")")
        }
    }

    @Test func whatCannotFitIsNamedWithItsLimit() async throws {
        let noisy = sticker(PixelSize(width: 512, height: 160), count: 6, noise: 90)
        let error = await #expect(throws: PackError.self) {
            try await self.encoded(noisy, try self.telegram, limit: 500)
        }
        #expect(error?.code == .doesNotFit)
        let words = "at most 500 are allowed: choose a shorter part of the clip"
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test func sixtyFramesASecondBecomeThirty() async throws {
        let made = try await encoded(sticker(PixelSize(width: 512, height: 100), count: 60), try telegram)
        #expect(made.frameCount == 30)
    }

    @Test func aPauseTakesNothingFromTheMotionBeforeIt() async throws {
        let even = sticker(PixelSize(width: 512, height: 100), count: 6, seconds: 0.6)
        let held = LivingSticker(
            even.frames.dropLast() + [LivingSticker.Frame(even.frames[5].picture, duration: 1_500_000_000)])
        let made = try await encoded(held, try telegram)
        #expect(made.frameCount == 20 && made.wholeCount == 20)
    }

    /// A frame that is shown for a moment asks for 100 frames a second, of which all others are copies. Slack takes 50.
    @Test func pausesAreFilledAtTheRateOfClips() async throws {
        let even = sticker(PixelSize(width: 128, height: 96), count: 4, seconds: 0.8)
        let uneven = LivingSticker(
            even.frames.enumerated().map {
                LivingSticker.Frame($1.picture, duration: $0 == 2 ? 10_000_000 : 330_000_000)
            })
        let made = try await encoded(uneven, try #require(PackTarget.slack.rules.living))
        #expect(made.frameCount == 30 && made.wholeCount == 30)
    }

    @Test func aStickerThatIsTooLongIsPlayedFaster() async throws {
        let made = try await encoded(
            sticker(PixelSize(width: 512, height: 100), count: 40, seconds: 4), try telegram)
        #expect(try await probe(made.bytes, "a.webm", "format=duration") == "3.000000")
    }

    /// Times in a file are rounded: the last of 24 frames of a GIF would begin at 2.88 s and last 0.13 s.
    @Test(arguments: [LivingRules.Format.gif, .webm], [7, 8, 16, 24, 40, 48, 80, 90])
    func noFileLastsLongerThanThePlatformTakes(format: LivingRules.Format, count: Int) async throws {
        let size = PixelSize(width: 200, height: 64)
        let rules = LivingRules(
            size: .within(size), format: format, byteLimit: 10_000_000, sides: [200], isSquare: false)
        let made = try await encoded(sticker(size, count: count, seconds: 3), rules)
        #expect(made.frameCount == count)
        #expect(try MovieFacts(made.bytes).duration == rules.duration)
    }

    @Test(arguments: PackTarget.allCases.filter { $0.rules.living != nil }) func eachPlatformGetsWhatItAsksFor(
        target: PackTarget
    ) async throws {
        let rules = try #require(target.rules.living)
        let made = try await encoded(sticker(PixelSize(width: 400, height: 512), count: 60, seconds: 2.4), rules)
        let name = FilePath("b.\(rules.format.pathExtension)")
        #expect(rules.size.allows(made.size) && rules.frameCount.contains(made.frameCount), "\(made.size)")
        if rules.format == .webp { return #expect(try await animatedWebP(made.bytes) == (512, 512, made.frameCount)) }
        let seen = try await probe(made.bytes, name, "stream=codec_name,width,height,nb_read_frames")
        let codec = rules.format == .webm ? "vp9" : rules.format.rawValue
        #expect(seen.hasPrefix("\(codec),\(made.size.width),\(made.size.height),\(made.frameCount)"), "\(seen)")
    }

    @Test func lineGetsWholeSecondsOnce() async throws {
        let rules = try #require(PackTarget.line.rules.living)
        let made = try await encoded(sticker(PixelSize(width: 512, height: 300), count: 70, seconds: 2.3), rules)
        #expect(made.frameCount == 20 && made.size.height == 270)
        // acTL: frames and rounds; fcTL: a time as a fraction of a second.
        let header = try #require(made.bytes.firstRange(of: Array("acTL".utf8)))
        #expect(Array(made.bytes[header.upperBound..<header.upperBound + 8]) == [0, 0, 0, 20, 0, 0, 0, 1])
        var seconds = 0.0
        for frame in made.bytes.ranges(of: Array("fcTL".utf8)) {
            func number(_ offset: Int) -> Double {
                Double(made.bytes[frame.upperBound + offset]) * 256 + Double(made.bytes[frame.upperBound + offset + 1])
            }
            seconds += number(20) / number(22)
        }
        #expect(abs(seconds - 2) < 0.01, "\(seconds)")
    }

    @Test func signalMayGetASmallerSticker() async throws {
        var rules = try #require(PackTarget.signal.rules.living)
        rules.byteLimit = 40 * 1024
        let made = try await encoded(sticker(PixelSize(width: 512, height: 512), count: 4, noise: 70), rules)
        #expect(made.size.width < 512 && made.size.width == made.size.height)
    }

    @Test func aHardEdgeHasNoHalf() {
        var soft = Bitmap(size: PixelSize(width: 4, height: 1))
        for (x, alpha) in [0, 100, 180, 255].enumerated() {
            soft[x, 0] = SRGBColor(red: 200, green: 0, blue: 0, alpha: UInt8(alpha))
        }
        let hard = soft.hardened(against: .white)
        #expect((0..<4).map { hard[$0, 0].alpha } == [0, 0, 255, 255])
        #expect(hard[2, 0].green > 50 && hard[3, 0].green == 0 && hard[1, 0].red == 0)
    }

    /// Width, height and frames, as libwebp's `webpinfo` reads them.
    private func animatedWebP(_ bytes: [UInt8]) async throws -> (Int, Int, Int) {
        let place = FilePath("/tmp/\(folder.path.lastComponent)-c.webp")
        try AtomicFile.write(bytes, to: place)
        defer { try? place.removeFile() }
        let output = try await Subprocess("webpinfo", [place]).run()
        #expect(output.succeeded && output.outputText.contains("No error detected"), "\(output.outputText)")
        let frames = output.outputText.ranges(of: "Chunk ANMF").count
        let canvas = output.outputText.firstMatch(of: /Canvas size (\d+) x (\d+)/)
        return (canvas.flatMap { Int($0.1) } ?? 0, canvas.flatMap { Int($0.2) } ?? 0, frames)
    }
}
