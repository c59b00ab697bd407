import CSQLite
import Files
import Foundation
import Glibc
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct RecoveryTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }
    var index: FilePath { folder.appending("library.sqlite") }

    /// Five photos in the order 3, 1, 2, 4, 5, the first two with results; then `change` is made while nobody looks.
    private func prepare(_ change: (LibraryFolder, [PhotoID]) throws -> Void) throws -> (
        ids: [PhotoID], contents: [PhotoContents]
    ) {
        var ids: [PhotoID] = []
        var contents: [PhotoContents] = []
        do {
            let store = try LibraryStore(at: folder)
            ids = try (1...5).map {
                try store.add(sampleBytes($0, count: 100 + $0), named: "photo \($0)").photo.id
            }
            for (number, id) in ids.prefix(2).enumerated() {
                _ = try store.setResult(
                    of: id, revision: 3, blobs: ["a": [1, 2], "b": sampleBytes(number, count: 50)], state: "done",
                    details: #"{"strokes": [\#(number)]}"#)
            }
            _ = try store.reorder([ids[2]])
            contents = try store.contents()
        }
        try change(LibraryFolder(path: folder), ids)
        return (ids, contents)
    }

    private func overwrite(_ path: FilePath, at offset: Int, with bytes: [UInt8]) throws {
        var all = try path.readBytes()
        all.replaceSubrange(offset..<min(all.count, offset + bytes.count), with: bytes)
        try AtomicFile.write(all, to: path)
    }

    @Test(arguments: ["nothing of SQLite", "cut short", "no header", "empty", "gone"])
    func anIndexThatCannotBeReadIsMadeAnewOfTheOriginalsInTheOrderOfTheirFiles(
        _ damage: String
    ) throws {
        let (ids, _) = try prepare { library, ids in
            for (number, id) in [ids[4], ids[0], ids[3], ids[1], ids[2]].enumerated() {
                var times = [
                    timespec(tv_sec: 1_000 + number, tv_nsec: 0), timespec(tv_sec: 1_000 + number, tv_nsec: 0),
                ]
                #expect(library.original(id).withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
            }
            switch damage {
            case "nothing of SQLite": try AtomicFile.write(sampleBytes(7, count: 20_000), to: library.index)
            case "cut short": try AtomicFile.write(Array(library.index.readBytes().prefix(5_000)), to: library.index)
            case "no header": try overwrite(library.index, at: 0, with: Array(repeating: 0, count: 100))
            case "empty": try AtomicFile.write([], to: library.index)
            default: try library.index.removeFile()
            }
        }
        let bytes = try? index.readBytes()
        do {
            let store = try LibraryStore(at: folder)
            #expect(try store.photos().map(\.id) == [ids[4], ids[0], ids[3], ids[1], ids[2]])
            #expect(try store.photos().first?.added == Date(timeIntervalSince1970: 1_000))
            #expect(try store.photos().allSatisfy { !$0.hasResult })
            #expect(try store.inconsistencies() == [])
            if let bytes {
                let place = folder.appending("library.sqlite.damaged-1")
                #expect(try place.readBytes() == bytes)
                #expect(store.notes.first?.code == .indexRebuilt(setAside: place))
                #expect(store.notes.first?.description.contains(place.description) == true)
            }
            #expect(store.notes.map(\.code).contains(.originalAdopted(ids[0])))
        }
        #expect(try LibraryStore(at: folder).notes == [])
    }

    @Test func whatCanBeReadOfADamagedIndexIsKept() throws {
        let (_, contents) = try prepare { library, _ in
            // Of the index of one table nothing can be read any more; the tables themselves are whole.
            let database = try Database(at: library.index)
            let root = try database.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'photos_by_use'")
            try overwrite(library.index, at: (root - 1) * 4_096, with: Array(repeating: 0xAA, count: 4_096))
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes.map(\.code) == [.indexRebuilt(setAside: folder.appending("library.sqlite.damaged-1"))])
        #expect(try store.contents() == contents)
        #expect(try store.inconsistencies() == [])
    }

    @Test func aSecondDamagedIndexIsKeptBesideTheFirst() throws {
        _ = try prepare { library, _ in try AtomicFile.write(sampleBytes(1, count: 9_000), to: library.index) }
        do { _ = try LibraryStore(at: folder) }
        try AtomicFile.write(sampleBytes(2, count: 9_000), to: index)
        do { _ = try LibraryStore(at: folder) }
        #expect(try folder.appending("library.sqlite.damaged-1").readBytes() == sampleBytes(1, count: 9_000))
        #expect(try folder.appending("library.sqlite.damaged-2").readBytes() == sampleBytes(2, count: 9_000))
        #expect(try LibraryStore(at: folder).photos().count == 5)
    }

    @Test func anOriginalThatTheIndexDoesNotKnowIsTakenInAtTheEnd() throws {
        let known = try prepare { library, _ in
            try OriginalFile.write(
                [7, 7], named: "new.jpg", to: library.original(PhotoID(of: [7, 7])), fault: { _ in })
            try AtomicFile.write(Array("not a photo's name".utf8), to: library.originals.appending("notes.txt"))
        }
        let id = PhotoID(of: [7, 7])
        let store = try LibraryStore(at: folder)
        #expect(store.notes.map(\.code) == [.originalAdopted(id)])
        #expect(try store.photos().map(\.id) == known.contents.map(\.id) + [id])
        #expect(try store.original(id) == [7, 7])
        #expect(store.usage.originals == 101 + 102 + 103 + 104 + 105 + 2)
        #expect(folder.appending("originals/notes.txt").exists)
    }

    @Test(.enabled(if: RecoveryTests.keepsAttributes, "the file system keeps no attributes, in which names are"))
    func anOriginalThatIsTakenInHasTheNameThatWasKeptInItsFile() throws {
        _ = try prepare { library, _ in
            try OriginalFile.write(
                [7, 7], named: "new.jpg", to: library.original(PhotoID(of: [7, 7])), fault: { _ in })
        }
        #expect(try LibraryStore(at: folder).photos().last?.name == "new.jpg")
    }

    static let keepsAttributes: Bool = {
        let temporary = TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        guard let file = try? temporary.write("", to: "attribute") else { return false }
        let name: [UInt8] = Array("kept".utf8)
        return file.withCString { setxattr($0, "user.peel.test", name, name.count, 0) } == 0
    }()

    @Test func aPhotoWhoseOriginalIsGoneIsDroppedAndSaidSo() throws {
        let (ids, contents) = try prepare { library, ids in try library.original(ids[0]).removeFile() }
        let store = try LibraryStore(at: folder)
        #expect(store.notes.map(\.code) == [.originalMissing(ids[0]), .leftoversRemoved(1)])
        #expect(try store.contents() == contents.filter { $0.id != ids[0] })
        #expect(try store.inconsistencies() == [])
    }

    @Test func originalsWithOtherBytesAreSetAside() throws {
        let strange = PhotoID(of: [9])
        let (ids, _) = try prepare { library, ids in
            try AtomicFile.write([1, 2], to: library.original(ids[1]))
            try library.original(strange).parent.createFolder()
            try AtomicFile.write([3, 4], to: library.original(strange))
        }
        let store = try LibraryStore(at: folder)
        let damaged = folder.appending("damaged")
        #expect(
            Set(store.notes.map(\.code))
                == [
                    .originalDamaged(ids[1], setAside: damaged.appending(ids[1].text)),
                    .originalDamaged(strange, setAside: damaged.appending(strange.text)), .leftoversRemoved(1),
                ])
        #expect(try damaged.appending(ids[1].text).readBytes() == [1, 2])
        #expect(try damaged.appending(strange.text).readBytes() == [3, 4])
        #expect(try store.photos().map(\.id) == [ids[2], ids[0], ids[3], ids[4]])
        #expect(try store.inconsistencies() == [])
        #expect(try store.add(sampleBytes(2, count: 102), named: "again").isNew)
    }

    @Test func aResultWithAPartThatIsGoneOrCutShortIsMadeAgain() throws {
        let (ids, _) = try prepare { library, ids in
            try library.blobs(of: ids[0], revision: 3).appending("b").removeFile()
            try AtomicFile.write([], to: library.blobs(of: ids[1], revision: 3).appending("a"))
        }
        let store = try LibraryStore(at: folder)
        let notes = Set(store.notes.map(\.code))
        #expect(notes.isSuperset(of: [.resultIncomplete(ids[0]), .resultIncomplete(ids[1])]))
        #expect(try store.photos().allSatisfy { !$0.hasResult })
        #expect(try store.photo(ids[0])?.details == #"{"strokes": [0]}"#)
        #expect(store.usage.results == 0)
        #expect(try store.inconsistencies() == [])
    }

    @Test func whatNobodyKnowsOfIsRemovedFromTheResultsButNothingThatIsNotTheLibrarys() throws {
        let (_, contents) = try prepare { library, ids in
            let stranger = PhotoID(of: [5])
            for path in [
                library.blobs(of: ids[0], revision: 2).appending("a"),
                library.blobs(of: ids[0], revision: 3).appending("c"),
                library.blobs(of: ids[3], revision: 1).appending("a"),
                library.blobs(of: stranger, revision: 1).appending("a"),
                library.original(ids[0]).parent.appending(".peel-partial-0123456789abcdef"),
                library.results.appending("notes.txt"),
            ] {
                try path.parent.createFolder()
                try AtomicFile.write([1], to: path)
            }
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes.map(\.code) == [.leftoversRemoved(5)])
        #expect(try store.contents() == contents)
        #expect(try store.inconsistencies() == ["garbage: \(folder)/results/notes.txt"])
    }

    /// As on a disk that is not mounted, with the empty folder that it is mounted on.
    @Test(arguments: [false, true]) func withoutTheFolderOfTheOriginalsNothingIsForgotten(
        isEmpty: Bool
    ) throws {
        let (_, contents) = try prepare { library, _ in
            try library.originals.move(to: temporary.path.appending("elsewhere"))
            if isEmpty { try library.originals.createFolder() }
        }
        let error = #expect(throws: LibraryError.self) { try LibraryStore(at: folder) }
        #expect(error?.code == .originalsMissing)
        if isEmpty { try folder.appending("originals").removeTree() }
        try temporary.path.appending("elsewhere").move(to: folder.appending("originals"))
        let store = try LibraryStore(at: folder)
        #expect(store.notes == [])
        #expect(try store.contents() == contents)
    }

    @Test func aRemovalThatCouldNotEndIsEndedAtTheNextStart() throws {
        let (ids, contents) = try prepare { library, ids in
            let removed = try LibraryIndex(at: library.index, fault: { _ in })
            try removed.transaction { () throws(LibraryError) in
                try removed.remove(ids[0])
                try removed.noteRemoval(of: ids[0])
            }
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes == [])
        #expect(try store.contents() == contents.filter { $0.id != ids[0] })
        #expect(try store.inconsistencies() == [])
        #expect(try store.index.removals() == [])
    }

    @Test func aPhotoWhoseFileCannotBeRemovedStaysOutUntilItCanBe() throws {
        _ = temporary.path.withCString { chmod($0, 0o777) }
        try withoutPrivileges {
            let id: PhotoID
            let shard: FilePath
            do {
                let store = try LibraryStore(at: folder)
                id = try store.add([1], named: "a").photo.id
                _ = try store.add([2], named: "b")
                shard = store.folder.original(id).parent
                _ = shard.withCString { chmod($0, 0o555) }
                #expect(try store.remove([id]) == [id])
                #expect(try store.emptyTrash([id]) == [id])
                #expect(store.folder.original(id).exists)
            }
            do {
                let store = try LibraryStore(at: folder)
                #expect(store.notes == [])
                #expect(try store.photos().map(\.name) == ["b"])
                #expect(try store.index.removals() == [id])
            }
            _ = shard.withCString { chmod($0, 0o755) }
            let store = try LibraryStore(at: folder)
            #expect(store.notes == [])
            #expect(try store.photos().map(\.name) == ["b"])
            #expect(try store.index.removals() == [])
            #expect(try store.inconsistencies() == [])
        }
    }
}
