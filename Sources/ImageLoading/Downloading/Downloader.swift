import HTTPMessages
import HTTPSending
import Imaging
import Synchronization

/// Sends one request, with the conditions and ranges that fit what is stored, within the limits of time and size.
struct Downloader: Sendable {
    let transport: any HTTPTransport
    let configuration: ImageLoader.Configuration
    let clock: any Clock<Duration>
    /// The time in seconds since 1970.
    let wallClock: @Sendable () -> Double
    let partials: PartialDownloads

    struct Report: Sendable {
        var transfer: LoadMachine.TransferResult
        /// The answer that the disk cache should have from now on.
        var toStore: StoredResponse?
    }

    /// Downloads once. Ends with ``ImageLoaderError/Code/cancelled`` when the task is cancelled.
    func download(_ request: ImageRequest, _ attempt: LoadMachine.Attempt) async -> Report {
        await download(request, attempt, on: clock)
    }

    private func download<Time: Clock<Duration>>(
        _ request: ImageRequest, _ attempt: LoadMachine.Attempt, on clock: Time
    ) async -> Report {
        let fields = configuration.requestFields(for: request)
        let partial = partials.find(request.dataKey)
        let stored = partial == nil && request.cachePolicy != .reload ? attempt.stored : nil
        let usable = stored.flatMap { $0.answers(fields) ? $0 : nil }
        let conditions = partial?.requestFields ?? usable?.validators ?? [:]
        var sentFields = fields
        for (name, value) in conditions.pairs { sentFields[name] = value }

        let began = clock.now
        let requestTime = wallClock()
        let assembly = SharedAssembly(
            ResponseAssembly(
                byteLimit: configuration.imageLimits.bytes, continued: partial,
                isConditional: usable != nil && !conditions.isEmpty))
        let limits = TimeLimits(
            clock: clock, idle: request.idleLimit ?? configuration.idleLimit, total: attempt.remaining)
        let failure = await transfer(
            TransportRequest(address: request.address, fields: sentFields), into: assembly, limits: limits)

        let assembled = assembly.value
        let outcome = assembled.outcome(failure == .timedOut ? TransportError(.cancelled) : failure?.transportError)
        if case .replaced(let partial) = assembled.partial(after: outcome) {
            partials.keep(partial, for: request.dataKey)
        }
        var report = judge(
            outcome, timeOut: failure == .timedOut ? limits.reason : nil, request: request, sentFields: fields,
            stored: usable,
            requestTime: requestTime)
        report.transfer.elapsed = began.duration(to: clock.now)
        return report
    }

    private enum Failure: Equatable {
        case timedOut
        case transport(TransportError)

        var transportError: TransportError? { if case .transport(let error) = self { error } else { nil } }
    }

    private enum End {
        case transfer(TransportError?)
        case time(isOver: Bool)
    }

    /// Runs the transfer and its time limit as two child tasks. The group waits for both, so nothing is received after
    /// it.
    private func transfer<Time: Clock<Duration>>(
        _ request: TransportRequest, into assembly: SharedAssembly, limits: TimeLimits<Time>
    ) async -> Failure? {
        return await withTaskGroup(of: End.self) { group in
            group.addTask {
                do throws(TransportError) {
                    try await transport.send(request) { event in
                        limits.noteSignOfLife()
                        return assembly.receive(event)
                    }
                    return .transfer(nil)
                } catch {
                    return .transfer(error)
                }
            }
            group.addTask { .time(isOver: await limits.wait()) }
            var isTimeOver = false
            while let end = await group.next() {
                switch end {
                case .time(let isOver):
                    isTimeOver = isOver
                    if isOver { group.cancelAll() }
                case .transfer(let error):
                    group.cancelAll()
                    // A transfer that ended at the last moment counts.
                    if let error { return isTimeOver ? .timedOut : .transport(error) }
                    return nil
                }
            }
            return .timedOut
        }
    }

    private func judge(
        _ outcome: ResponseAssembly.Outcome, timeOut: String?, request: ImageRequest, sentFields: HTTPFields,
        stored: StoredResponse?, requestTime: Double
    ) -> Report {
        let now = wallClock()
        switch outcome {
        case .complete(let bytes, let fields):
            let response = StoredResponse(
                address: request.address, requestFields: sentFields, fields: fields, requestTime: requestTime,
                responseTime: now, body: bytes)
            return success(response, bytes, from: .network, fields: fields, now: now)
        case .notModified(let fields):
            guard let stored else { return failure(request.error(.badResponse), retry: .never) }
            let response = stored.refreshed(with: fields, requestTime: requestTime, responseTime: now)
            // Behind a temporary redirect it says nothing of the next time.
            let isKept = !CacheControl(fields).noStore
            return success(
                isKept ? response : nil, stored.body, from: .revalidated, fields: response.fields, now: now)
        case .failed(let code, let detail, let response, let retry):
            if let timeOut { return failure(request.error(.timedOut, timeOut), retry: .never) }
            return failure(ImageLoaderError(code, request.url, detail, response: response), retry: retry)
        }
    }

    private func success(
        _ response: StoredResponse?, _ bytes: [UInt8], from origin: LoadOrigin, fields: HTTPFields, now: Double
    ) -> Report {
        let data = LoadedData(
            bytes: bytes, origin: origin, fields: fields, memoryExpiry: response?.memoryExpiry(at: now))
        return Report(transfer: .init(result: .success(data)), toStore: response)
    }

    private func failure(_ error: ImageLoaderError, retry: ResponseAssembly.Retry) -> Report {
        Report(transfer: .init(result: .failure(error), retry: retry))
    }
}

/// The growing answer, on whichever thread the transport calls.
private final class SharedAssembly: Sendable {
    private let state: Mutex<ResponseAssembly>

    init(_ assembly: ResponseAssembly) {
        state = Mutex(assembly)
    }

    var value: ResponseAssembly { state.withLock { $0 } }

    func receive(_ event: TransportEvent) -> Bool {
        state.withLock { $0.receive(event) }
    }
}
