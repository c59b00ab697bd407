import HTTPMessages
import HTTPSending
import ImageLoading
import Synchronization
import TestSupport

/// A transport whose answers a test gives by hand, once as many requests wait as it wants.
final class FakeTransport: HTTPTransport {
    struct Reply: Sendable {
        var status = 200
        var fields: HTTPFields = [:]
        var body: [UInt8] = []
        /// How the transfer ends after that.
        var error: TransportError?
    }

    private typealias Ending = CheckedContinuation<Result<Void, TransportError>, Never>

    private struct Call {
        let request: TransportRequest
        let receive: @Sendable (TransportEvent) -> Bool
        var continuation: Ending?
    }

    private struct State {
        /// `nil` when the transfer has ended, or was never begun because the test was cut short.
        func receiver(_ number: Int) -> (@Sendable (TransportEvent) -> Bool)? {
            number < calls.count && calls[number].continuation != nil ? calls[number].receive : nil
        }

        var calls: [Call] = []
        var cancelled: [Int] = []
        var mostAtOnce = 0
        var openCount = 0
    }

    private let state = Mutex(State())
    private let changes: Changes
    private let automatic: (@Sendable (TransportRequest) -> Reply?)?

    /// - Parameter automatic: answers at once where it gives a reply.
    init(_ changes: Changes, _ automatic: (@Sendable (TransportRequest) -> Reply?)? = nil) {
        self.changes = changes
        self.automatic = automatic
    }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        defer { changes.note() }
        return state.withLock { body(&$0) }
    }

    var requests: [TransportRequest] { state.withLock { $0.calls.map(\.request) } }
    var addresses: [String] { requests.map(\.address) }
    /// The last parts of the addresses.
    var names: [String] { addresses.map { String($0.split(separator: "/").last ?? "") } }
    var openCount: Int { state.withLock { $0.openCount } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
    var cancelledNames: [String] {
        state.withLock { state in
            state.cancelled.map { String(state.calls[$0].request.address.split(separator: "/").last ?? "") }
        }
    }

    func send(
        _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
    ) async throws(TransportError) {
        let number = change { state in
            state.calls.append(Call(request: request, receive: receive))
            state.openCount += 1
            state.mostAtOnce = max(state.mostAtOnce, state.openCount)
            return state.calls.count - 1
        }
        let result: Result<Void, TransportError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = change { state in
                    if Task.isCancelled { return true }
                    state.calls[number].continuation = continuation
                    return false
                }
                if isCancelled {
                    change { state in
                        state.cancelled.append(number)
                        state.openCount -= 1
                    }
                    continuation.resume(returning: .failure(TransportError(.cancelled)))
                } else if let reply = automatic?(request) {
                    self.reply(to: number, reply)
                }
            }
        } onCancel: {
            end(number, .failure(TransportError(.cancelled)), isCancellation: true)
        }
        try result.get()
    }

    /// Returns once so many requests were made, ended ones too.
    func untilRequested(_ count: Int) async {
        await changes.until { self.state.withLock { $0.calls.count >= count } }
    }

    /// Hands something over without an end. Nothing when the transfer has ended.
    @discardableResult
    func send(_ event: TransportEvent, to number: Int) async -> Bool {
        await untilAttached(number)
        let receive = state.withLock { state in
            state.receiver(number)
        }
        return receive?(event) ?? false
    }

    /// Answers a request that waits.
    func reply(_ reply: Reply, to number: Int) async {
        await untilAttached(number)
        self.reply(to: number, reply)
    }

    /// Answers the first request for an address that ends so. Requests that were begun at the same time arrive in any
    /// order, and their numbers say nothing of which is which.
    func reply(_ reply: Reply, toName name: String) async {
        await changes.until { self.names.contains(name) }
        guard let number = names.firstIndex(of: name) else { return }
        await self.reply(reply, to: number)
    }

    /// The transfer has come to its end.
    func end(_ number: Int) async {
        await untilAttached(number)
        end(number, .success(()))
    }

    func fail(_ code: TransportError.Code, _ number: Int) async {
        await untilAttached(number)
        end(number, .failure(TransportError(code)))
    }

    private func untilAttached(_ number: Int) async {
        await changes.until {
            self.state.withLock { state in
                state.calls.count > number
                    && (state.calls[number].continuation != nil || state.cancelled.contains(number))
            }
        }
    }

    private func reply(to number: Int, _ reply: Reply) {
        guard let receive = state.withLock({ $0.receiver(number) }) else { return }
        var goesOn = receive(.head(TransportHead(status: reply.status, fields: reply.fields)))
        // In two pieces, so that no reader takes one for the whole.
        let half = reply.body.count / 2
        for piece in [reply.body[..<half], reply.body[half...]] where goesOn && !piece.isEmpty {
            goesOn = receive(.body(Array(piece)))
        }
        if !goesOn { return end(number, .failure(TransportError(.stopped))) }
        end(number, reply.error.map { .failure($0) } ?? .success(()))
    }

    private func end(_ number: Int, _ result: Result<Void, TransportError>, isCancellation: Bool = false) {
        let continuation = change { state in
            guard number < state.calls.count else { return nil as Ending? }
            let continuation = state.calls[number].continuation.take()
            if continuation != nil {
                state.openCount -= 1
                if isCancellation { state.cancelled.append(number) }
            }
            return continuation
        }
        continuation?.resume(returning: result)
    }
}
