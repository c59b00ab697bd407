import Files
import Glibc

/// What Linux reports of a process in `/proc` (proc(5)).
struct ProcessFacts: Sendable {
    /// The resident memory that is not shared with a file, in bytes.
    let anonymousBytes: Int
    /// All resident memory in bytes.
    let residentBytes: Int
    let descriptors: Int
    let threads: Int

    /// Reads the facts; `nil` if there is no such process.
    init?(_ process: pid_t) {
        let folder = FilePath("/proc/\(process)")
        guard let status = try? folder.appending("status").readBytes(limit: 1 << 16),
            let names = try? folder.appending("fd").names()
        else { return nil }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        func number(_ key: String) -> Int {
            let line = lines.first { $0.hasPrefix(key) }
            return line.flatMap { Int($0.dropFirst(key.count).trimmedDigits) } ?? 0
        }
        anonymousBytes = number("RssAnon:") << 10
        residentBytes = number("VmRSS:") << 10
        threads = number("Threads:")
        descriptors = names.count
    }

    /// The targets of the descriptors, for a report.
    static func descriptorTargets(_ process: pid_t) -> [String] {
        let folder = FilePath("/proc/\(process)/fd")
        return ((try? folder.names()) ?? []).map { "\(folder.appending($0).linkTarget)" }.sorted()
    }
}

extension FilePath {
    /// Returns a link's target; empty if it is no link.
    var linkTarget: FilePath {
        var target = [CChar](repeating: 0, count: 4096)
        let count = withCString { readlink($0, &target, target.count) }
        return FilePath(bytes: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) })
    }
}

extension Substring {
    fileprivate var trimmedDigits: Substring { drop { !$0.isNumber }.prefix { $0.isNumber } }
}
