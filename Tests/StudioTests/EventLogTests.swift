import HTTPServing
import Stickers
import Testing

@testable import Studio

@MainActor
struct EventLogTests {
    private func log(_ bench: StudioBench) -> (EventLog, Task<Void, Never>) {
        let log = EventLog(run: "r") { bench.model.snapshot }
        return (log, Task { await log.follow() })
    }

    @Test func firstAllThenWhatChanges() async throws {
        let bench = try await StudioBench(holds: false)
        try await bench.add("a")
        let (log, following) = log(bench)
        defer { following.cancel() }
        var events = log.listen(after: nil).makeAsyncIterator()
        let first = await events.next()?.event
        #expect(first?.event == "snapshot")
        #expect(first?.id == "r-0")
        #expect(first?.data.contains(#""state":"waiting""#) == true)
        let id = bench.model.selection[0].id
        await bench.model.loadPhoto(id)
        var seen: [String] = []
        while let event = await events.next()?.event {
            seen.append(event.event ?? "")
            if event.data.contains(#""state":"done""#) { break }
        }
        #expect(seen.allSatisfy { $0 == "photo" || $0 == "library" })
    }

    @Test func whoComesBackMissesNothingAndIsToldNothingTwice() async throws {
        let bench = try await StudioBench(holds: false)
        let (log, following) = log(bench)
        defer { following.cancel() }
        var all = log.listen(after: nil).makeAsyncIterator()
        _ = await all.next()
        try await bench.add("a", "b", "c")
        await bench.model.processAllPhotos()
        try await bench.model.remove([bench.model.selection[0].id])
        var events: [ServerSentEvent] = []
        while let event = await all.next()?.event {
            events.append(event)
            if event.event == "removed" { break }
        }
        let ids = events.compactMap(\.id)
        #expect(ids == (1...ids.count).map { "r-\($0)" })
        for (index, id) in ids.enumerated() {
            var late = log.listen(after: id).makeAsyncIterator()
            for expected in events.dropFirst(index + 1) { #expect(await late.next()?.event == expected) }
        }
        for unknown in ["other-1", "r-9999", "r-x", ""] {
            var late = log.listen(after: unknown).makeAsyncIterator()
            #expect(await late.next()?.event.event == "snapshot")
        }
    }

    @Test func whoAsksForTheStateIsToldThatTooMuchHasChanged() async throws {
        let bench = try await StudioBench(holds: false)
        let (log, following) = log(bench)
        defer { following.cancel() }
        for unknown in ["other-1", ""] {
            var late = log.listen(after: unknown, asksForState: true).makeAsyncIterator()
            let first = await late.next()?.event
            #expect(first?.event == "stale" && first?.id == "r-0")
        }
        let before = log.lastEventID
        var known = log.listen(after: before, asksForState: true).makeAsyncIterator()
        try await bench.add("a")
        #expect(await known.next()?.event.event != "stale")
    }

    @Test func whatComesAfterAStateLeadsOnFromIt() async throws {
        let bench = try await StudioBench(holds: false)
        let log = EventLog(run: "r") { bench.model.snapshot }
        try await bench.add("a")
        let (state, id) = await log.state()
        #expect(state.photos.count == 1)
        try await bench.model.remove([bench.model.selection[0].id])
        let following = Task { await log.follow() }
        defer { following.cancel() }
        var after = log.listen(after: id).makeAsyncIterator()
        #expect(await after.next()?.event.event == "removed")
        #expect(await log.state().0.photos.isEmpty)
    }

    @Test func missedEventsFitIntoAClientsBuffer() {
        let events = EventStream { AsyncStream<ServerSentEvent> { $0.finish() } }
        // With an id and a name for each.
        #expect(EventLog.rememberedBytes + 128 * EventLog.remembered < events.maximumBufferedBytes)
    }

    @Test func changesLeadFromAnyStateToAnyOther() {
        var generator = SystemRandomNumberGenerator()
        func snapshot() -> StudioSnapshot {
            let photos = (0..<8).shuffled(using: &generator).prefix(Int.random(in: 0...8)).map { number in
                SelectedPhotoSample.photo(number, revision: Int.random(in: 0...1))
            }
            var progress = ProcessingProgress()
            progress.total = Int.random(in: 0...2)
            return StudioSnapshot(
                photos: photos, progress: progress,
                library: .init(
                    path: "/", bytes: 1, limit: 2, originals: 1, results: 0,
                    trash: .init(photos: 0, bytes: 0, revision: 0), recovered: []), packs: [],
                formats: [], version: "")
        }
        for _ in 0..<300 {
            let (old, new) = (snapshot(), snapshot())
            var photos = old.photos
            var progress = old.progress
            for change in StudioChange.changes(from: old, to: new) {
                switch change {
                case .photo(let photo):
                    if let index = photos.firstIndex(where: { $0.id == photo.id }) {
                        photos[index] = photo
                    } else {
                        photos.append(photo)
                    }
                case .removed(let ids): photos.removeAll { ids.contains($0.id) }
                case .order(let ids):
                    photos.sort { (ids.firstIndex(of: $0.id) ?? 99) < (ids.firstIndex(of: $1.id) ?? 99) }
                case .progress(let changed): progress = changed
                case .library, .packs, .catalog: Issue.record("only photos and progress changed")
                }
            }
            #expect(photos == new.photos)
            #expect(progress == new.progress)
        }
    }

    @Test func theAudienceIsCounted() async throws {
        let bench = try await StudioBench()
        let (log, following) = log(bench)
        defer { following.cancel() }
        var changes: [Bool] = []
        let (left, leaving) = AsyncStream.makeStream(of: Void.self)
        log.onAudienceChange = { isWatched in
            changes.append(isWatched)
            if !isWatched { leaving.yield() }
        }
        let listener = Task.immediate {
            for await _ in log.listen(after: nil) {}
        }
        #expect(log.listenerCount == 1)
        listener.cancel()
        for await _ in left { break }
        #expect(changes == [true, false])
        #expect(log.listenerCount == 0)
    }
}
