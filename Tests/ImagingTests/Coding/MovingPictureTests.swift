import Imaging
import Testing

@Suite struct MovingPictureTests {
    @Test func framesThatNoMemoryHoldsAreRefused() throws {
        // The file claims 2^24 × 2^24 pixels, 9,000 times.
        let frame = Array("ANMF".utf8) + [16, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
        var file = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0]
        file += [UInt8](repeating: 255, count: 6)
        for _ in 0..<9_000 { file += frame }
        let picture = try #require(MovingPicture(file))
        #expect(picture.durations.count == 9_000)
        let failure = #expect(throws: ImagingError.self) { try picture.frames() }
        #expect(failure?.code == .pixelCount)
        #expect(throws: ImagingError.self) { try picture.checkFrames() }
        // Of so many, libwebp looks at all for each.
        for _ in 0..<1_001 { file += frame }
        #expect(MovingPicture(file) == nil)
    }
}
