import Files
import Imaging
import TestSupport
import Testing

@testable import Movies

/// Writes that wait for a place in the queue, which nothing leaves until the thread starts.
@Suite struct WriterThreadTests {
    private let folder = TemporaryFolder()
    private let format = VideoFormat(size: PixelSize(width: 16, height: 16))

    /// Writes a picture.
    ///
    /// - Returns: why it was not taken.
    private func write(
        _ frame: VideoFrame, number: Int, milliseconds: Int64, to thread: WriterThread
    ) -> Task<MovieError.Code?, Never> {
        Task.immediate { () async -> MovieError.Code? in
            do throws(MovieError) {
                try await thread.write(.picture(frame.with(number: number, time: milliseconds * 1_000_000)))
                return nil
            } catch {
                return error.code
            }
        }
    }

    @Test func thoseWhoWaitComeInInOrderWithoutTheCancelledOne() async throws {
        let path = folder.path.appending("movie.mp4")
        let thread = WriterThread(capacity: 1)
        let frame = try TestFrames.noise(format)
        let first = write(frame, number: 0, milliseconds: 0, to: thread)
        #expect(await first.value == nil)
        let cancelled = write(frame, number: 9, milliseconds: 20, to: thread)
        let waiting = (1...4).map { write(frame, number: $0, milliseconds: Int64($0) * 40, to: thread) }
        cancelled.cancel()
        #expect(await cancelled.value == .cancelled)
        try await thread.start { [format] () throws(MovieError) in
            try MovieFile(path, MovieSettings(hasSound: false), first: format, sound: nil, frameRate: 25)
        }
        for write in waiting { #expect(await write.value == nil) }
        #expect(try await thread.finish().frameCount == 5)
        let times = try await ReadMovie(.file(path)).times
        #expect(times.count == 5)
        for (index, time) in times.enumerated() { #expect(abs(time - Int64(index) * 40_000_000) <= 1_000_000) }
    }

    @Test func oneThatWaitsWhenTheMovieEndsIsNotTaken() async throws {
        let path = folder.path.appending("movie.mp4")
        let thread = WriterThread(capacity: 1)
        let frame = try TestFrames.noise(format)
        let first = write(frame, number: 0, milliseconds: 0, to: thread)
        #expect(await first.value == nil)
        let waiting = (1...2).map { write(frame, number: $0, milliseconds: Int64($0) * 40, to: thread) }
        thread.end()
        try await thread.start { [format] () throws(MovieError) in
            try MovieFile(path, MovieSettings(hasSound: false), first: format, sound: nil, frameRate: 25)
        }
        #expect(try await thread.finish().frameCount == 1)
        for write in waiting { #expect(await write.value == .cancelled) }
    }

    /// The disk is full at the second fragment: most of them still wait then.
    @Test func anErrorComesToAllWhoWait() async throws {
        let thread = WriterThread(capacity: 2)
        let frame = try TestFrames.noise(format)
        let writes = (0..<200).map { write(frame, number: $0, milliseconds: Int64($0) * 1_000, to: thread) }
        try await thread.start { [format] () throws(MovieError) in
            try MovieFile("/dev/full", MovieSettings(hasSound: false), first: format, sound: nil, frameRate: 1)
        }
        // All end without the end of the movie, which would cancel those that wait.
        var codes: [MovieError.Code?] = []
        for write in writes { codes.append(await write.value) }
        #expect(codes[0] == nil)
        #expect(codes[199] == .diskFull)
        #expect(codes.allSatisfy { $0 == nil || $0 == .diskFull })
        // Those that threw left no place taken.
        #expect(await write(frame, number: 200, milliseconds: 200_000, to: thread).value == .diskFull)
        let error = await #expect(throws: MovieError.self) { _ = try await thread.finish() }
        #expect(error?.code == .diskFull)
    }
}
