import FoundationEssentials
import HTTPMessages
import HTTPSending
import TestSupport
import Testing

@testable import ImageLoading

/// Time limits, retries and downloads that go on, by a clock that the test moves.
@Suite(.timeLimit(.minutes(10))) struct TimeTests {
    private let request = ImageRequest(Samples.url("1"))
    private let head = TransportEvent.head(TransportHead(status: 200))

    @Test func nothingForFifteenSecondsIsTooLong() async {
        let bench = LoaderBench()
        async let result = bench.loader.image(request)
        await bench.clock.untilSleeping(1)
        bench.clock.advance(by: .seconds(15))
        #expect(await result.failureCode == .timedOut)
        await bench.untilIdle()
        #expect(bench.transport.cancelledNames == ["1"])
    }

    @Test func eachSignOfLifeStartsTheTimeAnew() async {
        let bench = LoaderBench(configure: { $0.idleLimit = .seconds(1) })
        async let result = bench.loader.image(request)
        await bench.clock.untilSleeping(1)
        let pieces = Samples.png().map { TransportEvent.body([$0]) }
        for event in [.activity, head] + pieces.prefix(40) {
            bench.clock.advance(by: .milliseconds(900))
            await bench.clock.untilSleeping(1)
            #expect(await bench.transport.send(event, to: 0))
        }
        for event in pieces.dropFirst(40) { await bench.transport.send(event, to: 0) }
        await bench.transport.end(0)
        #expect(await result.failureCode == nil)
    }

    @Test func aBodyThatStopsComingIsTooLongByTheRequestsOwnLimit() async {
        let bench = LoaderBench()
        var request = request
        request.idleLimit = .seconds(1)
        async let result = bench.loader.image(request)
        await bench.clock.untilSleeping(1)
        await bench.transport.send(head, to: 0)
        await bench.transport.send(.body([1, 2, 3]), to: 0)
        bench.clock.advance(by: .milliseconds(999))
        #expect(bench.loader.activity.waiting == 1)
        await bench.clock.untilSleeping(1)
        bench.clock.advance(by: .milliseconds(1))
        #expect(await result.failureCode == .timedOut)
    }

    @Test func theWholeHasALimitOfItsOwn() async {
        let bench = LoaderBench(configure: { $0.totalLimit = .seconds(20) })
        async let result = bench.loader.image(request)
        await bench.clock.untilSleeping(1)
        await bench.transport.send(head, to: 0)
        for _ in 0..<4 {
            bench.clock.advance(by: .seconds(5))
            if bench.clock.now.offset < .seconds(20) { await bench.clock.untilSleeping(1) }
            await bench.transport.send(.body([1]), to: 0)
        }
        #expect(await result.failureCode == .timedOut)
    }

    @Test func timeInTheQueueDoesNotCount() async {
        let bench = LoaderBench(configure: { $0.transfers = 1 })
        async let first = bench.loader.image("1")
        await bench.transport.untilRequested(1)
        async let second = bench.loader.image("2")
        await bench.untilWaiting(2)
        for _ in 0..<10 {
            await bench.clock.untilSleeping(1)
            bench.clock.advance(by: .seconds(10))
            await bench.transport.send(.activity, to: 0)
        }
        await bench.transport.reply(Samples.ok, to: 0)
        #expect(await first.failureCode == nil)
        await bench.transport.untilRequested(2)
        await bench.clock.untilSleeping(1)
        bench.clock.advance(by: .seconds(14))
        await bench.transport.reply(Samples.ok, to: 1)
        #expect(await second.failureCode == nil)
    }

    @Test func whatComesToItsEndLeavesNoTimerBehind() async {
        let bench = LoaderBench { _ in Samples.ok }
        for number in 0..<20 { _ = await bench.loader.image("\(number)") }
        await bench.untilIdle()
        #expect(bench.clock.sleeperCount == 0)
    }

    // MARK: Trying again

    private func retrying() -> LoaderBench {
        LoaderBench(configure: { $0.retry = RetryPolicy(attempts: 3, delay: .seconds(1)) })
    }

    @Test func aLostConnectionIsTriedAgainAfterTheDelay() async {
        let bench = retrying()
        async let result = bench.loader.image(request)
        await bench.transport.fail(.connectionLost, 0)
        await bench.untilWaitingToTryAgain()
        #expect(bench.transport.requests.count == 1)
        bench.clock.advance(by: .seconds(1))
        await bench.transport.fail(.unreachable, 1)
        await bench.untilWaitingToTryAgain()
        bench.clock.advance(by: .seconds(2))
        await bench.transport.reply(Samples.ok, to: 2)
        #expect(await result.failureCode == nil)
    }

    @Test func theLastFailureIsTheOneThatIsTold() async {
        let bench = retrying()
        async let result = bench.loader.image(request)
        for (number, status) in [500, 502, 503].enumerated() {
            await bench.transport.reply(.init(status: status), to: number)
            guard number < 2 else { break }
            await bench.untilWaitingToTryAgain()
            bench.clock.advance(by: .seconds(4))
        }
        #expect(await result.failureCode == .http(503))
        #expect(bench.transport.requests.count == 3)
    }

    @Test(arguments: [404, 401, 501]) func whatWouldFailAgainIsNotTriedAgain(_ status: Int) async {
        let bench = retrying()
        async let result = bench.loader.image(request)
        await bench.transport.reply(.init(status: status), to: 0)
        #expect(await result.failureCode == .http(status))
        #expect(bench.transport.requests.count == 1)
    }

    @Test func aTimeOutAndAPictureThatIsNoneAreNotTriedAgain() async {
        let bench = retrying()
        async let result = bench.loader.image("1")
        await bench.clock.untilSleeping(1)
        bench.clock.advance(by: .seconds(15))
        #expect(await result.failureCode == .timedOut)
        async let other = bench.loader.image("2")
        await bench.transport.reply(.init(body: [1, 2, 3]), to: 1)
        #expect(await other.failureCode == .incorrectImageData)
        #expect(bench.transport.requests.count == 2)
    }

    @Test func cancelledBetweenTwoTriesItMakesNoFurtherRequest() async {
        let bench = retrying()
        let task = Task { await bench.loader.image(request) }
        await bench.transport.fail(.connectionLost, 0)
        await bench.untilWaitingToTryAgain()
        task.cancel()
        #expect(await task.value.failureCode == .cancelled)
        await bench.untilIdle()
        #expect(bench.clock.sleeperCount == 0)
        bench.clock.advance(by: .seconds(60))
        #expect(bench.transport.requests.count == 1)
    }

    @Test func retryAfterIsKept() async {
        let bench = retrying()
        async let result = bench.loader.image(request)
        await bench.transport.reply(.init(status: 429, fields: ["Retry-After": "5"]), to: 0)
        await bench.untilWaitingToTryAgain()
        bench.clock.advance(by: .milliseconds(4999))
        #expect(bench.clock.sleeperCount == 1)
        bench.clock.advance(by: .milliseconds(1))
        await bench.transport.reply(Samples.ok, to: 1)
        #expect(await result.failureCode == nil)
    }

    @Test func aRefusalIsFinalWhereTheRequestSaysSo() async {
        let bench = retrying()
        var request = request
        request.retriesWhenRateLimited = false
        async let result = bench.loader.image(request)
        await bench.transport.reply(.init(status: 429, fields: ["Retry-After": "5"]), to: 0)
        #expect(await result.failureCode == .http(429))
        #expect(bench.clock.sleeperCount == 0)
    }

    // MARK: Going on

    private let tag: HTTPFields = ["ETag": "\"v1\""]

    /// Sends the first ten bytes of the sample.
    private func begin(_ bench: LoaderBench, _ number: Int) async {
        await bench.transport.send(.head(TransportHead(status: 200, fields: tag)), to: number)
        await bench.transport.send(.body(Array(Samples.png()[..<10])), to: number)
    }

    private var rest: FakeTransport.Reply {
        let picture = Samples.png()
        return .init(
            status: 206, fields: ["Content-Range": "bytes 10-\(picture.count - 1)/\(picture.count)", "ETag": "\"v1\""],
            body: Array(picture[10...]))
    }

    @Test func aDownloadThatBrokeOffGoesOnWhereItEnded() async {
        let bench = retrying()
        async let result = bench.loader.image(request)
        await begin(bench, 0)
        await bench.transport.fail(.connectionLost, 0)
        await bench.untilWaitingToTryAgain()
        bench.clock.advance(by: .seconds(1))
        await bench.transport.untilRequested(2)
        let fields = bench.transport.requests[1].fields
        #expect(fields["Range"] == "bytes=10-" && fields["If-Range"] == "\"v1\"")
        await bench.transport.reply(rest, to: 1)
        #expect(await result.failureCode == nil)
    }

    @Test func aCancelledOneGoesOnWhenItIsAskedForAgain() async {
        let bench = LoaderBench()
        let task = Task { await bench.loader.image(request) }
        await begin(bench, 0)
        task.cancel()
        _ = await task.value
        await bench.untilIdle()
        async let again = bench.loader.image(request)
        await bench.transport.untilRequested(2)
        #expect(bench.transport.requests[1].fields["Range"] == "bytes=10-")
        await bench.transport.reply(rest, to: 1)
        #expect(await again.failureCode == nil)
        async let third = bench.loader.bytes(ImageRequest(Samples.url("1")))
        await bench.transport.untilRequested(3)
        #expect(bench.transport.requests[2].fields["Range"] == nil, "what is whole is not continued")
        await bench.transport.reply(Samples.ok, to: 2)
        _ = await third
    }

    @Test func aRequestThatEndsBeforeItsHeaderLosesNothingOfWhatWasKept() async {
        let bench = LoaderBench()
        for number in 0..<3 {
            let task = Task { await bench.loader.image(request) }
            if number == 0 { await begin(bench, 0) } else { await bench.transport.untilRequested(number + 1) }
            task.cancel()
            _ = await task.value
            await bench.untilIdle()
        }
        async let again = bench.loader.image(request)
        await bench.transport.untilRequested(4)
        #expect(bench.transport.requests[3].fields["Range"] == "bytes=10-")
        await bench.transport.reply(rest, to: 3)
        #expect(await again.failureCode == nil)
    }

    @Test func aPictureThatHasChangedIsSentWhole() async {
        let bench = retrying()
        async let result = bench.loader.bytes(request)
        await begin(bench, 0)
        await bench.transport.fail(.connectionLost, 0)
        await bench.untilWaitingToTryAgain()
        bench.clock.advance(by: .seconds(1))
        await bench.transport.reply(.init(fields: ["ETag": "\"v2\""], body: [9, 9]), to: 1)
        #expect(await (try? result.get())?.bytes == [9, 9])
    }

    @Test(arguments: [416, 206]) func aRangeThatDoesNotFitIsDroppedAndTheWholeAskedForAtOnce(
        _ status: Int
    ) async {
        let bench = LoaderBench()
        let task = Task { await bench.loader.image(request) }
        await begin(bench, 0)
        task.cancel()
        _ = await task.value
        // What came is kept once the transfer has ended.
        await bench.untilIdle()
        async let again = bench.loader.image(request)
        await bench.transport.reply(.init(status: status, fields: ["Content-Range": "bytes 5-9/10"]), to: 1)
        await bench.transport.untilRequested(3)
        #expect(bench.transport.requests[2].fields["Range"] == nil)
        await bench.transport.reply(Samples.ok, to: 2)
        #expect(await again.failureCode == nil)
    }
}
