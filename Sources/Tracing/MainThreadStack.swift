import CThreadStacks
import Synchronization

/// Where the main thread was at a moment: addresses in its code, the innermost function's first.
struct MainThreadStack: Hashable, Sendable {
    private static let mostFrames = 48
    /// One sample at a time.
    private static let sampling = Mutex(())
    let addresses: [UInt]

    /// Interrupts the main thread for some microseconds. Blocks for at most 50 ms; not to be called on the main thread.
    ///
    /// - Returns: `nil` when it cannot be interrupted.
    static func sample() -> MainThreadStack? {
        let addresses = sampling.withLock { _ -> [UInt] in
            guard peel_stacks_prepare() != 0 else { return [] }
            return [UInt](unsafeUninitializedCapacity: mostFrames) { buffer, count in
                count = peel_stacks_sample_main(buffer.baseAddress, buffer.count)
            }
        }
        return addresses.isEmpty ? nil : MainThreadStack(addresses: addresses)
    }

    /// The functions' names, the innermost first, with what a program's start and Swift's executor have on every stack left
    /// out. Reads the program's table of symbols the first time, which takes some milliseconds.
    var functions: [String] {
        var names: [String] = []
        for (index, address) in addresses.enumerated() {
            // A return address may be that of the next function's begin: the call stands before it.
            let name = Symbols.name(at: index == 0 ? address : address - 1)
            if Self.isEveryStacks(name) { break }
            if name != names.last { names.append(name) }
        }
        return names
    }

    /// Whether from here on stacks are alike: the executor that runs the main actor's jobs, the run loop below it, `main`.
    private static func isEveryStacks(_ name: String) -> Bool {
        name.hasPrefix("swift_job_run") || name.hasPrefix("swift::runJob") || name.hasPrefix("_dispatch_")
            || name == "main" || name.hasPrefix("__libc_start")
    }
}
