public import PhotoLibrary
import Stickers
import Tracing

extension StickerViewModel {
    /// The work on one photo, shared by all who want its sticker.
    struct Work {
        let task: Task<Void, Never>
        /// Tells this work from a later one on the same photo.
        let number: Int
        var waiters = 0
    }

    /// Makes a photo's sticker unless it is there. Two callers at once wait for the same work; it is cancelled when the
    /// last of them is.
    public func loadPhoto(_ id: PhotoID) async {
        // Work that others have given up at that moment ends without a sticker: then it begins anew.
        while !Task.isCancelled, let photo = photo(id), !photo.isFinished {
            let work = works[id] ?? startWork(on: id)
            works[id]?.waiters += 1
            await withTaskCancellationHandler {
                await work.task.value
            } onCancel: {
                Task { @MainActor in self.leave(id, work.number) }
            }
        }
    }

    /// Makes the stickers of all photos that have none, a few at once, and takes up each as it finishes. A photo that
    /// fails is marked, and the rest go on. Cancelling the task around it stops it after the photos in flight.
    public func processAllPhotos() async {
        let wanted = selection.filter { !$0.isFinished }.map(\.id)
        progress = ProcessingProgress()
        progress.total = wanted.count
        progress.running = true
        await withDiscardingTaskGroup { group in
            let places = WorkSlots(count: atOnce)
            for id in wanted {
                guard await places.enter() else { break }
                guard group.addTaskUnlessCancelled(operation: { await self.loadPhoto(id, in: places) }) else { break }
            }
        }
        progress.running = false
    }

    private func loadPhoto(_ id: PhotoID, in places: WorkSlots) async {
        await loadPhoto(id)
        count(id)
        places.leave()
    }

    private func count(_ id: PhotoID) {
        // Removed or cancelled: neither made nor failed.
        guard let photo = photo(id) else {
            progress.total -= 1
            return
        }
        guard photo.isFinished else { return }
        progress.finished += 1
        if case .invalid = photo.state { progress.failed += 1 }
    }

    // MARK: For somebody who does not wait

    /// A page wants this sticker, for its place comes near.
    public func request(_ id: PhotoID) {
        guard requests[id] == nil, let photo = photo(id), !photo.isFinished else { return }
        requests[id] = Task { [weak self] in
            await self?.loadPhoto(id)
            self?.requests[id] = nil
        }
    }

    /// The page does not want it any more. Others may still.
    public func cancel(_ id: PhotoID) {
        requests.removeValue(forKey: id)?.cancel()
    }

    /// Tries a photo that failed once more.
    public func retry(_ id: PhotoID) {
        guard let photo = photo(id), case .invalid = photo.state else { return }
        details[id]?.failure = nil
        change(id) { $0.state = .waiting }
        request(id)
    }

    public func startProcessing() {
        guard processing == nil else { return }
        processing = Task { [weak self] in
            await self?.processAllPhotos()
            self?.processing = nil
        }
    }

    public func stopProcessing() {
        processing?.cancel()
    }

    /// Everybody has left the screen: nobody waits for anything.
    public func cancelAll() {
        stopProcessing()
        for id in Array(requests.keys) { cancel(id) }
    }

    /// Ends what is being done, for whomever.
    func abandon(_ id: PhotoID) {
        cancel(id)
        works[id]?.task.cancel()
    }

    // MARK: The work

    private func leave(_ id: PhotoID, _ number: Int) {
        guard works[id]?.number == number else { return }
        works[id]?.waiters -= 1
        if works[id]?.waiters == 0 { works[id]?.task.cancel() }
    }

    @discardableResult
    func startWork(on id: PhotoID) -> Work {
        lastWorkNumber += 1
        let number = lastWorkNumber
        let task = Task { [weak self] in
            guard let self else { return }
            if await slots.enter() {
                await Trace.recording(to: trace) {
                    await Trace.photo(photo(id)?.name ?? "") { await makeSticker(of: id) }
                }
                slots.leave()
            }
            if works[id]?.number == number { works[id] = nil }
            change(id) { if !$0.isFinished { $0.state = .waiting } }
        }
        let work = Work(task: task, number: number)
        works[id] = work
        return work
    }

    /// Reads, makes and keeps; once more when style or strokes have changed meanwhile.
    private func makeSticker(of id: PhotoID) async {
        repeat {
            guard !Task.isCancelled, let wanted = details[id], let photo = photo(id) else { return }
            let isShown = if case .done = photo.state { true } else { false }
            if !isShown { change(id) { $0.state = .loading } }
            do throws(PhotoWorkError) {
                let data = try await PhotoWorkError.wrapping { () async throws(LibraryError) in
                    try await library.original(id)
                }
                let subject = try? await library.blob(MadeSticker.subjectName, of: id)
                try PhotoWorkError.checkCancellation()
                if !isShown { change(id) { $0.state = .processing } }
                let made = try await PhotoWorkError.wrapping { () async throws(StickerError) in
                    try await maker.make(data, subject: subject, style: wanted.style, strokes: wanted.strokes)
                }
                onMade?(id, made.timings)
                try await keep(made, of: id, madeFor: wanted)
            } catch {
                guard let failure = error.failure else { return }
                await mark(id, failure)
                return
            }
        } while details[id]?.isOutdated ?? false
    }

    private func keep(_ made: MadeSticker, of id: PhotoID, madeFor wanted: PhotoDetails) async throws(PhotoWorkError) {
        guard var kept = details[id], let photo = photo(id) else { return }
        kept.sticker = made.facts
        kept.madeFor = RenderedFor(wanted)
        kept.failure = nil
        details[id] = kept
        let revision = photo.revision + 1
        let json = Trace.span("details") { kept.json }
        let stored = try await PhotoWorkError.wrapping { () async throws(LibraryError) in
            try await library.setResult(
                of: id, revision: revision, blobs: made.files, state: "done", details: json)
        }
        change(id) { photo in
            photo.revision = revision
            photo.state = .done(made.facts)
        }
        await forgetResults(of: stored.cleanedUp)
        await refreshUsage()
    }

    private func mark(_ id: PhotoID, _ failure: PhotoFailure) async {
        guard details[id] != nil else { return }
        Trace.mark("failed", failure.message)
        details[id]?.failure = failure
        details[id]?.sticker = nil
        change(id) { $0.state = .invalid(failure) }
        guard let json = details[id]?.json else { return }
        _ = try? await library.update(id, state: "invalid", details: json)
    }
}

/// Why the work on a photo ended without a sticker.
private nonisolated enum PhotoWorkError: Error {
    case cancelled
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
            throw Task.isCancelled ? .cancelled : .failed(PhotoFailure(code: "library", message: error.description))
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
