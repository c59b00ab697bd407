import Execution
import Imaging

extension PhotoProcessor {
    /// Makes the stickers of a photo whose subject is known: the same that ``process(data:)`` makes, without running
    /// the network. For another style, for other subjects of the photo, and after strokes (``StrokeEditor``).
    ///
    /// Leaves the caller's actor at once (`@concurrent`) and runs on its executor: the caller only waits. Cancelling
    /// the task ends the work before its next step.
    ///
    /// - Parameters:
    ///   - data: the photo's file.
    ///   - subject: that of this photo, as it was found or as it was kept and read again.
    ///   - colorScheme: the photo's colours, where they are known; read again, to the same, if `nil`.
    /// - Throws: ``StickerError`` and nothing else: `.subjectData` when the photo has another size than the subject's,
    ///   and as ``process(data:)`` otherwise.
    @concurrent
    public func render(
        data: [UInt8], subject: PhotoSubject, colorScheme: PhotoColorScheme? = nil
    ) async throws(StickerError) -> ProcessedPhoto {
        try await executor.run { () async throws(StickerError) in
            let photo = try await self.admitted(data)
            defer { photo.release() }
            return try await self.rendered(photo, subject, colorScheme)
        }
    }

    /// The same of a photo that was admitted, which stays so.
    @concurrent
    package func render(
        _ photo: AdmittedPhoto, subject: PhotoSubject, colorScheme: PhotoColorScheme? = nil
    ) async throws(StickerError) -> ProcessedPhoto {
        try await executor.run { () async throws(StickerError) in
            try await self.rendered(photo, subject, colorScheme)
        }
    }

    @concurrent
    private func rendered(
        _ photo: AdmittedPhoto, _ subject: PhotoSubject, _ colorScheme: PhotoColorScheme?
    ) async throws(StickerError) -> ProcessedPhoto {
        var stopwatch = Stopwatch()
        let (source, overview) = try decoded(photo, &stopwatch)
        guard source.size == subject.photoSize else {
            throw StickerError(
                .subjectData,
                "the subject is that of a photo of \(subject.photoSize.width) × \(subject.photoSize.height) pixels, "
                    + "this one has \(source.size.width) × \(source.size.height)")
        }
        stopwatch.timings.looks = 0
        return try await rendered(source, overview: overview, subject, colorScheme: colorScheme, stopwatch)
    }
}
