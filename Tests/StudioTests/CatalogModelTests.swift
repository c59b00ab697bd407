import Catalog
import ImageLoading
import Observation
import PhotoLibrary
import TestSupport
import Testing
import WebTestSupport

@testable import Studio

/// The catalog's model over a web that does what the test says.
@Suite(.timeLimit(.minutes(10))) @MainActor
struct CatalogModelTests {
    private func days(_ texts: String...) -> [CalendarDate] { texts.compactMap { CalendarDate($0) } }

    @Test func theDaysComeNewestFirstInOneStepAndWhatFailsIsTold() async throws {
        let bench = try await StudioBench()
        let photos = bench.catalog
        let seen = Watched<[CatalogList]>([])
        let watching = Task {
            for await list in Observations({ photos.list }) { seen.withLock { $0.append(list) } }
        }
        await photos.updateItems(dates: days("2025-06-16", "2025-06-17", "2025-06-18", "2025-06-20", "2025-07-01"))
        let last = photos.list
        await seen.until { $0.last == last }
        watching.cancel()
        #expect(
            photos.items.map(\.id) == ["2025-07-01", "2025-06-20", "2025-06-17", "2025-06-16"].map { "apod:\($0)" })
        #expect(photos.list.failures.map(\.code) == [.noPicture])
        #expect(photos.list.loadedAt != nil && !photos.list.isStored && !photos.isUpdating)
        #expect(seen.value.allSatisfy { $0.items.isEmpty || $0 == photos.list }, "nobody saw half of it")
        let json = photos.json
        #expect(json.items.map(\.mediaType) == ["image", "other", "video", "image"])
        #expect(json.items.map(\.savable) == [true, false, false, true])
        #expect(json.items[2].page == "https://www.youtube.com/embed/x?rel=0" && json.items[2].hasPicture)
        #expect(json.items[3].credit == "Mauricio Salazar" && json.items[3].date == "2025-06-16")
        #expect(json.failures.map(\.code) == ["noPicture"])
    }

    @Test func chanceChoosesDaysWhereNoneAreGiven() async throws {
        let bench = try await StudioBench()
        await bench.catalog.updateItems()
        #expect(bench.catalog.items.count + bench.catalog.list.failures.count == CatalogModel.pageCount)
    }

    @Test func twoWhoWantTheSameAskOnceAndItIsCancelledWithTheLast() async throws {
        let bench = try await StudioBench()
        bench.web.hold("date=2025-06-16")
        let wanted = days("2025-06-16")
        let first = Task.immediate { await bench.catalog.updateItems(dates: wanted) }
        let second = Task.immediate { await bench.catalog.updateItems(dates: wanted) }
        await bench.web.untilAsked(for: "2025-06-16")
        #expect(bench.catalog.waitingCount == 2)
        first.cancel()
        await first.value
        #expect(bench.catalog.isUpdating && bench.web.cancelled.isEmpty, "the other one still waits")
        second.cancel()
        await second.value
        await bench.web.untilCancelled()
        await untilObserved { !bench.catalog.isUpdating }
        #expect(bench.web.cancelled == ["date=2025-06-16"])
        #expect(bench.web.requests.count { $0.contains("2025-06-16") } == 1)
        #expect(bench.catalog.items.isEmpty && !bench.catalog.isUpdating)
        // What was cancelled can be asked for again.
        bench.web.letGo("date=2025-06-16")
        await bench.catalog.updateItems(dates: wanted)
        #expect(bench.catalog.items.count == 1)
    }

    @Test func whoWantsSomethingElseTakesThePlace() async throws {
        let bench = try await StudioBench()
        bench.web.hold("date=2025-06-16")
        let (first, other) = (days("2025-06-16"), days("2025-07-01"))
        let waiting = Task { await bench.catalog.updateItems(dates: first) }
        await bench.web.untilAsked(for: "2025-06-16")
        await bench.catalog.updateItems(dates: other)
        await waiting.value
        #expect(bench.catalog.items.map(\.id) == ["apod:2025-07-01"])
        await bench.web.untilCancelled()
        #expect(bench.web.cancelled == ["date=2025-06-16"])
    }

    @Test func anUpdateThatIsGivenUpLeavesWhatWasShown() async throws {
        let bench = try await StudioBench()
        await bench.catalog.updateItems(dates: days("2025-07-01"))
        bench.web.hold("date=2025-06-16")
        let wanted = days("2025-06-16")
        let update = Task { await bench.catalog.updateItems(dates: wanted) }
        await bench.web.untilAsked(for: "2025-06-16")
        update.cancel()
        await update.value
        #expect(bench.catalog.items.map(\.id) == ["apod:2025-07-01"])
    }

    @Test func withoutTheWebThereIsWhatWasShownLastAlsoAfterAStart() async throws {
        let bench = try await StudioBench()
        await bench.catalog.updateItems(dates: days("2025-07-01", "2025-07-02"))
        let loadedAt = bench.catalog.list.loadedAt
        try await bench.restart()
        #expect(bench.catalog.items.isEmpty)
        bench.web.isUnreachable(true)
        await bench.catalog.updateItems(dates: days("2025-07-03"))
        #expect(bench.catalog.items.map(\.id) == ["apod:2025-07-02", "apod:2025-07-01"])
        #expect(bench.catalog.list.isStored && bench.catalog.list.loadedAt == loadedAt)
        #expect(bench.catalog.list.failures.map(\.code) == [.loading(.unreachable)])
        // A day that was asked for before is there by itself, and is marked too.
        await bench.catalog.updateItems(dates: days("2025-07-01"))
        #expect(bench.catalog.items.first?.id == "apod:2025-07-01" && bench.catalog.list.isStored)
        bench.web.isUnreachable(false)
        await bench.catalog.updateItems(dates: days("2025-07-03"))
        #expect(bench.catalog.items.map(\.id) == ["apod:2025-07-03"] && !bench.catalog.list.isStored)
    }

    // MARK: Saving

    @Test func theOriginalIsSavedOnceWithItsTitleAndCredit() async throws {
        let bench = try await StudioBench()
        await bench.catalog.updateItems(dates: days("2025-06-16"))
        bench.web.hold("_hd.jpg")
        let photos = bench.catalog
        let first = Task { try await photos.save("apod:2025-06-16") }
        let second = Task { try await photos.save("apod:2025-06-16") }
        await untilObserved { bench.catalog.saves["apod:2025-06-16"] == .saving }
        #expect(bench.catalog.json.items[0].saving)
        // Who leaves does not stop it, and does not wait for it.
        first.cancel()
        let left = await #expect(throws: StudioError.self) { try await first.value }
        #expect(left?.word == "cancelled")
        bench.web.letGo("_hd.jpg")
        let id = try await second.value
        #expect(bench.web.requests.count { $0.hasSuffix("_hd.jpg") } == 1)
        let photo = try #require(bench.model.photo(id))
        #expect(photo.name == "2025-06-16 Picture of 2025-06-16.jpg")
        #expect(photo.origin?.credit == "Mauricio Salazar" && photo.origin?.date == "2025-06-16")
        #expect(PhotoJSON(photo).source?.title == "Picture of 2025-06-16")
        let item = bench.catalog.json.items[0]
        #expect(item.saved == id.text && !item.saving && item.saveError == nil)
        // It is known after a start, and no longer when it was removed.
        try await bench.restart()
        await bench.catalog.updateItems(dates: days("2025-06-16"))
        #expect(bench.catalog.json.items[0].saved == id.text)
        try await bench.model.remove(nil)
        #expect(bench.catalog.json.items[0].saved == nil)
    }

    @Test func whatCannotBeSavedSaysWhyAndCanBeTriedAgain() async throws {
        let bench = try await StudioBench()
        await bench.catalog.updateItems(dates: days("2025-06-16", "2025-06-17"))
        bench.web.isUnreachable(true)
        let unreachable = await #expect(throws: ImageLoaderError.self) {
            try await bench.catalog.save("apod:2025-06-16")
        }
        #expect(unreachable?.code == .unreachable)
        let told = bench.catalog.json.items[1].saveError
        #expect(told?.code == "unreachable" && told?.message == unreachable?.description)
        bench.web.isUnreachable(false)
        _ = try await bench.catalog.save("apod:2025-06-16")
        #expect(bench.catalog.json.items[1].saveError == nil)
        let failure = await #expect(throws: StudioError.self) { try await bench.catalog.save("apod:2025-06-17") }
        #expect(failure?.code == .notAPhoto, "a film is not saved")
        let unknown = await #expect(throws: StudioError.self) { try await bench.catalog.save("apod:1") }
        #expect(unknown?.code == .unknownPhoto)
    }

    // MARK: A surprise

    @Test func aSurpriseIsThereAtOnceAndCanBeSaved() async throws {
        let bench = try await StudioBench()
        let first = try await bench.catalog.surprise()
        for _ in 0..<10 { _ = try await bench.catalog.surprise() }
        #expect(bench.draws == 1, "enough are left")
        #expect(bench.catalog.item(first.id) == first)
        #expect(try await bench.model.photo(bench.catalog.save(first.id)) != nil)
    }

    @Test func noSurpriseComesTwiceWhileThereAreOthers() async throws {
        let bench = try await StudioBench()
        var seen: Set<String> = []
        for _ in 0..<3 * CatalogModel.poolCount { seen.insert(try await bench.catalog.surprise().id) }
        #expect(seen.count == 3 * CatalogModel.poolCount)
        #expect(bench.draws >= 3, "the pool is filled anew")
    }

    @Test func whenNoOthersComeTheyComeAgainAndNoneTwiceInARow() async throws {
        let bench = try await StudioBench()
        var seen = [try await bench.catalog.surprise().id]
        bench.web.answer("", with: 429, "{}")
        while seen.count < 3 * CatalogModel.poolCount { seen.append(try await bench.catalog.surprise().id) }
        for start in [0, CatalogModel.poolCount, 2 * CatalogModel.poolCount] {
            #expect(
                Set(seen[start..<start + CatalogModel.poolCount]).count == CatalogModel.poolCount,
                "each once in a round")
        }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
        #expect(bench.draws == 2, "after a refusal nothing more is asked for now")
    }

    @Test func surprisesAreLoadedAheadOnlyWhileSomebodyLooks() async throws {
        let bench = try await StudioBench()
        let (photos, web) = (bench.catalog, bench.web)
        await photos.updateItems(dates: days("2025-07-01"))
        #expect(bench.draws == 0, "nobody looks")
        web.hold("/image/")
        photos.audienceChanged(true)
        await web.untilAsked(for: "/image/")
        photos.audienceChanged(false)
        await web.untilCancelled()
        await bench.loadsEnded()
        #expect(web.cancelled.count == web.requests.count { $0.contains("/image/") })
        web.letGo("/image/")
        photos.audienceChanged(true)
        await web.untilAsked(CatalogModel.poolCount, with: "/image/")
        #expect(bench.draws == 1, "what was chosen before is loaded now")
    }

    @Test func afterPicturesOfWhichNoneCameTheNextSurpriseChoosesOthers() async throws {
        let bench = try await StudioBench()
        bench.web.refuse("/image/")
        let failure = await #expect(throws: CatalogError.self) { try await bench.catalog.surprise() }
        #expect(failure?.code == .loading(.emptyResult))
        bench.web.refuse(nil)
        _ = try await bench.catalog.surprise()
        #expect(bench.web.requests.count { $0.contains("count=") } == 2)
    }

    @Test func aDayThatHasNoPictureIsNoReasonToShowOldOnes() async throws {
        let bench = try await StudioBench()
        await bench.catalog.updateItems(dates: days("2025-07-01", "2025-07-02"))
        await bench.catalog.updateItems(dates: days("2025-06-18"))
        #expect(
            bench.catalog.items.count == 2 && !bench.catalog.list.isStored, "what is shown stays, and is not called old"
        )
        #expect(bench.catalog.list.failures.map(\.code) == [.noPicture])
        await bench.catalog.updateItems(dates: days("2025-07-01", "2025-07-01"))
        #expect(bench.catalog.items.count == 1, "a day is shown once")
    }

    @Test func theCreditIsFoundLater() async throws {
        let bench = try await StudioBench()
        await bench.catalog.updateItems(dates: days("2025-06-16"))
        let pasted = PhotoOrigin(title: "x.jpg", address: "https://elsewhere.test/x.jpg")
        let (first, isNew) = try await bench.model.add(StudioBench.picture, named: "x.jpg", from: pasted)
        #expect(isNew)
        let id = try await bench.catalog.save("apod:2025-06-16")
        #expect(id == first.id, "the same bytes are the same photo")
        #expect(bench.model.photo(id)?.origin?.credit == "Mauricio Salazar")
        try await bench.restart()
        await bench.catalog.updateItems(dates: days("2025-06-16"))
        #expect(bench.catalog.json.items[0].saved == id.text)
        #expect(bench.model.photosByAddress[pasted.address] == id)
    }

    @Test func whatIsBeingSavedWhenTheStudioStopsComesToItsEnd() async throws {
        let bench = try await StudioBench()
        await bench.catalog.updateItems(dates: days("2025-06-16"))
        bench.web.hold("_hd.jpg")
        let photos = bench.catalog
        let saving = Task { try await photos.save("apod:2025-06-16") }
        await untilObserved { photos.saves["apod:2025-06-16"] == .saving }
        let stopping = Task.immediate { await photos.stop(within: .seconds(600)) }
        #expect(photos.isStopped)
        bench.web.letGo("_hd.jpg")
        await stopping.value
        _ = try await saving.value
        await #expect(throws: StudioError.self) { try await photos.save("apod:2025-07-01") }
    }

    @Test func afterAPoolThatFailedTheNextSurpriseFillsAnother() async throws {
        let bench = try await StudioBench()
        bench.web.isUnreachable(true)
        let failure = await #expect(throws: CatalogError.self) { try await bench.catalog.surprise() }
        #expect(failure?.code == .loading(.unreachable))
        bench.web.isUnreachable(false)
        _ = try await bench.catalog.surprise()
    }

    @Test func aDayWhoseLargestFormIsGoneIsSavedInItsOther() async throws {
        let bench = try await StudioBench()
        await bench.catalog.updateItems(dates: days("2025-06-16"))
        bench.web.refuse("_hd")
        _ = try await bench.catalog.save("apod:2025-06-16")
        #expect(bench.web.requests.suffix(2).map { $0.contains("_hd") } == [true, false])
    }
}
