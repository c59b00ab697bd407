import PhotoLibrary
import Profiling
import Stickers

/// The work on one photo.
extension StickerViewModel {
    /// Reads, makes and keeps; once more when style or strokes have changed meanwhile.
    func makeSticker(of id: PhotoID) async {
        var tried: RenderedFor?
        repeat {
            guard !Task.isCancelled, let wanted = details[id], let photo = photo(id) else { return }
            tried = RenderedFor(wanted)
            let isShown = if case .done = photo.state { true } else { false }
            if !isShown {
                guard queue.evicts(id) || hasRoom(forResultOf: id) else { return markTooSmall([id]) }
                change(id) { $0.state = .loading }
            }
            do throws(PhotoWorkError) {
                let data = try await PhotoWorkError.wrapping { () async throws(LibraryError) in
                    try await library.original(id)
                }
                let subject = try? await library.blob(MadeSticker.subjectName, of: id)
                try PhotoWorkError.checkCancellation()
                if !isShown { change(id) { $0.state = .processing } }
                let made = try await PhotoWorkError.wrapping { () async throws(StickerError) in
                    if wanted.clip != nil { return try await makeLiving(id, data, for: RenderedFor(wanted)) }
                    return try await maker.make(
                        data, subject: subject, style: wanted.style, strokes: wanted.strokes,
                        isAwaited: !queue.isWantedByBatchAlone(id))
                }
                onMade?(id, made.timings)
                try await keep(made, of: id, madeFor: wanted)
            } catch {
                if case .noRoom = error { return markTooSmall([id]) }
                guard let failure = error.failure else { return }
                // A photo that was edited meanwhile is tried again.
                if details[id].map(RenderedFor.init) == tried { await mark(id, failure, madeFor: wanted) }
            }
        } while details[id].map { $0.isOutdated || ($0.sticker == nil && RenderedFor($0) != tried) } ?? false
    }

    /// Shows how far it is.
    private func makeLiving(
        _ id: PhotoID, _ data: [UInt8], for wanted: RenderedFor
    ) async throws(StickerError) -> MadeSticker {
        let (steps, continuation) = AsyncStream.makeStream(of: ClipProgress.self, bufferingPolicy: .bufferingNewest(1))
        let showing = Task {
            for await progress in steps where !Task.isCancelled && photo(id)?.progress?.step != progress.step {
                change(id) { $0.progress = $0.isStopped ? nil : progress }
            }
        }
        defer {
            continuation.finish()
            showing.cancel()
            change(id) { $0.progress = nil }
        }
        // What is cancelled may take a while to end.
        return try await maker.makeLiving(data, for: wanted) { if !Task.isCancelled { continuation.yield($0) } }
    }

    private func keep(_ made: MadeSticker, of id: PhotoID, madeFor wanted: PhotoDetails) async throws(PhotoWorkError) {
        guard let before = details[id], let photo = photo(id) else { return }
        var kept = before
        kept.sticker = made.facts
        kept.madeFor = RenderedFor(wanted)
        kept.failure = nil
        kept.failedEdit = nil
        details[id] = kept
        let revision = max(photo.revision + 1, leastRevision())
        let isShown = if case .done = photo.state { true } else { false }
        guard let json = Trace.span("details", { kept.json }) else { throw .failed(.notWritable) }
        let stored: StoredResult
        do throws(PhotoWorkError) {
            stored = try await PhotoWorkError.wrapping { () async throws(LibraryError) in
                try await library.setResult(
                    of: id, revision: revision, blobs: made.files, state: "done", details: json,
                    evicts: isShown || queue.evicts(id))
            }
        } catch {
            // The files are those of before.
            if details[id]?.madeFor == kept.madeFor {
                details[id]?.sticker = before.sticker
                details[id]?.madeFor = before.madeFor
                details[id]?.failure = before.failure
                details[id]?.failedEdit = before.failedEdit
            }
            throw error
        }
        resultSizes[id] = stored.photo.resultByteCount
        change(id) { photo in
            photo.revision = revision
            photo.state = .done(made.facts)
            if let kept = details[id] { photo.noteEdits(kept) }
        }
        await refreshUsage()
        markTooSmall(stored.cleanedUp)
    }

    private func mark(_ id: PhotoID, _ failure: PhotoFailure, madeFor wanted: PhotoDetails) async {
        guard var kept = details[id], let photo = photo(id) else { return }
        Trace.mark("failed", failure.message)
        let isEdit = if case .done = photo.state { true } else { false }
        if isEdit {
            kept.failedEdit = FailedEdit(wanted: RenderedFor(wanted), failure: failure)
        } else {
            kept.failure = failure
            kept.sticker = nil
        }
        details[id] = kept
        change(id) { photo in
            photo.noteEdits(kept)
            if !isEdit { photo.state = .invalid(failure) }
        }
        guard let json = kept.json else { return }
        _ = try? await library.update(id, state: isEdit ? "done" : "invalid", details: json)
    }
}

extension PhotoFailure {
    fileprivate static let notWritable = PhotoFailure(
        code: "library", message: "the photo's details cannot be written as JSON")
}

/// Why the work on a photo ended without a sticker.
private enum PhotoWorkError: Error {
    case cancelled
    /// The library is too small.
    case noRoom
    case failed(PhotoFailure)

    var failure: PhotoFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }

    static func checkCancellation() throws(PhotoWorkError) {
        if Task.isCancelled { throw .cancelled }
    }

    static func wrapping<Value: Sendable>(
        _ body: () async throws(LibraryError) -> Value
    ) async throws(PhotoWorkError) -> Value {
        do throws(LibraryError) {
            return try await body()
        } catch {
            if Task.isCancelled { throw .cancelled }
            if case .noRoom = error.code { throw .noRoom }
            throw .failed(PhotoFailure(code: "library", message: error.description))
        }
    }

    static func wrapping<Value: Sendable>(
        _ body: () async throws(StickerError) -> Value
    ) async throws(PhotoWorkError) -> Value {
        do throws(StickerError) {
            return try await body()
        } catch {
            throw error.code == .cancelled ? .cancelled : .failed(PhotoFailure(error))
        }
    }
}
