import Dispatch
import Glibc

/// Opens an address in the desktop's browser, which outlives this program, and waits until `xdg-open` has ended: at once, or
/// with a browser that it runs itself.
///
/// - Returns: whether there is an `xdg-open` and it found a browser.
nonisolated func openInBrowser(_ url: String) async -> Bool {
    guard let process = startBrowser(url) else { return false }
    return await withCheckedContinuation { continuation in
        // A thread that may wait for hours: none of those that tasks share.
        DispatchQueue(label: "peel.browser").async {
            var status: Int32 = 0
            while waitpid(process, &status, 0) == -1, errno == EINTR {}
            continuation.resume(returning: status == 0)
        }
    }
}

/// What `xdg-open` and the browser print is nothing for the terminal of `peel serve`.
private nonisolated func startBrowser(_ url: String) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(url), nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    return posix_spawnp(&process, "xdg-open", &actions, nil, arguments, environ) == 0 ? process : nil
}
