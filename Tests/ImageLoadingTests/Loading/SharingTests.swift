import FoundationEssentials
import HTTPMessages
import HTTPSending
import Imaging
import TestSupport
import Testing

@testable import ImageLoading

/// The same image for many: the races are arranged, the transport waits until the test has everybody where it wants.
@Suite(.timeLimit(.minutes(10))) struct SharingTests {
    private let request = ImageRequest(Samples.url("1"))

    @Test func tenWhoAskAtOnceShareOneRequestAndOneDecoding() async {
        let bench = LoaderBench()
        let results = await withTaskGroup(of: Result<Bitmap, ImageLoaderError>.self) { group in
            for _ in 0..<10 { group.addTask { await bench.loader.image(request) } }
            await bench.untilWaiting(10)
            await bench.transport.reply(Samples.ok, to: 0)
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 10 && Set(results.map { try? $0.get().width }) == [3])
        #expect(bench.transport.requests.count == 1 && bench.decodings.count == 1)
        await bench.untilIdle()
    }

    @Test func whoAsksWhileThePictureIsOnItsWaySharesItToo() async {
        let bench = LoaderBench()
        async let early = bench.loader.image(request)
        await bench.transport.untilRequested(1)
        await bench.transport.send(.head(TransportHead(status: 200)), to: 0)
        await bench.transport.send(.body(Array(Samples.png()[..<10])), to: 0)
        async let late = bench.loader.image(request)
        await bench.untilWaiting(2)
        await bench.transport.send(.body(Array(Samples.png()[10...])), to: 0)
        await bench.transport.end(0)
        #expect(await [early, late].allSatisfy { (try? $0.get()) != nil })
        #expect(bench.transport.requests.count == 1)
    }

    @Test func whoAsksAfterThePictureHasComeGetsItFromMemory() async {
        let bench = LoaderBench { _ in Samples.ok }
        _ = await bench.loader.image(request)
        #expect(bench.loader.cachedImage(request) != nil)
        _ = await bench.loader.image(request)
        #expect(bench.transport.requests.count == 1 && bench.decodings.count == 1)
        bench.loader.clearMemory()
        #expect(bench.loader.cachedImage(request) == nil)
    }

    @Test func oneOfTwoGoesTheOtherIsServedAndTheOneWhoWentAtOnce() async {
        let bench = LoaderBench()
        let leaving = Task { await bench.loader.image(request) }
        let staying = Task { await bench.loader.image(request) }
        await bench.untilWaiting(2)
        await bench.transport.untilRequested(1)
        leaving.cancel()
        #expect(await leaving.value.failureCode == .cancelled)
        #expect(bench.transport.openCount == 1)
        await bench.transport.reply(Samples.ok, to: 0)
        #expect(await staying.value.failureCode == nil)
        #expect(bench.transport.cancelledNames.isEmpty)
    }

    @Test func theLastOneGoesTheRequestIsCancelledAndNothingIsLeft() async {
        let bench = LoaderBench()
        let tasks = (0..<5).map { _ in Task { await bench.loader.image(request) } }
        await bench.untilWaiting(5)
        await bench.transport.untilRequested(1)
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value.failureCode == .cancelled) }
        await bench.untilIdle()
        #expect(bench.transport.cancelledNames == ["1"])
        #expect(bench.clock.sleeperCount == 0)
    }

    @Test func cancelledAndAskedForAgainAtOnceANewRequestAndTheOldOnesEndDisturbsNobody() async {
        let bench = LoaderBench()
        let first = Task { await bench.loader.image(request) }
        await bench.transport.untilRequested(1)
        first.cancel()
        let second = Task { await bench.loader.image(request) }
        await bench.transport.untilRequested(2)
        await bench.transport.reply(Samples.ok, to: 1)
        #expect(await first.value.failureCode == .cancelled)
        #expect(await second.value.failureCode == nil)
        await bench.untilIdle()
    }

    @Test func aTaskThatIsCancelledAlreadyMakesNoRequest() async {
        let bench = LoaderBench { _ in Samples.ok }
        let task = Task {
            await untilCancelled()
            let image = await bench.loader.image(request).failureCode
            let data = await bench.loader.bytes(request).failureCode
            return [image, data]
        }
        task.cancel()
        #expect(await task.value == [.cancelled, .cancelled])
        #expect(bench.transport.requests.isEmpty)
        #expect(bench.loader.engine.isIdle)
    }

    @Test func aCancellationWhileTheDiskIsLookedIntoLeadsToNoRequest() async {
        let temporary = TemporaryFolder()
        for _ in 0..<20 {
            let bench = LoaderBench(configure: { $0.diskCache = DiskCache(folder: temporary.path) })
            let task = Task { await bench.loader.image(request) }
            await bench.untilWaiting(1)
            task.cancel()
            let code = await task.value.failureCode
            await bench.untilIdle()
            #expect(code == .cancelled)
            #expect(bench.transport.openCount == 0)
        }
    }

    @Test func cancelledAtAnyMomentItEndsOnceAndLeavesNothing() async {
        // The end of the request and the cancellation race for real here, many times over.
        let bench = LoaderBench { _ in Samples.ok }
        for number in 0..<300 {
            let task = Task { await bench.loader.image("\(number)") }
            await Task.yield(times: number % 12)
            task.cancel()
            let code = await task.value.failureCode
            #expect(code == nil || code == .cancelled)
        }
        await bench.untilIdle()
        #expect(bench.clock.sleeperCount == 0)
    }

    @Test func theSamePictureAtTwoSizesIsDownloadedOnceAndDecodedTwice() async {
        let bench = LoaderBench()
        let picture = FakeTransport.Reply(body: Samples.png(40, 40))
        async let small = bench.loader.image(ImageRequest(Samples.url("1"), longestSide: 10))
        async let large = bench.loader.image(request)
        async let data = bench.loader.bytes(request)
        await bench.untilWaiting(3)
        await bench.transport.reply(picture, to: 0)
        #expect(await (try? small.get())?.width == 10)
        #expect(await (try? large.get())?.width == 40)
        #expect(await (try? data.get())?.bytes == picture.body)
        #expect(bench.transport.requests.count == 1 && bench.decodings.count == 2)
    }

    @Test func requestsThatSendOtherFieldsAreNotShared() async {
        let bench = LoaderBench { _ in Samples.ok }
        var other = request
        other.fields = ["Authorization": "Bearer x"]
        _ = await bench.loader.image(request)
        _ = await bench.loader.image(other)
        #expect(bench.transport.requests.count == 2)
        #expect(bench.transport.requests[1].fields["Authorization"] == "Bearer x")
    }
}

@Suite(.timeLimit(.minutes(10))) struct PriorityTests {
    private func request(_ name: String, _ priority: LoadPriority = .normal) -> ImageRequest {
        ImageRequest(Samples.url(name), priority: priority)
    }

    /// A loader with one place, which is taken.
    private func busyBench() async -> (bench: LoaderBench, running: Task<Void, Never>) {
        let bench = LoaderBench(configure: { $0.transfers = 1 })
        let running = Task { _ = await bench.loader.image(request("0")) }
        await bench.transport.untilRequested(1)
        return (bench, running)
    }

    private func ask(_ bench: LoaderBench, _ requests: [ImageRequest]) async -> [Task<Void, Never>] {
        var tasks: [Task<Void, Never>] = []
        for request in requests {
            let before = bench.loader.activity.waiting
            tasks.append(Task { _ = await bench.loader.image(request) })
            await bench.untilWaiting(before + 1)
        }
        return tasks
    }

    private func replyToAll(_ bench: LoaderBench, _ count: Int) async {
        for number in 0..<count { await bench.transport.reply(Samples.ok, to: number) }
    }

    @Test func waitingRequestsComeByPriorityThenInTheirOrder() async {
        let (bench, running) = await busyBench()
        let tasks = await ask(
            bench,
            [
                request("1", .low), request("2"), request("3", .high), request("4"), request("5", .veryHigh),
            ])
        await replyToAll(bench, 6)
        for task in tasks + [running] { await task.value }
        #expect(bench.transport.names == ["0", "5", "3", "2", "4", "1"])
        #expect(bench.transport.mostAtOnce == 1)
    }

    /// The last of many changes counts.
    @Test(arguments: [
        (LoadPriority.low, LoadPriority.high, ["0", "1", "2"]), (.normal, .veryLow, ["0", "2", "1"]),
    ])
    func aPriorityThatChangesWhileTheRequestWaits(
        _ first: LoadPriority, _ last: LoadPriority, _ names: [String]
    ) async {
        let (bench, running) = await busyBench()
        let control = PriorityControl(first)
        async let steered = bench.loader.image(request("1"), control: control)
        await bench.untilWaiting(2)
        let tasks = await ask(bench, [request("2")])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { control.priority = LoadPriority(rawValue: number % 5) ?? .normal }
            }
        }
        control.priority = last
        await replyToAll(bench, 3)
        for task in tasks + [running] { await task.value }
        _ = await steered
        #expect(bench.transport.names == names)
        control.priority = .low
        #expect(control.priority == .low)
    }

    @Test func aPrefetchThatIsAskedForBecomesUrgent() async {
        let (bench, running) = await busyBench()
        let prefetcher = ImagePrefetcher(loader: bench.loader, atOnce: 9)
        prefetcher.start([Samples.url("1"), Samples.url("2"), Samples.url("3")])
        let tasks = await ask(bench, [request("2", .high)])
        await replyToAll(bench, 4)
        for task in tasks + [running] { await task.value }
        await bench.untilIdle()
        #expect(bench.transport.names == ["0", "2", "1", "3"])
    }

    @Test func placesAreBoundedForAllAndForOneHost() async {
        let bench = LoaderBench(configure: {
            $0.transfers = 5
            $0.transfersPerHost = 2
        })
        await withTaskGroup(of: Void.self) { group in
            for host in ["a.test", "b.test", "c.test"] {
                for number in 0..<4 {
                    group.addTask { _ = await bench.loader.image(ImageRequest(Samples.url("\(number)", host: host))) }
                }
            }
            await bench.until { bench.loader.activity.waiting == 12 && bench.transport.openCount == 5 }
            let hosts = bench.transport.addresses.map { $0.prefix(13) }
            #expect(Dictionary(grouping: hosts) { $0 }.values.allSatisfy { $0.count <= 2 })
            await replyToAll(bench, 12)
        }
        #expect(bench.transport.mostAtOnce == 5)
    }
}
