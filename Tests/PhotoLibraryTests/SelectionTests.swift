import Files
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct SelectionTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    private func added(_ numbers: ClosedRange<Int>, to store: LibraryStore) throws -> [PhotoID] {
        try numbers.map { try store.add(sampleBytes($0, count: 100 + $0), named: "\($0).jpg").photo.id }
    }

    @Test func aNewLibraryIsEmptyAndForItsOwnersEyesAlone() throws {
        let store = try LibraryStore(at: folder, limit: 77)
        #expect(try store.photos() == [])
        #expect(store.usage == LibraryUsage(originals: 0, results: 0, limit: 77))
        #expect(store.notes == [])
        #expect(try folder.names().first == "library.sqlite")
        var status = stat()
        #expect(folder.withCString { stat($0, &status) } == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test func aPhotoIsKeptByTheHashOfItsBytesInTheOrderInWhichItCame() throws {
        let bytes = [sampleBytes(1, count: 300), sampleBytes(2, count: 200)]
        do {
            let store = try LibraryStore(at: folder)
            let first = try store.add(bytes[0], named: "first.jpg")
            #expect(first.isNew)
            #expect(first.cleanedUp == [])
            #expect(first.photo.id.text == SHA256Digest(of: bytes[0]).hex)
            #expect(first.photo.name == "first.jpg")
            #expect(first.photo.details == "{}")
            #expect(first.photo.added == Date(timeIntervalSince1970: 1_000_003))
            _ = try store.add(bytes[1], named: "second.jpg")
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes == [])
        #expect(try store.photos().map(\.name) == ["first.jpg", "second.jpg"])
        #expect(try store.photos().map(\.added.timeIntervalSince1970) == [1_000_003, 1_000_004])
        for bytes in bytes { #expect(try store.original(PhotoID(of: bytes)) == bytes) }
        #expect(store.usage == LibraryUsage(originals: 500, results: 0, limit: 1_000_000))
        #expect(try store.inconsistencies() == [])
    }

    @Test func theSamePhotoTwiceIsOnePhotoAndKeepsItsPlaceAndName() throws {
        let store = try LibraryStore(at: folder)
        let ids = try added(1...2, to: store)
        let again = try store.add(sampleBytes(1, count: 101), named: "other.jpg")
        #expect(!again.isNew)
        #expect(again.photo.name == "1.jpg")
        #expect(try store.photos().map(\.id) == ids)
        #expect(store.usage.originals == 101 + 102)
    }

    @Test func aPhotoWhoseFileSomebodyRemovedIsWholeAgainWhenItIsAddedAgain() throws {
        let store = try LibraryStore(at: folder)
        let id = try added(1...1, to: store)[0]
        try store.folder.original(id).removeFile()
        #expect(throws: LibraryError.self) { try store.original(id) }
        #expect(try !store.add(sampleBytes(1, count: 101), named: "").isNew)
        #expect(try store.original(id) == sampleBytes(1, count: 101))
        #expect(try store.inconsistencies() == [])
    }

    @Test func aPhotoHasBytes() throws {
        let store = try LibraryStore(at: folder)
        let error = #expect(throws: LibraryError.self) { try store.add([], named: "empty.jpg") }
        #expect(error?.code == .invalidValue)
    }

    @Test func namesAreCutBetweenCharactersAndHaveNoControlCharacters() throws {
        let store = try LibraryStore(at: folder)
        let long = try store.add([1], named: String(repeating: "й", count: 200)).photo.name
        #expect(long == String(repeating: "й", count: 127))
        #expect(try store.add([2], named: "a\u{0}b\nc\u{7f}👨‍👩‍👧.jpg").photo.name == "abc👨‍👩‍👧.jpg")
        #expect(try store.photos().map(\.name) == [long, "abc👨‍👩‍👧.jpg"])
    }

    @Test func theNamedComeFirstInANewOrderTheOthersStayBehindThem() throws {
        do {
            let store = try LibraryStore(at: folder)
            let ids = try added(1...5, to: store)
            let order = try store.reorder([ids[3], ids[1]])
            #expect(order == [ids[3], ids[1], ids[0], ids[2], ids[4]])
            #expect(try store.photos().map(\.id) == order)
            #expect(try store.reorder([]) == order)
        }
        let store = try LibraryStore(at: folder)
        #expect(try store.photos().map(\.name) == ["4.jpg", "2.jpg", "1.jpg", "3.jpg", "5.jpg"])
    }

    @Test func anOrderWithAPhotoTwiceOrOneThatIsNotThereChangesNothing() throws {
        let store = try LibraryStore(at: folder)
        let ids = try added(1...3, to: store)
        let twice = #expect(throws: LibraryError.self) { try store.reorder([ids[2], ids[2]]) }
        #expect(twice?.code == .invalidValue)
        let unknown = #expect(throws: LibraryError.self) { try store.reorder([ids[2], PhotoID(of: [])]) }
        #expect(unknown?.code == .unknownPhoto)
        #expect(try store.photos().map(\.id) == ids)
    }

    @Test func removingTakesAPhotoOutOfTheSelectionWithAllThatCountsForIt() throws {
        let store = try LibraryStore(at: folder)
        let ids = try added(1...3, to: store)
        _ = try store.setResult(of: ids[1], revision: 1, blobs: ["a": [1, 2]], state: nil, details: nil)
        #expect(try store.remove([ids[1], PhotoID(of: []), ids[0], ids[1]]) == [ids[1], ids[0]])
        #expect(try store.photos().map(\.id) == [ids[2]])
        let trash = 101 + 102 + 2
        #expect(
            store.usage == LibraryUsage(originals: 103, results: 0, trash: trash, trashCount: 2, limit: 1_000_000))
        #expect(try store.inconsistencies() == [])
        #expect(try store.remove(ids) == [ids[2]])
        #expect(try store.remove(ids) == [])
        let error = #expect(throws: LibraryError.self) { try store.original(ids[2]) }
        #expect(error?.code == .unknownPhoto)
    }

    @Test func aPhotoThatWasRemovedCanComeAgain() throws {
        do {
            let store = try LibraryStore(at: folder)
            let ids = try added(1...2, to: store)
            _ = try store.remove([ids[0]])
            _ = try added(1...1, to: store)
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes == [])
        #expect(try store.photos().map(\.name) == ["2.jpg", "1.jpg"])
    }

    @Test func stateAndDetailsAreKeptEachByItself() throws {
        do {
            let store = try LibraryStore(at: folder)
            let id = try added(1...1, to: store)[0]
            #expect(try store.update(id, state: "invalid", details: nil).state == "invalid")
            #expect(try store.update(id, state: nil, details: #"{"é": [1]}"#).state == "invalid")
        }
        let photo = try #require(try LibraryStore(at: folder).photos().first)
        #expect(photo.state == "invalid")
        #expect(photo.details == #"{"é": [1]}"#)
    }

    @Test(arguments: ["", "{", "no", "{} {}", "{\"a\": \u{0}}", "as long as can be, and a byte"])
    func detailsAreJSONAndNotTooLong(_ kind: String) throws {
        let long = "\"" + String(repeating: "x", count: LibraryStore.maximumDetailsBytes - 1) + "\""
        let details = kind.hasPrefix("as long") ? long : kind
        let store = try LibraryStore(at: folder)
        let id = try added(1...1, to: store)[0]
        let error = #expect(throws: LibraryError.self) { try store.update(id, state: "new", details: details) }
        #expect(error?.code == .invalidValue)
        #expect(try store.photo(id)?.state == "")
    }

    @Test func statesAreNotTooLongAndOfAPhotoThatIsThere() throws {
        let store = try LibraryStore(at: folder)
        let id = try added(1...1, to: store)[0]
        let long = #expect(throws: LibraryError.self) {
            try store.update(id, state: String(repeating: "s", count: 65), details: nil)
        }
        #expect(long?.code == .invalidValue)
        let unknown = #expect(throws: LibraryError.self) {
            try store.update(PhotoID(of: []), state: "s", details: nil)
        }
        #expect(unknown?.code == .unknownPhoto)
    }

    @Test(
        arguments: [
            "", "ab", String(repeating: "A", count: 64), String(repeating: "g", count: 64),
            String(repeating: "0", count: 63), String(repeating: "0", count: 65),
            "../" + String(repeating: "0", count: 61),
        ])
    func anIdIs64LowerCaseHexadecimalDigits(_ text: String) {
        #expect(PhotoID(text) == nil)
        #expect(PhotoID(String(repeating: "0a", count: 32))?.text == String(repeating: "0a", count: 32))
    }
}
