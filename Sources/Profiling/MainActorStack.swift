import CThreadStacks
import Glibc
import Synchronization

/// The main actor's call stack at a moment: addresses in its code, the innermost function's first.
struct MainActorStack: Hashable, Sendable {
    private static let mostFrames = 48
    /// One sample at a time.
    private static let sampling = Mutex(())
    let addresses: [UInt]

    /// Interrupts the threads that may serve the main actor for some microseconds. Blocks for at most 50 ms each; do
    /// not call it on the main actor.
    ///
    /// - Returns: `nil` when none of them does.
    static func sample() -> MainActorStack? {
        let addresses = sampling.withLock { _ -> [UInt] in
            guard peel_stacks_prepare() != 0 else { return [] }
            let threads = ThreadNames.mayServeTheMainActor
            return [UInt](unsafeUninitializedCapacity: mostFrames) { buffer, count in
                count = peel_stacks_sample_main_actor(threads, threads.count, buffer.baseAddress, buffer.count)
            }
        }
        return addresses.isEmpty ? nil : MainActorStack(addresses: addresses)
    }

    /// The functions' names, the innermost first, without the executor and the thread's start, which are on every
    /// stack. Reads the program's table of symbols the first time, which takes some milliseconds.
    var functions: [String] {
        var names: [String] = []
        for (index, address) in addresses.enumerated() {
            // A return address may be the beginning of the next function, because the call is before it.
            guard let name = Symbols.name(at: index == 0 ? address : address - 1) else { continue }
            if name != names.last { names.append(name) }
        }
        while let last = names.last, Self.isEveryStacks(last) { names.removeLast() }
        return names
    }

    private static let everyStacks = [
        "swift_job_run", "_ZN5swift", "libswift_Concurrency", "libdispatch", "libc.so", "__libc_start", "main", "clone",
    ]

    private static func isEveryStacks(_ name: String) -> Bool { everyStacks.contains { name.hasPrefix($0) } }
}
