import Files
import Glibc
import Movies
import TestSupport
import Testing

@testable import SlitScan

/// Picture and sound from a source through the filter into a movie, and back: a flash and a click every five seconds. A
/// minute, or `PEEL_SYNC_SECONDS`:
///
///     PEEL_SYNC_SECONDS=600 make test FILTER=SlitScanTests.SyncTests
@Suite struct SyncTests {
    private static let seconds = getenv("PEEL_SYNC_SECONDS").flatMap { Int(String(cString: $0)) } ?? 60

    private let folder = TemporaryFolder()

    @Test(arguments: ["mp4", "webm"], [ScanConfig.Mode.delay, .strip])
    func `A flash and its click stay within 40 ms`(ending: String, mode: ScanConfig.Mode) async throws {
        let path = folder.path.appending(FilePath("sync.\(ending)"))
        try await record(mode, to: path)
        let (flashes, clicks) = try await events(in: path)
        #expect(flashes.count == Self.seconds / 5)
        #expect(clicks.count == flashes.count)
        for (flash, click) in zip(flashes, clicks) { #expect(abs(flash - click) <= 40_000_000) }
    }

    /// A picture and a sound of two sources. What the scan shows of an even frame is even: `delay` of one frame, or the
    /// newest line of a strip at its end.
    private func record(_ mode: ScanConfig.Mode, to path: FilePath) async throws {
        let picture =
            "color=c=black:s=32x32:r=25:d=\(Self.seconds),drawbox=c=white:t=fill:enable='lt(mod(t+2.5,5),0.03)'"
        let sound =
            "aevalsrc='if(lt(mod(t+2.5,5),0.02),0.9*sin(9000*t),0)':s=48000:d=\(Self.seconds)"
        var config = ScanConfig(mode: mode)
        if mode == .delay { config.length = 1 }
        let pipeline = try await CapturePipeline(
            MovieCamera(CaptureSource(.lavfi(picture), sound: .lavfi(sound))), config: config,
            options: CaptureOptions(spoolFolder: folder.path, previewSide: nil))
        try await pipeline.startRecording(to: MovieSettings.movie(at: path).sinks(at: path))
        try await pipeline.run()
    }

    /// When the newest line turned white, and when sound began, in nanoseconds.
    private func events(in path: FilePath) async throws -> (flashes: [Int64], clicks: [Int64]) {
        let reader = try await MovieReader.open(.file(path))
        var flashes: [Int64] = []
        var clicks: [Int64] = []
        for try await sample in reader.samples {
            switch sample {
            case .picture(let frame):
                // The strip's newest line is at the right until the next one comes.
                guard frame.sample(plane: 0, x: 31, y: 16) > 128 else { continue }
                if flashes.last.map({ frame.time - $0 > 2_000_000_000 }) ?? true { flashes.append(frame.time) }
            case .sound(let chunk):
                for moment in 0..<chunk.frameCount where abs(chunk.samples[moment * chunk.format.channels]) > 0.3 {
                    let time = chunk.time + Int64(moment) * 1_000_000_000 / Int64(chunk.format.sampleRate)
                    if clicks.last.map({ time - $0 > 2_000_000_000 }) ?? true { clicks.append(time) }
                }
            }
        }
        await reader.stop()
        return (flashes, clicks)
    }
}
