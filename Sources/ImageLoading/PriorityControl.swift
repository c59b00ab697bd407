import Synchronization

/// Changes the priority of running loads. One control may steer many of them.
///
///     let control = PriorityControl(.low)
///     async let image = loader.loadImage(request, control: control)
///     control.priority = .high   // it has scrolled into view
public final class PriorityControl: Sendable {
    private struct State {
        var priority: LoadPriority
        var loads: [AskerID: LoadEngine] = [:]
    }

    private let state: Mutex<State>

    /// Creates a control with an initial priority.
    public init(_ priority: LoadPriority = .normal) {
        state = Mutex(State(priority: priority))
    }

    /// The current priority. A change takes effect at once.
    public var priority: LoadPriority {
        get { state.withLock { $0.priority } }
        set {
            // Under the lock, so that the later of two changes stays. The engine never calls back here.
            state.withLock { state in
                state.priority = newValue
                for (asker, engine) in state.loads { engine.setPriority(of: asker, to: newValue) }
            }
        }
    }

    /// Passes the current priority, and later changes, to the load.
    func attach(_ asker: AskerID, to engine: LoadEngine) {
        state.withLock { state in
            state.loads[asker] = engine
            engine.setPriority(of: asker, to: state.priority)
        }
    }

    func detach(_ asker: AskerID) {
        state.withLock { $0.loads[asker] = nil }
    }
}
