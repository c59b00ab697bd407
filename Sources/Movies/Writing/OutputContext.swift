import CFFmpeg
import Files
import Glibc

/// FFmpeg's writer for an open file. It keeps the system's first error, which FFmpeg would replace.
final class OutputContext {
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    private let file: OpenFile
    private var position = 0
    private(set) var failure: MovieError?
    private static let bufferSize = 256 << 10

    init(_ path: FilePath, followingLinks: Bool) throws(MovieError) {
        do throws(FileError) {
            if !followingLinks { try path.removeFile() }
            file = try OpenFile("write", path, flags: O_WRONLY | O_CREAT | (followingLinks ? O_TRUNC : O_EXCL))
        } catch {
            throw MovieError(error)
        }
        guard let buffer = av_malloc(Self.bufferSize) else {
            throw MovieError(.outOfMemory, "cannot write \(path): there is no memory for its buffer")
        }
        context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 1,
            Unmanaged.passUnretained(self).toOpaque(), nil,
            { box, bytes, count in
                guard let box else { return peel_av_error(EIO) }
                let output = Unmanaged<OutputContext>.fromOpaque(box).takeUnretainedValue()
                return output.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            },
            { box, offset, origin in
                guard let box else { return Int64(peel_av_error(EIO)) }
                return Unmanaged<OutputContext>.fromOpaque(box).takeUnretainedValue().seek(offset, from: origin)
            })
        guard context != nil else {
            av_free(buffer)
            throw MovieError(.outOfMemory, "cannot write \(path): there is no memory for its writer")
        }
    }

    deinit {
        if let context { av_freep(&context.pointee.buffer) }
        avio_context_free(&context)
    }

    var path: FilePath { file.path }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard failure == nil else { return peel_av_error(EIO) }
        var written = 0
        while written < bytes.count {
            let count = file.withDescriptor {
                Glibc.write($0, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                failure = MovieError(FileError("write", file.path))
                return peel_av_error(errno)
            }
            written += count
        }
        position += written
        return Int32(bytes.count)
    }

    private func seek(_ offset: Int64, from origin: Int32) -> Int64 {
        if origin & ~AVSEEK_FORCE == AVSEEK_SIZE { return Int64((try? file.status())?.size ?? 0) }
        let result = file.withDescriptor { lseek($0, off_t(offset), origin & ~AVSEEK_FORCE) }
        guard result >= 0 else { return Int64(peel_av_error(errno)) }
        position = Int(result)
        return Int64(result)
    }

    /// Writes all buffered bytes.
    ///
    /// - Returns: the file's length so far.
    func flush() throws(MovieError) -> Int {
        avio_flush(context)
        if let failure { throw failure }
        return position
    }

    /// Cuts off an incomplete part.
    func truncate(to count: Int) {
        _ = file.withDescriptor { ftruncate($0, off_t(count)) }
    }

    var byteCount: Int { (try? file.status())?.size ?? 0 }
}
