import Peel

/// A page that leads a browser to the studio with its token. What a program is started with is in the list of
/// processes, which all users see: so the browser is given this page's path, and only its owner can read the page.
struct OpeningPage: Sendable {
    let path: FilePath
    private let folder: RunFolder

    /// - Parameter url: of the studio, token and all.
    /// - Throws: ``FileError``.
    init(leadingTo url: String) throws {
        folder = try RunFolder()
        path = folder.path.appending("studio.html")
        let page = """
            <!doctype html>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(url)">
            <title>Peel</title>
            <a href="\(url)">Peel</a>
            """
        try AtomicFile.write(Array(page.utf8), to: path, isPrivate: true)
    }

    /// Blocks.
    func remove() { folder.remove() }
}
