import Files
import Imaging
import PhotoLibrary
import Stickers
import Testing

@testable import Studio

@MainActor
struct StickerViewModelTests {
    @Test func photosKeepTheOrderInWhichTheyWereAdded() async throws {
        let bench = try await StudioBench()
        let ids = try await bench.add("a", "b", "c")
        #expect(bench.model.selection.map(\.id) == ids)
        #expect(bench.states == ["waiting", "waiting", "waiting"])
        #expect(try await bench.add("b") == [ids[1]])
        #expect(bench.model.selection.count == 3)
        await #expect(throws: StudioError.self) { try await bench.add("x") }
        #expect(bench.model.selection.count == 3)
    }

    @Test func aPhotoAskedForTwiceAtOnceIsProcessedOnce() async throws {
        let bench = try await StudioBench()
        let id = try await bench.add("a")[0]
        async let first: Void = bench.model.loadPhoto(id)
        async let second: Void = bench.model.loadPhoto(id)
        await bench.maker.reached(1)
        #expect(bench.states == ["processing"])
        bench.maker.release()
        _ = await (first, second)
        #expect(bench.maker.calls.count == 1)
        #expect(bench.states == ["done"])
        #expect(bench.model.selection[0].revision == 1)
        await bench.model.loadPhoto(id)
        #expect(bench.maker.calls.count == 1)
    }

    @Test func onlyStickersThatAPageShowsAreAwaited() async throws {
        let bench = try await StudioBench(holds: false)
        let ids = try await bench.add("a", "b", "c")
        bench.model.request(ids[0], .near)
        await bench.ended(ids[0])
        bench.model.request(ids[1])
        await bench.ended(ids[1])
        bench.model.startProcessing()
        await bench.model.processingEnded()
        #expect(bench.maker.calls.map(\.isAwaited) == [true, true, false])
        #expect(bench.maker.calls.map { $0.priority <= .utility } == [false, false, true])
        let change = try JSONReading.value(StudioStyleChange.self, from: Array(#"{"borderWidth":0.1}"#.utf8))
        _ = try await bench.model.setStyle(ids[2], change)
        await bench.ended(ids[2])
        #expect(bench.maker.calls.map(\.isAwaited) == [true, true, false, true])
    }

    @Test func whatAPageWaitsForDoesNotWaitBecauseABatchMadePlaceForIt() async throws {
        let bench = try await StudioBench(atOnce: 1)
        let ids = try await bench.add("a", "b")
        bench.model.startProcessing()
        await bench.maker.reached(1)
        bench.model.request(ids[1], .near)
        bench.maker.release()
        // Who waits for a task raises its priority: this waits for the call alone.
        await bench.maker.reached(2)
        #expect(bench.maker.calls.map { $0.priority <= .utility } == [true, false])
        await bench.ended(ids[1])
        #expect(bench.maker.calls.map(\.isAwaited) == [false, true])
    }

    /// A page asks for the sticker's file when it is made and not yet written, as it is and after an edit.
    @Test func aResultOnItsWayToTheDiskIsNotForgotten() async throws {
        let bench = try await StudioBench(holds: false)
        let model = bench.model
        let id = try await bench.add("a")[0]
        var forgetting: [Task<Void, Never>] = []
        // Comes to its turn on the main actor while the work on the photo waits for the library.
        model.onMade = { id, _ in forgetting.append(Task { model.forgetResult(of: id) }) }
        await model.loadPhoto(id)
        for task in forgetting { await task.value }
        #expect(bench.states == ["done"])
        #expect(model.details[id]?.sticker != nil)
        let change = try JSONReading.value(StudioStyleChange.self, from: Array(#"{"borderWidth":0.1}"#.utf8))
        _ = try await model.setStyle(id, change)
        await bench.ended(id)
        for task in forgetting { await task.value }
        #expect(forgetting.count == 2)
        #expect(bench.states == ["done"])
        #expect(model.details[id]?.sticker != nil)
    }

    @Test func allAreProcessedAFewAtOnceAndAFailureStopsNothing() async throws {
        let bench = try await StudioBench(atOnce: 2)
        try await bench.add("a", "n1", "b", "c", "n2", "d")
        let all = Task { await bench.model.processAllPhotos() }
        await bench.maker.reached(2)
        #expect(bench.model.progress.running)
        #expect(bench.model.progress.total == 6)
        #expect(bench.states.filter { $0 == "processing" }.count == 2)
        bench.maker.release()
        await all.value
        #expect(bench.maker.mostRunning == 2)
        #expect(bench.states == ["done", "invalid", "done", "done", "invalid", "done"])
        #expect(bench.model.progress.finished == 6)
        #expect(bench.model.progress.failed == 2)
        #expect(!bench.model.progress.running)
        guard case .invalid(let failure) = bench.model.selection[1].state else {
            Issue.record("it is another case")
            return
        }
        #expect(failure == PhotoFailure(code: "noSubject", message: "nothing stands out"))
    }

    @Test func aStrokeThatComesWhileAnotherIsTriedInVainCounts() async throws {
        let bench = try await StudioBench(holds: false)
        bench.maker.needStrokes(2)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        #expect(bench.states == ["invalid"])
        bench.maker.hold()
        let stroke = MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: 0.5, y: 0.5)])
        _ = try await bench.model.addStroke(id, stroke)
        await bench.maker.reached(2)
        _ = try await bench.model.addStroke(id, stroke)
        bench.maker.release()
        await bench.model.loadPhoto(id)
        #expect(bench.states == ["done"])
        #expect(bench.maker.calls.map(\.strokeCount) == [0, 1, 2])
    }

    @Test func processingThatIsCancelledLeavesTheRestWaiting() async throws {
        let bench = try await StudioBench(atOnce: 1)
        let ids = try await bench.add("a", "b", "c")
        bench.model.startProcessing()
        await bench.maker.reached(1)
        bench.model.stopProcessing()
        await bench.model.processingEnded()
        await bench.ended(ids[0])
        #expect(bench.states == ["waiting", "waiting", "waiting"])
        #expect(bench.maker.calls.count == 1)
        #expect(!bench.model.progress.running)
    }

    @Test func aFailedPhotoCanBeTriedAgain() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("n")[0]
        await bench.model.loadPhoto(id)
        #expect(bench.states == ["invalid"])
        await bench.model.loadPhoto(id)
        #expect(bench.maker.calls.count == 1)
        bench.model.retry(id)
        await bench.ended(id)
        #expect(bench.maker.calls.count == 2)
        #expect(bench.states == ["invalid"])
    }

    @Test func aStartShowsWhatWasThereAndProcessesNothingTwice() async throws {
        let bench = try await StudioBench(holds: false)
        try await bench.add("a", "n", "b")
        await bench.model.processAllPhotos()
        try await bench.model.reorder([bench.model.selection[2].id])
        let before = bench.model.selection
        try await bench.restart()
        #expect(bench.model.selection == before)
        await bench.model.processAllPhotos()
        #expect(bench.maker.calls.count == 3)
        #expect(bench.model.progress.total == 0)
    }

    @Test func aPhotoThatComesAgainGetsNoRevisionThatItHad() async throws {
        let bench = try await StudioBench(holds: false)
        let model = try await StickerViewModel(
            library: bench.library, maker: bench.maker, atOnce: 1, version: "")
        let photo = try await model.add(Array("a".utf8), named: "a").photo.id
        await model.loadPhoto(photo)
        let first = model.selection[0].revision
        #expect(first > 1_700_000_000_000)
        try await model.remove([photo])
        _ = try await model.add(Array("a".utf8), named: "a")
        await model.loadPhoto(photo)
        #expect(model.selection[0].revision >= first)
    }

    @Test func whatIsAddedWhileAllAreProcessedIsProcessedToo() async throws {
        let bench = try await StudioBench(atOnce: 1)
        try await bench.add("a")
        bench.model.startProcessing()
        await bench.maker.reached(1)
        try await bench.add("b", "c")
        bench.model.startProcessing()
        bench.maker.release()
        await bench.model.processingEnded()
        #expect(bench.states == ["done", "done", "done"])
        #expect(bench.model.progress.total == 3 && bench.model.progress.finished == 3)
        #expect(bench.maker.calls.count == 3)
    }

    @Test func processingThatWasStoppedBeginsAnewWhenItIsAskedForAtOnce() async throws {
        let bench = try await StudioBench(atOnce: 1)
        try await bench.add("a", "b")
        bench.model.startProcessing()
        await bench.maker.reached(1)
        bench.model.stopProcessing()
        bench.model.startProcessing()
        bench.maker.release()
        await bench.model.processingEnded()
        #expect(bench.states == ["done", "done"])
    }

    @Test func aPhotoThatIsNearOnTwoPagesIsCancelledByTheLastOfThem() async throws {
        let bench = try await StudioBench()
        let id = try await bench.add("a")[0]
        bench.model.request(id, .near)
        bench.model.request(id, .near)
        await bench.maker.reached(1)
        bench.model.cancel(id, .near)
        #expect(bench.model.queue.holds(id))
        #expect(bench.states == ["processing"] && bench.maker.cancelledCount == 0)
        let work = bench.model.works[id]
        bench.model.cancel(id, .near)
        await work?.value
        #expect(bench.states == ["waiting"] && bench.maker.cancelledCount == 1)
        // The end of the first request leaves a later one alone.
        bench.model.request(id, .near)
        bench.maker.release()
        await bench.ended(id)
        #expect(bench.states == ["done"])
    }

    @Test func whatWasAskedForByNameGoesOnWhenPagesLeave() async throws {
        let bench = try await StudioBench(atOnce: 4)
        let ids = try await bench.add("a", "b", "c", "n")
        bench.model.request(ids[0], .near)
        bench.model.request(ids[1], .byName)
        // A page whose card came near, too: its leaving takes nothing from who asked by name.
        bench.model.request(ids[2], .near)
        bench.model.request(ids[2], .byName)
        await bench.maker.reached(3)
        bench.model.cancel(ids[2], .near)
        let near = bench.model.works[ids[0]]
        bench.model.cancelNear()
        await near?.value
        #expect(bench.states == ["waiting", "processing", "processing", "waiting"])
        #expect(bench.maker.cancelledCount == 1)
        // Nor does making all stop.
        bench.model.startProcessing()
        await bench.maker.reached(4)
        bench.model.cancelNear()
        bench.maker.release()
        await bench.model.processingEnded()
        for id in ids { await bench.ended(id) }
        #expect(bench.states == ["done", "done", "done", "invalid"])
        #expect(bench.maker.cancelledCount == 1)
    }

    @Test func whatWasAskedForByNameIsTakenBackByName() async throws {
        let bench = try await StudioBench()
        let id = try await bench.add("a")[0]
        bench.model.request(id)
        await bench.maker.reached(1)
        bench.model.cancel(id, .near)
        #expect(bench.model.queue.holds(id))
        let work = bench.model.works[id]
        bench.model.cancel(id)
        await work?.value
        #expect(bench.maker.cancelledCount == 1)
        #expect(bench.states == ["waiting"])
    }

    @Test func stoppingLetsWhatIsInWorkFinishAndBeginsNothing() async throws {
        let bench = try await StudioBench(atOnce: 1)
        try await bench.add("a", "b")
        bench.model.startProcessing()
        await bench.maker.reached(1)
        let stop = Task.immediate { await bench.model.finishWork(within: .seconds(600)) }
        #expect(bench.model.queue.isClosed)
        bench.maker.release()
        await stop.value
        #expect(bench.states == ["done", "waiting"])
        #expect(bench.maker.calls.count == 1)
    }

    @Test func whatIsRemovedIsGoneAlsoWhenItIsBeingProcessed() async throws {
        let bench = try await StudioBench()
        let ids = try await bench.add("a", "b")
        bench.model.request(ids[0])
        await bench.maker.reached(1)
        try await bench.model.remove([ids[0]])
        #expect(bench.model.selection.map(\.id) == [ids[1]])
        await bench.model.works[ids[0]]?.value
        #expect(bench.maker.cancelledCount == 1)
        #expect(try await bench.library.photos().map(\.id) == [ids[1]])
        try await bench.model.remove(nil)
        #expect(bench.model.selection.isEmpty)
    }

    @Test func aFullLibraryRefusesPhotosWithTheReason() async throws {
        let bench = try await StudioBench(limit: 10)
        try await bench.add("12345")
        do {
            try await bench.add("1234567")
            Issue.record("it was added")
        } catch let error as StudioError {
            #expect(error.code == .full)
        }
        #expect(bench.model.selection.count == 1)
    }
}
