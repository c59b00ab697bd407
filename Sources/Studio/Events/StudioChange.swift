import HTTPServing

/// One step from what pages show to what the model has.
enum StudioChange: Sendable {
    case photo(SnapshotPhoto)
    case removed([String])
    case order([String])
    case progress(ProcessingProgress)
    case library(StudioSnapshot.Library)
    case packs([KeptPack])
    case catalog(CatalogJSON)

    /// The changes that turn `old` into `new`, in this order.
    static func changes(from old: StudioSnapshot, to new: StudioSnapshot) -> [StudioChange] {
        var changes = photoChanges(from: old.photos, to: new.photos)
        if new.progress != old.progress { changes.append(.progress(new.progress)) }
        if new.library != old.library { changes.append(.library(new.library)) }
        if new.packs != old.packs { changes.append(.packs(new.packs)) }
        if let catalog = new.catalog, catalog != old.catalog { changes.append(.catalog(catalog)) }
        return changes
    }

    private static func photoChanges(from old: [SnapshotPhoto], to new: [SnapshotPhoto]) -> [StudioChange] {
        // Most often nothing is removed or moved, and photos that stayed the same are known by being the same objects.
        let kept = zip(old, new).prefix { $0 === $1 || $0.id == $1.id }.count
        if kept == old.count {
            let changed = zip(old, new).filter { $0 != $1 }.map { StudioChange.photo($1) }
            return changed + new[kept...].map { .photo($0) }
        }
        var changes: [StudioChange] = []
        let known = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        let left = Set(new.map(\.id))
        let removed = old.map(\.id).filter { !left.contains($0) }
        if !removed.isEmpty { changes.append(.removed(removed)) }
        for photo in new where known[photo.id] != photo { changes.append(.photo(photo)) }
        // A page that is told of new photos one by one puts them at the end.
        let order = new.map(\.id)
        let assumed = old.map(\.id).filter(left.contains) + order.filter { known[$0] == nil }
        if assumed != order { changes.append(.order(order)) }
        return changes
    }

    func event(id: String) -> ServerSentEvent {
        switch self {
        case .photo(let photo):
            ServerSentEvent(id: id, event: "photo", data: String(decoding: photo.bytes, as: UTF8.self))
        case .removed(let ids): ServerSentEvent(id: id, event: "removed", data: JSONWriting.text(["ids": ids]))
        case .order(let ids): ServerSentEvent(id: id, event: "order", data: JSONWriting.text(["ids": ids]))
        case .progress(let progress): ServerSentEvent(id: id, event: "progress", data: JSONWriting.text(progress))
        case .library(let library): ServerSentEvent(id: id, event: "library", data: JSONWriting.text(library))
        case .packs(let packs): ServerSentEvent(id: id, event: "packs", data: JSONWriting.text(["packs": packs]))
        case .catalog(let catalog): ServerSentEvent(id: id, event: "catalog", data: JSONWriting.text(catalog))
        }
    }
}
