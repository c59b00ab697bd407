import Files
import Glibc

/// What Linux reports of a process in `/proc` (proc(5)).
struct ProcessFacts: Sendable {
    /// The resident memory that is not shared with a file, in bytes.
    let anonymousBytes: Int
    /// All resident memory in bytes.
    let residentBytes: Int
    let threads: Int
    /// What the descriptors stand for, sorted.
    let descriptors: [String]

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
        descriptors = names.map { "\(folder.appending("fd").appending($0).linkTarget)" }.sorted()
    }

    /// Describes each resource whose least value in `last` exceeds the least in `first` by more than a tenth. Memory
    /// may grow by another 16 MiB, because the allocator's pools are never empty, threads by another two, since those
    /// of Swift's pool start late.
    ///
    /// - Parameters:
    ///   - memory: whether memory is judged at all.
    ///   - sockets: how many more may be open, since those of loaders come and go.
    static func growth(
        from first: some Collection<ProcessFacts>, to last: some Collection<ProcessFacts>, memory: Bool = true,
        sockets: Int = 0
    ) -> [String] {
        func grown(_ what: String, by slack: Int = 0, _ count: (ProcessFacts) -> Int) -> String? {
            guard let before = first.map(count).min(), let after = last.map(count).min(),
                after > before + before / 10 + slack
            else { return nil }
            return "\(what) grew from \(before) to \(after)"
        }
        var new = last.map(\.descriptors).min { $0.count < $1.count } ?? []
        for descriptor in first.map(\.descriptors).min(by: { $0.count < $1.count }) ?? [] {
            if let place = new.firstIndex(of: descriptor) { new.remove(at: place) }
        }
        return [
            memory ? grown("MiB of memory", by: 16) { $0.residentBytes >> 20 } : nil,
            grown("threads", by: 2, \.threads),
            grown("descriptors", by: sockets, \.descriptors.count).map { "\($0), new are \(new)" },
        ].compactMap { $0 }
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
