import Files
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct ResultTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    @Test func aResultIsAllItsPartsItsStateAndItsDetails() throws {
        let id: PhotoID
        do {
            let store = try LibraryStore(at: folder)
            id = try store.add([1], named: "a").photo.id
            #expect(try store.blob("sticker.png", of: id) == nil)
            let stored = try store.setResult(
                of: id, revision: 1, blobs: ["sticker.png": [1, 2, 3], "empty": []], state: "done",
                details: #"{"w": 1}"#)
            #expect(stored.photo == (try store.photo(id)))
            #expect(stored.photo.blobs == ["sticker.png": 3, "empty": 0])
            #expect(stored.cleanedUp == [])
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes == [])
        let photo = try #require(try store.photo(id))
        #expect(photo.state == "done")
        #expect(photo.details == #"{"w": 1}"#)
        #expect(photo.revision == 1)
        #expect(try store.blob("sticker.png", of: id) == [1, 2, 3])
        #expect(try store.blob("empty", of: id) == [])
        #expect(try store.blob("other", of: id) == nil)
        #expect(store.usage.results == 3)
    }

    @Test func aNewerResultReplacesAllPartsOfTheOneBefore() throws {
        let store = try LibraryStore(at: folder)
        let id = try store.add([1], named: "a").photo.id
        _ = try store.setResult(of: id, revision: 1, blobs: ["a": [1], "b": [2, 2]], state: "done", details: nil)
        _ = try store.setResult(of: id, revision: 4, blobs: ["a": [3, 3, 3]], state: nil, details: nil)
        #expect(try store.blob("a", of: id) == [3, 3, 3])
        #expect(try store.blob("b", of: id) == nil)
        #expect(try store.photo(id)?.state == "done")
        #expect(store.usage.results == 3)
        #expect(try store.inconsistencies() == [])
    }

    @Test func aResultThatComesTooLateIsRefusedAndLeavesNothing() throws {
        let store = try LibraryStore(at: folder)
        let id = try store.add([1], named: "a").photo.id
        _ = try store.setResult(of: id, revision: 2, blobs: ["a": [1]], state: nil, details: nil)
        for revision in [-1, 0, 1, 2] {
            let error = #expect(throws: LibraryError.self) {
                try store.setResult(of: id, revision: revision, blobs: ["a": [9]], state: "late", details: nil)
            }
            #expect(error?.code == .staleRevision)
        }
        #expect(try store.blob("a", of: id) == [1])
        #expect(try store.photo(id)?.state == "")
        #expect(try store.inconsistencies() == [])
    }

    @Test func aResultThatWasRemovedCanBeMadeAgainUnderItsRevisionButNotUnderAnOlderOne() throws {
        let store = try LibraryStore(at: folder)
        let id = try store.add([1], named: "a").photo.id
        _ = try store.setResult(of: id, revision: 2, blobs: ["a": [1, 1]], state: nil, details: nil)
        #expect(try !store.removeResult(of: id).hasResult)
        #expect(try store.photo(id)?.revision == 2)
        #expect(store.usage.results == 0)
        #expect(try store.inconsistencies() == [])
        #expect(throws: LibraryError.self) {
            try store.setResult(of: id, revision: 1, blobs: ["a": [1]], state: nil, details: nil)
        }
        _ = try store.setResult(of: id, revision: 2, blobs: ["a": [1, 1]], state: nil, details: nil)
        #expect(try store.blob("a", of: id) == [1, 1])
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "A", "a b", "é", "-a", String(repeating: "a", count: 65)])
    func partsHavePlainNames(_ name: String) throws {
        let store = try LibraryStore(at: folder)
        let id = try store.add([1], named: "a").photo.id
        let error = #expect(throws: LibraryError.self) {
            try store.setResult(of: id, revision: 1, blobs: [name: [1]], state: "new", details: nil)
        }
        #expect(error?.code == .invalidValue)
        #expect(try store.photo(id)?.state == "")
        #expect(try store.inconsistencies() == [])
    }

    @Test func aResultHas1To16PartsJSONAndAPhoto() throws {
        let store = try LibraryStore(at: folder)
        let id = try store.add([1], named: "a").photo.id
        let many = Dictionary(uniqueKeysWithValues: (1...17).map { ("part\($0)", [UInt8(1)]) })
        func code(_ id: PhotoID, _ blobs: [String: [UInt8]], _ details: String) -> LibraryError.Code? {
            #expect(throws: LibraryError.self) {
                try store.setResult(of: id, revision: 1, blobs: blobs, state: nil, details: details)
            }?.code
        }
        #expect(code(id, [:], "{}") == .invalidValue)
        #expect(code(id, many, "{}") == .invalidValue)
        #expect(code(id, ["a": [1]], "no") == .invalidValue)
        #expect(code(PhotoID(of: []), ["a": [1]], "{}") == .unknownPhoto)
        #expect(try store.inconsistencies() == [])
    }

    @Test(arguments: [[], [1, 2, 3] as [UInt8]])
    func aPartThatSomebodyRemovedOrChangedIsNotPartAnyMore(_ bytes: [UInt8]) throws {
        let store = try LibraryStore(at: folder)
        let id = try store.add([1], named: "a").photo.id
        _ = try store.setResult(of: id, revision: 1, blobs: ["a": [1], "b": [2]], state: nil, details: nil)
        let file = store.folder.blobs(of: id, revision: 1).appending("b")
        if bytes.isEmpty { try file.removeFile() } else { try AtomicFile.write(bytes, to: file) }
        #expect(try store.blob("b", of: id) == nil)
        #expect(try store.photo(id)?.hasResult == false)
        #expect(try store.inconsistencies() == [])
    }

    @Test func readingIsAUseWhichTheIndexHearsOfWithTheNextChange() throws {
        let clock = SteppingClock()
        let ids: [PhotoID]
        do {
            let store = try LibraryStore(at: folder, clock: clock)
            ids = try (1...2).map { try store.add([UInt8($0)], named: "").photo.id }
            for id in ids { _ = try store.setResult(of: id, revision: 1, blobs: ["a": [1]], state: nil, details: nil) }
            let before = try #require(try store.photo(ids[0])?.lastUsed)
            _ = try store.blob("a", of: ids[0])
            let after = try #require(try store.photo(ids[0])?.lastUsed)
            #expect(after > before)
            #expect(try store.index.photo(ids[0])?.lastUsed == before)
            _ = try store.update(ids[1], state: "s", details: nil)
            #expect(try store.index.photo(ids[0])?.lastUsed == after)
            _ = try store.blob("a", of: ids[1])
            try store.flush()
        }
        let photos = try LibraryStore(at: folder, clock: clock).photos()
        #expect(photos[1].lastUsed > photos[0].lastUsed)
    }
}

@Suite struct LimitTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    /// Three photos of 100 bytes with results of 100 each.
    private func fill(_ store: LibraryStore) throws -> [PhotoID] {
        try (1...3).map { number in
            let id = try store.add(sampleBytes(number, count: 100), named: "\(number)").photo.id
            let stored = try store.setResult(
                of: id, revision: 1, blobs: ["a": sampleBytes(number, count: 100)], state: "done", details: nil)
            #expect(stored.cleanedUp == [])
            return id
        }
    }

    @Test func theResultsThatWereNotUsedForLongestGoFirst() throws {
        let store = try LibraryStore(at: folder, limit: 600)
        let ids = try fill(store)
        _ = try store.blob("a", of: ids[0])
        let added = try store.add(sampleBytes(4, count: 150), named: "4")
        #expect(added.cleanedUp == [ids[1], ids[2]])
        #expect(try store.photos().map(\.hasResult) == [true, false, false, false])
        #expect(try store.photo(ids[1])?.state == "done")
        #expect(try store.photo(ids[1])?.revision == 1)
        #expect(store.usage == LibraryUsage(originals: 450, results: 100, limit: 600))
        #expect(try store.inconsistencies() == [])
    }

    @Test func aNewResultStaysHoweverLarge() throws {
        let store = try LibraryStore(at: folder, limit: 600)
        let ids = try fill(store)
        let stored = try store.setResult(
            of: ids[0], revision: 2, blobs: ["a": sampleBytes(9, count: 1_000)], state: nil, details: nil)
        #expect(stored.cleanedUp == [ids[1], ids[2]])
        #expect(store.usage == LibraryUsage(originals: 300, results: 1_000, limit: 600))
        #expect(
            try store.setResult(of: ids[1], revision: 1, blobs: ["a": [1]], state: nil, details: nil).cleanedUp == [
                ids[0]
            ])
        #expect(try store.inconsistencies() == [])
    }

    @Test func originalsAreRefusedWhenTheyReachTheLimitAndNoneIsRemoved() throws {
        let store = try LibraryStore(at: folder, limit: 600)
        let ids = try fill(store)
        let error = #expect(throws: LibraryError.self) { try store.add(sampleBytes(4, count: 300), named: "4") }
        #expect(error?.code == .full(originals: 300, added: 300, limit: 600))
        for number in ["300 bytes", "600", folder.description] {
            #expect(error?.description.contains(number) == true)
        }
        #expect(try store.photos().map(\.id) == ids)
        #expect(try store.photos().map(\.hasResult) == [true, true, true])
        #expect(try store.inconsistencies() == [])
        #expect(try store.add(sampleBytes(4, count: 299), named: "4").cleanedUp == ids)
        // What is there already needs no room.
        #expect(try !store.add(sampleBytes(4, count: 299), named: "4").isNew)
    }

    @Test func aLowerLimitCleansUpAtTheStart() throws {
        do { _ = try fill(LibraryStore(at: folder, limit: 600)) }
        let store = try LibraryStore(at: folder, limit: 420)
        #expect(try store.photos().map(\.hasResult) == [false, false, true])
        #expect(try store.inconsistencies() == [])
        #expect(store.usage == LibraryUsage(originals: 300, results: 100, limit: 420))
    }
}
