import Files
import Imaging
import Movies
import TestSupport
import Testing

@testable import SlitScan

/// Start and stop a hundred times with FFmpeg's own threads, files and memory, in a program of its own, so that nothing
/// else opens any meanwhile.
@Suite struct ResourceTests {
    @Test func aHundredScansWithTheirMoviesLeaveNoHandleThreadOrByteBehind() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            // FFmpeg and the allocator keep what they use again.
            for _ in 0..<10 { try await scan(in: folder.path) }
            let before = try Resources()
            for _ in 0..<100 { try await scan(in: folder.path) }
            let after = try Resources()
            // The last scan's threads end a little after it, and with them their files and frames: those of one scan
            // may be there still. What each scan left behind would be there a hundred times, and a frame has 115 KB.
            #expect(after.files < before.files + 20, "\(before) \(after)")
            #expect(after.threads < before.threads + 20, "\(before) \(after)")
            if !SystemAbilities.isSanitized {
                #expect(after.bytes < before.bytes + (4 << 20), "\(before) \(after)")
            }
        }
    }
}

/// Five frames with picture, sound and movie, and a stop in the middle of them.
@MainActor private func scan(in folder: FilePath) async throws {
    let client = CaptureClient("test")
    let model = CaptureModel(options: CaptureOptions(spoolFolder: folder, previewSide: 64)) { MovieCamera($0) }
    _ = try model.claim(client, ifBusy: .takeOver)
    let movie = folder.appending("scan.mp4")
    try await model.start(
        CaptureSource(.lavfi("testsrc2=size=320x240:rate=25;sine"), sound: .own), by: client)
    _ = try await model.beginScan(by: client)
    try await model.startRecording(to: MovieSettings(container: .mp4).sinks(at: movie), by: client)
    await untilObserved { (model.snapshot?.frames ?? 0) >= 5 }
    _ = try await model.endScan(by: client)
    await model.stop()
}

private struct Resources {
    var files: Int
    var threads: Int
    var bytes: Int

    init() throws {
        files = try FilePath("/proc/self/fd").names().count
        threads = try FilePath("/proc/self/task").names().count
        bytes = AllocatedMemory.bytes()
    }
}
