import Files
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

/// Several photos of one original.
@Suite struct DuplicateTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }
    let bytes = sampleBytes(1, count: 300)

    /// A photo of 300 bytes with a result of 50, another one behind it, and a duplicate of the first.
    private func fill(_ store: LibraryStore) throws -> (first: PhotoID, copy: PhotoID, last: PhotoID) {
        let first = try store.add(bytes, named: "cat.jpg").photo.id
        let last = try store.add(sampleBytes(2, count: 100), named: "dog.jpg").photo.id
        _ = try store.setResult(
            of: first, revision: 5, blobs: ["a": sampleBytes(3, count: 50)], state: "done",
            details: #"{"strokes":[1]}"#)
        return (first, try store.duplicate(first, as: .random()).id, last)
    }

    @Test func itStandsBehindItsSourceWithAllThatWasMadeOfItAndGoesItsOwnWay() throws {
        let store = try LibraryStore(at: folder)
        let (first, copy, last) = try fill(store)
        var contents = try store.contents()
        #expect(contents.map(\.id) == [first, copy, last])
        contents[1].id = first
        #expect(contents[0] == contents[1])
        #expect(store.usage.originals == 400 && store.usage.results == 100)
        #expect(try store.original(copy) == bytes)

        _ = try store.update(copy, state: nil, details: #"{"words":"Hi"}"#)
        _ = try store.setResult(of: copy, revision: 6, blobs: ["a": [1]], state: nil, details: nil)
        #expect(try store.photo(first)?.details == #"{"strokes":[1]}"#)
        #expect(try store.blob("a", of: first)?.count == 50)
        #expect(try store.inconsistencies() == [])
        // A duplicate of a duplicate has the same original, and no photo is made of none.
        let third = try store.duplicate(copy, as: .random())
        #expect(third.original == first && third.revision == 6)
        #expect(try store.photos().map(\.id) == [first, copy, third.id, last])
        #expect(throws: LibraryError.self) { try store.duplicate(.random(), as: .random()) }
        #expect(try store.inconsistencies() == [])
    }

    @Test(arguments: [false, true]) func theOriginalIsThereAsLongAsOneOfItsPhotosIs(_ restarts: Bool)
        throws
    {
        var store: LibraryStore? = try LibraryStore(at: folder)
        func reopened() throws -> LibraryStore {
            if restarts {
                store = nil
                store = try LibraryStore(at: folder)
                #expect(store?.notes == [])
            }
            let store = try #require(store)
            #expect(try store.inconsistencies() == [])
            return store
        }
        let (first, copy, _) = try fill(#require(store))
        let file = LibraryFolder(path: folder).original(first)
        _ = try reopened().remove([first])
        #expect(try reopened().usage.originals == 400)
        #expect(try reopened().emptyTrash(nil) == [first])
        #expect(try reopened().original(copy) == bytes)
        // The same bytes are there, although the photo that they were added as is not.
        let known = try reopened().add(bytes, named: "again.jpg")
        #expect(!known.isNew && known.photo.id == copy)
        _ = try reopened().remove([copy])
        #expect(try reopened().usage.trash == 350)
        let back = try reopened().add(bytes, named: "again.jpg")
        #expect(back.isRestored && back.photo.id == copy && back.photo.details == #"{"strokes":[1]}"#)
        _ = try reopened().remove([copy])
        #expect(file.exists)
        #expect(try reopened().emptyTrash([copy]) == [copy])
        #expect(!file.exists)
        #expect(try reopened().add(bytes, named: "new.jpg").photo.details == "{}")
    }

    @Test func takingBackARemovalBringsTheDuplicateToItsPlaceAndIntoItsPack() throws {
        let store = try LibraryStore(at: folder)
        let (first, copy, last) = try fill(store)
        let pack = try store.addPack(.random(), named: "Pack", photos: [copy, first])
        _ = try store.remove([copy])
        #expect(try store.pack(pack.id)?.photos == [first])
        _ = try store.restore([copy])
        #expect(try store.photos().map(\.id) == [first, copy, last])
        #expect(try store.pack(pack.id)?.photos == [copy, first])
    }

    @Test func withoutRoomForASecondResultItIsMadeAgainAndNoOtherGoesForIt() throws {
        let store = try LibraryStore(at: folder, limit: 480)
        let (first, copy, _) = try fill(store)
        #expect(try store.photo(first)?.hasResult == true)
        #expect(try store.photo(copy)?.hasResult == false)
        #expect(store.usage.total <= 480)
        #expect(try store.inconsistencies() == [])
    }

    @Test func aDamagedIndexKeepsDuplicatesAndPhotosOfItThatAreInTheTrash() throws {
        var before: CrashWorkload.LibraryState?
        do {
            let store = try LibraryStore(at: folder)
            let (first, _, _) = try fill(store)
            _ = try store.remove([first])
            before = try store.state()
        }
        try damageIndex(of: folder)
        let store = try LibraryStore(at: folder)
        #expect(store.notes.count == 1)
        #expect(try store.state() == before)
        #expect(try store.inconsistencies() == [])
    }

    @Test(arguments: [nil, [1, 2]] as [[UInt8]?])
    func allPhotosOfAnOriginalThatIsGoneOrHasOtherBytesAreDropped(_ found: [UInt8]?) throws {
        let ids = try fill(LibraryStore(at: folder))
        let file = LibraryFolder(path: folder).original(ids.first)
        if let found { try AtomicFile.write(found, to: file) } else { try file.removeFile() }
        let store = try LibraryStore(at: folder)
        #expect(try store.photos().map(\.id) == [ids.last])
        #expect(try store.inconsistencies() == [])
        #expect(folder.appending("damaged").exists == (found != nil))
        #expect(try store.add(bytes, named: "again").isNew)
    }
}
