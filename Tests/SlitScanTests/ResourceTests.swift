import Files
import Imaging
import Movies
import TestSupport
import Testing

@testable import SlitScan

/// Start and stop a hundred times with FFmpeg's own threads, files and memory, in a program of its own, so that nothing
/// else opens any meanwhile.
@Suite struct ResourceTests {
    @Test func `A hundred scans with their movies leave no handle, thread or byte behind`() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            // FFmpeg and the allocator keep what they use again.
            for _ in 0..<10 { try await scan(in: folder.path) }
            let before = try await Resources.settled()
            for _ in 0..<100 { try await scan(in: folder.path) }
            // Swift's pool keeps an idle thread for some seconds, at times one more than before. A thread that each scan left
            // behind would be a hundred.
            let threads = before.threads + 10
            // A scan that left one of its frames behind would leave 100 times 115 KB.
            let bytes = SystemAbilities.isSanitized ? Int.max : before.bytes + (4 << 20)
            let after = try await Resources.settled {
                $0.files <= before.files && $0.threads <= threads && $0.bytes <= bytes
            }
            #expect(after.files <= before.files)
            #expect(after.threads <= threads)
            #expect(after.bytes <= bytes, "\(before) \(after)")
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
    try await model.beginScan(by: client)
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

    /// Threads end, close their files and free their memory a little after they have said so: looks until `isSettled`, or
    /// until two looks in a row are alike where there is nothing to compare with.
    static func settled(_ isSettled: ((Resources) -> Bool)? = nil) async throws -> Resources {
        var resources = try Resources()
        for _ in 0..<100_000 {
            let next = try Resources()
            defer { resources = next }
            if isSettled?(next) ?? (next.threads == resources.threads) { return next }
            await Task.yield()
        }
        return resources
    }
}
