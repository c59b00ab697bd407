import Files
import Glibc
import Movies
import TestSupport
import Testing

@testable import SlitScan

/// Picture and sound from a source through the filter into a movie, and back: a flash and a beep every second. A
/// minute, or `PEEL_SYNC_SECONDS`:
///
///     PEEL_SYNC_SECONDS=600 make test FILTER=SlitScanTests.SyncTests
@Suite struct SyncTests {
    private static let seconds = getenv("PEEL_SYNC_SECONDS").flatMap { Int(String(cString: $0)) } ?? 60

    private let folder = TemporaryFolder()

    @Test(arguments: ["mp4", "webm"], [ScanConfig.Mode.delay, .strip])
    func aFlashAndItsBeepStayWithin40Ms(ending: String, mode: ScanConfig.Mode) async throws {
        let path = folder.path.appending(FilePath("sync.\(ending)"))
        try await record(mode, to: path)
        let (flashes, beeps) = try await events(in: path)
        #expect(flashes.count == Self.seconds)
        #expect(beeps.count == flashes.count)
        for (flash, beep) in zip(flashes, beeps) { #expect(abs(flash - beep) <= 40_000_000) }
    }

    /// A picture and a sound of two sources. What the scan shows of an even frame is even: `delay` of one frame, or the
    /// newest line of a strip at its end.
    private func record(_ mode: ScanConfig.Mode, to path: FilePath) async throws {
        let picture = folder.path.appending("flashes.mkv")
        let flashes = "color=c=black:s=32x32:r=25:d=\(Self.seconds),drawbox=c=white:t=fill:enable='lt(mod(t,1),0.03)'"
        let output = try await Subprocess(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", FilePath(flashes), "-c:v", "ffv1", picture]
        ).run()
        try #require(output.succeeded, "\(output.errorText)")
        // A beep at each whole second, above a tone that is too low and quiet to count.
        let sound = "sine=frequency=1:beep_factor=1000:sample_rate=48000:duration=\(Self.seconds)"
        var config = ScanConfig(mode: mode)
        if mode == .delay { config.length = 1 }
        let pipeline = try await CapturePipeline(
            MovieCamera(CaptureSource(.file(picture), sound: .lavfi(sound))), config: config,
            options: CaptureOptions(spoolFolder: folder.path, previewSide: nil))
        try await pipeline.startRecording(to: MovieSettings.movie(at: path).sinks(at: path))
        try await pipeline.run()
    }

    /// When the newest line turned white, and when sound began, in nanoseconds.
    private func events(in path: FilePath) async throws -> (flashes: [Int64], beeps: [Int64]) {
        let reader = try await MovieReader.open(.file(path))
        var flashes: [Int64] = []
        var beeps: [Int64] = []
        for try await sample in reader.samples {
            switch sample {
            case .picture(let frame):
                // The strip's newest line is at the right until the next one comes.
                guard frame.sample(plane: 0, x: 31, y: 16) > 128 else { continue }
                if flashes.last.map({ frame.time - $0 > 500_000_000 }) ?? true { flashes.append(frame.time) }
            case .sound(let chunk):
                for moment in 0..<chunk.frameCount where abs(chunk.samples[moment * chunk.format.channels]) > 0.2 {
                    let time = chunk.time + Int64(moment) * 1_000_000_000 / Int64(chunk.format.sampleRate)
                    if beeps.last.map({ time - $0 > 500_000_000 }) ?? true { beeps.append(time) }
                }
            }
        }
        await reader.stop()
        return (flashes, beeps)
    }
}
