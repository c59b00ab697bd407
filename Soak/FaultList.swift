import Synchronization

/// What the program under test did wrong, from all threads.
final class FaultList: Sendable {
    private let faults = Mutex<[String]>([])
    /// More are only counted: a server that is gone fails every request.
    private static let most = 40

    func add(_ fault: String) {
        faults.withLock { faults in
            faults.append(fault)
            if faults.count <= Self.most { report("FAULT: \(fault)") }
        }
    }

    var all: [String] { faults.withLock { Array($0.prefix(Self.most)) } }
}
