import Files
import Glibc
import TestSupport
import Testing

@testable import PhotoLibrary

/// What the disk refuses is said with its reason, and leaves nothing half-done.
@Suite struct DiskTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    @Test func aFolderThatMayNotBeWrittenIsAnErrorThatNamesIt() throws {
        _ = temporary.path.withCString { chmod($0, 0o555) }
        withoutPrivileges {
            let error = #expect(throws: LibraryError.self) { try LibraryStore(at: folder) }
            #expect(error?.code == .file(.system(EACCES)))
            #expect(error?.description.contains("\(folder): permission denied; choose another folder") == true)
        }
        #expect(try temporary.path.names() == [])
        _ = temporary.path.withCString { chmod($0, 0o755) }
    }

    @Test func aLibraryThatMayNotBeWrittenAnyMoreStaysAsItIs() throws {
        do { _ = try LibraryStore(at: folder).add([1, 2, 3], named: "a") }
        for name: FilePath in ["", "originals", "lock", "library.sqlite"] {
            _ = folder.appending(name).withCString { chmod($0, 0o555) }
        }
        withoutPrivileges {
            let error = #expect(throws: LibraryError.self) { try LibraryStore(at: folder) }
            #expect(error?.code == .file(.system(EACCES)))
        }
        for name: FilePath in ["", "originals", "lock", "library.sqlite"] {
            _ = folder.appending(name).withCString { chmod($0, 0o755) }
        }
        #expect(try LibraryStore(at: folder).photos().count == 1)
    }

    @Test func somethingElseInItsPlace() throws {
        let file = try temporary.write("a file", to: "library")
        let error = #expect(throws: LibraryError.self) { try LibraryStore(at: file) }
        #expect(error?.code == .file(.system(ENOTDIR)))
        #expect(try file.readBytes() == Array("a file".utf8))
    }

    @Test func aSecondProgramIsToldThatTheLibraryIsOpen() throws {
        let store = try LibraryStore(at: folder)
        let error = #expect(throws: LibraryError.self) { try LibraryStore(at: folder) }
        #expect(error?.code == .inUse)
        #expect(error?.description.contains(folder.description) == true)
        #expect(try store.add([1], named: "a").isNew)
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "only root may mount a small file system"))
    func aFullDiskRefusesWhatIsNewKeepsWhatIsThereAndLetsGoOfWhatIsRemoved() throws {
        let ran = try withSmallDisk(at: temporary, kilobytes: 1_024) {
            do {
                let store = try LibraryStore(at: folder, limit: 10_000_000)
                let ids = try (1...3).map { try store.add(sampleBytes($0, count: 100_000), named: "\($0)").photo.id }
                _ = try store.setResult(
                    of: ids[0], revision: 1, blobs: ["a": sampleBytes(9, count: 50_000)], state: "done", details: nil)
                let before = try store.contents()

                let added = #expect(throws: LibraryError.self) {
                    try store.add(sampleBytes(4, count: 900_000), named: "4")
                }
                #expect(added?.isDiskFull == true)
                #expect(added?.description.contains("the disk is full; make room there") == true)
                let stored = #expect(throws: LibraryError.self) {
                    try store.setResult(
                        of: ids[0], revision: 2,
                        blobs: ["a": sampleBytes(1, count: 1_000), "b": sampleBytes(2, count: 900_000)], state: "new",
                        details: nil)
                }
                #expect(stored?.isDiskFull == true)
                #expect(try store.contents() == before)
                #expect(try store.inconsistencies() == [])

                // Until no page is free: then not even the index can note anything.
                try fillDisk()
                let updated = #expect(throws: LibraryError.self) {
                    for number in 0..<1_000 {
                        _ = try store.update(
                            ids[0], state: "\(number)", details: "\"" + String(repeating: "x", count: 9_000) + "\"")
                    }
                }
                #expect(updated?.isDiskFull == true)
                #expect(try store.original(ids[1]) == sampleBytes(2, count: 100_000))
                #expect(try store.blob("a", of: ids[0]) == sampleBytes(9, count: 50_000))
                #expect(try store.inconsistencies() == [])

                #expect(try store.remove([ids[0]]) == [ids[0]])
                #expect(try store.contents() == before.filter { $0.id != ids[0] })
                #expect(try store.inconsistencies() == [])
                #expect(try store.add(sampleBytes(5, count: 1_000), named: "5").isNew)
            }
            let store = try LibraryStore(at: folder)
            #expect(store.notes == [])
            #expect(try store.photos().map(\.name) == ["2", "3", "5"])
            #expect(try store.inconsistencies() == [])
        }
        #expect(ran)
    }

    /// Takes every byte that is left.
    private func fillDisk() throws {
        let file = try OpenFile("write", temporary.path.appending("filler"), flags: O_WRONLY | O_CREAT)
        for size in [4_096, 1] {
            while (try? file.write(Array(repeating: 0, count: size))) != nil {}
        }
    }
}
