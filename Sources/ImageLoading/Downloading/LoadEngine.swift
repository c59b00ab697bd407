import FoundationEssentials
import HTTPSending
import Imaging
import Synchronization

/// Carries out what a ``LoadMachine`` decides: it holds the machine under a lock, runs its jobs as tasks and answers
/// its askers.
///
/// All decisions are the machine's, and are carried out in its order. Tasks are made under the lock, so that their
/// handles are there before a task can be cancelled. Tasks are cancelled, and askers answered, after the lock is
/// released.
final class LoadEngine: Sendable {
    typealias Answer = Result<LoadAnswer, ImageLoaderError>

    private struct State {
        var machine: LoadMachine
        var answers: [AskerID: @Sendable (Answer) -> Void] = [:]
        var tasks: [JobID: Task<Void, Never>] = [:]
        var writes: PendingWrites
        /// The task that writes waiting answers; `nil` if none wait.
        var writer: Task<Void, Never>?
    }

    private let state: Mutex<State>
    private let lastAsker = Atomic(0)
    private let configuration: ImageLoader.Configuration
    private let downloader: Downloader
    private let decode: ImageLoader.Decode
    private let dependencies: ImageLoader.Dependencies
    private let localReader = LocalReader()

    var didChange: @Sendable () -> Void { dependencies.didChange }

    init(
        _ configuration: ImageLoader.Configuration, transport: any HTTPTransport,
        _ dependencies: ImageLoader.Dependencies
    ) {
        self.configuration = configuration
        self.dependencies = dependencies
        decode = dependencies.decode
        downloader = Downloader(
            transport: transport, configuration: configuration, clock: dependencies.clock,
            wallClock: dependencies.wallClock, partials: PartialDownloads(limit: configuration.partialDownloadLimit))
        state = Mutex(
            State(
                machine: LoadMachine(
                    limits: dependencies.machineLimits(configuration), retry: configuration.retry,
                    totalLimit: configuration.totalLimit, memoryLimit: configuration.memoryLimit),
                writes: PendingWrites(limit: configuration.pendingWriteLimit)))
    }

    // MARK: Asking

    enum Want {
        case image
        case data
    }

    /// Returns a new asker. It takes no lock, because others call it under theirs.
    func newAsker() -> AskerID {
        AskerID(number: lastAsker.add(1, ordering: .relaxed).newValue)
    }

    /// Asks for an answer. `answer` is called once, on any thread, possibly before this returns.
    ///
    /// - Parameter isUnwanted: asked under the lock. An asker that left before it was registered starts no job; one
    ///   that leaves later is found in the table.
    func ask(
        _ want: Want, _ request: ImageRequest, _ asker: AskerID, unless isUnwanted: () -> Bool = { false },
        answer: @escaping @Sendable (Answer) -> Void
    ) {
        guard configuration.allowedSchemes.contains(request.scheme), request.isLocal || request.url.host() != nil else {
            return answer(.failure(request.error(.unsupportedURL)))
        }
        let now = dependencies.wallClock()
        update { state in
            state.answers[asker] = answer
            if isUnwanted() { return [.finish(asker, .failure(request.error(.cancelled)))] }
            return switch want {
            case .image: state.machine.askForImage(request, asker, now: now)
            case .data: state.machine.askForData(request, asker)
            }
        }
    }

    func leave(_ asker: AskerID) {
        update { $0.machine.leave(asker) }
    }

    func setPriority(of asker: AskerID, to priority: LoadPriority) {
        update { $0.machine.setPriority(of: asker, to: priority) }
    }

    func cachedImage(_ request: ImageRequest) -> Bitmap? {
        let now = dependencies.wallClock()
        return state.withLock { $0.machine.cachedImage(request, now: now) }
    }

    func clearMemory() {
        state.withLock { $0.machine.memory.removeAll() }
    }

    /// Returns when everything so far is written to the disk cache.
    func finishWriting() async {
        await state.withLock { $0.writer }?.value
    }

    var activity: ImageLoader.Activity {
        state.withLock { state in
            ImageLoader.Activity(
                waiting: state.machine.askers.count, transfers: state.machine.transferQueue.runningCount,
                tasks: state.tasks.count + (state.writer == nil ? 0 : 1))
        }
    }

    /// Whether no job runs, no asker waits and all tables are empty.
    var isIdle: Bool {
        state.withLock { state in
            state.machine.isIdle && state.answers.isEmpty && state.tasks.isEmpty && state.writer == nil
                && state.writes.isEmpty
        }
    }

    // MARK: Doing

    private func update(_ change: (inout State) -> [LoadMachine.Action]) {
        var cancelled: [Task<Void, Never>] = []
        var finished: [(answer: @Sendable (Answer) -> Void, result: Answer)] = []
        state.withLock { state in
            for action in change(&state) {
                switch action {
                case .lookUp(let id, let request): state.tasks[id] = lookUp(id, request)
                case .transfer(let id, let request, let attempt): state.tasks[id] = transfer(id, request, attempt)
                case .wait(let id, let duration): state.tasks[id] = wait(id, duration)
                case .decode(let id, let request, let data): state.tasks[id] = decode(id, request, data)
                case .cancel(let id): if let task = state.tasks[id] { cancelled.append(task) }
                case .finish(let asker, let result):
                    if let answer = state.answers.removeValue(forKey: asker) { finished.append((answer, result)) }
                }
            }
        }
        for task in cancelled { task.cancel() }
        for (answer, result) in finished { answer(result) }
        didChange()
    }

    /// Reports the end of a job's task.
    private func report(_ id: JobID, _ change: (inout LoadMachine) -> [LoadMachine.Action]) {
        update { state in
            state.tasks[id] = nil
            return change(&state.machine)
        }
    }

    // Detached: a job belongs to all its askers, and has neither the priority nor the task-local values of the first.

    private func lookUp(_ id: JobID, _ request: ImageRequest) -> Task<Void, Never> {
        Task.detached(priority: .medium) { [self] in
            let found = await find(request)
            report(id) { $0.lookedUp(id, found) }
        }
    }

    private func find(_ request: ImageRequest) async -> LoadMachine.LookupResult {
        if request.isLocal {
            do throws(ImageLoaderError) {
                return .found(try await localReader.read(request, limit: configuration.imageLimits.bytes))
            } catch {
                return .failed(error)
            }
        }
        let pending = state.withLock { $0.writes.find(request.address) }
        let found: StoredResponse? =
            if let pending { pending } else { await configuration.diskCache?.lookUp(request.address) }
        guard let found, found.answers(configuration.requestFields(for: request)) else { return .nothing }
        let now = dependencies.wallClock()
        guard found.isFresh(at: now) else { return .stored(found) }
        return .found(
            LoadedData(
                bytes: found.body, origin: .disk, fields: found.fields, memoryExpiry: found.memoryExpiry(at: now)))
    }

    private func transfer(_ id: JobID, _ request: ImageRequest, _ attempt: LoadMachine.Attempt) -> Task<Void, Never> {
        Task.detached(priority: .medium) { [self] in
            var done = await downloader.download(request, attempt)
            done.transfer.jitter = dependencies.random()
            if let response = done.toStore { store(response) }
            report(id) { $0.transferred(id, done.transfer) }
        }
    }

    private func wait(_ id: JobID, _ duration: Duration) -> Task<Void, Never> {
        Task.detached(priority: .medium) { [self] in
            // A wait that a cancellation cuts short is reported like any other, since the job is gone by then.
            try? await dependencies.clock.sleep(for: duration)
            report(id) { $0.waited(id) }
        }
    }

    private func decode(_ id: JobID, _ request: ImageRequest, _ data: LoadedData) -> Task<Void, Never> {
        Task.detached(executorPreference: dependencies.executor, priority: .medium) { [self] in
            let result: Result<Bitmap, ImageLoaderError>
            if Task.isCancelled {
                result = .failure(request.error(.cancelled))
            } else {
                do throws(ImagingError) {
                    result = .success(try await decode(data.bytes, request.longestSide, configuration.imageLimits))
                } catch {
                    result = .failure(request.error(Self.code(for: error.code), error.description))
                }
            }
            report(id) { $0.decoded(id, result) }
        }
    }

    private static func code(for code: ImagingError.Code) -> ImageLoaderError.Code {
        switch code {
        case .pixelCount, .tooManyBytes, .memory: .tooLarge
        case .cancelled: .cancelled
        default: .incorrectImageData
        }
    }

    /// The bytes of answers that wait to be written.
    var pendingWriteBytes: Int { state.withLock { $0.writes.bytes } }

    func store(_ response: StoredResponse) {
        guard let cache = configuration.diskCache else { return }
        state.withLock { state in
            guard state.writes.add(response), state.writer == nil else { return }
            state.writer = Task.detached(priority: .medium) { [self] in
                while let next = nextWrite() { await cache.store(next) }
                didChange()
            }
        }
    }

    private func nextWrite() -> StoredResponse? {
        state.withLock { state in
            let next = state.writes.next()
            if next == nil { state.writer = nil }
            return next
        }
    }
}
