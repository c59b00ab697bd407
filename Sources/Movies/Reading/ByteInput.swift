import CFFmpeg
import Files
import Glibc

/// The bytes of one movie: the only thing that a demuxer can read.
protocol ByteInput: AnyObject {
    /// For errors.
    var name: String { get }
    /// `nil` for a pipe.
    var byteCount: Int? { get }
    /// - Returns: the number of bytes read, 0 at the end, or a negative error number of FFmpeg.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// - Returns: `false` when the input cannot go there.
    func seek(to offset: Int) -> Bool
    var position: Int { get }
}

/// A file that is already open. Its name is not used any more.
final class FileInput: ByteInput {
    let name: String
    let byteCount: Int?
    private(set) var position = 0
    private let file: OpenFile
    private let stopSignal: StopSignal

    /// - Throws: ``MovieError/Code/notReadable``, ``MovieError/Code/empty``, ``MovieError/Code/limit``.
    init(_ path: FilePath, limits: MovieLimits, stopSignal: StopSignal) throws(MovieError) {
        self.stopSignal = stopSignal
        name = path.description
        do throws(FileError) {
            file = try OpenFile(reading: path)
            let status = try file.status()
            guard status.kind != .folder else { throw FileError("read", path, errorNumber: EISDIR) }
            byteCount = status.kind == .regular ? status.size : nil
            if byteCount == 0 { throw FileError("read", path, cause: .empty) }
            if let byteCount, byteCount > limits.bytes {
                throw FileError("read", path, cause: .tooManyBytes(limit: limits.bytes))
            }
        } catch {
            throw MovieError(error)
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard waitForPipe() else { return Int(peel_av_exit) }
        let count = file.withDescriptor { descriptor in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count >= 0 || errno != EINTR { return count }
            }
        }
        guard count >= 0 else { return Int(peel_av_error(EIO)) }
        position += count
        return count
    }

    func seek(to offset: Int) -> Bool {
        guard byteCount != nil, file.withDescriptor({ lseek($0, off_t(offset), SEEK_SET) }) >= 0 else { return false }
        position = offset
        return true
    }

    /// A pipe's writer may let us wait: not longer than until we are told to stop.
    private func waitForPipe() -> Bool {
        guard byteCount == nil else { return true }
        return file.withDescriptor { descriptor in
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while !stopSignal.isStopped {
                if poll(&wanted, 1, 100) != 0 { return true }
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
