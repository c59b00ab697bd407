import Catalog
import FoundationEssentials

/// The order of surprises: each picture comes once, and all of them before one comes again. A pure value.
struct SurpriseQueue {
    /// Pictures that were shown are known for so long: they can be saved, and are not shown again as new ones.
    static let mostRemembered = 200

    /// Their pictures are not loaded yet.
    private(set) var unloaded: [CatalogItem] = []
    /// Loaded, and not shown in this round.
    private var ready: [CatalogItem] = []
    /// The last one was shown last.
    private var shown: [CatalogItem] = []

    /// How many have not been shown.
    var freshCount: Int { unloaded.count + ready.count }

    func item(_ id: String) -> CatalogItem? {
        ready.first { $0.id == id } ?? shown.last { $0.id == id } ?? unloaded.first { $0.id == id }
    }

    /// Takes those in that are not known.
    mutating func add(_ items: [CatalogItem]) {
        for item in items where self.item(item.id) == nil { unloaded.append(item) }
    }

    /// A picture was loaded, or cannot be.
    mutating func loaded(_ url: URL, isThere: Bool) {
        if isThere { ready += unloaded.filter { $0.photo.pictureURL == url } }
        unloaded.removeAll { $0.photo.pictureURL == url }
    }

    /// The next one; `nil` when none is ready.
    mutating func take() -> CatalogItem? {
        guard !ready.isEmpty else { return nil }
        let item = ready.removeFirst()
        shown.removeAll { $0.id == item.id }
        shown.append(item)
        if shown.count > Self.mostRemembered { shown.removeFirst() }
        return item
    }

    /// Begins a round with those that were shown, when there are no others. The last one does not come first.
    mutating func beginAgain() {
        guard freshCount == 0, let last = shown.last else { return }
        ready = shown.dropLast().shuffled() + [last]
        shown = []
    }
}
