import Glibc

/// How much memory this program may use.
package enum MachineMemory {
    /// The machine's memory in bytes, or the limit of the program's control group if that is lower.
    package static var bytes: Int {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let groups = try? FilePath("/proc/self/cgroup").readBytes(limit: 1 << 16)
        return min(machine > 0 ? machine : 1 << 30, groupLimit(groups ?? [], root: "/sys/fs/cgroup") ?? .max)
    }

    /// Returns the lowest limit of a control group and of its parents; `nil` if none has a limit.
    ///
    /// In a container the group's own path may not exist; what lies in `root` is then the container's.
    ///
    /// - Parameters:
    ///   - groups: `/proc/self/cgroup` (cgroups(7)): lines of number, controllers and path with colons between.
    ///   - root: where the groups are mounted.
    static func groupLimit(_ groups: [UInt8], root: FilePath) -> Int? {
        var limits: [Int] = []
        for line in groups.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isUnified = fields[1].isEmpty
            let controllers = fields[1].split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
            guard isUnified || controllers.contains("memory") else { continue }
            var folder = isUnified ? root : root.appending("memory")
            var folders = [folder]
            for name in fields[2].split(separator: UInt8(ascii: "/")) where !name.elementsEqual("..".utf8) {
                folder = folder.appending(FilePath(bytes: Array(name)))
                folders.append(folder)
            }
            let name: FilePath = isUnified ? "memory.max" : "memory.limit_in_bytes"
            limits += folders.compactMap { number(in: $0.appending(name)) }
        }
        return limits.min()
    }

    /// The number in a file; `nil` for "max" and for a missing file.
    private static func number(in file: FilePath) -> Int? {
        guard let bytes = try? file.readBytes(limit: 64) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
