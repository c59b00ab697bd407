import Synchronization

/// The faults of the program under test, from all threads.
final class FaultList: Sendable {
    private let faults = Mutex<[String]>([])
    /// Further faults are only counted, because every request to a server that is gone fails.
    private static let most = 40

    func add(_ fault: String) {
        faults.withLock { faults in
            faults.append(fault)
            if faults.count <= Self.most { report("FAULT: \(fault)") }
        }
    }

    var all: [String] { faults.withLock { Array($0.prefix(Self.most)) } }
}
