import Files
import Synchronization
import TestSupport

@testable import PhotoLibrary

/// A life of a library in a few steps that reach every place where it can be stopped.
enum CrashWorkload {
    static let limit = 3_000

    static func photo(_ number: Int) -> [UInt8] { sampleBytes(number, count: 300 + 100 * number) }
    static func id(_ number: Int) -> PhotoID { PhotoID(of: photo(number)) }

    /// The same in the program that is killed.
    static let pack = PackID("0123456789abcdef") ?? .random()

    static let copy = PhotoID(of: [7, 7, 7])

    typealias Step = @Sendable (LibraryStore) throws -> Void

    static let steps: [Step] = [
        { _ = try $0.add(photo(1), named: "one") },
        { _ = try $0.add(photo(2), named: "two") },
        { try setResult(1, revision: 1, count: 300, in: $0) },
        { _ = try $0.update(id(2), state: "invalid", details: #"{"reason": 1}"#) },
        { try setResult(2, revision: 1, count: 200, in: $0) },
        { try setResult(1, revision: 2, count: 400, in: $0) },
        { _ = try $0.reorder([id(2), id(1)]) },
        // The result of the second photo, then, has to make room.
        { _ = try $0.add(photo(10), named: "ten") },
        { try setResult(10, revision: 7, count: 100, in: $0) },
        { _ = try $0.remove([id(1), id(10)]) },
        { _ = try $0.add(photo(1), named: "one again") },
        { try setResult(1, revision: 3, count: 500, in: $0) },
        { _ = try $0.removeResult(of: id(1)) },
        // Back to their places, edits and all.
        { try setResult(2, revision: 3, count: 100, in: $0) },
        { _ = try $0.update(id(2), state: nil, details: #"{"edited": true}"#) },
        { _ = try $0.add(photo(3), named: "three") },
        { _ = try $0.remove([id(2), id(3), id(1)]) },
        { _ = try $0.restore([id(1), id(2)]) },
        { _ = try $0.emptyTrash([id(3)]) },
        { _ = try $0.remove([id(2)]) },
        // The trash has to make room: a removed photo and its result go.
        { _ = try $0.add(photo(21), named: "twenty-one") },
        { _ = try $0.addPack(pack, named: "Pack", photos: [id(21), id(1)]) },
        { store in
            var change = LibraryPackChange()
            (change.name, change.order, change.cover) = ("Renamed", [id(1)], .some(id(21)))
            _ = try store.changePack(pack, change)
        },
        { _ = try $0.remove([id(1)]) },
        { _ = try $0.restore([id(1)]) },
        { try $0.removePack(pack) },
        { _ = try $0.restorePack(pack) },
        { _ = try $0.remove([id(21)]) },
        { _ = try $0.emptyTrash(nil) },
        { try setResult(1, revision: 9, count: 300, in: $0) },
        { _ = try $0.duplicate(id(1), as: copy) },
        { _ = try $0.remove([id(1)]) },
        // The duplicate has the original alone, and then nobody has it.
        { _ = try $0.emptyTrash(nil) },
        { _ = try $0.add(photo(1), named: "there") },
        { _ = try $0.remove([copy]) },
        { _ = try $0.emptyTrash(nil) },
    ]

    private static func setResult(_ number: Int, revision: Int, count: Int, in store: LibraryStore) throws {
        _ = try store.setResult(
            of: id(number), revision: revision,
            blobs: [
                "sticker.png": sampleBytes(revision, count: count), "matte.bin": sampleBytes(number, count: count / 2),
            ], state: "done", details: #"{"revision": \#(revision)}"#)
    }

    struct LibraryState: Hashable {
        var selection: [PhotoContents]
        var trash: [PhotoContents]
        var packs: [LibraryPack]
    }

    /// What is in the library before the first step and after each.
    static func states() throws -> [LibraryState] {
        let temporary = TemporaryFolder()
        let store = try LibraryStore(at: temporary.path.appending("library"), limit: limit)
        var states = [try store.state()]
        for step in steps {
            try step(store)
            states.append(try store.state())
        }
        return states
    }
}

extension LibraryStore {
    func state() throws -> CrashWorkload.LibraryState {
        CrashWorkload.LibraryState(selection: try contents(), trash: try trashContents(), packs: try packs())
    }
}

/// Counts the places where a run could be stopped, and says when one is reached.
final class FaultCounter: Sendable {
    private let hits = Mutex<[FaultPoint]>([])

    var all: [FaultPoint] { hits.withLock { $0 } }

    func handler(_ reached: @escaping @Sendable (Int, FaultPoint) -> Void = { _, _ in }) -> FaultPoint.Handler {
        { point in
            let number = self.hits.withLock { hits in
                hits.append(point)
                return hits.count
            }
            reached(number, point)
        }
    }
}
