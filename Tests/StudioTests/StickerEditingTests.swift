import Files
import Imaging
import PhotoLibrary
import Stickers
import Testing

@testable import Studio

@MainActor
struct StickerEditingTests {
    @Test func aStyleIsRenderedFromTheKeptSubject() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        #expect(bench.maker.calls.last?.hasSubject == false)
        let change = try JSONReading.value(StudioStyleChange.self, from: Array(#"{"borderWidth":0.1}"#.utf8))
        let photo = try await bench.model.setStyle(id, change)
        #expect(photo.style.borderWidth == 0.1)
        await bench.model.works[id]?.value
        #expect(bench.maker.calls.last?.hasSubject == true)
        #expect(bench.model.selection[0].revision == 2)
        let png = try #require(try await bench.library.blob(MadeSticker.name(in: .png), of: id))
        #expect(String(decoding: png, as: UTF8.self) == "png 0.1 0")
    }

    @Test func aWordThatHadToBeCutIsSaidAlsoAfterAStart() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        #expect(PhotoJSON(bench.model.selection[0]).sticker?.textCut == false)
        let text = #"{"text":{"words":"too wide"}}"#
        _ = try await bench.model.setStyle(id, JSONReading.value(StudioStyleChange.self, from: Array(text.utf8)))
        await bench.model.works[id]?.value
        #expect(PhotoJSON(bench.model.selection[0]).sticker?.textCut == true)
        try await bench.restart()
        #expect(PhotoJSON(bench.model.selection[0]).sticker?.textCut == true)
    }

    @Test func manyChangesWhileOneIsRenderedGiveTheLastOne() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        bench.maker.hold()
        for width in 1...5 {
            let text = "{\"borderWidth\":0.0\(width)}"
            _ = try await bench.model.setStyle(id, JSONReading.value(StudioStyleChange.self, from: Array(text.utf8)))
        }
        await bench.maker.reached(2)
        #expect(bench.states == ["done"], "the sticker that was there is shown meanwhile")
        bench.maker.release()
        await bench.model.works[id]?.value
        #expect(bench.maker.calls.count <= 3)
        #expect(bench.maker.calls.last?.style.borderWidth == 0.05)
    }

    @Test func anEditThatWasNotRenderedIsRenderedAtTheNextStart() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        bench.maker.hold()
        let stroke = MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: 0.5, y: 0.5)])
        _ = try await bench.model.addStroke(id, stroke)
        await bench.maker.reached(2)
        bench.model.abandon(id)
        await bench.model.works[id]?.value
        bench.maker.release()
        try await bench.restart()
        #expect(bench.states == ["done"])
        await bench.model.works[id]?.value
        #expect(bench.maker.calls.last?.strokeCount == 1)
        #expect(bench.model.selection[0].revision == 2)
    }

    /// Widens the border of the first photo that was made, and holds the work on that.
    private func beginEdit(of id: PhotoID, in bench: StudioBench) async throws {
        bench.maker.hold()
        let change = try JSONReading.value(StudioStyleChange.self, from: Array(#"{"borderWidth":0.1}"#.utf8))
        _ = try await bench.model.setStyle(id, change)
        await bench.maker.reached(2)
    }

    @Test func anEditOfAPhotoThatWasRemovedIsRenderedWhenItIsAddedAgain() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        try await beginEdit(of: id, in: bench)
        let work = bench.model.works[id]
        try await bench.model.remove([id])
        bench.maker.release()
        await work?.value
        #expect(try await bench.add("a") == [id])
        await bench.model.works[id]?.value
        #expect(bench.maker.calls.last?.style.borderWidth == 0.1)
        #expect(!bench.model.selection[0].isRendering && bench.model.selection[0].revision == 2)
    }

    @Test func aResultThatCannotBeWrittenIsNotTheOneThatIsThere() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        let before = try #require(bench.model.details[id])
        try await beginEdit(of: id, in: bench)
        try await bench.library.close()
        bench.maker.release()
        await bench.model.works[id]?.value
        let after = try #require(bench.model.details[id])
        #expect(after.madeFor == before.madeFor && after.sticker == before.sticker)
    }

    /// The library deletes from the trash by itself where it needs the room.
    @Test func pagesHearOfATrashThatTheLibraryHasEmptied() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        try await bench.model.remove([id])
        let before = bench.model.trashRevision
        await bench.model.refreshUsage()
        #expect(bench.model.trashRevision == before)
        try await bench.library.emptyTrash([id])
        await bench.model.refreshUsage()
        #expect(bench.model.trashRevision > before)
    }

    @Test func anEditOfWhichNothingIsLeftKeepsTheStickerAndSaysWhy() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        bench.maker.fail(with: StickerError(.noSuchInstance, "there are fewer"))
        let change = try JSONReading.value(StudioStyleChange.self, from: Array(#"{"instances":[7]}"#.utf8))
        #expect(try await bench.model.setStyle(id, change).isRendering)
        await bench.model.works[id]?.value
        #expect(bench.states == ["done"])
        #expect(bench.model.selection[0].revision == 1)
        #expect(!bench.model.selection[0].isRendering)
        let failure = PhotoFailure(code: "noSuchInstance", message: "there are fewer")
        #expect(bench.model.selection[0].editFailure == failure)
        // Nor is it tried at each start.
        try await bench.restart()
        #expect(bench.model.selection[0].editFailure == failure)
        #expect(bench.maker.calls.count == 2)
        bench.maker.fail(with: nil)
        let all = try JSONReading.value(StudioStyleChange.self, from: Array(#"{"instances":null}"#.utf8))
        #expect(try await bench.model.setStyle(id, all).editFailure == nil)
        #expect(!bench.model.selection[0].isRendering, "the sticker that is there is the one that is wanted")
    }

    @Test func tryingAgainLeavesOutTheStrokesThatFailed() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("n")[0]
        await bench.model.loadPhoto(id)
        let stroke = MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: 0.5, y: 0.5)])
        _ = try await bench.model.addStroke(id, stroke)
        await bench.model.works[id]?.value
        #expect(bench.states == ["invalid"])
        #expect(bench.maker.calls.last?.strokeCount == 1)
        bench.model.retry(id)
        await bench.ended(id)
        #expect(bench.maker.calls.last?.strokeCount == 0)
        #expect(bench.model.selection[0].undoneStrokeCount == 1)
    }

    @Test func anEditGoesOnWhenAPageThatItIsNearLeaves() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("n")[0]
        await bench.model.loadPhoto(id)
        bench.maker.hold()
        let stroke = MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: 0.5, y: 0.5)])
        _ = try await bench.model.addStroke(id, stroke)
        await bench.maker.reached(2)
        bench.model.request(id, .near)
        bench.model.cancel(id, .near)
        let work = bench.model.works[id]
        bench.maker.release()
        await work?.value
        #expect(bench.maker.cancelledCount == 0)
        #expect(bench.maker.calls.count == 2)
    }

    @Test func strokesAreUndoneAndRedone() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        for _ in 0..<3 {
            let stroke = MatteStroke(mode: .remove, radius: 0.1, points: [.init(x: 0.123456, y: 0.5)])
            _ = try await bench.model.addStroke(id, stroke)
        }
        #expect(bench.model.details[id]?.strokes[0].points[0].x == 0.1235)
        #expect(try await bench.model.undoStroke(id).strokeCount == 2)
        #expect(try await bench.model.undoStroke(id).undoneStrokeCount == 2)
        #expect(try await bench.model.redoStroke(id).strokeCount == 2)
        #expect(try await bench.model.undoAllStrokes(id).undoneStrokeCount == 3)
        #expect(try await bench.model.undoStroke(id).undoneStrokeCount == 3)
        let tooMany = MatteStroke(
            mode: .keep, radius: 0.1, points: Array(repeating: .init(x: 0, y: 0), count: 10_001))
        await #expect(throws: StudioError.self) { try await bench.model.addStroke(id, tooMany) }
        await bench.model.works[id]?.value
        try await bench.restart()
        #expect(bench.model.selection[0].undoneStrokeCount == 3)
    }
}
