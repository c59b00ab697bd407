import Files
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct PackTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    private func fill(_ store: LibraryStore, _ count: Int) throws -> [PhotoID] {
        try (1...count).map { try store.add(sampleBytes($0, count: 100 + $0), named: "\($0).jpg").photo.id }
    }

    private func change(_ body: (inout LibraryPackChange) -> Void) -> LibraryPackChange {
        var change = LibraryPackChange()
        body(&change)
        return change
    }

    @Test func packsHaveAnOrderOfTheirOwnAndACoverSharePhotosAndOutliveARestart() throws {
        var packs: [LibraryPack] = []
        var ids: [PhotoID] = []
        do {
            let store = try LibraryStore(at: folder)
            ids = try fill(store, 4)
            let cats = try store.addPack(.random(), named: "Cats", photos: [ids[2], ids[0]])
            #expect(cats.photos == [ids[2], ids[0]] && cats.cover == nil)
            let all = try store.addPack(.random(), named: "Katzen 🐈", photos: ids)
            let changed = try store.changePack(
                cats.id,
                change {
                    $0.name = "My cats"
                    $0.removed = [ids[2]]
                    $0.added = [ids[3], ids[0], ids[1]]
                    $0.order = [ids[1]]
                    $0.cover = .some(ids[3])
                })
            #expect(changed.photos == [ids[1], ids[0], ids[3]])
            #expect(changed.name == "My cats" && changed.cover == ids[3])
            #expect(try store.photos().map(\.id) == ids, "the selection has an order of its own")
            packs = [changed, all]
            #expect(try store.packs() == packs)
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes == [])
        #expect(try store.packs() == packs)
        #expect(try store.pack(packs[0].id) == packs[0])
        // A cover that leaves the pack is no cover any more.
        let rest = try store.changePack(packs[0].id, change { $0.removed = [ids[3]] })
        #expect(rest.cover == nil && rest.photos == [ids[1], ids[0]])
        #expect(try store.packs()[1] == packs[1], "the other pack has it still")
        let again = try store.changePack(packs[0].id, change { $0.added = [ids[3]] })
        #expect(again.cover == nil && again.photos == [ids[1], ids[0], ids[3]])
    }

    @Test func aPhotoInTheTrashIsInNoPackAndComesBackToItsPlacesAlsoAsACover() throws {
        let store = try LibraryStore(at: folder)
        let ids = try fill(store, 3)
        let one = try store.addPack(.random(), named: "One", photos: [ids[2], ids[1], ids[0]])
        let two = try store.addPack(.random(), named: "Two", photos: [ids[1]])
        _ = try store.changePack(one.id, change { $0.cover = .some(ids[1]) })
        let before = try store.packs()
        _ = try store.remove([ids[1]])
        #expect(try store.packs().map(\.photos) == [[ids[2], ids[0]], []])
        #expect(try store.pack(one.id)?.cover == nil)
        #expect(throws: LibraryError.self) { try store.changePack(two.id, change { $0.added = [ids[1]] }) }
        _ = try store.restore([ids[1]])
        #expect(try store.packs() == before)
        // By its bytes, too.
        _ = try store.remove([ids[1]])
        #expect(try store.add(sampleBytes(2, count: 102), named: "again").isRestored)
        #expect(try store.packs() == before)
        // Deleted for good, it does not come back to them.
        _ = try store.remove([ids[1]])
        _ = try store.emptyTrash(nil)
        _ = try store.add(sampleBytes(2, count: 102), named: "again")
        #expect(try store.packs().map(\.photos) == [[ids[2], ids[0]], []])
        #expect(try store.inconsistencies() == [])
    }

    @Test func aRemovedPackComesBackToItsPlaceUntilItWasRemovedTooLongAgo() throws {
        let clock = SteppingClock()
        let store = try LibraryStore(at: folder, clock: clock)
        let ids = try fill(store, 2)
        let packs = try ["a", "b", "c"].map { try store.addPack(.random(), named: $0, photos: ids) }
        try store.removePack(packs[1].id)
        #expect(try store.packs() == [packs[0], packs[2]])
        #expect(try store.pack(packs[1].id) == nil)
        #expect(throws: LibraryError.self) { try store.changePack(packs[1].id, change { $0.name = "x" }) }
        #expect(try store.restorePack(packs[1].id) == packs[1])
        #expect(try store.restorePack(packs[1].id) == packs[1], "a second Undo does nothing")
        #expect(try store.packs() == packs)
        try store.removePack(packs[1].id)
        try store.deleteOverduePacks(before: clock.now())
        #expect(throws: LibraryError.self) { try store.restorePack(packs[1].id) }
    }

    @Test func whatBreaksARuleChangesNothing() throws {
        let store = try LibraryStore(at: folder)
        let ids = try fill(store, 3)
        let pack = try store.addPack(.random(), named: "Cats", photos: [ids[0], ids[1]])
        let stranger = PhotoID(of: [9])
        func code(_ body: () throws -> Void) -> LibraryError.Code? {
            #expect(throws: LibraryError.self, performing: body)?.code
        }
        for wrong in [
            change { ($0.name, $0.added) = ("New", [stranger]) },
            change { ($0.name, $0.order) = ("New", [ids[2]]) },
            change { ($0.removed, $0.cover) = ([ids[0]], .some(ids[0])) },
        ] {
            #expect(code { _ = try store.changePack(pack.id, wrong) } == .unknownPhoto)
        }
        for wrong in [
            change { ($0.removed, $0.name) = ([ids[0]], " ") },
            change { ($0.removed, $0.order) = ([ids[0]], [ids[1], ids[1]]) },
            change { $0.name = String(repeating: "x", count: 4_001) },
        ] {
            #expect(code { _ = try store.changePack(pack.id, wrong) } == .invalidValue)
        }
        #expect(code { _ = try store.changePack(.random(), change { _ in }) } == .unknownPack)
        #expect(code { try store.removePack(.random()) } == .unknownPack)
        #expect(code { _ = try store.addPack(.random(), named: "New", photos: [stranger]) } == .unknownPhoto)
        #expect(try store.packs() == [pack])
    }

    @Test func thereAreAtMostSoManyPacks() throws {
        let store = try LibraryStore(at: folder)
        let ids = try (1...LibraryPack.mostPacks).map { _ in
            try store.addPack(.random(), named: "Pack", photos: []).id
        }
        let error = #expect(throws: LibraryError.self) { try store.addPack(.random(), named: "Pack", photos: []) }
        #expect(error?.code == .tooManyPacks)
        #expect(error?.description.contains("at most 200 packs") == true)
        try store.removePack(ids[0])
        _ = try store.addPack(.random(), named: "Pack", photos: [])
        #expect(throws: LibraryError.self) { try store.restorePack(ids[0]) }
        #expect(try store.packs().count == 200)
    }

    @Test func thereAreAtMostSoManyPhotosInAPack() throws {
        let store = try LibraryStore(at: folder)
        let ids = try fill(store, 2)
        let pack = try store.addPack(.random(), named: "Full", photos: [ids[0]])
        // As many photos as fill it, without their files.
        try store.index.transaction { () throws(LibraryError) in
            let others = (1..<LibraryPack.mostPhotos).map { PhotoID(of: Array("\($0)".utf8)) }
            for id in others {
                try store.index.insert(
                    LibraryPhoto(
                        id: id, name: "", byteCount: 1, state: "", details: "{}", revision: 0, blobs: [:],
                        added: Date(), lastUsed: Date()), position: 1)
            }
            try store.index.packs.append(others, to: pack.id)
        }
        #expect(try store.pack(pack.id)?.photos.count == LibraryPack.mostPhotos)
        let error = #expect(throws: LibraryError.self) {
            try store.changePack(pack.id, change { $0.added = [ids[1]] })
        }
        #expect(error?.code == .packTooLarge)
        #expect(error?.description.contains("at most 10000 photos") == true)
        #expect(try store.pack(pack.id)?.photos.count == LibraryPack.mostPhotos)
        #expect(try store.changePack(pack.id, change { $0.added = [ids[0]] }).photos.count == LibraryPack.mostPhotos)
    }

    @Test func packsAreKeptWhenADamagedIndexIsMadeAnewWithPhotosThatOnlyTheirFilesToldOf() throws {
        var packs: [LibraryPack] = []
        var ids: [PhotoID] = []
        do {
            let store = try LibraryStore(at: folder)
            ids = try fill(store, 3)
            let pack = try store.addPack(.random(), named: "Cats", photos: [ids[2], ids[0], ids[1]])
            _ = try store.changePack(pack.id, change { $0.cover = .some(ids[0]) })
            _ = try store.addPack(.random(), named: "Dogs", photos: [ids[0]])
            packs = try store.packs()
        }
        do {
            let database = try Database(at: folder.appending("library.sqlite"))
            // A record that is none, and an index without one of its tables.
            try database.run("DELETE FROM photos WHERE id = '\(ids[0])'")
            try database.run("INSERT INTO packs VALUES ('0123456789abcdeX', 1, 'no id', '', NULL)")
            try database.run("DROP TABLE removals")
            database.takeOverLogAtClose()
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes.map(\.code).contains(.originalAdopted(ids[0])))
        #expect(try store.packs() == packs)
        #expect(try store.inconsistencies() == [])
    }

    @Test func aRecordThatMakesNoSenseHidesItselfAndNoOther() throws {
        var pack: LibraryPack?
        do {
            let store = try LibraryStore(at: folder)
            pack = try store.addPack(.random(), named: "Cats", photos: try fill(store, 2))
        }
        do {
            let database = try Database(at: folder.appending("library.sqlite"))
            try database.run("INSERT INTO packs VALUES ('0123456789abcdeX', 1, 'no id', '', NULL)")
            try database.run("INSERT INTO members VALUES ('\(try #require(pack).id)', 'no photo', 1)")
            try database.run("UPDATE packs SET cover = 'no photo'")
            database.takeOverLogAtClose()
        }
        let store = try LibraryStore(at: folder)
        #expect(try store.packs() == [try #require(pack)])
    }

    @Test func aLibraryOfTheVersionBeforePacksOpensAndTakesThem() throws {
        let ids = try { try fill(try LibraryStore(at: folder), 2) }()
        do {
            let database = try Database(at: folder.appending("library.sqlite"))
            try database.run("DROP INDEX photos_by_original; ALTER TABLE photos DROP COLUMN original")
            try database.run("DROP TABLE members; DROP TABLE packs; PRAGMA user_version = 3")
            database.takeOverLogAtClose()
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes == [])
        #expect(try store.photos().map(\.id) == ids)
        #expect(try store.addPack(.random(), named: "Cats", photos: ids).photos == ids)
    }
}
