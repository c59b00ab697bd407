import Catalog
import Execution
import FoundationEssentials
import ImageLoading

/// Pictures of a feed that chance has chosen, loaded in the background before a page asks for one. When few are left,
/// the feed is asked for others.
@MainActor
final class Surprises {
    private let feed: NamedFeed
    /// How many pictures are asked for at once.
    private let count: Int
    private var queue = SurpriseQueue()
    private var filling: Task<Void, Never>?
    private var waiting: [(number: Int, answer: CheckedContinuation<Result<CatalogItem, CatalogError>, Never>)] = []
    private var lastNumber = 0
    private var isPaused: Bool
    private var isStopped = false

    init(feed: NamedFeed, count: Int, isPaused: Bool) {
        self.feed = feed
        self.count = count
        self.isPaused = isPaused
    }

    func item(_ id: String) -> CatalogItem? { queue.item(id) }

    /// Loads in the background until enough pictures are ready, while a page is open.
    func prepare() {
        guard !isPaused, isShort || !queue.unloaded.isEmpty else { return }
        beginFilling()
    }

    /// The last page has closed: loads that have not begun wait until one opens. A caller that waits gets its answer
    /// first.
    func pause() {
        isPaused = true
        if waiting.isEmpty { endFilling() }
    }

    func resume() {
        isPaused = false
        prepare()
    }

    func stop() {
        isStopped = true
        endFilling()
        answer(with: CatalogError(.cancelled, "the studio is stopping"))
    }

    /// At once when a picture is ready, else when the first one is.
    func next() async throws -> CatalogItem {
        if isStopped { throw CatalogError(.cancelled, "the studio is stopping") }
        if let item = queue.take() {
            prepare()
            return item
        }
        lastNumber += 1
        let number = lastNumber
        return try await withTypedContinuation { continuation in
            waiting.append((number, continuation))
            if Task.isCancelled { leave(number) } else { beginFilling() }
        } onCancel: {
            Task { @MainActor in self.leave(number) }
        }
    }

    private func leave(_ number: Int) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        let caller = waiting.remove(at: place)
        caller.answer.resume(returning: .failure(CatalogError(.cancelled, "the surprise was cancelled")))
        if isPaused, waiting.isEmpty { endFilling() }
    }

    private var isShort: Bool { queue.freshCount <= count / 4 }

    private func beginFilling() {
        guard filling == nil, !isStopped else { return }
        filling = Task { await self.fill() }
    }

    private func endFilling() {
        filling?.cancel()
        filling = nil
    }

    private func fill() async {
        var failure = CatalogError(.loading(.emptyResult), "\(feed.feed.name): not one of the pictures could be loaded")
        if isShort {
            let found = await feed.feed.allPhotos(.random(count))
            if Task.isCancelled { return }
            let pictures = found.photos.filter { $0.mediaType == .image && $0.pictureURL != nil }
            queue.add(pictures.shuffled().map { CatalogItem($0, of: feed.id) })
            if pictures.isEmpty {
                failure = found.failures.first ?? CatalogError(.noPicture, "\(feed.feed.name) has no pictures")
            }
        }
        await loadPictures()
        if Task.isCancelled { return }
        filling = nil
        answerFromQueue(mayBeginAgain: true)
        answer(with: failure)
    }

    private func loadPictures() async {
        let urls = queue.unloaded.compactMap(\.photo.pictureURL)
        guard !urls.isEmpty else { return }
        do {
            for try await image in feed.pictures.ahead(of: urls) {
                if Task.isCancelled { return }
                queue.loaded(image.url, isThere: image.bitmap != nil)
                answerFromQueue()
                if isPaused, waiting.isEmpty { return }
            }
        } catch {
            // Not one could be loaded: each was told above.
        }
    }

    private func answerFromQueue(mayBeginAgain: Bool = false) {
        while !waiting.isEmpty {
            var item = queue.take()
            if item == nil, mayBeginAgain {
                queue.beginAgain()
                item = queue.take()
            }
            guard let item else { return }
            waiting.removeFirst().answer.resume(returning: .success(item))
        }
    }

    private func answer(with failure: CatalogError) {
        let left = waiting
        waiting = []
        for caller in left { caller.answer.resume(returning: .failure(failure)) }
    }
}
