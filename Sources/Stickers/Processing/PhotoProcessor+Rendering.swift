public import Imaging

extension PhotoProcessor {
    /// Makes the stickers of a photo whose subject is known: the same that ``process(data:)`` makes, without running the
    /// network. For another style, for other subjects of the photo, and after strokes
    /// (``PhotoSubject/applying(_:to:)``).
    ///
    /// Leaves the caller's actor at once (`@concurrent`) and runs on ``executor``: the caller only waits. Cancelling the
    /// task ends the work before its next step.
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
        let result = await executor.run {
            await Self.rendered(by: self, nil, data, subject, colorScheme)
        }
        return try result.get()
    }

    /// The same of a photo that was admitted, which stays so.
    @concurrent
    public func render(
        _ photo: AdmittedPhoto, subject: PhotoSubject, colorScheme: PhotoColorScheme? = nil
    ) async throws(StickerError) -> ProcessedPhoto {
        let result = await executor.run {
            await Self.rendered(by: self, photo, [], subject, colorScheme)
        }
        return try result.get()
    }

    /// The photo as strokes are applied to it: upright, 640…1280 pixels on its longer side where it has
    /// them. Kept in memory while
    /// somebody draws, it makes each stroke immediate.
    ///
    /// - Throws: ``StickerError`` with `.imaging` or `.cancelled`.
    @concurrent
    public func strokeOverview(data: [UInt8]) async throws(StickerError) -> Bitmap {
        let photo = try await admit(data)
        defer { photo.release() }
        return try await strokeOverview(photo)
    }

    /// The same of a photo that was admitted, which stays so.
    @concurrent
    public func strokeOverview(_ photo: AdmittedPhoto) async throws(StickerError) -> Bitmap {
        try await executor.run { await Self.strokeOverview(of: photo.source) }.get()
    }

    @concurrent
    private static func rendered(
        by processor: PhotoProcessor, _ photo: AdmittedPhoto?, _ data: [UInt8], _ subject: PhotoSubject,
        _ colorScheme: PhotoColorScheme?
    ) async -> Result<ProcessedPhoto, StickerError> {
        do throws(StickerError) {
            if let photo { return .success(try await processor.rendered(photo, subject, colorScheme)) }
            let photo = try await processor.admitted(data)
            defer { photo.release() }
            return .success(try await processor.rendered(photo, subject, colorScheme))
        } catch {
            return .failure(error)
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
        return try await rendered(source, overview, subject, colorScheme: colorScheme, stopwatch)
    }

    @concurrent
    private static func strokeOverview(of source: ImageSource) async -> Result<Bitmap, StickerError> {
        do throws(StickerError) {
            try Task.checkStickerCancellation()
            return .success(
                try StickerError.wrapping { () throws(ImagingError) in
                    try source.decode(atLeast: 640)
                })
        } catch {
            return .failure(error)
        }
    }
}
