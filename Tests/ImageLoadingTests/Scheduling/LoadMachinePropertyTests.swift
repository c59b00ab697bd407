import Imaging
import TestSupport
import Testing

@testable import ImageLoading

/// Thousands of random histories: whatever happens in whatever order, these things stay true.
@Suite struct LoadMachinePropertyTests {
    /// What the world outside the machine does, and what it may count on.
    private struct World {
        var machine: LoadMachine
        var waiting: [AskerID: ImageRequest] = [:]
        var lookups: Set<JobID> = []
        var transfers: [JobID: String] = [:]
        var waits: Set<JobID> = []
        var decodings: Set<JobID> = []
        var cancelled: Set<JobID> = []
        var answers: [AskerID: Int] = [:]

        mutating func apply(_ actions: [LoadMachine.Action]) {
            for action in actions {
                switch action {
                case .lookUp(let id, _): #expect(lookups.insert(id).inserted)
                case .transfer(let id, let request, _):
                    #expect(transfers.updateValue(request.hostGroup, forKey: id) == nil)
                    #expect(!cancelled.contains(id), "what was cancelled is not started")
                case .wait(let id, _): #expect(waits.insert(id).inserted)
                case .decode(let id, _, _): #expect(decodings.insert(id).inserted)
                case .cancel(let id):
                    #expect(cancelled.insert(id).inserted, "cancelled once")
                    let runs =
                        lookups.contains(id) || transfers[id] != nil || waits.contains(id) || decodings.contains(id)
                    #expect(runs, "only what runs is cancelled")
                case .finish(let asker, _):
                    answers[asker, default: 0] += 1
                    waiting[asker] = nil
                }
            }
        }
    }

    @Test(arguments: 0..<40)
    func nobodyIsForgottenNothingRunsTwiceNoLimitIsBroken(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let limits = LoadMachine.Limits(
            lookups: .random(in: 1...3, using: &generator), transfers: .random(in: 1...4, using: &generator),
            transfersPerHost: .random(in: 1...3, using: &generator), decodings: .random(in: 1...2, using: &generator),
            waitingDecodings: .random(in: 1...4, using: &generator), hasDiskCache: .random(using: &generator))
        var world = World(
            machine: LoadMachine(
                limits: limits, retry: RetryPolicy(attempts: 3), totalLimit: .seconds(100), memoryLimit: 200))
        var asked = 0
        for step in 0..<400 {
            happen(in: &world, step, asked: &asked, by: &generator)
            check(world, limits)
        }
        drain(&world, &generator)
        #expect(world.machine.isIdle)
        #expect(world.waiting.isEmpty)
        #expect(world.answers.count == asked && world.answers.values.allSatisfy { $0 == 1 }, "each gets one answer")
    }

    private func happen(
        in world: inout World, _ step: Int, asked: inout Int, by generator: inout SeededGenerator
    ) {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<4:
            asked += 1
            let asker = AskerID(number: asked)
            let host = "host\(Int.random(in: 0..<2, using: &generator)).test"
            let request = ImageRequest(
                Samples.url("\(Int.random(in: 0..<5, using: &generator))", host: host),
                longestSide: Bool.random(using: &generator) ? 10 : nil,
                priority: LoadPriority.allCases.randomElement(using: &generator) ?? .normal)
            world.waiting[asker] = request
            if Bool.random(using: &generator) {
                world.apply(world.machine.askForData(request, asker))
            } else {
                world.apply(world.machine.askForImage(request, asker, now: Double(step)))
            }
        case 4..<6:
            guard let asker = world.waiting.keys.sorted().randomElement(using: &generator) else { return }
            world.apply(world.machine.leave(asker))
            #expect(world.waiting[asker] == nil, "who leaves is answered at once")
        case 6:
            guard let asker = world.waiting.keys.sorted().randomElement(using: &generator) else { return }
            world.apply(
                world.machine.setPriority(
                    of: asker, to: LoadPriority.allCases.randomElement(using: &generator) ?? .normal))
        default: report(&world, step, &generator)
        }
    }

    /// One of the jobs that run comes to its end, or one of those that were cancelled.
    private func report(_ world: inout World, _ step: Int, _ generator: inout SeededGenerator) {
        let data = LoadedData(bytes: [1], origin: .network, memoryExpiry: Double(step + 50))
        let failure = ImageLoaderError(.connectionLost, nil)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            guard let id = world.lookups.sorted().randomElement(using: &generator) else { return }
            world.lookups.remove(id)
            let found: [LoadMachine.LookupResult] = [.nothing, .found(data), .failed(failure)]
            world.apply(world.machine.lookedUp(id, found.randomElement(using: &generator) ?? .nothing))
        case 1:
            guard let id = world.transfers.keys.sorted().randomElement(using: &generator) else { return }
            world.transfers[id] = nil
            let isFine = Bool.random(using: &generator)
            let retries: [ResponseAssembly.Retry] = [.never, .afterDelay, .after(1)]
            world.apply(
                world.machine.transferred(
                    id,
                    .init(
                        result: isFine ? .success(data) : .failure(failure),
                        retry: retries.randomElement(using: &generator) ?? .never, elapsed: .seconds(1), jitter: 0.5)))
        case 2:
            guard let id = world.waits.sorted().randomElement(using: &generator) else { return }
            world.waits.remove(id)
            world.apply(world.machine.waited(id))
        default:
            guard let id = world.decodings.sorted().randomElement(using: &generator) else { return }
            world.decodings.remove(id)
            let bitmap = Bitmap(size: PixelSize(width: 3, height: 3))
            let isFine = Bool.random(using: &generator)
            world.apply(world.machine.decoded(id, isFine ? .success(bitmap) : .failure(failure)))
        }
    }

    private func check(_ world: World, _ limits: LoadMachine.Limits) {
        #expect(world.lookups.count <= limits.lookups)
        #expect(world.transfers.count <= limits.transfers)
        #expect(world.decodings.count <= limits.decodings)
        let perHost = Dictionary(grouping: world.transfers.values) { $0 }.mapValues(\.count)
        #expect(perHost.values.allSatisfy { $0 <= limits.transfersPerHost })
        #expect(Set(world.machine.askers.keys) == Set(world.waiting.keys))
        #expect(Set(world.machine.downloadIDs.values) == Set(world.machine.downloads.keys))
        #expect(Set(world.machine.decodingIDs.values) == Set(world.machine.decodings.keys))
        #expect(world.machine.downloads.values.allSatisfy { $0.isWanted }, "nothing is downloaded for nobody")
        #expect(world.machine.decodings.values.allSatisfy { !$0.askers.isEmpty })
        #expect(world.machine.memory.totalCost <= 200)
        for download in world.machine.downloads.values {
            let own = download.askers.compactMap { world.machine.askers[$0]?.priority }
            let through = download.decodings.compactMap { world.machine.decodings[$0]?.tally.highest }
            #expect(download.tally.highest == (own + through).max(), "the highest priority of all who ask")
        }
    }

    private func drain(_ world: inout World, _ generator: inout SeededGenerator) {
        for step in 0..<20_000 {
            let isOver =
                world.lookups.isEmpty && world.transfers.isEmpty && world.waits.isEmpty && world.decodings.isEmpty
            if isOver { return }
            report(&world, 1000 + step, &generator)
        }
    }
}
