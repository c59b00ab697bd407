import Files
import Imaging
import TestSupport
import Testing

@testable import Movies

/// Alpha in each form in which files have it: in the pictures, beside their packets, in a track of its own.
@Suite struct AlphaReadingTests {
    private let movies = OddMovies()
    private static let size = PixelSize(width: 64, height: 48)
    private static var options: ReadingOptions { ReadingOptions(wantsAlpha: true, pool: FramePool(capacity: 20)) }

    /// Five frames in one colour. The left half is opaque, and two columns more in each frame.
    private static func source(alpha: String = "if(lt(X,32+2*N),255,0)") -> String {
        "-f lavfi -i color=s=64x48:r=10:d=0.5,format=rgba,geq=r=200:g=60:b=40:a='\(alpha)'"
    }

    private static let avif =
        "-map 0 -map 0 -filter:v:1 alphaextract -c:v libaom-av1 -cpu-used 8 -pix_fmt:v:0 yuv420p"

    private static let kinds = [
        ("a.apng", ""), ("deep.apng", "-pix_fmt rgba64be"), ("grey.apng", "-pix_fmt ya8"),
        ("prores.mov", "-c:v prores_ks -pix_fmt yuva444p10le"), ("qtrle.mov", "-c:v qtrle -pix_fmt argb"),
        ("png.mov", "-c:v png -pix_fmt rgba"), ("ffv1.mkv", "-c:v ffv1 -pix_fmt yuva420p"),
        ("vp9.webm", "-c:v libvpx-vp9 -pix_fmt yuva420p"),
        ("vp8.webm", "-c:v libvpx -auto-alt-ref 0 -pix_fmt yuva420p"),
        ("a.avif", avif),
    ]

    @Test(arguments: kinds) func alphaIsThatOfTheFile(name: String, encoding: String) async throws {
        let path = try await movies.make(name, "\(Self.source()) \(encoding)")
        let movie = try await ReadMovie(.file(path), Self.options)
        #expect(movie.info.picture?.hasAlpha == true && movie.error == nil && movie.loss == nil)
        #expect(movie.frames.count == 5)
        for (number, frame) in movie.frames.enumerated() {
            let alpha = try #require(frame.alpha).row(20, of: Self.size)
            for (x, value) in alpha.enumerated() {
                let isOpaque = x < 32 + 2 * number
                #expect(isOpaque ? value > 245 : value < 10, "frame \(number) at \(x): \(value)")
            }
        }
        // The colours are those that are read without it.
        let plain = try await ReadMovie(.file(path))
        #expect(plain.frames.allSatisfy { $0.alpha == nil } && plain.info.picture?.hasAlpha == false)
        #expect(plain.times == movie.times && plain.frames.map(\.packedSamples) == movie.frames.map(\.packedSamples))
    }

    @Test(arguments: [("a.mp4", "-c:v libx264 -pix_fmt yuv420p"), ("b.webm", "-c:v libvpx-vp9 -pix_fmt yuv420p")])
    func aMovieWithoutAlphaHasNone(name: String, encoding: String) async throws {
        let movie = try await ReadMovie(.file(movies.make(name, "\(Self.source()) \(encoding)")), Self.options)
        #expect(movie.info.picture?.hasAlpha == false)
        #expect(movie.frames.count == 5 && movie.frames.allSatisfy { $0.alpha == nil })
    }

    /// The alpha has more bytes here, and so FFmpeg takes it for the better track.
    @Test func theAlphaOfAnAVIFIsNotItsPicture() async throws {
        let noisy = Self.source(alpha: "random(0)*255")
        let path = try await movies.make("noisy.avif", "\(noisy) \(Self.avif)")
        let movie = try await ReadMovie(.file(path))
        let color = try #require(movie.frames.last).bitmap(of: PixelRect(Self.size))[20, 20]
        #expect(abs(Int(color.red) - 200) < 12 && abs(Int(color.green) - 60) < 12, "\(color)")
        #expect(try MovieFacts(path.readBytes()).frameCount == 5)
    }

    /// All pictures wait until the end of the file, and are more than the pool has places.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func picturesWhoseAlphaIsBrokenAreRead(isDamaged: Bool) async throws {
        var bytes = try await movies.bytes(
            "a.webm",
            "-f lavfi -i testsrc2=s=64x48:r=10:d=2:alpha=128 -c:v libvpx-vp9 -deadline realtime -pix_fmt yuva420p")
        let additions = bytes.blockAdditions
        #expect(additions.count == 20)
        for start in isDamaged ? additions[...] : additions.dropFirst() {
            if isDamaged {
                let data = start + 10
                let count = Int(bytes[data - 1] & 0x7F)
                bytes.replaceSubrange(data..<data + count, with: repeatElement(0, count: count))
            } else {
                // An element of the kind `Void`, whose identifier is shorter.
                bytes.replaceSubrange(start..<start + 2, with: [0xEC, bytes[start + 2] + 1])
            }
        }
        let options = ReadingOptions(wantsAlpha: true, pool: FramePool(capacity: 4))
        let reader = try await MovieReader.open(.bytes(bytes), options)
        var haveAlpha: [Bool] = []
        for try await sample in reader.samples {
            if case .picture(let frame) = sample { haveAlpha.append(frame.alpha != nil) }
        }
        await reader.stop()
        // The first alpha is shown until the next.
        #expect(haveAlpha == Array(repeating: !isDamaged, count: 20))
    }

    @Test func aBitmapHasTheAlphaThatIsAskedFor() async throws {
        let path = try await movies.make("a.apng", Self.source())
        let frame = try #require(try await ReadMovie(.file(path), Self.options).frames.first)
        let scaler = FrameScaler()
        let opaque = try scaler.bitmap(of: frame, longestSide: 64)
        #expect(!opaque.hasTransparency)
        let whole = try scaler.bitmap(of: frame, longestSide: 64, keepsAlpha: true)
        #expect(whole[31, 20].alpha == 255 && whole[32, 20].alpha == 0 && whole[31, 20].red == opaque[31, 20].red)
        let small = try scaler.bitmap(of: frame, longestSide: 32, keepsAlpha: true)
        #expect(small.size == PixelSize(width: 32, height: 24))
        #expect(small[10, 10].alpha == 255 && small[25, 10].alpha == 0)
        // What is transparent has no colour to give.
        #expect(abs(Int(small[15, 10].red) - 200) < 8 && abs(Int(small[15, 10].green) - 60) < 8)
    }
}

extension FramePlanes {
    fileprivate func row(_ row: Int, of size: PixelSize) -> [UInt8] {
        withPlane(0, of: size) { bytes, stride in Array(bytes[row * stride..<row * stride + size.width]) }
    }
}

extension [UInt8] {
    /// Where the elements `BlockAdditions` of a small Matroska file begin: with a `BlockMore`, in it a `BlockAddID` of
    /// 1, and then `BlockAdditional`; each size is in one byte.
    fileprivate var blockAdditions: [Int] {
        indices.dropLast(10).filter { start in
            self[start...].starts(with: [0x75, 0xA1]) && self[start + 3] == 0xA6
                && self[(start + 5)...].starts(with: [0xEE, 0x81, 0x01, 0xA5])
        }
    }
}
