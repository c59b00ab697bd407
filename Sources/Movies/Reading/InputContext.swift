import CFFmpeg
import Glibc

/// FFmpeg's reader over a ``ByteInput``.
final class InputContext {
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    private let input: any ByteInput
    private static let bufferSize = 256 << 10

    init(_ input: any ByteInput) throws(MovieError) {
        self.input = input
        guard let buffer = av_malloc(Self.bufferSize) else {
            throw MovieError(.outOfMemory, of: input.name, "there is no memory for its buffer")
        }
        // The box outlives the context, since this object owns both.
        context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0,
            Unmanaged.passUnretained(self).toOpaque(),
            { box, buffer, size in
                guard let box, let buffer else { return peel_av_error(EIO) }
                let input = Unmanaged<InputContext>.fromOpaque(box).takeUnretainedValue().input
                let count = input.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
                return count == 0 ? peel_av_end_of_file : Int32(count)
            }, nil,
            { box, offset, origin in
                guard let box else { return Int64(peel_av_error(EIO)) }
                return Unmanaged<InputContext>.fromOpaque(box).takeUnretainedValue().seek(offset, from: origin)
            })
        guard let context else {
            av_free(buffer)
            throw MovieError(.outOfMemory, of: input.name, "there is no memory for its reader")
        }
        context.pointee.seekable = input.byteCount == nil ? 0 : AVIO_SEEKABLE_NORMAL
    }

    deinit {
        if let context { av_freep(&context.pointee.buffer) }
        avio_context_free(&context)
    }

    /// The next bytes, as far as they are in memory, at most 4096. After probing they are the first of the file.
    var head: [UInt8] {
        guard let context, let start = context.pointee.buf_ptr, let end = context.pointee.buf_end, start < end else {
            return []
        }
        return Array(UnsafeMutableBufferPointer(start: start, count: min(4096, end - start)))
    }

    private func seek(_ offset: Int64, from origin: Int32) -> Int64 {
        guard let byteCount = input.byteCount else { return Int64(peel_av_error(ESPIPE)) }
        let base: Int64
        switch origin & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return Int64(byteCount)
        case SEEK_SET: base = 0
        case SEEK_CUR: base = Int64(input.position)
        case SEEK_END: base = Int64(byteCount)
        default: return Int64(peel_av_error(EINVAL))
        }
        let (target, isTooLarge) = base.addingReportingOverflow(offset)
        guard !isTooLarge, target >= 0, input.seek(to: Int(target)) else { return Int64(peel_av_error(EINVAL)) }
        return target
    }
}
