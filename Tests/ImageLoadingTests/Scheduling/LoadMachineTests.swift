import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import ImageLoading

/// The decisions of the loader, without a task, a lock or a clock.
@Suite struct LoadMachineTests {
    typealias Action = LoadMachine.Action

    static func machine(
        transfers: Int = 4, decodings: Int = 2, waiting: Int = 8, disk: Bool = false,
        retry: RetryPolicy = RetryPolicy(attempts: 3, delay: .seconds(1), longestDelay: .seconds(4))
    ) -> LoadMachine {
        LoadMachine(
            limits: .init(
                transfers: transfers, transfersPerHost: transfers, decodings: decodings, waitingDecodings: waiting,
                hasDiskCache: disk),
            retry: retry, totalLimit: .seconds(60), memoryLimit: 1000)
    }

    static func request(_ name: String = "1", _ priority: LoadPriority = .normal, side: Int? = nil) -> ImageRequest {
        ImageRequest(Samples.url(name), longestSide: side, priority: priority)
    }

    static let data = LoadedData(bytes: [1], origin: .network, memoryExpiry: 100)
    static let bitmap = Bitmap(size: PixelSize(width: 2, height: 2))
    private static let broken = LoadMachine.TransferResult(
        result: .failure(request().error(.connectionLost)), retry: .afterDelay, jitter: 1)
    private static let done = LoadMachine.TransferResult(result: .success(data))

    private func asker(_ number: Int) -> AskerID { AskerID(number: number) }

    @Test func tenAskersForOneImageShareOneDownloadAndOneDecoding() throws {
        var machine = Self.machine()
        var actions: [Action] = []
        for number in 1...10 { actions += machine.askForImage(Self.request(), asker(number), now: 0) }
        #expect(actions.transfers.count == 1)
        let decoding = machine.transferred(try #require(actions.transfers.first), Self.done)
        #expect(decoding.decodings.count == 1 && decoding.count == 1)
        let finished = machine.decoded(try #require(decoding.decodings.first), .success(Self.bitmap))
        #expect(finished.finished.map(\.asker) == (1...10).map(asker))
        #expect(finished.finished.allSatisfy { $0.result == .success(.image(Self.bitmap, .network)) })
        #expect(machine.isIdle)
    }

    @Test func bytesAndTwoSizesOfOneImageShareTheDownloadAndNotTheDecoding() throws {
        var machine = Self.machine()
        var actions = machine.askForData(Self.request(), asker(1))
        actions += machine.askForImage(Self.request(side: 10), asker(2), now: 0)
        actions += machine.askForImage(Self.request(side: 20), asker(3), now: 0)
        #expect(actions.transfers.count == 1)
        let then = machine.transferred(actions.transfers[0], Self.done)
        #expect(then.finished.map(\.asker) == [asker(1)])
        #expect(then.decodings.count == 2)
        for job in then.decodings { _ = machine.decoded(job, .success(Self.bitmap)) }
        #expect(machine.isIdle)
    }

    @Test func aDownloadIsCancelledWithTheLastAskerNotBefore() {
        var machine = Self.machine()
        let actions = (1...3).flatMap { machine.askForImage(Self.request(), asker($0), now: 0) }
        for number in 1...2 {
            let left = machine.leave(asker(number))
            #expect(left.cancelled.isEmpty)
            #expect(left.finished.map(\.result.failureCode) == [.cancelled])
        }
        #expect(machine.leave(asker(3)).cancelled == actions.transfers)
        #expect(!machine.isIdle, "the place is taken until the transfer has ended")
        #expect(machine.transferred(actions.transfers[0], Self.done).isEmpty)
        #expect(machine.isIdle)
    }

    @Test func whoAsksAfterTheCancellationGetsANewDownloadAndTheOldOnesEndDoesNotTouchIt() {
        var machine = Self.machine()
        let old = machine.askForData(Self.request(), asker(1)).transfers
        _ = machine.leave(asker(1))
        let new = machine.askForData(Self.request(), asker(2)).transfers
        #expect(new.count == 1 && new != old)
        #expect(machine.transferred(old[0], Self.done).isEmpty)
        #expect(machine.transferred(new[0], Self.done).finished.map(\.asker) == [asker(2)])
        #expect(machine.isIdle)
    }

    @Test func whatWaitsForAPlaceAndIsLeftIsNeverStarted() {
        var machine = Self.machine(transfers: 1)
        let first = machine.askForData(Self.request("1"), asker(1)).transfers
        #expect(machine.askForData(Self.request("2"), asker(2)).isEmpty)
        #expect(machine.askForImage(Self.request("3"), asker(3), now: 0).isEmpty)
        #expect(machine.leave(asker(2)).cancelled.isEmpty)
        #expect(machine.leave(asker(3)).cancelled.isEmpty)
        #expect(machine.transferred(first[0], Self.done).transfers.isEmpty)
        #expect(machine.isIdle)
    }

    @Test func aJobHasTheHighestPriorityOfItsAskersAndLosesItWithThem() {
        var machine = Self.machine(transfers: 1)
        let running = machine.askForData(Self.request("0"), asker(1)).transfers[0]
        _ = machine.askForImage(Self.request("a", .low), asker(2), now: 0)
        _ = machine.askForImage(Self.request("b", .normal), asker(3), now: 0)
        _ = machine.askForImage(Self.request("a", .high), asker(4), now: 0)
        #expect(machine.downloadPriority("a") == .high)
        _ = machine.leave(asker(4))
        #expect(machine.downloadPriority("a") == .low)
        _ = machine.setPriority(of: asker(2), to: .veryHigh)
        #expect(machine.downloadPriority("a") == .veryHigh)
        let next = machine.transferred(running, Self.done)
        #expect(next.startedNames == ["a"])
    }

    @Test func priorityChangesForOneThatWaitsToBeDecoded() {
        var machine = Self.machine(decodings: 1)
        let jobs = (1...3).flatMap { machine.askForImage(Self.request("\($0)"), asker($0), now: 0) }.transfers
        let decoding = jobs.flatMap { machine.transferred($0, Self.done) }.decodings
        #expect(decoding.count == 1)
        _ = machine.setPriority(of: asker(3), to: .high)
        #expect(machine.decoded(decoding[0], .success(Self.bitmap)).decodedNames == ["3"])
    }

    @Test func aLostConnectionIsTriedAgainAfterLongerAndLongerTimesThreeTimesInAll() {
        var machine = Self.machine()
        let job = machine.askForData(Self.request(), asker(1)).transfers[0]
        #expect(machine.transferred(job, Self.broken).waits == [.seconds(1)])
        #expect(machine.waited(job).transfers == [job])
        #expect(machine.transferred(job, Self.broken).waits == [.seconds(2)])
        #expect(machine.waited(job).transfers == [job])
        #expect(machine.transferred(job, Self.broken).finished.map(\.result.failureCode) == [.connectionLost])
        #expect(machine.isIdle)
    }

    @Test func whileOneWaitsToTryAgainItsPlaceIsFreeAndLeavingCancelsTheWait() {
        var machine = Self.machine(transfers: 1)
        let job = machine.askForData(Self.request("1"), asker(1)).transfers[0]
        _ = machine.askForData(Self.request("2"), asker(2))
        #expect(machine.transferred(job, Self.broken).startedNames == ["2"])
        #expect(machine.leave(asker(1)).cancelled == [job])
        #expect(machine.waited(job).isEmpty)
    }

    @Test func theTotalLimitCountsTriesAndWaitsAndEndsTheTries() {
        var machine = Self.machine(retry: RetryPolicy(attempts: 9, delay: .seconds(4), longestDelay: .seconds(9)))
        let job = machine.askForData(Self.request(), asker(1)).transfers[0]
        var slow = Self.broken
        slow.elapsed = .seconds(50)
        #expect(machine.transferred(job, slow).waits == [.seconds(4)])
        guard case .transfer(_, _, let attempt)? = machine.waited(job).first else {
            Issue.record("it is tried again")
            return
        }
        #expect(attempt.remaining == .seconds(6) && attempt.number == 2)
        var last = Self.broken
        last.elapsed = .seconds(1)
        #expect(machine.transferred(job, last).finished.count == 1)
    }

    @Test func aServerMayAskForALongerWaitUpToTheLongest() {
        let policy = RetryPolicy(attempts: 9, delay: .seconds(2), longestDelay: .seconds(10))
        #expect(policy.delay(after: 3, .afterDelay, jitter: 0.5) == .seconds(6))
        #expect(policy.delay(after: 1, .after(7), jitter: 1) == .seconds(7))
        #expect(policy.delay(after: 1, .after(0), jitter: 1) == .seconds(2))
        #expect(policy.delay(after: 1, .after(11), jitter: 1) == nil)
        #expect(policy.delay(after: 1, .never, jitter: 1) == nil)
    }

    @Test func withManyWaitingToBeDecodedNothingFurtherIsDownloaded() {
        var machine = Self.machine(transfers: 2, decodings: 1, waiting: 2)
        var started = (1...9).flatMap { machine.askForImage(Self.request("\($0)"), asker($0), now: 0) }.transfers
        var decoding: [JobID] = []
        for _ in 0..<4 where !started.isEmpty {
            let then = machine.transferred(started.removeFirst(), Self.done)
            started += then.transfers
            decoding += then.decodings
        }
        #expect(decoding.count == 1 && started.isEmpty)
        #expect(machine.decodeQueue.waitingCount == 3, "one that was on its way may come on top of the limit")
        let then = machine.decoded(decoding[0], .success(Self.bitmap))
        #expect(then.transfers.isEmpty && then.decodings.count == 1)
        #expect(machine.decoded(then.decodings[0], .success(Self.bitmap)).transfers.count == 2)
    }

    @Test func aDecodedImageIsAnsweredFromMemoryUntilItExpires() {
        var machine = Self.machine()
        let job = machine.askForImage(Self.request(), asker(1), now: 0).transfers[0]
        let decoding = machine.transferred(job, Self.done).decodings[0]
        _ = machine.decoded(decoding, .success(Self.bitmap))
        let hit = machine.askForImage(Self.request(), asker(2), now: 99)
        #expect(hit.finished.map(\.result) == [.success(.image(Self.bitmap, .memory))])
        #expect(machine.isIdle, "an answer that is there at once leaves nothing in a table")
        #expect(machine.askForImage(Self.request(), asker(3), now: 100).transfers.count == 1)
        var reload = Self.request()
        reload.cachePolicy = .reload
        #expect(machine.askForImage(reload, asker(4), now: 99).transfers.count == 1)
    }

    @Test func whatMayNotBeStoredDoesNotStayInMemory() {
        var machine = Self.machine()
        let job = machine.askForImage(Self.request(), asker(1), now: 0).transfers[0]
        let data = LoadedData(bytes: [1], origin: .network, memoryExpiry: nil)
        let decoding = machine.transferred(job, .init(result: .success(data))).decodings[0]
        _ = machine.decoded(decoding, .success(Self.bitmap))
        #expect(machine.memory.count == 0)
    }

    @Test func aDecodingWhoseLastAskerGoesIsCancelledAndItsLateResultIgnored() {
        var machine = Self.machine()
        let job = machine.askForImage(Self.request(), asker(1), now: 0).transfers[0]
        let decoding = machine.transferred(job, Self.done).decodings
        #expect(machine.leave(asker(1)).cancelled == decoding)
        #expect(machine.decoded(decoding[0], .success(Self.bitmap)).isEmpty)
        #expect(machine.memory.count == 0)
        #expect(machine.isIdle)
    }

    @Test func theDiskIsLookedIntoFirstWithoutAPlaceAmongTheTransfers() {
        var machine = Self.machine(transfers: 1, disk: true)
        let first = machine.askForData(Self.request("1"), asker(1)).lookups
        #expect(machine.lookedUp(first[0], .nothing).transfers == first)
        let second = machine.askForData(Self.request("2"), asker(2)).lookups
        #expect(machine.lookedUp(second[0], .found(Self.data)).finished.map(\.asker) == [asker(2)])
        _ = machine.transferred(first[0], Self.done)
        #expect(machine.isIdle)
    }
}

extension [LoadMachine.Action] {
    var lookups: [JobID] { compactMap { if case .lookUp(let id, _) = $0 { id } else { nil } } }
    var transfers: [JobID] { compactMap { if case .transfer(let id, _, _) = $0 { id } else { nil } } }
    var decodings: [JobID] { compactMap { if case .decode(let id, _, _) = $0 { id } else { nil } } }
    var cancelled: [JobID] { compactMap { if case .cancel(let id) = $0 { id } else { nil } } }
    var waits: [Duration] { compactMap { if case .wait(_, let duration) = $0 { duration } else { nil } } }
    var finished: [(asker: AskerID, result: Result<LoadAnswer, ImageLoaderError>)] {
        compactMap { if case .finish(let asker, let result) = $0 { (asker, result) } else { nil } }
    }
    var startedNames: [String] {
        compactMap { if case .transfer(_, let request, _) = $0 { request.url.lastPathComponent } else { nil } }
    }
    var decodedNames: [String] {
        compactMap { if case .decode(_, let request, _) = $0 { request.url.lastPathComponent } else { nil } }
    }
}

extension LoadMachine {
    func downloadPriority(_ name: String) -> LoadPriority? {
        downloads.values.first { $0.request.url.lastPathComponent == name }?.tally.highest
    }
}
