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
            do {
                let data = try await library.original(id)
                let subject = try? await library.blob(MadeSticker.subjectName, of: id)
                if Task.isCancelled { return }
                if !isShown { change(id) { $0.state = .processing } }
                let made = try await make(id, data, subject: subject, for: wanted)
                onMade?(id, made.timings)
                try await keep(made, of: id, madeFor: wanted)
            } catch let error as LibraryError {
                if Task.isCancelled { return }
                if case .noRoom = error.code { return markTooSmall([id]) }
                await mark(id, PhotoFailure(code: "library", message: error.description), madeFor: wanted)
            } catch let error as StickerError where error.code == .cancelled {
                return
            } catch {
                await mark(id, PhotoFailure(answering: error), madeFor: wanted)
            }
        } while details[id].map { $0.isOutdated || ($0.sticker == nil && RenderedFor($0) != tried) } ?? false
    }

    private func make(
        _ id: PhotoID, _ data: [UInt8], subject: [UInt8]?, for wanted: PhotoDetails
    ) async throws -> MadeSticker {
        if wanted.clip != nil { return try await makeLiving(id, data, for: RenderedFor(wanted)) }
        return try await maker.make(
            data, subject: subject, style: wanted.style, strokes: wanted.strokes,
            isAwaited: !queue.isWantedByBatchAlone(id))
    }

    /// Shows how far it is.
    private func makeLiving(_ id: PhotoID, _ data: [UInt8], for wanted: RenderedFor) async throws -> MadeSticker {
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

    private func keep(_ made: MadeSticker, of id: PhotoID, madeFor wanted: PhotoDetails) async throws {
        guard let before = details[id], let photo = photo(id) else { return }
        var kept = before
        kept.sticker = made.facts
        kept.madeFor = RenderedFor(wanted)
        kept.failure = nil
        kept.failedEdit = nil
        details[id] = kept
        let revision = max(photo.revision + 1, leastRevision())
        let isShown = if case .done = photo.state { true } else { false }
        guard let json = Trace.span("details", { kept.json }) else {
            throw StudioError(.library, "the photo's details cannot be written as JSON")
        }
        let stored: StoredResult
        do {
            stored = try await library.setResult(
                of: id, revision: revision, blobs: made.files, state: "done", details: json,
                evicts: isShown || queue.evicts(id))
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
        // A photo that was edited meanwhile is tried again.
        guard var kept = details[id], RenderedFor(kept) == RenderedFor(wanted), let photo = photo(id) else { return }
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
