import Glibc

extension AtomicFile {
    /// The prefix of the names of files that are being written; 16 hexadecimal digits follow.
    static let partialPrefix = ".peel-partial-"

    /// Removes what a run that was killed left in a folder. Files of other users stay, and files that a living process
    /// is writing: it holds their lock.
    ///
    /// - Returns: how many were removed.
    @discardableResult
    package static func removeLeftovers(in folder: FilePath) throws(FileError) -> Int {
        var removed = 0
        for name in try folder.names() where isPartial(name) {
            let path = folder.appending(name)
            guard let leftover = try? OpenFile("remove", path, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK),
                (try? leftover.status().isOwn) == true, leftover.lock(waiting: false) == .taken
            else { continue }
            if path.withCString({ unlink($0) }) == 0 { removed += 1 }
        }
        return removed
    }

    private static func isPartial(_ name: FilePath) -> Bool {
        let digits = name.bytes.dropFirst(partialPrefix.utf8.count)
        return name.bytes.starts(with: partialPrefix.utf8) && digits.count == 16
            && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    static func makePartial(for path: FilePath, mode: mode_t = 0o666) throws(FileError) -> OpenFile {
        while true {
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            let name = partialPrefix + String(repeating: "0", count: 16 - digits.count) + digits
            do {
                let file = try OpenFile(
                    "write", path.parent.appending(name), flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
                // Another process that removes leftovers may have removed the file before it was locked.
                _ = file.lock(waiting: true)
                if try file.status().linkCount > 0 { return file }
            } catch let error where error.errorNumber == EEXIST {
                continue
            } catch {
                throw FileError(error.action, path, cause: error.cause)
            }
        }
    }
}
