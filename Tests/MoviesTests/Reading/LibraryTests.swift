import Files
import Testing

@testable import Movies

/// FFmpeg's libraries are opened when a video is first used. Each test is a program of its own, in which they are not
/// open yet.
@Suite struct LibraryTests {
    @Test func whatWasNeverUsedGoesAwayBeforeFFmpegIsOpen() async {
        await #expect(processExitsWith: .success) {
            _ = FramePool(capacity: 1)
            _ = FrameScaler()
        }
    }

    @Test func aSourceThatIsNotThereIsToldBeforeFFmpegIsOpen() async {
        await #expect(processExitsWith: .success) {
            let error = await refusal(.file("/nowhere/at/all.mp4"))
            #expect(error?.code == .notReadable)
        }
    }
}
