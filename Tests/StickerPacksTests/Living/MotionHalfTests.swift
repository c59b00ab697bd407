import Clips
import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// Movies in photos, as phones write them.
struct MotionHalfTests {
    private static func box(_ name: String, _ body: [UInt8] = []) -> [UInt8] {
        let size = UInt32(body.count + 8)
        return [3, 2, 1, 0].map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array(name.utf8) + body
    }

    private static let movie =
        box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0]) + box("mdat", [UInt8](repeating: 7, count: 100)) + box("moov")
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 8, 1, 2, 3, 4, 5, 6, 0xFF, 0xD9]
    private static let heic = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8)) + box("meta")

    @Test func aMovieBehindAJPEGIsFound() {
        #expect(MotionHalf(Self.jpeg + Self.movie)?.range == 14..<14 + Self.movie.count)
    }

    @Test func whatSamsungWritesBehindItIsNotOfTheMovie() {
        let name = Array("MotionPhoto_Data".utf8)
        let photo = Self.jpeg + name + Self.movie + [0, 0, 0x30, 0x0A, 1, 0, 0, 0] + Array("SEFT".utf8)
        #expect(MotionHalf(photo)?.range == 30..<30 + Self.movie.count)
    }

    @Test func aBoxOfAHEICHasIt() {
        let photo = Self.heic + Self.box("mdat", [1, 2, 3]) + Self.box("mpvd", Self.movie)
        let start = photo.count - Self.movie.count
        #expect(MotionHalf(photo)?.range == start..<photo.count)
    }

    @Test func thePhotoItselfIsNoMovie() {
        #expect(MotionHalf(Self.jpeg) == nil && MotionHalf(Self.heic + Self.box("moov") + Self.box("mdat")) == nil)
        #expect(MotionHalf([]) == nil && MotionHalf(Array("ftyp".utf8)) == nil)
    }

    @Test func aMovieThatIsCutShortIsNone() {
        for count in [1, 20, 60, Self.movie.count - 1] {
            #expect(MotionHalf(Self.jpeg + Self.movie.prefix(count)) == nil, "\(count)")
        }
    }

    /// The letters in a picture's pixels, before the movie.
    @Test func lettersInThePixelsDoNotHideIt() {
        let letters = Array("ftyp".utf8)
        let photo = Self.jpeg + letters + [9, 9] + letters + letters + Self.movie
        #expect(MotionHalf(photo)?.range == photo.count - Self.movie.count..<photo.count)
    }

    @Test func searchingEnds() {
        let letters = [[UInt8]](repeating: Array("ftyp".utf8), count: 1 << 18).flatMap { $0 }
        #expect(MotionHalf(Self.jpeg + letters + Self.movie) == nil)
        // Boxes that claim all numbers that there are.
        for size in [[0, 0, 0, 1] as [UInt8], [255, 255, 255, 255], [0, 0, 0, 0], [0, 0, 0, 7]] {
            let claim = size + Array("ftyp".utf8) + [UInt8](repeating: 255, count: 8)
            #expect(MotionHalf(Self.jpeg + claim + Self.movie)?.range.count ?? 0 <= Self.movie.count + claim.count)
        }
    }

    @Test func onlyPhotosHaveOne() throws {
        #expect(ClipFile(motionHalfOf: Self.jpeg + Self.movie) != nil)
        #expect(ClipFile(motionHalfOf: Self.heic + Self.box("mpvd", Self.movie)) != nil)
        #expect(ClipFile(motionHalfOf: Self.movie) == nil)
        let png = try ImageEncoder(.png()).encode(Bitmap(size: PixelSize(width: 2, height: 2)))
        #expect(ClipFile(motionHalfOf: png + Self.movie) == nil)
    }

    /// A sequence of three pictures.
    @Test func anAVIFThatMovesIsAClip() async throws {
        let folder = FilePath(#filePath).parent.parent.parent.appending("ImagingTests/Fixtures")
        let clip = try #require(ClipFile(folder.appending("animation/three.avif").readBytes()))
        var count = 0
        for try await frame in try await clip.frames(side: 64, before: .max) {
            count += frame.picture.width > 0 ? 1 : 0
        }
        #expect(count == 3)
        #expect(ClipFile(try folder.appending("format/photo.avif").readBytes()) == nil)
        #expect(ClipFile(try folder.appending("format/truecolor.png").readBytes()) == nil)
    }
}
