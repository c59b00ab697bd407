import Execution
import Files
import Synchronization

/// The memory that the photos in work may take together, for a whole program.
///
/// A task reserves what decoding a photo takes, and waits until it fits. Reservations are granted in order, so that
/// small photos do not keep a large one waiting forever. No thread blocks while a task waits. When a wait begins and
/// ends, freed memory that the allocator holds returns to the system.
///
/// A task that holds a reservation must not ask for another one: two that do can wait for each other.
package final class MemoryBudget: Sendable {
    /// The bytes that may be reserved together.
    package let bytes: Int

    private let gate: TaskGate
    private let didWait: @Sendable () -> Void

    /// The least useful budget: a progressive photo of 64 megapixels.
    package static let leastStandardBytes = 512 << 20

    /// A quarter of the machine's memory, or of what its control group allows; never less than 512 MiB.
    package static let standard = MemoryBudget(bytes: max(leastStandardBytes, MachineMemory.bytes / 4))

    /// Creates a budget.
    ///
    /// - Parameter bytes: at least 1.
    package convenience init(bytes: Int) {
        self.init(bytes: bytes) {}
    }

    /// Creates a budget whose waiting can be observed.
    ///
    /// - Parameter didWait: called when a reservation has to wait. Tests wait by it.
    package init(bytes: Int, didWait: @escaping @Sendable () -> Void) {
        precondition(bytes >= 1, "a budget must have at least one byte")
        self.bytes = bytes
        gate = TaskGate(capacity: bytes)
        self.didWait = didWait
    }

    /// The bytes that are reserved now.
    package var reservedBytes: Int { gate.inside }

    /// The number of waiters.
    package var waitingCount: Int { gate.waitingCount }

    /// Waits until `count` bytes are free and reserves them.
    ///
    /// - Parameter work: what the bytes are for, for the error: "12,000 × 9,000 pixels, progressive JPEG".
    /// - Throws: ``ImagingError`` with `.memory` at once when the budget has not so many, and with `.cancelled` when
    ///   the task is cancelled while it waits.
    package func reserve(_ count: Int, for work: @autoclosure () -> String) async throws(ImagingError)
        -> MemoryReservation
    {
        guard count <= bytes else { throw neverFits(count, work()) }
        var hasWaited = false
        let weight = await gate.enter(count) { isFirst in
            hasWaited = true
            waits(isFirst)
        }
        guard let weight else { throw ImagingError(.cancelled, "the task was cancelled") }
        if hasWaited { FreedMemory.giveBackToSystem() }
        return MemoryReservation(bytes: count, weight, of: gate)
    }

    /// Reserves bytes like ``reserve(_:for:)`` on a thread that is not a task's. Blocks.
    ///
    /// - Throws: ``ImagingError`` with `.memory`.
    package func reserveBlocking(_ count: Int, for work: @autoclosure () -> String) throws(ImagingError)
        -> MemoryReservation
    {
        guard count <= bytes else { throw neverFits(count, work()) }
        var hasWaited = false
        let weight = gate.enterBlocking(count) { isFirst in
            hasWaited = true
            waits(isFirst)
        }
        if hasWaited { FreedMemory.giveBackToSystem() }
        return MemoryReservation(bytes: count, weight, of: gate)
    }

    private func waits(_ isFirst: Bool) {
        if isFirst { FreedMemory.giveBackToSystem() }
        didWait()
    }

    private func neverFits(_ count: Int, _ work: String) -> ImagingError {
        ImagingError(
            .memory,
            "\(work) take about \(Self.inMebibytes(count)) of memory, and \(Self.inMebibytes(bytes)) is the limit; "
                + "raise that limit if the machine has so much")
    }

    /// Formats a number of bytes as `--max-memory` takes it.
    static func inMebibytes(_ count: Int) -> String { "\((count + (1 << 20) - 1) >> 20)M" }
}

extension MemoryBudget: Hashable {
    package static func == (left: MemoryBudget, right: MemoryBudget) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A part of a ``MemoryBudget``, given back by ``release()`` or with the last reference.
package final class MemoryReservation: Sendable {
    /// How many bytes are reserved.
    package let bytes: Int
    private let weight: Int
    private let gate: TaskGate
    private let isHeld = Atomic(true)

    fileprivate init(bytes: Int, _ weight: Int, of gate: TaskGate) {
        self.bytes = bytes
        self.weight = weight
        self.gate = gate
    }

    deinit {
        release()
    }

    /// Gives the bytes back; a second call does nothing.
    package func release() {
        if isHeld.exchange(false, ordering: .acquiringAndReleasing) { gate.leave(weight) }
    }
}
