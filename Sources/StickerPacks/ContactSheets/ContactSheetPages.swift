import Files
import Imaging
import Synchronization

/// The contact sheet of a pack, whose pages are written as soon as they are full. Tiles may come from any thread.
final class ContactSheetPages: Sendable {
    /// Called with the name of a page before the page is written.
    typealias Note = (String) throws(FileError) -> Void

    private struct State {
        var sheet: ContactSheet
        var pageCount = 0
        var written: Set<Int> = []
    }

    private let folder: PackFolder
    private let state: Mutex<State>

    init(of folder: PackFolder, photoCount: Int) {
        self.folder = folder
        state = Mutex(State(sheet: ContactSheet(photoCount: photoCount)))
    }

    /// The names of the pages that were written, in their order.
    var names: [String] {
        state.withLock { $0.written.sorted() }.map { PackFolder.contactSheetName(page: $0) }
    }

    /// Takes the tiles of a photo, see ``ContactSheet/add(_:photo:)``.
    func place(_ tiles: [ContactSheetTile], photo: Int, note: Note = { _ in }) throws(PackError) {
        try writePages(note) { $0.add(tiles, photo: photo) }
    }

    /// Writes the pages that are left, see ``ContactSheet/finish()``.
    func finish(note: Note = { _ in }) throws(PackError) {
        try writePages(note) { $0.finish() }
    }

    private func writePages(_ note: Note, _ full: (inout ContactSheet) -> [Bitmap]) throws(PackError) {
        let (first, pages) = state.withLock { state in
            let pages = full(&state.sheet)
            state.pageCount += pages.count
            return (state.pageCount - pages.count + 1, pages)
        }
        for (index, page) in pages.enumerated() {
            // One that cannot be encoded is missing, and its stickers are there.
            guard let png = try? ImageEncoder(.png()).encode(page) else { continue }
            try write(png, page: first + index, note)
        }
    }

    /// - Parameters:
    ///   - png: the encoded page.
    ///   - page: from 1.
    func write(_ png: [UInt8], page: Int, _ note: Note) throws(PackError) {
        try asPackError { () throws(FileError) in
            try note(PackFolder.contactSheetName(page: page))
            state.withLock { _ = $0.written.insert(page) }
            try AtomicFile.write(png, to: folder.contactSheet(page: page))
        }
    }
}
