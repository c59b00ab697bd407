import HTTPSending
import TestSupport

/// What a transfer brought.
final class Receiver: Sendable {
    private let state = Watched((heads: [TransportHead](), body: [UInt8](), activity: 0, isOver: false, late: 0))
    private let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    var heads: [TransportHead] { state.withLock { $0.heads } }
    var body: [UInt8] { state.withLock { $0.body } }
    var activity: Int { state.withLock { $0.activity } }
    /// Calls after the end.
    var late: Int { state.withLock { $0.late } }

    func receive(_ event: TransportEvent) -> Bool {
        state.withLock { state in
            if state.isOver { state.late += 1 }
            switch event {
            case .activity: state.activity += 1
            case .head(let head): state.heads.append(head)
            case .body(let bytes): state.body += bytes
            }
            return state.body.count < limit
        }
    }

    func end() { state.withLock { $0.isOver = true } }

    func untilBody() async { await state.until { !$0.body.isEmpty } }
}
