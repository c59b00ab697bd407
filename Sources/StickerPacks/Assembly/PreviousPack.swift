import Files
import Glibc

/// The pack that lies in a folder before a run: its manifest, and what the journal of a killed run has noted since. The
/// stickers of a pack of many photos are read from their list each time, and not held.
struct PreviousPack: Sendable {
    let folder: PackFolder
    /// Without its lists; `nil` where there is none.
    let manifest: PackManifest?
    let journal: PackJournal.Notes

    /// Blocks.
    ///
    /// - Parameter force: takes a manifest that cannot be read for none.
    init(in folder: PackFolder, force: Bool) throws(PackError) {
        self.folder = folder
        journal = try PackJournal.notes(in: folder)
        do throws(PackError) {
            manifest = try PackManifest(headOf: folder.manifest)
        } catch {
            guard force || error.code == .file(.system(ENOENT)) else { throw error }
            manifest = nil
        }
    }

    /// How many stickers there are; one that was noted anew may count twice. A manifest of a stranger may say any
    /// number.
    var stickerCount: Int {
        (manifest.map { $0.lists?.stickerCount ?? $0.stickers.count } ?? 0) &+ journal.stickers.count
    }

    /// What was part of the pack besides stickers, as paths from its folder on.
    var otherFiles: [String] {
        (manifest?.contactSheets ?? []) + journal.contactSheets + (manifest?.archive.map { [$0] } ?? [])
            + (manifest?.lists.map { [$0.stickers, $0.failures] } ?? [])
    }

    /// The stickers of the manifest or its list, then those of the journal, each in its order. Blocks.
    func forEachSticker(_ body: (PackManifest.Entry) -> Void) throws(PackError) {
        try readStickers { entry in
            body(entry)
            return true
        }
    }

    /// As ``forEachSticker(_:)``, until `body` returns `false`. The rest of a list is not read. Blocks.
    func readStickers(while body: (PackManifest.Entry) -> Bool) throws(PackError) {
        for entry in manifest?.stickers ?? [] {
            guard body(entry) else { return }
        }
        if let lists = manifest?.lists {
            let path = folder.path.appending(lists.stickers)
            var lines = try JSONLines<PackManifest.Entry>(reading: path)
            while let entry = try lines.next() {
                guard entry.isSafe else {
                    throw PackError(.damagedManifest, path, "\(path) is damaged: a file's name is impossible")
                }
                guard body(entry) else { return }
            }
        }
        for entry in journal.stickers {
            guard body(entry) else { return }
        }
    }
}
