import Glibc

extension FilePath {
    /// Reads the whole file, which must be neither a pipe nor a device. Blocks.
    ///
    /// - Parameters:
    ///   - limit: how many bytes it may have. A longer file is not read any further than that.
    ///   - allowsEmpty: whether a file without bytes is allowed.
    /// - Throws: as ``readBytes(limit:allowsEmpty:allowsPipes:)``.
    public func readBytes(limit: Int = .max, allowsEmpty: Bool = false) throws(FileError) -> [UInt8] {
        try readBytes(limit: limit, allowsEmpty: allowsEmpty, allowsPipes: false)
    }

    /// Reads the whole file. Blocks.
    ///
    /// - Parameters:
    ///   - limit: how many bytes it may have. A longer file is not read any further than that; `/dev/zero` never ends.
    ///   - allowsEmpty: whether a file without bytes is allowed.
    ///   - allowsPipes: whether a pipe or a device is read to its end, however long that takes. Allow it for a path
    ///     that a person named, not for one in a folder that others write to.
    /// - Throws: ``FileError`` with `EISDIR` for a folder, ``FileError/Cause/notAFile``, ``FileError/Cause/empty``,
    ///   ``FileError/Cause/tooManyBytes(limit:)``, or what the system says.
    public func readBytes(limit: Int, allowsEmpty: Bool = false, allowsPipes: Bool) throws(FileError) -> [UInt8] {
        if allowsPipes { return try OpenFile(reading: self).readBytes(limit: limit, allowsEmpty: allowsEmpty) }
        return try OpenFile.readingFile(self).readBytes(limit: limit, allowsEmpty: allowsEmpty)
    }
}

extension OpenFile {
    /// Reads the rest of the file. Blocks. The rules are those of
    /// ``FilePath/readBytes(limit:allowsEmpty:allowsPipes:)``.
    package func readBytes(limit: Int = .max, allowsEmpty: Bool = false) throws(FileError) -> [UInt8] {
        let status = try status()
        guard status.kind != .folder else { throw FileError("read", path, errorNumber: EISDIR) }
        let expected = status.kind == .regular ? status.size : 0
        guard expected <= limit else { throw FileError("read", path, cause: .tooManyBytes(limit: limit)) }

        // One more than expected, so that the end of the file is seen without growing the buffer.
        var bytes = [UInt8](repeating: 0, count: max(expected, 65_535) + 1)
        var count = 0
        while true {
            let read = try read(into: &bytes, from: count)
            if read == 0 { break }
            count += read
            guard count <= limit else { throw FileError("read", path, cause: .tooManyBytes(limit: limit)) }
            if count == bytes.count {
                // One more than allowed, so that a byte too many is seen.
                bytes.append(contentsOf: repeatElement(0, count: min(count, limit - count + 1)))
            }
        }
        guard count > 0 || allowsEmpty else { throw FileError("read", path, cause: .empty) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
