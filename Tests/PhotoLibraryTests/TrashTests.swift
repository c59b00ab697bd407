import Files
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct TrashTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    /// A clock that the test sets, in seconds.
    private final class SetClock: Sendable {
        let seconds = Mutex(1_000_000.0)

        @Sendable func now() -> Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

        func advance(days: Double) { seconds.withLock { $0 += days * 86_400 } }
    }

    /// Photos with 101, 102, … bytes, each with a result of 30 bytes and details.
    private func fill(_ store: LibraryStore, _ numbers: ClosedRange<Int>) throws -> [PhotoID] {
        try numbers.map { number in
            let id = try store.add(sampleBytes(number, count: 100 + number), named: "\(number).jpg").photo.id
            _ = try store.setResult(
                of: id, revision: number, blobs: ["a": sampleBytes(number, count: 30)], state: "done",
                details: #"{"strokes":[\#(number)]}"#)
            return id
        }
    }

    @Test func whatWasRemovedComesBackAtItsPlaceWithOriginalDetailsAndResultAfterARestartToo()
        throws
    {
        var before: [PhotoContents] = []
        var ids: [PhotoID] = []
        do {
            let store = try LibraryStore(at: folder)
            ids = try fill(store, 1...4)
            _ = try store.reorder([ids[2], ids[0]])
            before = try store.contents()
            #expect(try store.remove([ids[0], ids[3], ids[0]]) == [ids[0], ids[3]])
            #expect(try store.contents() == before.filter { $0.id == ids[1] || $0.id == ids[2] })
            #expect(store.usage.originals == 102 + 103 && store.usage.results == 60)
            #expect(store.usage.trash == 101 + 104 + 60 && store.usage.trashCount == 2)
            #expect(try store.inconsistencies() == [])
            // Nothing but the trash knows it.
            #expect(try store.photo(ids[0]) == nil)
            #expect(throws: LibraryError.self) { try store.original(ids[0]) }
            #expect(throws: LibraryError.self) { try store.update(ids[0], state: "x", details: nil) }
            #expect(throws: LibraryError.self) { try store.reorder([ids[0]]) }
            #expect(try store.removedOriginal(ids[0]) == sampleBytes(1, count: 101))
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes == [])
        #expect(Set(try store.trash().map(\.id)) == [ids[0], ids[3]])
        #expect(try store.restore([ids[3], ids[1], ids[0]]).map(\.id) == [ids[3], ids[0]])
        #expect(try store.contents() == before)
        #expect(try store.trash() == [])
        #expect(store.usage.trash == 0 && store.usage.trashCount == 0)
        #expect(try store.inconsistencies() == [])
        #expect(try store.restore(ids) == [])
    }

    @Test func theTrashIsEmptiedWhenSomebodyAsksForItAndOnlyThenIsAnythingGone() throws {
        let store = try LibraryStore(at: folder)
        let ids = try fill(store, 1...3)
        _ = try store.remove(ids)
        #expect(try store.emptyTrash([ids[1]]) == [ids[1]])
        #expect(try store.restore(ids).map(\.id) == [ids[0], ids[2]])
        _ = try store.remove([ids[0]])
        #expect(try store.emptyTrash(nil) == [ids[0]])
        #expect(try store.contents().map(\.id) == [ids[2]])
        #expect(try store.inconsistencies() == [])
        // What is in the selection is never deleted.
        #expect(try store.emptyTrash([ids[2]]) == [])
        // The index remembers no photo whose file is gone.
        try store.flush()
        #expect(try store.index.removals() == [])
    }

    @Test(arguments: [false, true]) func after30DaysItIsGoneAlsoWhenNothingRanMeanwhile(_ restarts: Bool)
        throws
    {
        let clock = SetClock()
        var store: LibraryStore? = try LibraryStore(at: folder, limit: 100_000, now: clock.now)
        let ids = try fill(#require(store), 1...2)
        _ = try store?.remove([ids[0]])
        clock.advance(days: 10)
        _ = try store?.remove([ids[1]])
        clock.advance(days: 19.9)
        try store?.deleteOverdue()
        #expect(try store?.trash().map(\.id) == [ids[1], ids[0]])
        clock.advance(days: 0.2)
        if restarts {
            store = nil
            store = try LibraryStore(at: folder, limit: 100_000, now: clock.now)
        }
        #expect(try store?.trash().map(\.id) == [ids[1]])
        #expect(try store?.inconsistencies() == [])
        clock.advance(days: 10)
        try store?.deleteOverdue()
        #expect(store?.usage.trashCount == 0)
    }

    @Test func aLibraryThatNeedsRoomLetsGoOfTheTrashFirstOldestFirstAndOfNoPhotoThatIsShown()
        throws
    {
        let store = try LibraryStore(at: folder, limit: 1_000)
        let ids = try fill(store, 1...4)  // 410 of photos, 120 of results
        _ = try store.remove([ids[0]])
        _ = try store.remove([ids[1]])
        func add(_ number: Int, _ count: Int) throws -> [PhotoID] {
            let cleanedUp = try store.add(sampleBytes(number, count: count), named: "\(number)").cleanedUp
            #expect(store.usage.total <= 1_000)
            #expect(try store.inconsistencies() == [])
            return cleanedUp
        }
        // 530 of 1000 are taken. First a result in the trash goes.
        #expect(try add(9, 500) == [])
        #expect(try store.trash().map(\.id) == [ids[1], ids[0]])
        #expect(try store.trash().map(\.hasResult) == [true, false])
        // Then the other one, and the photo that was removed first.
        #expect(try add(10, 80) == [])
        #expect(try store.trash().map(\.id) == [ids[1]])
        #expect(try store.trash().map(\.hasResult) == [false])
        #expect(try add(11, 150) == [])
        #expect(try store.trash() == [])
        // Only then results of photos that are shown.
        #expect(try store.contents().filter { !$0.blobs.isEmpty }.map(\.id) == [ids[2], ids[3]])
        #expect(try add(12, 20) == [ids[2]])
        #expect(try store.inconsistencies() == [])
    }

    @Test func aPhotoThatIsAddedAgainWhileItIsInTheTrashComesBackAsItWasEditedAtTheEnd() throws {
        let store = try LibraryStore(at: folder)
        let ids = try fill(store, 1...2)
        let details = try store.photo(ids[0])?.details
        _ = try store.remove([ids[0]])
        let again = try store.add(sampleBytes(1, count: 101), named: "again.jpg")
        #expect(again.isNew && again.isRestored)
        #expect(again.photo.details == details)
        #expect(try store.photos().map(\.id) == [ids[1], ids[0]])
        #expect(try store.trash() == [])
        #expect(try store.inconsistencies() == [])
    }

    @Test func aDamagedIndexKeepsTheTrash() throws {
        var ids: [PhotoID] = []
        do {
            let store = try LibraryStore(at: folder)
            ids = try fill(store, 1...3)
            _ = try store.remove([ids[1]])
        }
        try damageIndex(of: folder)
        let store = try LibraryStore(at: folder)
        #expect(store.notes.count == 1)
        #expect(try store.trash().map(\.id) == [ids[1]])
        _ = try store.restore([ids[1]])
        #expect(try store.photos().map(\.id) == ids)
        #expect(try store.inconsistencies() == [])
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "only root may mount a small file system"))
    func aFullDiskTakesFromTheTrashWhatANewPhotoNeeds() throws {
        let ran = try withSmallDisk(at: temporary, kilobytes: 1_024) {
            let store = try LibraryStore(at: folder, limit: 10_000_000)
            let ids = try (1...3).map { try store.add(sampleBytes($0, count: 200_000), named: "\($0)").photo.id }
            _ = try store.remove([ids[1]])
            _ = try store.remove([ids[0]])
            #expect(try store.add(sampleBytes(4, count: 350_000), named: "4").isNew)
            // The first removed went; the other did not have to.
            #expect(try store.trash().map(\.id) == [ids[0]])
            #expect(try store.inconsistencies() == [])
        }
        #expect(ran)
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "only root may mount a small file system"))
    func aFullDiskTakesNothingFromTheTrashForAPhotoThatWouldNotFitAllTheSame() throws {
        let ran = try withSmallDisk(at: temporary, kilobytes: 1_024) {
            let store = try LibraryStore(at: folder, limit: 10_000_000)
            let ids = try (1...3).map { try store.add(sampleBytes($0, count: 200_000), named: "\($0)").photo.id }
            _ = try store.remove([ids[1]])
            #expect(throws: LibraryError.self) { try store.add(sampleBytes(4, count: 900_000), named: "4") }
            #expect(try store.trash().map(\.id) == [ids[1]])
            #expect(try store.inconsistencies() == [])
            // A sticker that nobody asked for takes nothing either.
            #expect(throws: LibraryError.self) {
                try store.setResult(
                    of: ids[0], revision: 1, blobs: ["a": sampleBytes(5, count: 450_000)], state: "done", details: "{}",
                    evicts: false)
            }
            #expect(try store.trash().map(\.id) == [ids[1]])
        }
        #expect(ran)
    }

    @Test func byAClockThatWasBehindNothingIsOverdueAtOnce() throws {
        let clock = SetClock()
        clock.advance(days: 9_000)
        let store = try LibraryStore(at: folder, limit: 100_000, now: clock.now)
        let ids = try fill(store, 1...2)
        clock.advance(days: -4_000)
        _ = try store.remove([ids[0]])
        clock.advance(days: 4_000)
        try store.deleteOverdue()
        #expect(try store.trash().map(\.id) == [ids[0]])
        clock.advance(days: 31)
        #expect(try store.trash() == [])
    }
}
