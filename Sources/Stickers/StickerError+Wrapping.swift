import Imaging

extension StickerError {
    /// Runs `body` and turns its error into a ``StickerError``.
    static func wrapping<Result>(_ body: () throws(ImagingError) -> Result) throws(StickerError) -> Result {
        do {
            return try body()
        } catch {
            throw StickerError(error)
        }
    }
}

extension Task where Success == Never, Failure == Never {
    /// - Throws: ``StickerError`` with `.cancelled` when the current task was cancelled.
    static func checkStickerCancellation() throws(StickerError) {
        if isCancelled { throw StickerError(.cancelled, "the task was cancelled") }
    }
}
