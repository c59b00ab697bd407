import FoundationEssentials
import HTTPSending
import Imaging
import TestSupport
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(10))) struct ManyImagesTests {
    private func failingOdd(_ request: TransportRequest) -> FakeTransport.Reply {
        let number = Int(request.address.split(separator: "/").last ?? "") ?? 0
        return number % 2 == 1 ? .init(status: 404) : Samples.ok
    }

    @Test func imagesComeInTheOrderInWhichTheyAreReadyWithTheirPlaces() async throws {
        let bench = LoaderBench()
        var images = bench.loader.loadImages(from: Samples.urls(3)).makeAsyncIterator()
        async let answers: Void = {
            await bench.transport.untilRequested(3)
            await bench.transport.reply(Samples.ok, toName: "2")
        }()
        let first = try await images.next()
        await answers
        #expect(first?.position == 2 && first?.url == Samples.url("2") && first?.bitmap?.width == 3)
        await bench.transport.reply(.init(status: 404), toName: "0")
        let second = try await images.next()
        #expect(second?.position == 0 && second?.result.failureCode == .http(404))
        await bench.transport.reply(Samples.ok, toName: "1")
        #expect(try await images.next()?.position == 1)
        #expect(try await images.next() == nil)
        #expect(try await images.next() == nil)
        await bench.untilIdle()
    }

    @Test func oneFailureEndsNothingAndIsNotDropped() async throws {
        let bench = LoaderBench { failingOdd($0) }
        var fine: Set<Int> = []
        var failed: Set<Int> = []
        for try await image in bench.loader.loadImages(from: Samples.urls(20)) {
            if image.bitmap == nil { failed.insert(image.position) } else { fine.insert(image.position) }
        }
        #expect(fine == Set((0..<20).filter { $0 % 2 == 0 }) && failed == Set((0..<20).filter { $0 % 2 == 1 }))
    }

    @Test func collectedTheyStandInTheOrderAskedFor() async throws {
        let bench = LoaderBench { failingOdd($0) }
        let images = try await bench.loader.collectImages(from: Samples.urls(20))
        #expect(images.map(\.position) == Array(0..<20))
        #expect(images.map(\.url) == Samples.urls(20))
        #expect(images.map { $0.bitmap != nil } == (0..<20).map { $0 % 2 == 0 })
    }

    @Test func allFailEachIsToldThenTheWhole() async {
        let bench = LoaderBench { _ in .init(status: 500) }
        var count = 0
        do throws(ImageLoaderError) {
            for try await image in bench.loader.loadImages(from: Samples.urls(5)) {
                #expect(image.result.failureCode == .http(500))
                count += 1
            }
            Issue.record("the whole fails")
        } catch {
            #expect(error.code == .emptyResult)
        }
        #expect(count == 5)
        await #expect(throws: ImageLoaderError.self) { try await bench.loader.collectImages(from: Samples.urls(5)) }
    }

    @Test func nothingToLoadIsAnErrorOfItsOwn() async {
        let bench = LoaderBench()
        do throws(ImageLoaderError) {
            _ = try await bench.loader.collectImages(from: [])
            Issue.record("it fails")
        } catch {
            #expect(error.code == .emptyData)
        }
    }

    @Test func aSlowReaderNeverHasMoreThanTheLimitWaitingForIt() async throws {
        let bench = LoaderBench { _ in Samples.ok }
        var images = bench.loader.loadImages(from: Samples.urls(100), lookAhead: 3).makeAsyncIterator()
        #expect(bench.transport.requests.isEmpty, "nothing is loaded before it is asked for")
        for read in 1...20 {
            #expect(try await images.next() != nil)
            await bench.untilIdle()
            #expect(bench.transport.requests.count == read + 3)
        }
    }

    @Test func noMoreThanSoManyAtOnce() async throws {
        let bench = LoaderBench()
        async let all = bench.loader.collectImages(from: Samples.urls(10), atOnce: 4)
        for number in 0..<10 {
            await bench.transport.untilRequested(min(number + 4, 10))
            #expect(bench.transport.requests.count <= number + 4)
            await bench.transport.reply(Samples.ok, to: number)
        }
        #expect(try await all.count == 10)
        #expect(bench.transport.mostAtOnce == 4)
    }

    @Test func leavingTheLoopStopsEveryDownloadBelowIt() async throws {
        let bench = LoaderBench()
        let task = Task {
            for try await image in bench.loader.loadImages(from: Samples.urls(50), lookAhead: 5) {
                return image.position
            }
            return -1
        }
        await bench.transport.untilRequested(5)
        await bench.transport.reply(Samples.ok, toName: "0")
        #expect(try await task.value == 0)
        await bench.untilIdle()
        #expect(bench.transport.requests.count <= 6)
        #expect(bench.transport.cancelledNames.count == bench.transport.requests.count - 1)
    }

    @Test func anIteratorThatIsDroppedHalfWayStopsItsDownloadsToo() async throws {
        let bench = LoaderBench()
        do {
            var images = bench.loader.loadImages(from: Samples.urls(9), lookAhead: 3).makeAsyncIterator()
            async let reply: Void = bench.transport.reply(Samples.ok, toName: "1")
            #expect(try await images.next()?.position == 1)
            await reply
        }
        await bench.untilIdle()
        #expect(bench.transport.cancelledNames.count == bench.transport.requests.count - 1)
    }

    @Test func cancellingTheTaskAroundItStopsEveryDownloadAndSaysSo() async {
        let bench = LoaderBench()
        let task = Task { () -> ImageLoaderError.Code? in
            do throws(ImageLoaderError) {
                for try await _ in bench.loader.loadImages(from: Samples.urls(50), lookAhead: 5) {}
                return nil
            } catch {
                return error.code
            }
        }
        await bench.transport.untilRequested(5)
        task.cancel()
        #expect(await task.value == .cancelled)
        await bench.untilIdle()
        #expect(bench.transport.requests.count == 5)
        #expect(Set(bench.transport.cancelledNames) == ["0", "1", "2", "3", "4"])
    }

    @Test func cancelledAfterEveryImageHasFailedSoFarItSaysCancelledAndNotEmptyResult() async {
        let bench = LoaderBench()
        let task = Task { () -> ImageLoaderError.Code? in
            do throws(ImageLoaderError) {
                _ = try await bench.loader.collectImages(from: Samples.urls(3), atOnce: 3)
                return nil
            } catch {
                return error.code
            }
        }
        await bench.transport.untilRequested(3)
        await bench.transport.reply(.init(status: 404), to: 0)
        await bench.transport.reply(.init(status: 404), to: 1)
        await bench.untilWaiting(1)
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func inATaskThatIsCancelledAlreadyNothingIsStarted() async {
        let bench = LoaderBench { _ in Samples.ok }
        let task = Task { () -> ImageLoaderError.Code? in
            await untilCancelled()
            do throws(ImageLoaderError) {
                _ = try await bench.loader.collectImages(from: Samples.urls(3))
                return nil
            } catch {
                return error.code
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(bench.transport.requests.isEmpty)
    }

    @Test func theSameAddressManyTimesIsDownloadedOnce() async throws {
        let bench = LoaderBench()
        let urls = [URL](repeating: Samples.url("1"), count: 8)
        async let images = bench.loader.collectImages(from: urls)
        await bench.untilWaiting(8)
        await bench.transport.reply(Samples.ok, to: 0)
        #expect(try await images.map(\.position) == Array(0..<8))
        #expect(bench.transport.requests.count == 1)
    }

    @Test func whatIsInMemoryComesWithoutAnEndOfTheStack() async throws {
        let bench = LoaderBench { _ in Samples.ok }
        let urls = [URL](repeating: Samples.url("1"), count: 20_000)
        var count = 0
        for try await _ in bench.loader.loadImages(from: urls, lookAhead: 64) { count += 1 }
        #expect(count == 20_000)
    }
}
