public import Files
import Glibc

/// What some tests need of the machine that not every machine has. Where it is missing, such a test is skipped and says
/// so:
///
///     @Test(.enabled(if: SystemAbilities.hasProgram("fish"), "fish is not installed"))
///
/// `Scripts/setup tests` installs the programs.
public enum SystemAbilities {
    /// Where a program of the system is; `nil` when it is not installed.
    public static func program(_ name: String) -> FilePath? {
        ["/bin/", "/usr/bin/", "/usr/local/bin/"].map { FilePath($0 + name) }.first {
            $0.withCString { access($0, X_OK) } == 0
        }
    }

    public static func hasProgram(_ name: String) -> Bool { program(name) != nil }

    /// Whether a file system can be mounted: for root alone, and not in every container.
    public static let mountsFileSystems = withSmallDisk(at: TemporaryFolder(), kilobytes: 64) {}

    /// Whether a program can mount file systems in a name space of its own (user_namespaces(7)).
    public static let hasNamespaces: Bool = run(
        "unshare", "-rm", "sh", "-c", "mount -t tmpfs none /mnt")

    /// Whether this process runs under the thread or the address sanitizer, which take several times the memory.
    public static let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

    /// Whether another user may run what was built: not where a folder above the checkout is only for its owner.
    public static let othersMayRunPrograms: Bool = {
        guard geteuid() == 0 else { return true }
        let program = FilePath("/proc/self/exe").withCString { realpath($0, nil) }
        defer { free(program) }
        guard let program else { return false }
        return run("setpriv", "--reuid=65534", "--clear-groups", "/usr/bin/test", "-x", String(cString: program))
    }()

    /// Runs a short program and tells whether it succeeded.
    public static func run(_ words: String...) -> Bool {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var process = pid_t()
        var status: CInt = -1
        guard posix_spawnp(&process, words[0], &actions, nil, &arguments, nil) == 0 else { return false }
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return false } }
        return status == 0
    }
}
