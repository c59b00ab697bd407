import Files

/// A ZIP that is sent while it is made: as `ZipArchive` writes one, with the entries in the order in which they are
/// added. It holds no more than what was added last.
package final class ZipStream {
    private let output = ZipWriter.Output()
    private let writer: ZipWriter
    private var hasOpenEntry = false

    package init() throws(PackError) {
        let output = output
        writer = try ZipArchive.withUTF8Locale { () throws(PackError) in
            try ZipWriter(writingTo: output, named: "the ZIP")
        }
    }

    /// Begins a file of `size` bytes, all of which are to be written before the next one.
    ///
    /// - Returns: what is to be sent.
    package func begin(_ name: String, size: Int) throws(PackError) -> [UInt8] {
        try endEntry()
        try ZipArchive.withUTF8Locale { () throws(PackError) in try writer.begin(name, size: size) }
        hasOpenEntry = true
        return output.take()
    }

    /// Adds bytes to the file that was begun.
    ///
    /// - Returns: what is to be sent.
    package func write(_ bytes: [UInt8]) throws(PackError) -> [UInt8] {
        try writer.write(bytes, count: bytes.count)
        return output.take()
    }

    /// Ends the ZIP.
    ///
    /// - Returns: what is to be sent at last.
    package func finish() throws(PackError) -> [UInt8] {
        try endEntry()
        try ZipArchive.withUTF8Locale { () throws(PackError) in try writer.finish() }
        return output.take()
    }

    private func endEntry() throws(PackError) {
        if hasOpenEntry { try writer.endEntry() }
        hasOpenEntry = false
    }
}
