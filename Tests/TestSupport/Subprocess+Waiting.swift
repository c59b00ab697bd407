import CTestProcess
import Files
import Glibc
import Synchronization

/// Held from the opening of a program's pipes to its start, so that no other program inherits them.
private let starting = Mutex(())

extension Subprocess {
    /// Starts the program, feeds it and listens to it until it ends. Blocks the thread.
    func wait(
        _ program: RunningProgram, _ onOutput: Listener?
    ) throws(Failure) -> Output {
        // A program that does not read its input must not take the tests with it. The thread ends with this call.
        var brokenPipe = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)

        let deadline = ContinuousClock.now + timeout
        var pipes = try starting.withLock { _ throws(Failure) in try start(program) }
        defer { pipes.closeAll() }

        var output = Output(exit: .exited(0))
        var unsent = standardInput[...]
        if unsent.isEmpty { pipes.closeInput() }
        while pipes.output >= 0 || pipes.error >= 0 {
            let ready = pipes.poll(atMost: deadline - .now)
            try check(program, deadline)
            if ready.input { pipes.write(&unsent) }
            var hasNews = false
            if ready.output { hasNews = Pipes.read(&pipes.output, into: &output.standardOutput) || hasNews }
            if ready.error { hasNews = Pipes.read(&pipes.error, into: &output.standardError) || hasNews }
            if hasNews { onOutput?(output.standardOutput, output.standardError, program) }
        }
        // Between closing its outputs and its end a program needs some microseconds.
        var end = [pollfd(fd: pidfd_open(program.processID ?? -1, 0), events: Int16(POLLIN), revents: 0)]
        defer { close(end[0].fd) }
        while end[0].fd >= 0, end[0].revents == 0 {
            Pipes.poll(&end, atMost: deadline - .now)
            try check(program, deadline)
        }
        if let exit = program.reap() { output.exit = exit }
        return output
    }

    private func check(_ program: RunningProgram, _ deadline: ContinuousClock.Instant) throws(Failure) {
        guard program.isCancelled || .now >= deadline else { return }
        program.send(SIGKILL)
        _ = program.reap()
        if program.isCancelled { throw Failure(code: .cancelled, description: "\(executable) was cancelled") }
        throw Failure(code: .timedOut, description: "\(executable) did not end within \(timeout)")
    }

    private func start(_ program: RunningProgram) throws(Failure) -> Pipes {
        var pipes = Pipes()
        guard var childEnds = pipes.open(terminalColumns: terminalColumns) else {
            let reason = String(cString: strerror(errno))
            pipes.closeAll()
            throw Failure(code: .notStarted, description: "no pipes for \(executable): \(reason)")
        }
        defer { childEnds.closeAll() }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, childEnds.input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, childEnds.output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, childEnds.error, STDERR_FILENO)

        // The program starts with every signal as a shell would hand it over, whatever the tests' threads block.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, CShort(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        // Where tests crash, no program of theirs stays behind: a server would keep the reader of its output waiting.
        // setpriv and env become the program; the C library's own way to change the folder is not visible from Swift.
        if executable.bytes.contains(UInt8(ascii: "/")), executable.withCString({ access($0, X_OK) }) != 0 {
            let reason = String(cString: strerror(errno))
            pipes.closeAll()
            throw Failure(code: .notStarted, description: "cannot start \(executable): \(reason)")
        }
        var command: [FilePath] = ["/usr/bin/setpriv", "--pdeathsig", "KILL"]
        if let workingDirectory { command += ["/usr/bin/env", "-C", workingDirectory] }
        command += [executable] + arguments
        let words = CStrings(command)
        let variables = CStrings(
            (environment ?? Self.environment(adding: [:])).sorted { $0.key < $1.key }.map { FilePath("\($0)=\($1)") })
        defer {
            words.free()
            variables.free()
        }
        var processID: pid_t = 0
        let status = command[0].withCString { name in
            posix_spawnp(&processID, name, &actions, &attributes, words.pointers, variables.pointers)
        }
        guard status == 0 else {
            pipes.closeAll()
            throw Failure(
                code: .notStarted, description: "cannot start \(executable): \(String(cString: strerror(status)))")
        }
        program.started(processID)
        return pipes
    }
}

/// Strings as `exec` takes them: a null pointer at the end.
private struct CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [FilePath]) {
        pointers = strings.map { string in string.withCString { strdup($0) } } + [nil]
    }

    func free() {
        for pointer in pointers { Glibc.free(pointer) }
    }
}
