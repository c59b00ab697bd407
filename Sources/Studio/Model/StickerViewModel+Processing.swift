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
        /// Whether it goes on when nobody waits for it.
        var isNeeded = false
        /// Whether the results of other photos may go for this one.
        var evicts = false
    }

    /// What somebody wants without waiting for it.
    struct Request {
        let task: Task<Void, Never>
        let number: Int
        /// How many pages want it because its place is near.
        var nearCount = 0
        /// Whether somebody asked for it by name.
        var isByName = false

        var isWanted: Bool { isByName || nearCount > 0 }
    }

    /// Why a sticker is made.
    public nonisolated enum Reason: Hashable, Sendable {
        /// Somebody asked for this one by name. It is made whoever leaves, and in the place of others where it must be.
        case byName
        /// Its place on a page comes near: only for as long as it is there.
        case near
    }

    /// For whom work begins.
    nonisolated enum Beneficiary {
        /// Those who wait for it.
        case waiters
        /// An edit, which goes on by itself.
        case itself
    }

    /// Makes a photo's sticker unless it is there. Two callers at once wait for the same work; a caller who is cancelled
    /// returns at once, and the work is cancelled when the last of them is.
    ///
    /// - Parameter evicts: whether the results of other photos may go for this one.
    public func loadPhoto(_ id: PhotoID, evicts: Bool = false) async {
        // Work that others have given up at that moment ends without a sticker: then it begins anew.
        while !Task.isCancelled, !slots.isClosed, let photo = photo(id), !photo.isFinished {
            let work = works[id] ?? startWork(on: id, for: .waiters)
            works[id]?.waiters += 1
            if evicts { works[id]?.evicts = true }
            _ = await work.task.valueUnlessCancelled()
            leave(id, work.number)
        }
    }

    /// Makes the stickers of all photos that have none, a few at once, and takes up each as it finishes. A photo that
    /// fails is marked, and the rest go on. Cancelling the task around it stops it, and what nobody else waits for.
    public func processAllPhotos() async {
        progress = ProcessingProgress()
        progress.running = true
        reconsiderTooSmall()
        var seen: Set<PhotoID> = []
        // What is added meanwhile is processed too.
        while !Task.isCancelled {
            let wanted = selection.filter { !$0.isFinished && !seen.contains($0.id) }.map(\.id)
            guard !wanted.isEmpty else { break }
            seen.formUnion(wanted)
            progress.total += wanted.count
            await process(wanted)
        }
        progress.running = false
    }

    private func process(_ wanted: [PhotoID]) async {
        await withDiscardingTaskGroup { group in
            let places = WorkSlots(count: atOnce)
            for id in wanted {
                guard await places.enter() else { break }
                guard group.addTaskUnlessCancelled(operation: { await self.loadPhoto(id, in: places) }) else { break }
            }
        }
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

    /// Makes a sticker for somebody who does not wait.
    public func request(_ id: PhotoID, _ reason: Reason = .byName) {
        guard let photo = photo(id) else { return }
        if reason == .byName, photo.isTooLargeForLibrary { change(id) { $0.state = .waiting } }
        guard self.photo(id)?.isFinished == false else { return }
        if requests[id] == nil {
            lastWorkNumber += 1
            let number = lastWorkNumber
            let task = Task { [weak self] in
                await self?.loadPhoto(id, evicts: self?.requests[id]?.isByName ?? false)
                if self?.requests[id]?.number == number { self?.requests[id] = nil }
            }
            requests[id] = Request(task: task, number: number)
        }
        switch reason {
        case .near: requests[id]?.nearCount += 1
        case .byName:
            requests[id]?.isByName = true
            works[id]?.evicts = true
        }
    }

    /// Takes a request back. Others may still want it.
    public func cancel(_ id: PhotoID, _ reason: Reason = .byName) {
        guard var request = requests[id] else { return }
        switch reason {
        case .near: request.nearCount = max(0, request.nearCount - 1)
        case .byName: request.isByName = false
        }
        requests[id] = request
        if !request.isWanted { endRequest(id) }
    }

    private func endRequest(_ id: PhotoID) {
        requests.removeValue(forKey: id)?.task.cancel()
    }

    /// Tries a photo that failed once more, without the strokes and the choice of subjects with which it failed.
    public func retry(_ id: PhotoID) {
        guard let photo = photo(id), case .invalid = photo.state, var kept = details[id] else { return }
        // Its strokes are not to blame.
        if photo.isTooLargeForLibrary { return request(id) }
        kept.failure = nil
        kept.undoneStrokes += kept.strokes.reversed()
        kept.strokes = []
        kept.style.instances = nil
        details[id] = kept
        change(id) { photo in
            photo.noteEdits(kept)
            photo.state = .waiting
        }
        request(id)
    }

    /// Processes all; when that is being done and was not stopped, what has come since is done too. After a stop it
    /// begins anew.
    public func startProcessing() {
        if let processing, !processing.isCancelled { return }
        let earlier = processing
        processing = Task { [weak self] in
            await earlier?.value
            guard !Task.isCancelled else { return }
            await self?.processAllPhotos()
            if self?.progress.running == false, !Task.isCancelled { self?.processing = nil }
        }
    }

    public func stopProcessing() {
        processing?.cancel()
    }

    /// Everybody has left the screen: nothing is near any more. What was asked for by name goes on.
    public func cancelNear() {
        for (id, request) in requests where request.nearCount > 0 {
            requests[id]?.nearCount = 0
            if !request.isByName { endRequest(id) }
        }
    }

    private func cancelAll() {
        stopProcessing()
        for id in Array(requests.keys) { endRequest(id) }
    }

    /// Begins nothing any more, and returns when what is in work has ended, or was cancelled after the grace.
    func finishWork(within grace: Duration) async {
        slots.close()
        let tasks = works.values.map(\.task)
        let timer = Task {
            guard (try? await Task.sleep(for: grace)) != nil else { return }
            for task in tasks { task.cancel() }
        }
        for task in tasks { await task.value }
        timer.cancel()
        cancelAll()
    }

    /// Ends what is being done, for whomever.
    func abandon(_ id: PhotoID) {
        endRequest(id)
        works[id]?.task.cancel()
    }

    // MARK: The work

    private func leave(_ id: PhotoID, _ number: Int) {
        guard let work = works[id], work.number == number else { return }
        works[id]?.waiters -= 1
        if work.waiters == 1, !work.isNeeded { work.task.cancel() }
    }

    @discardableResult
    func startWork(on id: PhotoID, for beneficiary: Beneficiary) -> Work {
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
        var work = Work(task: task, number: number)
        if beneficiary == .itself { (work.isNeeded, work.evicts) = (true, true) }
        works[id] = work
        return work
    }

    /// Reads, makes and keeps; once more when style or strokes have changed meanwhile.
    private func makeSticker(of id: PhotoID) async {
        var tried: RenderedFor?
        repeat {
            guard !Task.isCancelled, let wanted = details[id], let photo = photo(id) else { return }
            tried = RenderedFor(wanted)
            let isShown = if case .done = photo.state { true } else { false }
            if !isShown {
                guard works[id]?.evicts ?? false || hasRoom(forResultOf: id) else { return markTooSmall([id]) }
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
                    try await maker.make(data, subject: subject, style: wanted.style, strokes: wanted.strokes)
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

    private func keep(_ made: MadeSticker, of id: PhotoID, madeFor wanted: PhotoDetails) async throws(PhotoWorkError) {
        guard var kept = details[id], let photo = photo(id) else { return }
        kept.sticker = made.facts
        kept.madeFor = RenderedFor(wanted)
        kept.failure = nil
        kept.failedEdit = nil
        details[id] = kept
        let revision = max(photo.revision + 1, leastRevision())
        let isShown = if case .done = photo.state { true } else { false }
        guard let json = Trace.span("details", { kept.json }) else { throw .failed(.notWritable) }
        let stored = try await PhotoWorkError.wrapping { () async throws(LibraryError) in
            try await library.setResult(
                of: id, revision: revision, blobs: made.files, state: "done", details: json,
                evicts: isShown || works[id]?.evicts ?? true)
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
    fileprivate nonisolated static let notWritable = PhotoFailure(
        code: "library", message: "what is known of the photo cannot be written as JSON")
}

/// Why the work on a photo ended without a sticker.
private nonisolated enum PhotoWorkError: Error {
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
