import Files
import TestSupport
import Testing

@testable import PhotoLibrary

/// When the index cannot be changed, for whatever reason, the files are as they were.
@Suite struct RefusalTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    /// A library in which a photo has a result, and whose index refuses one kind of change from then on.
    private func prepare(refusing change: String) throws -> (store: LibraryStore, id: PhotoID) {
        let store = try LibraryStore(at: folder)
        let id = try store.add([1, 2, 3], named: "a").photo.id
        _ = try store.setResult(of: id, revision: 1, blobs: ["a": [1], "b": [2]], state: "done", details: nil)
        let database = try Database(at: store.folder.index)
        try database.run("CREATE TRIGGER refusal BEFORE \(change) BEGIN SELECT RAISE(ABORT, 'not today'); END")
        return (store, id)
    }

    private func expectRefusal(_ store: LibraryStore, _ body: () throws -> Void) throws {
        let before = try store.contents()
        let usage = store.usage
        let error = #expect(throws: LibraryError.self) { try body() }
        #expect(error?.description == "the library's index \(folder)/library.sqlite refuses: not today")
        #expect(try store.contents() == before)
        #expect(store.usage == usage)
        #expect(try store.inconsistencies() == [])
    }

    @Test func aPhotoThatIsNotTakenInLeavesNoFile() throws {
        let (store, _) = try prepare(refusing: "INSERT ON photos")
        try expectRefusal(store) { _ = try store.add([4, 5], named: "b") }
        #expect(try !store.add([1, 2, 3], named: "b").isNew)
    }

    @Test func aPhotoThatIsNotRemovedKeepsItsFiles() throws {
        let (store, id) = try prepare(refusing: "UPDATE ON photos")
        try expectRefusal(store) { _ = try store.remove([id]) }
    }

    @Test func aPhotoThatIsNotDeletedStaysInTheTrashWithItsFiles() throws {
        let (store, id) = try prepare(refusing: "DELETE ON photos")
        _ = try store.remove([id])
        try expectRefusal(store) { _ = try store.emptyTrash(nil) }
        #expect(try store.trash().map(\.id) == [id])
    }

    @Test(arguments: ["INSERT ON blobs", "DELETE ON blobs", "UPDATE ON photos"])
    func aResultThatIsNotTakenLeavesTheOneBefore(_ change: String) throws {
        let (store, id) = try prepare(refusing: change)
        try expectRefusal(store) {
            _ = try store.setResult(of: id, revision: 2, blobs: ["a": [3, 3], "c": [4]], state: "new", details: "[]")
        }
    }

    @Test func aResultThatIsNotForgottenKeepsItsFiles() throws {
        let (store, id) = try prepare(refusing: "DELETE ON blobs")
        try expectRefusal(store) { _ = try store.removeResult(of: id) }
        #expect(try store.blob("b", of: id) == [2])
    }

    @Test func aPhotoStaysOutWhenNoRoomCanBeMadeForIt() throws {
        do { _ = try prepare(refusing: "DELETE ON blobs") }
        let store = try LibraryStore(at: folder, limit: 20)
        try expectRefusal(store) { _ = try store.add(sampleBytes(1, count: 16), named: "b") }
    }
}
