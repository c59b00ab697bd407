package import Catalog
import Execution
import FoundationEssentials
import Observation
import PhotoLibrary

/// The catalog: pictures from the web with title, text and day, of which stickers can be made.
///
/// What is shown is read and changed on the main actor alone; fetching, decoding and writing are awaited from here and
/// happen elsewhere. Every change of ``list`` is one step: no half of it can be observed.
@MainActor @Observable
package final class CatalogModel {
    /// How many days are asked for at once. With a demonstration's key there are thirty requests an hour.
    static let pageCount = 8
    /// Of a list without days.
    static let albumCount = 60
    /// Pictures that are asked for at once, to choose surprises from.
    static let poolCount = 20

    package private(set) var list: CatalogList
    package private(set) var isUpdating = false
    /// By the items' ids.
    package internal(set) var saves: [String: SaveState] = [:]

    package var items: [CatalogItem] { list.items }

    @ObservationIgnored package let feeds: [NamedFeed]
    /// For addresses that pages send.
    @ObservationIgnored let guarded: CatalogPictures
    @ObservationIgnored let store: any SpacePhotoStore
    @ObservationIgnored private let memory: CatalogMemory
    @ObservationIgnored private var update: Update?
    /// By the feeds' ids.
    @ObservationIgnored private var surprises: [String: Surprises] = [:]
    @ObservationIgnored private(set) var isWatched = false
    @ObservationIgnored var isStopped = false
    @ObservationIgnored var saving: [String: Task<Result<PhotoID, any Error>, Never>] = [:]

    /// - Parameters:
    ///   - feeds: at least one; the first is shown first.
    ///   - store: where pictures are saved.
    init(feeds: [NamedFeed], guarded: CatalogPictures, store: any SpacePhotoStore, memory: CatalogMemory) {
        precondition(!feeds.isEmpty, "a catalog has a feed")
        self.feeds = feeds
        self.guarded = guarded
        self.store = store
        self.memory = memory
        list = CatalogList(feed: feeds[0].id)
    }

    /// A picture that is shown, or that was a surprise.
    package func item(_ id: String) -> CatalogItem? {
        list.items.first { $0.id == id } ?? surprises.values.lazy.compactMap { $0.item(id) }.first
    }

    /// What loads an item's pictures.
    func pictures(of item: CatalogItem) -> CatalogPictures {
        (feeds.first { $0.id == item.feed } ?? feeds[0]).pictures
    }

    // MARK: Updating

    /// An update that is under way, and its callers.
    private final class Update {
        struct Wish: Hashable {
            let feed: String
            let dates: [CalendarDate]?
        }

        let wish: Wish
        var task: Task<Void, Never>?
        var waiters = 0

        init(_ wish: Wish) {
            self.wish = wish
        }
    }

    /// Shows other pictures: of days that chance decides, or of these. Keeps what came, and says what did not and why.
    ///
    /// Two callers at once that want the same share the work. A caller that is cancelled returns at once; the work is
    /// cancelled with the last of them, and what was shown stays then. A caller that wants something else
    /// ends the update that is under way.
    ///
    /// - Parameter feed: the id of one of ``feeds``, or else the one that is shown.
    package func updateItems(of feed: String? = nil, dates: [CalendarDate]? = nil) async {
        let feed = feeds.first { $0.id == feed ?? list.feed } ?? feeds[0]
        var seen: Set<CalendarDate> = []
        let wish = Update.Wish(
            feed: feed.id, dates: feed.hasDays ? dates?.filter { seen.insert($0).inserted } : nil)
        let update = running(wish) ?? begin(wish, feed)
        update.waiters += 1
        _ = await update.task?.valueUnlessCancelled()
        if Task.isCancelled { leave(update) }
    }

    /// How many wait for the update that is under way.
    var waitingCount: Int { update?.waiters ?? 0 }

    private func running(_ wish: Update.Wish) -> Update? {
        guard let update, update.wish == wish, update.task?.isCancelled == false else { return nil }
        return update
    }

    private func begin(_ wish: Update.Wish, _ feed: NamedFeed) -> Update {
        update?.task?.cancel()
        let begun = Update(wish)
        update = begun
        isUpdating = true
        begun.task = Task { await self.run(begun, feed) }
        return begun
    }

    private func leave(_ update: Update) {
        update.waiters -= 1
        if update.waiters == 0 { update.task?.cancel() }
    }

    private func run(_ update: Update, _ feed: NamedFeed) async {
        surprisesOf(feed).prepare()
        let query: CatalogQuery =
            if let dates = update.wish.dates {
                .dates(dates)
            } else if feed.hasDays {
                .dates(APODFeed.randomDates(Self.pageCount))
            } else {
                .first(Self.albumCount)
            }
        let found = await feed.feed.allPhotos(query)
        let last = found.isOfTheWeb ? nil : await memory.last(of: feed)
        // Another update has taken its place.
        guard self.update === update else { return }
        self.update = nil
        isUpdating = false
        guard !Task.isCancelled else { return }
        show(found, of: feed.id, orElse: last)
        if found.isOfTheWeb, let loadedAt = list.loadedAt {
            await memory.keep(.init(loadedAt: loadedAt, photos: found.photos), of: feed)
        }
    }

    /// One step from what was shown to what is.
    private func show(_ found: CatalogResult, of feed: String, orElse last: CatalogMemory.Kept?) {
        var new = CatalogList(feed: feed, failures: found.failures)
        if found.isOfTheWeb {
            new.items = found.photos.map { CatalogItem($0, of: feed) }
            new.loadedAt = StickerViewModel.millisecondsSince1970
        } else if let last, found.missesTheWeb {
            // Whatever of it was asked for just now comes first.
            let asked = Set(found.photos.map(\.id))
            new.items = (found.photos + last.photos.filter { !asked.contains($0.id) }).map { CatalogItem($0, of: feed) }
            new.loadedAt = last.loadedAt
            new.isStored = true
        } else if !found.photos.isEmpty {
            new.items = found.photos.map { CatalogItem($0, of: feed) }
            new.isStored = true
        } else if list.feed == feed {
            // Better what is there than nothing.
            (new.items, new.loadedAt) = (list.items, list.loadedAt)
            new.isStored = list.isStored || (found.missesTheWeb && !list.items.isEmpty)
        }
        // What failed to be saved is told for as long as it is shown.
        let shown = Set(new.items.map(\.id))
        saves = saves.filter { id, state in
            state == .saving || shown.contains(id) || surprises.values.contains { $0.item(id) != nil }
        }
        list = new
    }

    // MARK: A surprise

    /// One of some pictures that are loaded in the background, at once; waits when none has come yet. Its picture is
    /// ready to be shown. None comes twice before the others have come.
    package func surprise() async throws -> CatalogItem {
        guard let feed = feeds.first(where: { $0.id == list.feed }) else {
            return try await surprisesOf(feeds[0]).next()
        }
        return try await surprisesOf(feed).next()
    }

    private func surprisesOf(_ feed: NamedFeed) -> Surprises {
        if let known = surprises[feed.id] { return known }
        let new = Surprises(feed: feed, count: Self.poolCount, isPaused: !isWatched)
        surprises[feed.id] = new
        return new
    }

    /// Whether a page is open. While none is, no surprises are loaded ahead.
    package func audienceChanged(_ isWatched: Bool) {
        self.isWatched = isWatched
        for surprises in surprises.values {
            if isWatched { surprises.resume() } else { surprises.pause() }
        }
    }

    /// Ends what is under way, and begins nothing more. What is being saved may come to its end.
    ///
    /// - Parameter grace: how long that may take.
    package func stop(within grace: Duration) async {
        isStopped = true
        update?.task?.cancel()
        for surprises in surprises.values { surprises.stop() }
        let saves = Array(saving.values)
        let deadline = Task {
            guard (try? await Task.sleep(for: grace)) != nil else { return }
            for save in saves { save.cancel() }
        }
        for save in saves { _ = await save.value }
        deadline.cancel()
    }
}

extension CatalogResult {
    /// Whether any of it was said by the service just now: then this is what is shown.
    fileprivate var isOfTheWeb: Bool { photos.contains { !storedIDs.contains($0.id) } }

    /// Whether the service could not be reached, or has a trouble of its own.
    fileprivate var missesTheWeb: Bool {
        !storedIDs.isEmpty
            || failures.contains { failure in
                switch failure.code {
                case .loading, .service: true
                default: false
                }
            }
    }
}
