import Glibc
import Peel

/// A folder and all below it, as inotify(7) watches them. Calls block; one thread makes them.
struct WatchedFolders: ~Copyable {
    private let root: FilePath
    private let excluded: [FilePath]
    /// Tells of changes; -1 where the system has no more of them.
    let queue: CInt
    private var watches: Set<CInt> = []
    /// `nil` while the folder is gone.
    private var rootIdentity: FileStatus.Identity?
    /// Whether the system watches fewer folders than there are.
    private var isLimited = false

    private static let mask =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_CREATE)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    init(_ root: FilePath, excluding excluded: [FilePath]) {
        self.root = root
        self.excluded = excluded
        queue = inotify_init1(CInt(O_NONBLOCK | O_CLOEXEC))
        isLimited = queue < 0
    }

    deinit { if queue >= 0 { close(queue) } }

    /// How long it may take until the folder is looked through although nothing was told.
    func patience(_ timing: FolderWatch.Timing) -> Duration {
        isLimited || rootIdentity == nil ? timing.longestUntold : timing.longest
    }

    /// Watches the folder and those below it that ``PhotoSearch`` looks through. Each is watched before it is listed,
    /// so that no file and no folder is missed. Those that are not below the folder any more are watched no longer.
    mutating func watchAll() {
        rootIdentity = (try? root.status())?.identity
        let excluded = Set(excluded.compactMap { try? $0.status().identity })
        var seen: Set<CInt> = []
        var isLimited = queue < 0
        let (root, queue) = (root, queue)
        func watch(_ folder: FilePath) {
            if queue < 0 { return }
            if !excluded.isEmpty, let identity = try? folder.status().identity, excluded.contains(identity) { return }
            let number = folder.withCString { inotify_add_watch(queue, $0, Self.mask) }
            if number >= 0 {
                seen.insert(number)
            } else if errno == ENOSPC || errno == ENOMEM {
                isLimited = true
            }
        }
        watch(root)
        _ = try? FolderWalk(root, excluding: self.excluded) { path, isFolder in
            if isFolder, path.lastComponent.bytes.first != UInt8(ascii: ".") { watch(root.appending(path)) }
            return false
        }
        for number in watches.subtracting(seen) { inotify_rm_watch(queue, number) }
        watches = seen
        self.isLimited = isLimited
    }

    /// Looks whether the folder is still the one that is watched.
    ///
    /// - Returns: whether it went away, or came back.
    mutating func checkRoot() -> Bool {
        let identity = (try? root.status())?.identity
        if identity == rootIdentity { return false }
        watchAll()
        return true
    }

    /// Takes what the system tells.
    ///
    /// - Returns: whether photos may have arrived.
    mutating func takeEvents() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var (isTold, hasNewFolders) = (false, false)
        while queue >= 0 {
            let count = read(queue, &bytes, bytes.count)
            if count <= 0 { break }
            var events = bytes[..<count]
            while let event = Event(&events) {
                if event.isOf(IN_IGNORED) { watches.remove(event.watch) }
                if event.isOf(IN_ISDIR) || event.isOf(IN_Q_OVERFLOW) {
                    hasNewFolders = true
                } else if !event.isOf(IN_MOVED_FROM), PhotoArrivals.mayBeTaken(event.name) {
                    isTold = true
                }
            }
        }
        if hasNewFolders { watchAll() }
        return isTold || hasNewFolders
    }

    private struct Event {
        let watch: CInt
        let mask: UInt32
        let name: FilePath

        /// Takes the first of what was read; `nil` when that was all.
        init?(_ bytes: inout ArraySlice<UInt8>) {
            let size = MemoryLayout<inotify_event>.size
            guard bytes.count >= size else { return nil }
            let event = bytes.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            bytes = bytes.dropFirst(size)
            watch = event.wd
            mask = event.mask
            name = FilePath(bytes: Array(bytes.prefix(Int(event.len)).prefix { $0 != 0 }))
            bytes = bytes.dropFirst(Int(event.len))
        }

        func isOf(_ kind: CInt) -> Bool { mask & UInt32(bitPattern: kind) != 0 }
    }
}
