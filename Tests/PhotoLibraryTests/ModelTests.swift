import Files
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

/// The library as a list in memory: what it should do, without files.
private struct Model {
    struct Photo {
        var contents: PhotoContents
        var bytes: [UInt8]
        var lastUsed: Date
        var resultByteCount: Int { contents.blobs.values.reduce(0) { $0 + $1.count } }
    }

    var photos: [Photo] = []
    let limit: Int

    var originals: Int { photos.reduce(0) { $0 + $1.bytes.count } }
    var results: Int { photos.reduce(0) { $0 + $1.resultByteCount } }

    func place(_ id: PhotoID) -> Int? { photos.firstIndex { $0.contents.id == id } }

    mutating func cleanUp(except kept: PhotoID? = nil) -> [PhotoID] {
        var cleaned: [PhotoID] = []
        while originals + results > limit,
            let place = photos.indices.filter({ !photos[$0].contents.blobs.isEmpty && photos[$0].contents.id != kept })
                .min(by: { photos[$0].lastUsed < photos[$1].lastUsed })
        {
            photos[place].contents.blobs = [:]
            cleaned.append(photos[place].contents.id)
        }
        return cleaned
    }
}

@Suite struct ModelTests {
    /// A clock that the test sets, so that both sides see the same times.
    private let clock = SteppingClock()

    @Test(arguments: 0..<12)
    func `Any sequence of calls does what a list in memory does`(_ seed: Int) throws {
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
        #expect(try store.inconsistencies() == [], comment)
    }

    private func act(
        on library: LibraryStore, _ model: inout Model, step: Int, _ comment: Comment, _ random: inout SeededGenerator
    ) throws {
        let number = Int.random(in: 0..<14, using: &random)
        let bytes = sampleBytes(number, count: 50 + 40 * number)
        let id = PhotoID(of: bytes)
        let place = model.place(id)
        switch Int.random(in: 0..<11, using: &random) {
        case 0...2:
            if place == nil, model.originals + bytes.count >= model.limit {
                let error = #expect(throws: LibraryError.self, comment) { try library.add(bytes, named: "x") }
                #expect(
                    error?.code == .full(originals: model.originals, added: bytes.count, limit: model.limit), comment)
            } else {
                let added = try library.add(bytes, named: "photo \(step)")
                #expect(added.isNew == (place == nil), comment)
                if place == nil {
                    let contents = PhotoContents(
                        id: id, name: "photo \(step)", state: "", details: "{}", revision: 0, blobs: [:])
                    model.photos.append(
                        Model.Photo(contents: contents, bytes: bytes, lastUsed: added.photo.lastUsed))
                }
                #expect(added.cleanedUp == (place == nil ? model.cleanUp() : []), comment)
            }
        case 3:
            #expect(try library.remove([id]) == (place == nil ? [] : [id]), comment)
            if let place { model.photos.remove(at: place) }
        case 4:
            let named = model.photos.map(\.contents.id).shuffled(using: &random).prefix(3)
            let rest = model.photos.filter { !named.contains($0.contents.id) }
            model.photos = named.compactMap { model.place($0) }.map { model.photos[$0] } + rest
            #expect(try library.reorder(Array(named)) == model.photos.map(\.contents.id), comment)
        case 5:
            guard let place else { return }
            let details = "[\(step)]"
            _ = try library.update(id, state: "state \(step)", details: details)
            model.photos[place].contents.state = "state \(step)"
            model.photos[place].contents.details = details
        case 6...8:
            guard let place else { return }
            let old = model.photos[place].contents
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
                model.photos[place].contents.revision = revision
                model.photos[place].contents.blobs = blobs
                model.photos[place].contents.state = "done"
                model.photos[place].lastUsed = stored.photo.lastUsed
                #expect(stored.cleanedUp == model.cleanUp(except: id), comment)
            }
        case 9:
            guard let place else { return }
            #expect(try library.blob("part0", of: id) == model.photos[place].contents.blobs["part0"], comment)
            if !model.photos[place].contents.blobs.isEmpty {
                model.photos[place].lastUsed = try #require(try library.photo(id)?.lastUsed)
            }
        default:
            guard let place else { return }
            _ = try library.removeResult(of: id)
            model.photos[place].contents.blobs = [:]
        }
    }
}
