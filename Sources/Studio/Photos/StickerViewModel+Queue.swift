package import PhotoLibrary
import Profiling

/// What the queue is told, and what is done when it answers.
extension StickerViewModel {
    /// Why a sticker is made.
    package enum Reason: Hashable, Sendable {
        /// A request named this one. It is made even if all pages close, and may take the room of others.
        case byName
        /// Its place on a page comes near: only for as long as it is there.
        case near

        fileprivate var client: StickerQueue<PhotoID>.Client {
            switch self {
            case .byName: .name
            case .near: .near
            }
        }
    }

    // MARK: All

    /// Makes the stickers of all photos that have none, a few at once, and takes up each as it finishes. A photo that
    /// fails is marked, and the rest go on. When that is being done, what has come since is done too. After a stop it
    /// begins anew.
    package func startProcessing() {
        if !queue.hasBatch { reconsiderTooSmall() }
        perform(queue.startBatch())
    }

    package func stopProcessing() {
        perform(queue.stopBatch())
    }

    // MARK: One

    /// Makes a photo's sticker unless it is there.
    package func request(_ id: PhotoID, _ reason: Reason = .byName) {
        let isStopped = photo(id)?.isStopped ?? false
        guard reason == .byName else {
            if !isStopped { perform(queue.want(id, reason.client)) }
            return
        }
        if photo(id)?.isTooLargeForLibrary ?? false { change(id) { $0.state = .waiting } }
        if isStopped { change(id) { $0.isStopped = false } }
        perform(queue.want(id, details[id]?.isOutdated ?? false ? .edit : .name))
    }

    /// Ends the work on a sticker, also for pages near it, for "make all" and for an edit; what was there before stays.
    package func stop(_ id: PhotoID) {
        guard queue.holds(id) else { return }
        change(id) { photo in
            photo.isStopped = true
            photo.progress = nil
        }
        perform(queue.stop(id))
    }

    /// Takes a request back. Others may still want it.
    package func cancel(_ id: PhotoID, _ reason: Reason = .byName) {
        perform(queue.leave(id, reason.client))
    }

    /// Tries a photo that failed once more, without the strokes and the choice of subjects with which it failed.
    package func retry(_ id: PhotoID) {
        guard let photo = photo(id), case .invalid = photo.state, let kept = details[id] else { return }
        // Its strokes are not to blame.
        if photo.isTooLargeForLibrary { return request(id) }
        let again = kept.forRetry
        details[id] = again
        change(id) { photo in
            photo.noteEdits(again)
            photo.state = .waiting
        }
        request(id)
    }

    /// The last page has closed: no card is near any more. What was asked for by name goes on.
    package func cancelNear() {
        perform(queue.leaveNear())
    }

    // MARK: The end

    /// Begins nothing any more, and returns when what is in work has ended, or was cancelled after the grace.
    func finishWork(within grace: Duration) async {
        queue.close()
        progress = queue.progress
        let tasks = Array(works.values)
        let timer = Task {
            guard (try? await Task.sleep(for: grace)) != nil else { return }
            for task in tasks { task.cancel() }
        }
        for task in tasks { await task.value }
        timer.cancel()
    }

    /// Ends what is being done, for whomever.
    func abandon(_ id: PhotoID) {
        perform(queue.abandon(id))
    }

    // MARK: The queue's answers

    func perform(_ actions: [StickerQueue<PhotoID>.Action]) {
        for action in actions {
            switch action {
            case .start(let id): startWork(on: id)
            case .cancel(let id): works[id]?.cancel()
            case .refillBatch: perform(queue.refillBatch(selection.filter { !$0.isStopped }.map(\.id)))
            }
        }
        if queue.progress != progress { progress = queue.progress }
    }

    private func startWork(on id: PhotoID) {
        change(id) { $0.isStopped = false }
        // Pictures that a page asks for do not wait for stickers that no page shows yet.
        works[id] = Task(priority: queue.isWantedByBatchAlone(id) ? .utility : .medium) { [weak self] in
            guard let self else { return }
            await Trace.recording(to: trace) {
                await Trace.photo(photo(id)?.name ?? "") { await makeSticker(of: id) }
            }
            works[id] = nil
            change(id) { if !$0.isFinished { $0.state = .waiting } }
            perform(queue.ended(id))
        }
    }
}
