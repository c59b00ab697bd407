import Imaging
import TestSupport
import Testing

@testable import ImageLoading

@Suite struct LookAheadTests {
    private func image(_ position: Int, isFine: Bool = true) -> LoadedImage {
        let request = ImageRequest(Samples.url("\(position)"))
        let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
        return LoadedImage(
            request, position, isFine ? .success(.image(bitmap, .network)) : .failure(request.error(.http(404))))
    }

    @Test func nothingIsLoadedBeforeTheFirstPullThenAsManyAsMayBe() {
        var reading = LookAhead(count: 5, limit: 3)
        #expect(reading.pull() == [.load(0), .load(1), .load(2)])
        #expect(reading.arrived(image(1)) == [.deliver(.success(image(1))), .load(3)])
        #expect(reading.arrived(image(0)).isEmpty, "nobody waits for it")
        #expect(reading.arrived(image(3)).isEmpty)
        #expect(reading.arrived(image(2)).isEmpty, "three are ready and no further one is started")
        #expect(reading.pull() == [.deliver(.success(image(0))), .load(4)])
    }

    @Test func anEmptyListIsAnErrorAndThenTheEnd() {
        var reading = LookAhead(count: 0, limit: 1)
        #expect(reading.pull() == [.deliver(.failure(ImageLoaderError(.emptyData, nil)))])
        #expect(reading.pull() == [.deliver(.success(nil))])
    }

    @Test func onlyWhenAllFailAndAfterTheLastOfThemTheWholeFails() {
        var reading = LookAhead(count: 2, limit: 2)
        _ = reading.pull()
        #expect(reading.arrived(image(1, isFine: false)) == [.deliver(.success(image(1, isFine: false)))])
        #expect(reading.pull().isEmpty)
        #expect(reading.arrived(image(0, isFine: false)) == [.deliver(.success(image(0, isFine: false)))])
        guard case .deliver(.failure(let error))? = reading.pull().first else {
            Issue.record("the whole fails")
            return
        }
        #expect(error.code == .emptyResult)
        #expect(reading.pull() == [.deliver(.success(nil))])
    }

    @Test func aCancellationAnswersTheReaderAndStopsWhatIsLoaded() {
        var reading = LookAhead(count: 9, limit: 3)
        _ = reading.pull()
        let cancelled = ImageLoaderError(.cancelled, nil)
        #expect(reading.cancel() == [.deliver(.failure(cancelled)), .stop([0, 1, 2])])
        #expect(reading.cancel().isEmpty)
        #expect(reading.arrived(image(0)).isEmpty)
        #expect(reading.pull() == [.deliver(.success(nil))])
        var fresh = LookAhead(count: 9, limit: 3)
        #expect(fresh.cancel() == [.stop([])])
        #expect(fresh.pull() == [.deliver(.failure(cancelled))], "it starts nothing, and says why")
        #expect(fresh.pull() == [.deliver(.success(nil))])
    }

    @Test(arguments: 0..<30)
    func inAnyOrderAllComeOnceAndNoMoreThanTheLimitAreInHand(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...30, using: &generator)
        let limit = Int.random(in: 1...6, using: &generator)
        let cancelsAt = Bool.random(using: &generator) ? Int.random(in: 0..<count, using: &generator) : nil
        var reading = LookAhead(count: count, limit: limit)
        var loading: [Int] = []
        var delivered: [Int] = []
        var isWaiting = false
        var end: Result<LoadedImage?, ImageLoaderError>?
        for _ in 0..<1000 where end == nil {
            var actions: [LookAhead.Action] = []
            if delivered.count == cancelsAt {
                actions = reading.cancel()
                if !isWaiting { end = .success(nil) }
            } else if !isWaiting, Bool.random(using: &generator) || loading.isEmpty {
                isWaiting = true
                actions = reading.pull()
            } else if let position = loading.randomElement(using: &generator) {
                loading.removeAll { $0 == position }
                actions = reading.arrived(image(position))
            }
            for action in actions {
                switch action {
                case .load(let position): loading.append(position)
                case .stop(let positions):
                    #expect(positions == loading.sorted())
                    loading = []
                case .deliver(.success(let image?)):
                    delivered.append(image.position)
                    isWaiting = false
                case .deliver(let result): end = result
                }
            }
            #expect(loading.count + reading.ready.count <= limit)
        }
        #expect(end != nil && loading.isEmpty)
        if cancelsAt == nil { #expect(delivered.sorted() == Array(0..<count)) }
    }
}

@Suite struct PoolMachineTests {
    private let image = LoadedImage(
        url: Samples.url("0"), position: 0, result: .success(Bitmap(size: PixelSize(width: 1, height: 1))),
        origin: .network)
    private let failure = ImageLoaderError(.emptyResult, nil)

    @Test func itLoadsOnceAlsoWhileItLoadsAndAfterItHas() {
        var pool = PoolMachine()
        #expect(pool.preload() == [.load])
        #expect(pool.preload().isEmpty)
        #expect(pool.ask(1) { _ in 0 }.isEmpty)
        #expect(pool.arrived(image) == [.answer(1, .success(image))])
        #expect(pool.ask(2) { _ in 0 } == [.answer(2, .success(image))], "at once, while the rest still comes")
        #expect(pool.ended(failure).isEmpty)
        #expect(pool.isLoaded)
        #expect(pool.preload().isEmpty)
        #expect(pool.ask(3) { _ in 0 } == [.answer(3, .success(image))])
    }

    @Test func afterALoadThatBroughtNothingTheNextCallStartsOne() {
        var pool = PoolMachine()
        #expect(pool.ask(1) { _ in 0 } == [.load])
        #expect(pool.ask(2) { _ in 0 }.isEmpty)
        #expect(pool.ended(failure) == [.answer(1, .failure(failure)), .answer(2, .failure(failure))])
        #expect(pool.ask(3) { _ in 0 } == [.load])
    }

    @Test func whoLeavesIsAnsweredOnceAndTheLoadGoesOn() {
        var pool = PoolMachine()
        _ = pool.ask(1) { _ in 0 }
        #expect(pool.leave(1) == [.answer(1, .failure(ImageLoaderError(.cancelled, nil)))])
        #expect(pool.leave(1).isEmpty)
        #expect(pool.arrived(image).isEmpty)
    }
}

@Suite struct PrefetchMachineTests {
    private func request(_ number: Int) -> ImageRequest { ImageRequest(Samples.url("\(number)")) }

    @Test func inOrderSoManyAtOnceEachOnce() {
        var machine = PrefetchMachine(limit: 2)
        machine.add([request(0), request(1), request(0), request(2)])
        #expect(machine.start(as: AskerID(number: 1)) == request(0))
        #expect(machine.start(as: AskerID(number: 2)) == request(1))
        #expect(machine.start(as: AskerID(number: 3)) == nil)
        machine.add([request(1)])
        machine.ended(request(0), AskerID(number: 1))
        #expect(machine.start(as: AskerID(number: 4)) == request(2))
        #expect(machine.waitingCount == 0)
    }

    @Test func aListThatIsScrolledWhileNothingStartsTakesNoMoreAndMoreMemory() {
        var machine = PrefetchMachine(limit: 1)
        machine.isPaused = true
        machine.add([request(0)])
        for _ in 0..<1000 {
            machine.add((1...5).map(request))
            _ = machine.remove((1...5).map(request))
        }
        machine.add([request(6), request(1)])
        #expect(machine.lineCount < 100)
        machine.isPaused = false
        var started: [ImageRequest] = []
        while let next = machine.start(as: AskerID(number: started.count)) {
            started.append(next)
            machine.ended(next, AskerID(number: started.count - 1))
        }
        #expect(started.first == request(0) && started.count == 3)
        #expect(Set(started) == [request(0), request(6), request(1)])
    }

    @Test func whatIsStoppedBeforeItStartedIsNotStartedAndMayBeAddedAgain() {
        var machine = PrefetchMachine(limit: 1)
        machine.add([request(0), request(1), request(2)])
        _ = machine.start(as: AskerID(number: 1))
        #expect(machine.remove([request(1), request(0)]) == [AskerID(number: 1)])
        #expect(machine.start(as: AskerID(number: 2)) == request(2))
        machine.add([request(1)])
        machine.ended(request(0), AskerID(number: 1))
        #expect(machine.runningCount == 1, "the end of what was stopped frees no place of another")
        machine.ended(request(2), AskerID(number: 2))
        #expect(machine.start(as: AskerID(number: 3)) == request(1))
        #expect(machine.start(as: AskerID(number: 4)) == nil)
    }
}
