import Files
import Imaging
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

    @Test func errorNumbersHaveWordsBeforeFFmpegIsOpen() async {
        await #expect(processExitsWith: .success) {
            #expect(FFmpegLibrary.words(for: -2) == "no such file or directory")
        }
    }

    @Test func settingsThatCannotBeMetAreToldBeforeFFmpegIsOpen() async {
        await #expect(processExitsWith: .success) {
            let format = VideoFormat(size: PixelSize(width: 16, height: 16))
            let error = await #expect(throws: MovieError.self) {
                _ = try await MovieWriter.create(
                    "/nowhere/at/all.mp4", MovieSettings(rate: .quality(1_000)), first: format)
            }
            #expect(error?.code == .unsupported)
        }
    }
}
