import Imaging
import Testing

@Suite struct MovingPictureTests {
    @Test func framesThatNoMemoryHoldsAreRefused() throws {
        // The file claims 2^24 × 2^24 pixels, 40,000 times.
        let frame = Array("ANMF".utf8) + [16, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
        var file = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0]
        file += [UInt8](repeating: 255, count: 6)
        for _ in 0..<40_000 { file += frame }
        let picture = try #require(MovingPicture(file))
        #expect(picture.durations.count == 40_000)
        let failure = #expect(throws: ImagingError.self) { try picture.frames() }
        #expect(failure?.code == .pixelCount)
    }
}
