import Execution
import Glibc
import Peel

/// What became of opening an address in the desktop's browser.
enum BrowserOpening: Equatable, Sendable {
    case opened
    /// There is no `xdg-open`.
    case noOpener
    /// `xdg-open` found no browser, or could not start it.
    case noBrowser

    /// Opens an address or a page in a browser that outlives this program, and waits until `xdg-open` has ended: at
    /// once, or with a browser that it runs itself. All users can see the address.
    init(_ target: FilePath) async {
        guard let process = Self.start(target) else {
            self = .noOpener
            return
        }
        // A thread that may wait for hours: none of those that tasks share.
        self = await OwnThread.run {
            var status: Int32 = 0
            while waitpid(process, &status, 0) == -1, errno == EINTR {}
            // Other codes can be those of the browser, when it ended: 3 and 4 are xdg-open's own (its manual).
            let hasExited = status & 0x7f == 0
            let code = (status >> 8) & 0xff
            return hasExited && (code == 3 || code == 4) ? .noBrowser : .opened
        }
    }

    private static func start(_ target: FilePath) -> pid_t? {
        // The terminal of `peel serve` does not show what xdg-open and the browser print.
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // Dispatch's threads block most signals and peel ignores SIGPIPE: neither is handed on. A session of its own,
        // or Ctrl-C would end the browser too.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let newSession: CInt = 0x80  // POSIX_SPAWN_SETSID, which Glibc declares only with GNU's extensions
        posix_spawnattr_setflags(&attributes, CShort(CInt(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | newSession))
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), target.withCString { strdup($0) }, nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        return posix_spawnp(&process, "xdg-open", &actions, &attributes, arguments, environ) == 0 ? process : nil
    }
}
