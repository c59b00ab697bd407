import Files
import Glibc

/// What is done of a pack while its manifest is not written yet: a line for each photo, so that a run that was killed
/// can be continued. It is locked while a run writes it, and removed once the manifest stands.
struct PackJournal: ~Copyable {
    private let lock: PackLock

    /// Opens the journal, or starts one, and takes the pack for this run.
    init(in folder: PackFolder) throws(PackError) {
        while true {
            let file: OpenFile
            do throws(FileError) {
                file = try OpenFile("write", folder.journal, flags: O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW)
            } catch {
                throw PackError(FileError("write", folder.path, cause: error.cause))
            }
            guard (try? file.status().kind) == .regular else {
                throw PackError(.inTheWay, folder.journal, "\(folder.journal) is not a file: remove it")
            }
            let lock = try PackLock(file, of: folder)
            // The run that had the lock may have removed the file at its end.
            if let opened = try? lock.file.status().identity, opened == (try? folder.journal.status().identity) {
                self.lock = lock
                return
            }
        }
    }

    /// Leaves a folder that is not taken as it was.
    func giveUp(_ folder: PackFolder) {
        if (try? lock.file.status().size) == 0 { try? folder.journal.removeFile() }
    }

    /// What is noted of a page of the contact sheet.
    private struct Page: Codable {
        let contactSheet: String
    }

    /// What runs were about to write: stickers and pages of the contact sheet.
    struct Notes: Sendable {
        var stickers: [PackManifest.Entry] = []
        var contactSheets: [String] = []
    }

    /// What the runs before this one have noted; nothing where there is no journal. A line that is cut short or makes
    /// no sense is passed over.
    static func notes(in folder: PackFolder) throws(PackError) -> Notes {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try OpenFile.readingFile(folder.journal, followingLinks: false)
                .readBytes(limit: PackManifest.maximumBytes, allowsEmpty: true)
        } catch {
            if error.errorNumber == ENOENT { return Notes() }
            throw PackError(error)
        }
        var notes = Notes()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let entries = try? CheckedJSON.decode([PackManifest.Entry].self, from: line) {
                if entries.allSatisfy(\.isSafe) { notes.stickers += entries }
            } else if let page = try? CheckedJSON.decode(Page.self, from: line),
                PackFolder.isContactSheetName(page.contactSheet)
            {
                notes.contactSheets.append(page.contactSheet)
            }
        }
        return notes
    }

    /// Notes the stickers of a photo.
    func append(_ entries: [PackManifest.Entry]) throws(FileError) {
        try append(json: PackManifest.json(entries, []))
    }

    func append(contactSheet: String) throws(FileError) {
        try append(json: PackManifest.json(Page(contactSheet: contactSheet), []))
    }

    private func append(json: [UInt8]) throws(FileError) {
        // The line feed before it ends a line that a killed run, or a full disk, has cut short.
        try lock.file.write([UInt8(ascii: "\n")] + json)
    }
}
