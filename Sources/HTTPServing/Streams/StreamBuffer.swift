import Glibc
import Synchronization

/// A buffer between a task that makes a stream's bytes and the connection's thread that sends them.
final class StreamBuffer: Sendable {
    enum End {
        case finished
        /// Waiting bytes are still sent; then the client must know that the body is incomplete.
        case broken
        /// Nothing more is sent.
        case cut
    }

    enum Reading {
        case bytes(Int)
        case nothingYet
        case end(End)
    }

    private struct State {
        /// The bytes; those from `head` on wait.
        var bytes: [UInt8] = []
        var head = 0
        var end: End?
        var source: Task<Void, Never>?
        /// The source, if it waits for room.
        var writer: CheckedContinuation<Void, Never>?
        var socket: CInt

        var waiting: Int { bytes.count - head }
    }

    private let state: Mutex<State>
    let signal: EventSignal
    /// The most bytes that may wait.
    private let capacity: Int

    /// - Parameter socket: of the client; it stays open until ``close()``.
    init?(capacity: Int, socket: CInt) {
        guard let signal = EventSignal() else { return nil }
        self.signal = signal
        self.capacity = capacity
        state = Mutex(State(socket: socket))
    }

    // MARK: The task's side

    /// Runs the source of the bytes, in a task of its own.
    func start(_ source: @escaping @Sendable (StreamBuffer) async -> Void) {
        let task = Task.detached { await source(self) }
        let isOver = state.withLock { state in
            state.source = task
            return state.end != nil
        }
        if isOver { task.cancel() }
    }

    /// Adds bytes, and disconnects a client that has fallen behind. An empty buffer takes any number.
    ///
    /// - Returns: `false` once the stream has ended.
    func write(_ bytes: [UInt8]) -> Bool {
        let (isOpen, isFull) = state.withLock { state in
            guard state.end == nil else { return (false, false) }
            guard state.waiting == 0 || state.waiting + bytes.count <= capacity else { return (true, true) }
            state.bytes.append(contentsOf: bytes)
            return (true, false)
        }
        if isFull { disconnect() } else { signal.raise() }
        return isOpen && !isFull
    }

    /// Adds bytes, and waits until there is room for more.
    ///
    /// - Returns: `false` once the stream has ended.
    func writeWaiting(_ bytes: [UInt8]) async -> Bool {
        let isOpen = state.withLock { state in
            guard state.end == nil else { return false }
            state.bytes.append(contentsOf: bytes)
            return true
        }
        guard isOpen else { return false }
        signal.raise()
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                guard state.end == nil && state.waiting > capacity else { return true }
                state.writer = continuation
                return false
            }
            if hasRoom { continuation.resume() }
        }
        return state.withLock { $0.end == nil }
    }

    /// Ends the stream: no more bytes come.
    func end(_ end: End) {
        let (source, writer) = state.withLock { state in
            if state.end == nil || end == .cut { state.end = end }
            defer { (state.source, state.writer) = (nil, nil) }
            return (state.source, state.writer)
        }
        source?.cancel()
        writer?.resume()
        signal.raise()
    }

    /// Ends the stream and the connection, whatever its thread waits for.
    func disconnect() {
        end(.cut)
        state.withLock { state in
            if state.socket >= 0 { _ = shutdown(state.socket, CInt(SHUT_RDWR)) }
        }
    }

    // MARK: The connection's side

    /// Closes the buffer, because the client has left or has everything: the task is cancelled, and the socket is not
    /// used any more.
    func close() {
        end(.cut)
        state.withLock { state in
            state.socket = -1
            (state.bytes, state.head) = ([], 0)
        }
    }

    /// Moves as many waiting bytes into `buffer` as fit.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        let (reading, writer) = state.withLock { state -> (Reading, CheckedContinuation<Void, Never>?) in
            if state.end == .cut { return (.end(.cut), nil) }
            guard state.waiting > 0 else { return (state.end.map(Reading.end) ?? .nothingYet, nil) }
            let count = min(state.waiting, buffer.count)
            state.bytes.withUnsafeBytes { bytes in
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[state.head..<state.head + count]))
            }
            state.head += count
            if 2 * state.head >= state.bytes.count {
                state.bytes.removeFirst(state.head)
                state.head = 0
            }
            guard 2 * state.waiting <= capacity else { return (.bytes(count), nil) }
            defer { state.writer = nil }
            return (.bytes(count), state.writer)
        }
        writer?.resume()
        return reading
    }
}
