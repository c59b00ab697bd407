import Files
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct SchemaTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }
    var index: FilePath { folder.appending("library.sqlite") }

    /// A library as the first version has made it: a photo with a result, and one without.
    private func makeVersion1() throws -> [PhotoID] {
        let library = LibraryFolder(path: folder)
        let bytes = [sampleBytes(1, count: 100), sampleBytes(2, count: 200)]
        let ids = bytes.map { PhotoID(of: $0) }
        try folder.createFolder()
        for (id, bytes) in zip(ids, bytes) {
            try OriginalFile.write(bytes, named: "", to: library.original(id), fault: { _ in })
        }
        try ResultFiles.write(["a": [1, 2, 3]], to: library.blobs(of: ids[1], revision: 5), fault: { _ in })
        let database = try Database(at: index)
        #expect(try Schema.migrate(database, to: 1) == 0)
        try database.run(
            """
            INSERT INTO photos VALUES ('\(ids[0])', 2, 'first', 100, 'invalid', '{"a":1}', 0, 1000, 2000);
            INSERT INTO photos VALUES ('\(ids[1])', 1, 'second', 200, 'done', '{}', 5, 3000, 4000);
            INSERT INTO blobs VALUES ('\(ids[1])', 'a', 3);
            """)
        database.takeOverLogAtClose()
        return ids
    }

    @Test func aLibraryOfTheFirstVersionKeepsEverythingAndBecomesOneOfTheNewest() throws {
        let ids = try makeVersion1()
        do {
            let store = try LibraryStore(at: folder)
            #expect(store.notes == [])
            #expect(try store.photos().map(\.id) == [ids[1], ids[0]])
            let first = try #require(try store.photo(ids[0]))
            #expect(
                first
                    == LibraryPhoto(
                        id: ids[0], name: "first", byteCount: 100, state: "invalid", details: #"{"a":1}"#, revision: 0,
                        blobs: [:], added: Date(timeIntervalSince1970: 1), lastUsed: Date(timeIntervalSince1970: 2)))
            #expect(try store.blob("a", of: ids[1]) == [1, 2, 3])
            #expect(try store.inconsistencies() == [])
            #expect(try store.remove([ids[0]]) == [ids[0]])
        }
        #expect(try Database(at: index).integer("PRAGMA user_version") == Schema.newest)
    }

    @Test func aLibraryWithoutDuplicatesKeepsItsPhotosTrashAndPacksAndGetsDuplicates() throws {
        let library = LibraryFolder(path: folder)
        let bytes = [sampleBytes(1, count: 100), sampleBytes(2, count: 200)]
        let ids = bytes.map { PhotoID(of: $0) }
        try folder.createFolder()
        for (id, bytes) in zip(ids, bytes) {
            try OriginalFile.write(bytes, named: "", to: library.original(id), fault: { _ in })
        }
        do {
            let database = try Database(at: index)
            #expect(try Schema.migrate(database, to: 4) == 0)
            try database.run(
                """
                INSERT INTO photos VALUES ('\(ids[0])', 1, 'first', 100, 'done', '{}', 4, 1000, 2000, NULL);
                INSERT INTO photos VALUES ('\(ids[1])', 2, 'second', 200, 'done', '{}', 0, 1000, 2000, 900000000);
                INSERT INTO packs VALUES ('0123456789abcdef', 1, 'Pack', '\(ids[0])', NULL);
                INSERT INTO members VALUES ('0123456789abcdef', '\(ids[0])', 1);
                """)
            database.takeOverLogAtClose()
        }
        let store = try LibraryStore(at: folder)
        #expect(store.notes == [])
        #expect(try store.photos().map(\.id) == [ids[0]])
        #expect(try store.photos().map(\.original) == [ids[0]])
        #expect(try store.trash().map(\.id) == [ids[1]])
        #expect(try store.packs().map(\.photos) == [[ids[0]]])
        let copy = try store.duplicate(ids[0], as: .random())
        #expect(try store.photos().map(\.id) == [ids[0], copy.id])
        #expect(try store.inconsistencies() == [])
    }

    @Test func aNewIndexAndOneThatCameFromTheFirstVersionHaveTheSameTables() throws {
        func tables(_ path: FilePath) throws -> String {
            try Database(at: path).text(
                "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY name)")
        }
        _ = try makeVersion1()
        do { _ = try LibraryStore(at: folder) }
        let new = temporary.path.appending("new")
        do { _ = try LibraryStore(at: new) }
        #expect(try tables(index) == tables(new.appending("library.sqlite")))
        #expect(try tables(index).contains("removals"))
    }

    @Test func anIndexOfALaterVersionIsRefusedAndNotTouched() throws {
        do { _ = try LibraryStore(at: folder) }
        do {
            let database = try Database(at: index)
            try database.run("PRAGMA user_version = 99")
            database.takeOverLogAtClose()
        }
        let bytes = try index.readBytes()
        let error = #expect(throws: LibraryError.self) { try LibraryStore(at: folder) }
        #expect(error?.code == .newerVersion(found: 99, known: Schema.newest))
        #expect(error?.description.contains("its format is 99, this version knows up to \(Schema.newest)") == true)
        #expect(try index.readBytes() == bytes)
        #expect(try !folder.names().contains { $0.description.contains("damaged") })
    }

    @Test func theIndexWaitsForTheDiskAndChecksWhatBelongsTogether() throws {
        let database = try Database(at: index.parent.parent.appending("index"))
        _ = try Schema.migrate(database)
        #expect(try database.text("PRAGMA journal_mode") == "wal")
        #expect(try database.integer("PRAGMA synchronous") == 2)
        #expect(try database.integer("PRAGMA foreign_keys") == 1)
        let error = #expect(throws: LibraryError.self) {
            try database.run("INSERT INTO blobs VALUES ('\(PhotoID(of: []))', 'a', 1)")
        }
        #expect(error?.code == .database(787))
    }

    @Test func aTransactionThatFailsLeavesNothingAndTheNextOneWorks() throws {
        let database = try Database(at: temporary.path.appending("index"))
        try database.run("CREATE TABLE t (n INTEGER)")
        #expect(throws: LibraryError.self) {
            try database.transaction { () throws(LibraryError) in
                try database.run("INSERT INTO t VALUES (1)")
                try database.run("INSERT INTO nothing VALUES (1)")
            }
        }
        try database.transaction { () throws(LibraryError) in try database.run("INSERT INTO t VALUES (2)") }
        #expect(try database.text("SELECT group_concat(n) FROM t") == "2")
    }

    @Test func textOfAnyKindComesBack() throws {
        let database = try Database(at: temporary.path.appending("index"))
        let statement = try database.prepare("SELECT ?, length(?)")
        for text in ["", "a", "'\"; DROP", "é👨‍👩‍👧", String(repeating: "x", count: 100_000)] {
            var found: (String, Int)?
            try statement.rows(.text(text), .text(text)) { found = ($0.text(0), $0.integer(1)) }
            #expect(found?.0 == text)
            #expect(found?.1 == text.unicodeScalars.count)
        }
    }
}
