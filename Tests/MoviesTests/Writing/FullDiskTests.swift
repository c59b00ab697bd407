import Files
import TestSupport
import Testing

@testable import Movies

@Suite(.enabled(if: SmallDisk.canMount, "mounting a small disk takes root")) struct FullDiskTests {
    @Test(arguments: MovieSettings.Container.recordings)
    func aFullDiskIsAnErrorAndThePlayableFileStays(container: MovieSettings.Container) async throws {
        let folder = TemporaryFolder()
        try #require(SmallDisk.mount(folder.path, kilobytes: 256))
        defer { SmallDisk.unmount(folder.path) }
        let path = folder.path.appending("full.\(container.rawValue)")
        let error = await #expect(throws: MovieError.self) {
            _ = try await Recorded.movie(
                of: .graph("testsrc2=s=320x240:r=25:d=60,noise=alls=30:allf=t;sine"), to: path,
                MovieSettings(container: container, rate: .bitrate(600_000)))
        }
        #expect(error?.code == .diskFull)
        #expect(error?.description.contains("full.\(container.rawValue)") == true)
        let movie = try await ReadMovie(.file(path))
        #expect(movie.frames.count > 20)
        #expect(movie.error == nil)
        let probe = try await Subprocess("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "null", "-"]).run()
        #expect(probe.succeeded)
        if container == .mp4 { #expect(probe.errorText.isEmpty, "\(probe.errorText)") }
    }
}
