import Dispatch
import Files
import Synchronization

/// The memory that the photos in work may take together, for a whole program.
///
/// A task reserves what decoding a photo takes, and waits until it fits. Reservations are granted in order, so that
/// small photos do not keep a large one waiting forever. No thread blocks while a task waits. When a wait begins and
/// ends, freed memory that the allocator holds returns to the system.
///
/// A task that holds a reservation must not ask for another one: two that do can wait for each other.
public final class MemoryBudget: Sendable {
    /// The bytes that may be reserved together.
    public let bytes: Int

    private struct Waiter {
        let number: Int
        let bytes: Int
        /// Called with whether the bytes were granted.
        let answer: @Sendable (Bool) -> Void
    }

    private struct State {
        var reserved = 0
        var lastNumber = 0
        /// The waiters, in the order in which they asked.
        var waiting: [Waiter] = []
        /// Waiters whose task was cancelled before they could wait.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())
    private let didWait: @Sendable () -> Void

    /// The least useful budget: a progressive photo of 64 megapixels.
    public static let leastStandardBytes = 512 << 20

    /// A quarter of the machine's memory, or of what its control group allows; never less than 512 MiB.
    public static let standard = MemoryBudget(bytes: max(leastStandardBytes, MachineMemory.bytes / 4))

    /// Creates a budget.
    ///
    /// - Parameter bytes: at least 1.
    public convenience init(bytes: Int) {
        self.init(bytes: bytes) {}
    }

    /// Creates a budget whose waiting can be observed.
    ///
    /// - Parameter didWait: called when a reservation has to wait. Tests wait by it.
    package init(bytes: Int, didWait: @escaping @Sendable () -> Void) {
        precondition(bytes >= 1, "a budget must have at least one byte")
        self.bytes = bytes
        self.didWait = didWait
    }

    /// The bytes that are reserved now.
    public var reservedBytes: Int { state.withLock { $0.reserved } }

    /// The number of waiters.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until `count` bytes are free and reserves them.
    ///
    /// - Parameter work: what the bytes are for, for the error: "12,000 × 9,000 pixels, progressive JPEG".
    /// - Throws: ``ImagingError`` with `.memory` at once when the budget has not so many, and with `.cancelled` when
    ///   the task is cancelled while it waits.
    public func reserve(_ count: Int, for work: @autoclosure () -> String) async throws(ImagingError)
        -> MemoryReservation
    {
        guard count <= bytes else { throw neverFits(count, work()) }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        var hasWaited = false
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                hasWaited = wait(Waiter(number: number, bytes: count) { continuation.resume(returning: $0) })
            }
        } onCancel: {
            giveUp(number)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
        guard isGranted else { throw ImagingError(.cancelled, "the task was cancelled") }
        if hasWaited { FreedMemory.giveBackToSystem() }
        return MemoryReservation(bytes: count, of: self)
    }

    /// Reserves bytes like ``reserve(_:for:)`` on a thread that is not a task's. Blocks.
    ///
    /// - Throws: ``ImagingError`` with `.memory`.
    public func reserveBlocking(_ count: Int, for work: @autoclosure () -> String) throws(ImagingError)
        -> MemoryReservation
    {
        guard count <= bytes else { throw neverFits(count, work()) }
        let granted = DispatchSemaphore(value: 0)
        let hasWaited = wait(Waiter(number: 0, bytes: count) { _ in granted.signal() })
        granted.wait()
        if hasWaited { FreedMemory.giveBackToSystem() }
        return MemoryReservation(bytes: count, of: self)
    }

    private func neverFits(_ count: Int, _ work: String) -> ImagingError {
        ImagingError(
            .memory,
            "\(work) take about \(Self.inMebibytes(count)) of memory, and \(Self.inMebibytes(bytes)) is the limit; "
                + "raise that limit if the machine has so much")
    }

    /// Formats a number of bytes as `--max-memory` takes it.
    static func inMebibytes(_ count: Int) -> String { "\((count + (1 << 20) - 1) >> 20)M" }

    /// Adds a waiter at the end, and serves those that fit.
    ///
    /// - Returns: Whether it has to wait.
    private func wait(_ waiter: Waiter) -> Bool {
        let (isCancelled, isFirst, fits) = state.withLock { state in
            if state.cancelled.contains(waiter.number) { return (true, false, false) }
            state.waiting.append(waiter)
            return (false, state.waiting.count == 1, state.reserved + waiter.bytes <= bytes)
        }
        if isCancelled {
            waiter.answer(false)
            return false
        }
        grant()
        if isFirst, fits { return false }
        if isFirst { FreedMemory.giveBackToSystem() }
        didWait()
        return true
    }

    private func giveUp(_ number: Int) {
        let waiter: Waiter? = state.withLock { state in
            state.cancelled.insert(number)
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiting.remove(at: index)
        }
        waiter?.answer(false)
        // Waiters behind it may fit now.
        grant()
    }

    fileprivate func giveBack(_ count: Int) {
        state.withLock { $0.reserved -= count }
        grant()
    }

    /// Serves waiters in order, as long as they fit.
    private func grant() {
        let granted = state.withLock { state in
            var granted: [Waiter] = []
            while let next = state.waiting.first, state.reserved + next.bytes <= bytes {
                state.reserved += next.bytes
                granted.append(state.waiting.removeFirst())
            }
            return granted
        }
        for waiter in granted { waiter.answer(true) }
    }
}

extension MemoryBudget: Hashable {
    public static func == (left: MemoryBudget, right: MemoryBudget) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A part of a ``MemoryBudget``, given back by ``release()`` or with the last reference.
public final class MemoryReservation: Sendable {
    /// How many bytes are reserved.
    public let bytes: Int
    private let budget: MemoryBudget
    private let isHeld = Atomic(true)

    fileprivate init(bytes: Int, of budget: MemoryBudget) {
        self.bytes = bytes
        self.budget = budget
    }

    deinit {
        release()
    }

    /// Gives the bytes back; a second call does nothing.
    public func release() {
        if isHeld.exchange(false, ordering: .acquiringAndReleasing) { budget.giveBack(bytes) }
    }
}
