import Glibc

/// The three streams of a program, seen from the side of the tests; -1 once closed.
struct Pipes {
    var input: CInt = -1
    var output: CInt = -1
    var error: CInt = -1

    mutating func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    mutating func closeAll() {
        for descriptor in [input, output, error] where descriptor >= 0 { close(descriptor) }
        self = Pipes()
    }

    /// Opens this side and returns the program's; `nil`, with `errno` set, when the system has no more of them.
    mutating func open(terminalColumns: Int?) -> Pipes? {
        var program = Pipes()
        var isOpen = Self.connect(reading: &program.input, writing: &input)
        isOpen = isOpen && Self.connect(reading: &output, writing: &program.output)
        if let terminalColumns {
            isOpen = isOpen && Self.openTerminal(columns: terminalColumns, tests: &error, program: &program.error)
        } else {
            isOpen = isOpen && Self.connect(reading: &error, writing: &program.error)
        }
        isOpen = isOpen && fcntl(input, F_SETFL, O_NONBLOCK) == 0
        guard isOpen else {
            let reason = errno
            program.closeAll()
            errno = reason
            return nil
        }
        return program
    }

    private static func connect(reading: inout CInt, writing: inout CInt) -> Bool {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        reading = ends[0]
        writing = ends[1]
        return closeOnExec(reading, writing)
    }

    private static func openTerminal(columns: Int, tests: inout CInt, program: inout CInt) -> Bool {
        var mode = termios()
        cfmakeraw(&mode)
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        return openpty(&tests, &program, nil, &mode, &size) == 0 && closeOnExec(tests, program)
    }

    /// Or a program that another test starts meanwhile would keep this one's streams open.
    private static func closeOnExec(_ descriptors: CInt...) -> Bool {
        descriptors.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
    }

    /// Waits until a stream can be used or has ended.
    func poll(atMost duration: Duration) -> (input: Bool, output: Bool, error: Bool) {
        var streams = [
            pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: error, events: Int16(POLLIN), revents: 0),
        ]
        Self.poll(&streams, atMost: duration)
        return (streams[0].revents != 0, streams[1].revents != 0, streams[2].revents != 0)
    }

    static func poll(_ streams: inout [pollfd], atMost duration: Duration) {
        let milliseconds = max(0, duration / .milliseconds(1)).rounded(.up)
        _ = Glibc.poll(&streams, nfds_t(streams.count), CInt(min(milliseconds, 1e9)))
    }

    /// Writes what fits; closes the stream at the end, or when the program no longer reads.
    mutating func write(_ unsent: inout ArraySlice<UInt8>) {
        let count = unsent.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
        if count > 0 { unsent = unsent.dropFirst(count) }
        let isBusy = count < 0 && (errno == EAGAIN || errno == EINTR)
        if unsent.isEmpty || (count < 0 && !isBusy) { closeInput() }
    }

    /// Reads once; closes the stream at its end. Returns whether there was anything.
    static func read(_ stream: inout CInt, into bytes: inout [UInt8]) -> Bool {
        let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, Glibc.read(stream, buffer.baseAddress, buffer.count))
        }
        // The end of a terminal is an error (EIO).
        if chunk.isEmpty {
            close(stream)
            stream = -1
        }
        bytes += chunk
        return !chunk.isEmpty
    }
}
