import Files
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// The library as other modules see it.
@Suite struct PhotoLibraryTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    private func open(limit: Int = 1_000_000) async throws -> PhotoLibrary {
        try await PhotoLibrary.open(at: folder, limit: limit)
    }

    @Test func theLifeOfAPhoto() async throws {
        let library = try await open()
        #expect(try await library.recovered == [])
        let added = try await library.add([1, 2, 3], named: "cat.jpg")
        let id = added.photo.id
        #expect(try await library.original(id) == [1, 2, 3])
        try await library.update(id, state: "processing")
        let stored = try await library.setResult(
            of: id, revision: 1, blobs: ["sticker.png": [4, 5]], state: "done", details: #"{"width": 2}"#)
        #expect(try await library.photos() == [stored.photo])
        #expect(try await library.blob("sticker.png", of: id) == [4, 5])
        #expect(try await library.usage == LibraryUsage(originals: 3, results: 2, limit: 1_000_000))
        #expect(try await library.reorder([id]) == [id])
        try await library.close()

        let again = try await open()
        #expect(try await again.photo(id)?.details == #"{"width": 2}"#)
        #expect(try await again.remove([id]) == [id])
        #expect(try await again.photo(id) == nil)
        try await again.close()
    }

    @Test func aNewPhotoHasTheDetailsThatItIsGiven() async throws {
        let library = try await open()
        #expect(try await library.add([1], named: "a", details: #"{"a":1}"#).photo.details == #"{"a":1}"#)
        // One that is there keeps its own.
        #expect(try await library.add([1], named: "a", details: "{}").photo.details == #"{"a":1}"#)
        await #expect(throws: LibraryError.self) { try await library.add([2], named: "b", details: "no JSON") }
        #expect(try await library.photos().map(\.details) == [#"{"a":1}"#])
        #expect(try await library.usage.originals == 1)
        try await library.close()
    }

    @Test func aClosedLibrarySaysSoAndAnotherMayOpenIt() async throws {
        let library = try await open()
        let other = await #expect(throws: LibraryError.self) { try await open() }
        #expect(other?.code == .inUse)
        try await library.close()
        try await library.close()
        let error = await #expect(throws: LibraryError.self) { try await library.photos() }
        #expect(error?.code == .closed)
        try await open().close()
    }

    @Test func readingIsNotedWhenTheLibraryIsClosed() async throws {
        let clock = SteppingClock()
        let library = try await PhotoLibrary.open(at: folder, limit: 1_000, now: clock.now)
        let id = try await library.add([1], named: "").photo.id
        try await library.setResult(of: id, revision: 1, blobs: ["a": [1]])
        _ = try await library.blob("a", of: id)
        let used = try await library.photo(id)?.lastUsed
        try await library.close()
        let again = try await PhotoLibrary.open(at: folder, limit: 1_000, now: clock.now)
        #expect(try await again.photo(id)?.lastUsed == used)
    }

    @Test func manyAtOnceAreServedOneAfterTheOther() async throws {
        let library = try await open()
        let ids = try await withThrowingTaskGroup(of: PhotoID.self) { group in
            for number in 0..<40 {
                group.addTask {
                    // Every photo comes twice.
                    let id = try await library.add(sampleBytes(number / 2, count: 500), named: "\(number)").photo.id
                    _ = try await library.photos()
                    return id
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 20)
        #expect(Set(try await library.photos().map(\.id)) == ids)
        #expect(try await library.usage.originals == 20 * 500)
    }

    /// Another program with the library open, and then no more: killed, it does not hold the folder.
    @Test func aProgramThatWasKilledDoesNotHoldTheLibrary() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder.description as String] in
            let library = try await PhotoLibrary.open(at: FilePath(folder), limit: 1_000)
            _ = try await library.add([1, 2, 3], named: "a")
            kill(getpid(), SIGKILL)
        }
        let library = try await open()
        #expect(try await library.photos().map(\.name) == ["a"])
        #expect(try await library.recovered == [])
    }
}
