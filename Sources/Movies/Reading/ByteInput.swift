import CFFmpeg
import Files
import Glibc

/// The bytes of one movie, which are all that a demuxer can read.
protocol ByteInput: AnyObject {
    /// The name for errors.
    var name: String { get }
    /// The number of bytes; `nil` for a pipe.
    var byteCount: Int? { get }
    /// Reads the next bytes. Returns their number, 0 at the end, or a negative error number of FFmpeg.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// Moves to an offset in bytes. Returns `false` if the input cannot go there.
    func seek(to offset: Int) -> Bool
    var position: Int { get }
    /// The reason why nothing more can be read; `nil` without a failure.
    var failure: MovieError? { get }
}

extension ByteInput {
    var failure: MovieError? { nil }
}

/// An open file. Its name is not used any more.
final class FileInput: ByteInput {
    let name: String
    let byteCount: Int?
    private(set) var position = 0
    private let file: OpenFile
    private let stopSignal: StopSignal
    private(set) var failure: MovieError?
    private let silence: Double
    /// The time by which a pipe must have given its first byte; `nil` once it has.
    private var deadline: Int64?

    /// Opens a movie's file.
    ///
    /// - Throws: ``MovieError/Code/notReadable``, ``MovieError/Code/empty``, ``MovieError/Code/limit``.
    init(_ path: FilePath, limits: MovieLimits, stopSignal: StopSignal) throws(MovieError) {
        self.stopSignal = stopSignal
        name = path.description
        do throws(FileError) {
            // Opening a pipe does not wait for the writer. The wait comes later, where it can be stopped.
            file = try OpenFile("read", path, flags: O_RDONLY | O_NONBLOCK)
            let status = try file.status()
            guard status.kind != .folder else { throw FileError("read", path, errorNumber: EISDIR) }
            byteCount = status.kind == .regular ? status.size : nil
            deadline =
                byteCount == nil ? MonotonicClock.now &+ Int64(limits.pipeSilence * 1_000_000_000) : nil
            silence = limits.pipeSilence
            if byteCount == 0 { throw FileError("read", path, cause: .empty) }
            if let byteCount, byteCount > limits.bytes {
                throw FileError("read", path, cause: .tooManyBytes(limit: limits.bytes))
            }
        } catch {
            throw MovieError(error)
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            guard waitForPipe() else { return Int(peel_av_exit) }
            let count = readOnce(into: buffer)
            // Another reader of the pipe was faster.
            guard count < 0, errno == EAGAIN, byteCount == nil else { return finished(count) }
        }
    }

    private func readOnce(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = file.withDescriptor { descriptor in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count >= 0 || errno != EINTR { return count }
            }
        }
        return count
    }

    private func finished(_ count: Int) -> Int {
        guard count >= 0 else { return Int(peel_av_error(EIO)) }
        deadline = nil
        position += count
        return count
    }

    func seek(to offset: Int) -> Bool {
        guard byteCount != nil, file.withDescriptor({ lseek($0, off_t(offset), SEEK_SET) }) >= 0 else { return false }
        position = offset
        return true
    }

    /// Waits for a pipe's writer, at most until told to stop.
    private func waitForPipe() -> Bool {
        guard byteCount == nil else { return true }
        return file.withDescriptor { descriptor in
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while !stopSignal.isStopped {
                if poll(&wanted, 1, 100) != 0 { return true }
                guard let deadline, MonotonicClock.now >= deadline else { continue }
                failure = MovieError(
                    .notReadable, of: name,
                    "nothing came out of it for \(Int(silence.rounded(.up))) s: start the program that writes to it "
                        + "first"
                )
                return false
            }
            return false
        }
    }
}

/// A movie in memory.
final class MemoryInput: ByteInput {
    let name = "the movie"
    private(set) var position = 0
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var byteCount: Int? { bytes.count }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        guard count > 0 else { return 0 }
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
        }
        position += count
        return count
    }

    func seek(to offset: Int) -> Bool {
        guard offset >= 0, offset <= bytes.count else { return false }
        position = offset
        return true
    }
}
