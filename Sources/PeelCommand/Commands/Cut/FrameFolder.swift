import Glibc
import Peel

/// A folder of numbered pictures that appears whole or not at all.
struct FrameFolder: Sendable {
    private let output: FilePath
    /// Where the links of ``output`` lead.
    private let place: FilePath
    private let run: RunFolder

    /// Makes the folder beside its place under another name. Blocks.
    ///
    /// - Throws: ``CommandFailure`` if there is a folder with something in it, or one that cannot be replaced.
    init(at output: FilePath) throws {
        self.output = output
        if let status = try? output.status() {
            guard status.kind == .folder else { throw FileError("write", output, errorNumber: ENOTDIR) }
            guard try output.isEmptyFolder() else {
                throw CommandFailure("\(output): the folder is not empty: name a new one for the frames")
            }
            guard let resolved = output.withCString({ realpath($0, nil) }) else { throw FileError("write", output) }
            defer { free(resolved) }
            place = FilePath(cString: resolved)
            guard try place.parent.status().identity.device == status.identity.device,
                (try? FilePath(".").status().identity) != status.identity
            else {
                throw CommandFailure(
                    "\(output): it is a mounted disk or the folder you are in, and cannot be replaced: name a new one in it"
                )
            }
        } else {
            let link = output.parent.appending(output.lastComponent)
            guard (try? link.status(followingLinks: false)) == nil else {
                throw FileError("write", output, errorNumber: ENOENT)
            }
            place = output
        }
        try place.parent.createFolder()
        run = try RunFolder(in: place.parent)
    }

    /// Writes a picture. Blocks.
    ///
    /// - Parameter number: from 1 on, with four digits or more: frame-0001.png.
    func write(_ file: [UInt8], number: Int) throws(FileError) {
        let digits = String(number)
        let name = "frame-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".png"
        do throws(FileError) {
            try AtomicFile.write(file, to: run.openPath.appending(name), durability: .deferred)
        } catch {
            throw FileError(error.action, output.appending(name), cause: error.cause)
        }
    }

    /// Moves the folder to its place. Blocks.
    func commit() throws(FileError) {
        try run.path.synchronizeFolder()
        let result = run.openPath.withCString { from in place.withCString { to in rename(from, to) } }
        guard result == 0 else { throw FileError("write", output) }
        run.remove()
    }

    /// Removes what was written. Blocks.
    func abandon() { run.remove() }
}
