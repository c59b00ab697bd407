import Files
import Synchronization

/// A sound server of PulseAudio's of its own, with one source: the microphone `tone.monitor`, 440 Hz at half of full
/// scale, which is what is played.
///
///     let server = PulseServer()
///     let running = Task { try await server.run() }
///     await server.isReady()
///
/// Its variables belong into the environment of the program that reads it.
public final class PulseServer: Sendable {
    private let folder = TemporaryFolder()
    private let ready = AsyncStream.makeStream(of: Void.self)
    private let program = Mutex<RunningProgram?>(nil)

    public init() {}

    /// Without these a client looks for the server of the person who is logged in.
    public var environment: [String: String] {
        let own = folder.path.description
        return ["PULSE_SERVER": "unix:\(own)/native", "XDG_RUNTIME_DIR": own, "HOME": own]
    }

    /// Runs until it is told to end, or half a minute after its last client.
    @discardableResult
    public func run() async throws -> Subprocess.Output {
        let server = Subprocess(
            "pulseaudio",
            [
                "-n", "-v", "--log-target=stderr", "--daemonize=no", "--use-pid-file=no", "--disable-shm=yes",
                "--exit-idle-time=30",
                "-L", FilePath("module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1"),
                "-L", "module-null-sink sink_name=tone", "-L", "module-sine sink=tone frequency=440",
            ], environment: Subprocess.environment(adding: environment.mapValues { $0 as String? }))
        defer { ready.continuation.finish() }
        return try await server.run { [ready, self] _, errors, program in
            self.program.withLock { $0 = program }
            if String(decoding: errors, as: UTF8.self).contains("startup complete") { ready.continuation.finish() }
        }
    }

    /// Waits until clients can come, or the server has ended.
    public func isReady() async {
        for await _ in ready.stream {}
    }

    public func send(_ signal: CInt) {
        program.withLock { $0?.send(signal) }
    }
}
