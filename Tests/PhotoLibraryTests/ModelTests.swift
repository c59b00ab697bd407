import Files
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

/// The library as a list in memory: what it should do, without files.
private struct Model {
    struct Photo {
        var contents: PhotoContents
        /// Of its bytes: duplicates share them.
        var original: PhotoID
        var bytes: [UInt8]
        var lastUsed: Date
        var position: Int
        var removed: Date?
        var resultByteCount: Int { contents.blobs.values.reduce(0) { $0 + $1.count } }
    }

    /// Of the selection and the trash.
    var all: [Photo] = []
    let limit: Int

    /// In its order.
    var photos: [Photo] {
        all.filter { $0.removed == nil }
            .sorted { ($0.position, $0.contents.id.text) < ($1.position, $1.contents.id.text) }
    }
    /// The first removed first.
    var trash: [Photo] {
        all.filter { $0.removed != nil }.sorted { ($0.removed ?? .distantPast) < ($1.removed ?? .distantPast) }
    }

    var originals: Int { sizes(of: photos).values.reduce(0, +) }
    var results: Int { photos.reduce(0) { $0 + $1.resultByteCount } }
    var trashBytes: Int {
        let alone = sizes(of: all).filter { sizes(of: photos)[$0.key] == nil }
        return alone.values.reduce(0, +) + trash.reduce(0) { $0 + $1.resultByteCount }
    }
    private func sizes(of photos: [Photo]) -> [PhotoID: Int] {
        Dictionary(photos.map { ($0.original, $0.bytes.count) }, uniquingKeysWith: { first, _ in first })
    }
    var lastPosition: Int { all.map(\.position).max() ?? 0 }

    /// In ``all``, of a photo of the selection.
    func place(_ id: PhotoID) -> Int? { all.firstIndex { $0.contents.id == id && $0.removed == nil } }
    func trashPlace(_ id: PhotoID) -> Int? { all.firstIndex { $0.contents.id == id && $0.removed != nil } }

    /// The one that comes back when its bytes are added again.
    func placeToTakeBack(_ original: PhotoID) -> Int? {
        let order = { (photo: Photo) in (photo.contents.id == original ? 0 : 1, photo.position, photo.contents.id.text)
        }
        return all.indices.filter { all[$0].original == original && all[$0].removed != nil }
            .min { order(all[$0]) < order(all[$1]) }
    }

    mutating func duplicate(_ place: Int, as copy: PhotoID, at date: Date) {
        var photo = all[place]
        photo.contents.id = copy
        photo.lastUsed = date
        if originals + results + trashBytes + photo.resultByteCount > limit { photo.contents.blobs = [:] }
        for place in all.indices where all[place].position > photo.position { all[place].position += 1 }
        photo.position += 1
        all.append(photo)
    }

    mutating func reorder(_ ids: [PhotoID]) {
        let before = photos.map(\.contents.id)
        let after = ids + before.filter { !ids.contains($0) }
        guard before != after else { return }
        for (number, id) in after.enumerated() { if let place = place(id) { all[place].position = number + 1 } }
    }

    /// - Returns: the photos of the selection whose results went.
    mutating func cleanUp(except kept: PhotoID? = nil) -> [PhotoID] {
        var cleaned: [PhotoID] = []
        var isAbove: Bool { originals + results + trashBytes > limit }
        for photo in trash where isAbove && !photo.contents.blobs.isEmpty {
            if let place = trashPlace(photo.contents.id) { all[place].contents.blobs = [:] }
        }
        for photo in trash where isAbove { all.removeAll { $0.contents.id == photo.contents.id } }
        while isAbove,
            let least = photos.filter({ !$0.contents.blobs.isEmpty && $0.contents.id != kept })
                .min(by: { $0.lastUsed < $1.lastUsed }), let place = place(least.contents.id)
        {
            all[place].contents.blobs = [:]
            cleaned.append(least.contents.id)
        }
        return cleaned
    }
}

@Suite struct ModelTests {
    /// A clock that the test sets, so that both sides see the same times.
    private let clock = SteppingClock()

    @Test(arguments: 0..<12)
    func anySequenceOfCallsDoesWhatAListInMemoryDoes(_ seed: Int) throws {
        let temporary = TemporaryFolder()
        let folder = temporary.path.appending("library")
        var random = SeededGenerator(seed: UInt64(seed))
        var model = Model(limit: 4_000)
        var step = 0
        while step < 80 {
            let store = try LibraryStore(at: folder, limit: model.limit, clock: clock)
            #expect(store.notes == [])
            _ = model.cleanUp()
            // Opened anew after a while.
            let end = step + Int.random(in: 1...20, using: &random)
            while step < end {
                try compare(store, model, "seed \(seed), step \(step)")
                try act(on: store, &model, step: step, "seed \(seed), step \(step)", &random)
                step += 1
            }
            try compare(store, model, "seed \(seed), step \(step)")
            try store.flush()
        }
    }

    private func compare(_ store: LibraryStore, _ model: Model, _ comment: Comment) throws {
        #expect(try store.contents() == model.photos.map(\.contents), comment)
        #expect(try store.photos().map(\.lastUsed) == model.photos.map(\.lastUsed), comment)
        #expect(store.usage.originals == model.originals, comment)
        #expect(store.usage.results == model.results, comment)
        #expect(try store.trashContents() == model.trash.reversed().map(\.contents), comment)
        #expect(store.usage.trash == model.trashBytes, comment)
        #expect(try store.inconsistencies() == [], comment)
    }

    private func act(
        on library: LibraryStore, _ model: inout Model, step: Int, _ comment: Comment, _ random: inout SeededGenerator
    ) throws {
        let number = Int.random(in: 0..<14, using: &random)
        let bytes = sampleBytes(number, count: 50 + 40 * number)
        let original = PhotoID(of: bytes)
        let same = model.all.filter { $0.original == original }
        let id = same.randomElement(using: &random)?.contents.id ?? original
        let place = model.place(id)
        switch Int.random(in: 0..<16, using: &random) {
        case 0...2:
            if same.isEmpty, model.originals + bytes.count >= model.limit {
                let error = #expect(throws: LibraryError.self, comment) { try library.add(bytes, named: "x") }
                #expect(
                    error?.code == .full(originals: model.originals, added: bytes.count, limit: model.limit), comment)
            } else {
                let added = try library.add(bytes, named: "photo \(step)")
                let isThere = same.contains { $0.removed == nil }
                #expect(added.isNew == !isThere, comment)
                let trashPlace = isThere ? nil : model.placeToTakeBack(original)
                #expect(added.isRestored == (trashPlace != nil), comment)
                if let trashPlace {
                    model.all[trashPlace].position = model.lastPosition + 1
                    model.all[trashPlace].removed = nil
                } else if !isThere {
                    let contents = PhotoContents(
                        id: id, name: "photo \(step)", state: "", details: "{}", revision: 0, blobs: [:])
                    model.all.append(
                        Model.Photo(
                            contents: contents, original: original, bytes: bytes, lastUsed: added.photo.lastUsed,
                            position: model.lastPosition + 1))
                }
                #expect(added.cleanedUp == (isThere ? [] : model.cleanUp()), comment)
            }
        case 3, 11:
            #expect(try library.remove([id]) == (place == nil ? [] : [id]), comment)
            if let place { model.all[place].removed = try library.trash().first?.removed }
        case 12:
            let ids = model.trash.map(\.contents.id).shuffled(using: &random).prefix(2)
            #expect(try library.restore(Array(ids)).map(\.id) == Array(ids), comment)
            for id in ids { if let place = model.trashPlace(id) { model.all[place].removed = nil } }
        case 13:
            let isThere = model.trashPlace(id) != nil
            #expect(try library.emptyTrash([id]) == (isThere ? [id] : []), comment)
            model.all.removeAll { $0.contents.id == id && $0.removed != nil }
        case 14, 15:
            guard let place else { return }
            let copy = PhotoID(of: Array("copy \(step)".utf8))
            model.duplicate(place, as: copy, at: try library.duplicate(id, as: copy).lastUsed)
        case 4:
            let named = Array(model.photos.map(\.contents.id).shuffled(using: &random).prefix(3))
            model.reorder(named)
            #expect(try library.reorder(named) == model.photos.map(\.contents.id), comment)
        case 5:
            guard let place else { return }
            let details = "[\(step)]"
            _ = try library.update(id, state: "state \(step)", details: details)
            model.all[place].contents.state = "state \(step)"
            model.all[place].contents.details = details
        case 6...8:
            guard let place else { return }
            let old = model.all[place].contents
            let revision = old.revision + Int.random(in: 0...2, using: &random)
            var blobs: [String: [UInt8]] = [:]
            for part in 0...Int.random(in: 0...2, using: &random) {
                blobs["part\(part)"] = sampleBytes(step, count: Int.random(in: 0..<300, using: &random))
            }
            if revision < (old.blobs.isEmpty ? max(old.revision, 1) : old.revision + 1) {
                let error = #expect(throws: LibraryError.self, comment) {
                    try library.setResult(of: id, revision: revision, blobs: blobs, state: nil, details: nil)
                }
                #expect(error?.code == .staleRevision, comment)
            } else {
                let stored = try library.setResult(
                    of: id, revision: revision, blobs: blobs, state: "done", details: nil)
                model.all[place].contents.revision = revision
                model.all[place].contents.blobs = blobs
                model.all[place].contents.state = "done"
                model.all[place].lastUsed = stored.photo.lastUsed
                #expect(stored.cleanedUp == model.cleanUp(except: id), comment)
            }
        case 9:
            guard let place else { return }
            #expect(try library.blob("part0", of: id) == model.all[place].contents.blobs["part0"], comment)
            if !model.all[place].contents.blobs.isEmpty {
                model.all[place].lastUsed = try #require(try library.photo(id)?.lastUsed)
            }
        default:
            guard let place else { return }
            _ = try library.removeResult(of: id)
            model.all[place].contents.blobs = [:]
        }
    }
}
