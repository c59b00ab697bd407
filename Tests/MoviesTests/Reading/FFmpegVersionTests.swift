import CFFmpeg
import Files
import Testing

@testable import Movies

@Suite struct FFmpegVersionTests {
    private func advice(_ utilities: Int32, on codename: String) -> String {
        FFmpegVersion(utilities: utilities).advice(
            on: SystemRelease("PRETTY_NAME=\"Some Linux\"\nVERSION_CODENAME=\(codename)"))
    }

    @Test func missingLibrariesAreNamedByTheSystemsPackage() {
        #expect(advice(57, on: "bookworm") == "apt-get install libavdevice59")
        #expect(advice(58, on: "noble") == "apt-get install libavdevice60")
        #expect(advice(59, on: "trixie") == "apt-get install libavdevice61")
        #expect(advice(60, on: "resolute") == "apt-get install libavdevice62")
        #expect(advice(61, on: "forky") == "apt-get install libavdevice63")
    }

    @Test func aSystemWithAnotherFFmpegIsNotToldToInstallWhatItDoesNotHave() {
        let advice = advice(57, on: "trixie")
        #expect(advice.hasPrefix("Some Linux has FFmpeg 7.1, and this Peel was built for FFmpeg 5: "))
        #expect(!advice.contains("apt-get"))
        #expect(self.advice(57, on: "forky").contains("has FFmpeg 9.0, and this Peel was built for FFmpeg 5"))
        #expect(self.advice(59, on: "bookworm").contains("has FFmpeg 5.1, and this Peel was built for FFmpeg 7"))
    }

    @Test func aSystemThatIsNotKnownIsToldTheVersion() {
        #expect(advice(59, on: "unheard-of").contains("FFmpeg 7 (libavdevice61 "))
        #expect(FFmpegVersion(utilities: 59).advice(on: SystemRelease("")).contains("FFmpeg 7"))
    }

    /// The numbers of FFmpeg's libraries rise together; another one that is built with must not make the advice wrong.
    @Test func thePackageHasTheNumberOfTheLibraryThatIsOpened() {
        let advice = FFmpegVersion.built.advice(on: SystemRelease(""))
        #expect(advice.contains("(libavdevice\(LIBAVDEVICE_VERSION_MAJOR) "))
    }
}
