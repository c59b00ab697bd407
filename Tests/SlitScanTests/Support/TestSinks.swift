import Execution
import Imaging
import Movies
import Synchronization
import TestSupport

@testable import SlitScan

/// A movie in memory that can be told to wait or to fail.
actor TestSink: MovieSink {
    private(set) var frames: [VideoFrame] = []
    private(set) var numbers: [Int] = []
    private let heard = Watched(0)
    private let end = Watched(false)
    nonisolated var sounds: Int { heard.value }
    nonisolated var isFinished: Bool { end.value }
    private var isHeld: Bool
    private var waiting = Waiters<Void>()
    private let failsAfter: Int?
    private let keepsFrames: Bool

    /// - Parameters:
    ///   - isHeld: whether writing waits until ``letGo()``.
    ///   - failsAfter: the number of frames after which the disk is full.
    init(isHeld: Bool = false, failsAfter: Int? = nil, keepsFrames: Bool = false) {
        self.isHeld = isHeld
        self.failsAfter = failsAfter
        self.keepsFrames = keepsFrames
    }

    /// Returns once it has so many pieces of sound.
    nonisolated func untilHeard(_ count: Int) async {
        await heard.until { $0 >= count }
    }

    nonisolated func untilFinished() async {
        await end.until { $0 }
    }

    nonisolated var maker: MovieSinkMaker { { _ in self } }

    func write(_ sample: MovieSample) async throws(ScanError) {
        if isHeld { await withCheckedContinuation { waiting.append($0) } }
        guard case .picture(let frame) = sample else {
            heard.withLock { $0 += 1 }
            return
        }
        if let failsAfter, numbers.count >= failsAfter {
            throw ScanError(.movie(.diskFull), "cannot write movie.mp4: the disk is full")
        }
        numbers.append(frame.number)
        if keepsFrames { frames.append(frame) }
    }

    func finish() {
        end.withLock { $0 = true }
    }

    func letGo() {
        isHeld = false
        waiting.takeAll().resume()
    }
}

/// Reads snapshots until one is as the test wants it.
struct SnapshotReader {
    private var iterator: AsyncStream<CaptureSnapshot>.Iterator

    init(_ pipeline: CapturePipeline) {
        iterator = pipeline.snapshots.makeAsyncIterator()
    }

    mutating func next(where matches: (CaptureSnapshot) -> Bool) async -> CaptureSnapshot? {
        while let snapshot = await iterator.next(isolation: #isolation) {
            if matches(snapshot) { return snapshot }
        }
        return nil
    }

    mutating func last() async -> CaptureSnapshot? {
        var last: CaptureSnapshot?
        while let snapshot = await iterator.next(isolation: #isolation) { last = snapshot }
        return last
    }
}

extension FedCamera {
    /// A live camera that the test feeds with frames of the synthetic one.
    nonisolated static func make(_ format: VideoFormat, isLive: Bool = true) -> FedCamera {
        FedCamera(CameraInfo(name: "a test camera", format: format, frameRate: 30, isLive: isLive))
    }
}

extension VideoFormat {
    static let small = VideoFormat(size: PixelSize(width: 24, height: 16))
}
