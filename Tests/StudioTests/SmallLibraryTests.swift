import Files
import Imaging
import PhotoLibrary
import Testing

@testable import Studio

/// A library that has no room for the results of its whole selection.
@MainActor
struct SmallLibraryTests {
    /// What the held maker's four files take, and the library's limit for four photos of a byte and so many results.
    private static let resultBytes =
        "png 0.03 0".utf8.count + "webp".utf8.count + "thumbnail".utf8.count
        + "subject".utf8.count

    /// Six photos; the limit has room for four of their results.
    private func makeBench() async throws -> (StudioBench, [PhotoID]) {
        let bench = try await StudioBench(holds: false, limit: 1 << 20)
        let ids = try await bench.add("a", "b", "c", "d", "e", "f")
        try await bench.restart(limit: 6 + 4 * Self.resultBytes)
        return (bench, ids)
    }

    private func words(_ bench: StudioBench) -> [String] {
        bench.model.selection.map { photo in
            if case .invalid(let failure) = photo.state { failure.code } else { photo.state.word }
        }
    }

    @Test func allThatFitAreMadeOnceAndTheRestSayWhy() async throws {
        let (bench, ids) = try await makeBench()
        await bench.model.processAllPhotos()
        #expect(bench.states.filter { $0 == "done" }.count == 4)
        #expect(words(bench).filter { $0 == "libraryTooSmall" }.count == 2)
        #expect(bench.model.progress.finished == 6 && bench.model.progress.failed == 2)
        let made = bench.maker.calls.count
        #expect(made <= 6)
        #expect(bench.model.usage.total <= bench.model.usage.limit)
        // A page with all of them on it asks as it does for what waits; nothing is made again.
        for _ in 0..<3 {
            for id in ids { bench.model.request(id, .near) }
            for id in ids { await bench.ended(id) }
            await bench.model.processAllPhotos()
        }
        #expect(bench.maker.calls.count == made)
        #expect(bench.states.filter { $0 == "done" }.count == 4)
        guard case .invalid(let failure)? = bench.model.selection.last(where: { $0.isTooLargeForLibrary })?.state else {
            Issue.record("it says nothing")
            return
        }
        #expect(failure.message.contains("is too small for all stickers") && failure.message.contains("--limit"))
    }

    @Test func whatIsAskedForByNameTakesThePlaceOfWhatWasSeenLeast() async throws {
        let (bench, ids) = try await makeBench()
        for id in ids[..<4] { await bench.model.loadPhoto(id) }
        #expect(words(bench).prefix(4) == ["done", "done", "done", "done"])
        // The first is looked at.
        _ = try await bench.library.blob(MadeSticker.name(in: .webp), of: ids[0])
        bench.model.request(ids[4], .near)
        await bench.ended(ids[4])
        #expect(words(bench)[4] == "libraryTooSmall")
        bench.model.request(ids[4])
        await bench.ended(ids[4])
        #expect(words(bench) == ["done", "libraryTooSmall", "done", "done", "done", "waiting"])
        // Trying again is asking by name.
        bench.model.retry(ids[1])
        await bench.ended(ids[1])
        #expect(words(bench) == ["done", "done", "libraryTooSmall", "done", "done", "waiting"])
        #expect(bench.model.usage.total <= bench.model.usage.limit)
    }

    @Test func roomThatBecomesFreeIsUsed() async throws {
        let (bench, ids) = try await makeBench()
        await bench.model.processAllPhotos()
        let small = bench.model.selection.filter(\.isTooLargeForLibrary).map(\.id)
        let done = ids.filter { !small.contains($0) }
        try await bench.model.remove([done[0]])
        #expect(words(bench).filter { $0 == "waiting" }.count == 1)
        #expect(words(bench).filter { $0 == "libraryTooSmall" }.count == 1)
        await bench.model.processAllPhotos()
        #expect(bench.states.filter { $0 == "done" }.count == 4)
    }

    @Test func anEditKeepsItsStickerAndIsMade() async throws {
        let (bench, ids) = try await makeBench()
        for id in ids[..<4] { await bench.model.loadPhoto(id) }
        let change = try JSONReading.value(StudioStyleChange.self, from: Array(#"{"borderWidth":0.15}"#.utf8))
        _ = try await bench.model.setStyle(ids[2], change)
        await bench.model.works[ids[2]]?.value
        #expect(words(bench)[2] == "done")
        #expect(try await bench.library.blob(MadeSticker.name(in: .png), of: ids[2]) == Array("png 0.15 0".utf8))
    }

    @Test func aResultThatIsLargerThanAllRoomIsNotMadeForNobody() async throws {
        let (bench, ids) = try await makeBench()
        try await bench.restart(limit: 10)
        bench.model.request(ids[0], .near)
        await bench.ended(ids[0])
        #expect(words(bench)[0] == "libraryTooSmall")
        #expect(bench.model.usage.total <= 10)
        try await bench.restart(limit: 1 << 20)
        await bench.model.processAllPhotos()
        #expect(words(bench).allSatisfy { $0 == "done" })
    }

    @Test func photosAreRefusedWhenTheirResultsWouldNotFitButNotBefore() async throws {
        let bench = try await StudioBench(holds: false, limit: 4 * (1 + Self.resultBytes))
        for text in ["a", "b", "c", "d"] {
            let id = try await bench.add(text)[0]
            await bench.model.loadPhoto(id)
        }
        #expect(words(bench) == ["done", "done", "done", "done"])
        await #expect(throws: StudioError.self) { try await bench.add("e") }
        #expect(bench.model.selection.count == 4)
    }
}
