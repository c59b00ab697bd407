import Imaging
import Stickers
import TestSupport
import Testing

@testable import Clips

/// Which frame of a clip a still sticker is made of.
struct StillFinderTests {
    @Test(arguments: [(64, 2), (2, 64), (1, 1), (9, 1)])
    func aFrameOfTwoRowsHasNoSharpness(width: Int, height: Int) {
        let size = PixelSize(width: width, height: height)
        let plane = Plane(size: size, samples: (0..<size.area).map { Float($0 % 2) })
        let matte = Matte(size: size, samples: [Float](repeating: 1, count: size.area))
        #expect(plane.sharpness(in: PixelRect(size), where: matte) == 0)
    }

    private static func finder() throws -> StillFinder {
        StillFinder(try SharedSegmenter.segmenter(), executor: PhotoExecutor(threadCount: 2))
    }

    private static func photo() throws -> Bitmap {
        try MovingCutout(.astronaut, count: 1).frames[0].picture
    }

    private static func frames(_ pictures: [Bitmap]) -> AsyncStream<ClipFrame> {
        AsyncStream { frames in
            for (number, picture) in pictures.enumerated() {
                frames.yield(ClipFrame(picture, time: Int64(number) * 150_000_000))
            }
            frames.finish()
        }
    }

    /// Of a quarter of the pixels, and as large again: out of focus, or shaken.
    private static func blurred(_ photo: Bitmap, by factor: Double) -> Bitmap {
        photo.resized(to: photo.size.scaled(by: 1 / factor)).resized(to: photo.size)
    }

    @Test(arguments: [0, 2, 3]) func theSharpestIsTaken(place: Int) async throws {
        let photo = try Self.photo()
        var pictures = [2.0, 4, 3, 2.5].map { Self.blurred(photo, by: $0) }
        pictures[place] = photo
        #expect(try await Self.finder().time(in: Self.frames(pictures)) == Int64(place) * 150_000_000)
    }

    /// Half of the subject is out of the frame, sharp; all of it is there, a little less sharp.
    @Test func theWholeSubjectIsTakenBeforeTheSharpestPart() async throws {
        let photo = try Self.photo()
        var moved = photo
        let shift = photo.width / 2
        for row in 0..<photo.height {
            for column in 0..<photo.width {
                let from = column + shift
                moved[column, row] = from < photo.width ? photo[from, row] : photo[photo.width - 1, row]
            }
        }
        let whole = Self.blurred(photo, by: 1.5)
        let time = try await Self.finder().time(in: Self.frames([moved, whole, whole, moved]))
        #expect(time == 150_000_000 || time == 300_000_000)
    }

    @Test func aClipWithoutASubjectHasNone() async throws {
        let grey = Bitmap(size: PixelSize(width: 64, height: 64))
        await #expect(throws: ClipError.self) { try await Self.finder().time(in: Self.frames([grey, grey])) }
        await #expect(throws: ClipError.self) { try await Self.finder().time(in: Self.frames([])) }
    }
}
