import Execution
package import Imaging
import Profiling

/// A photo whose header was read and whose memory is reserved: what its processing takes at most, from the first pixel
/// decoded to the sticker's file.
///
/// Holds the memory until ``release()``, or until the last copy is gone. A task that holds one must not ask for
/// another: see `MemoryBudget`.
package struct AdmittedPhoto: Sendable {
    let source: ImageSource
    private let reservation: MemoryReservation

    init(source: ImageSource, reservation: MemoryReservation) {
        self.source = source
        self.reservation = reservation
    }

    /// The size of the whole photo, upright.
    package var size: PixelSize { source.size }
    /// How many bytes are reserved.
    package var reservedBytes: Int { reservation.bytes }

    /// Gives the memory back; a second call does nothing.
    package func release() {
        reservation.release()
    }
}

extension PhotoProcessor {
    /// Reads a photo's header and waits until the memory that work on it takes is free in `ImageLimits.memory`.
    /// The wait blocks no thread.
    ///
    /// Use this if you go on working with the stickers, for example encode them: admit the photo, process it, encode,
    /// and release it. All of that is within the budget then.
    ///
    /// - Throws: ``StickerError`` with `.imaging`, in particular `.imaging(.memory)` for a photo that never fits, with
    ///   `.enlargement` or `.cancelled`. Nothing is decoded then.
    @concurrent
    package func admit(_ data: [UInt8]) async throws(StickerError) -> AdmittedPhoto {
        try await executor.run { () async throws(StickerError) in try await self.admitted(data) }
    }

    /// The same where the caller runs.
    func admitted(_ data: [UInt8]) async throws(StickerError) -> AdmittedPhoto {
        let source = try header(of: data)
        do throws(ImagingError) {
            return AdmittedPhoto(source: source, reservation: try await source.reserve(memory(for: source)))
        } catch {
            throw StickerError(error)
        }
    }

    /// The same for a thread that is not a task's.
    func admittedBlocking(_ data: [UInt8]) throws(StickerError) -> AdmittedPhoto {
        let source = try header(of: data)
        return try StickerError.wrapping { () throws(ImagingError) in
            AdmittedPhoto(source: source, reservation: try source.reserveBlocking(memory(for: source)))
        }
    }

    private func header(of data: [UInt8]) throws(StickerError) -> ImageSource {
        try Task.checkStickerCancellation()
        let source = try StickerError.wrapping { () throws(ImagingError) in
            try Trace.span("header") { () throws(ImagingError) in try ImageSource(data, limits: limits) }
        }
        try checkEnlargement(of: source.size)
        return source
    }
}
