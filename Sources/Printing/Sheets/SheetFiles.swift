import Files

/// The names of a run's files.
struct SheetFiles {
    let folder: FilePath
    let formats: Set<SheetMaker.Format>
    /// The name of each page, without the formats' additions.
    private let pageNames: [String]
    private let isOwn: Bool

    /// Names the files of all pages.
    ///
    /// - Parameter layout: of all pages.
    /// - Throws: ``PrintingError`` with `.setting` for a sticker's name that cannot be a file's.
    init(
        of layout: SheetLayout, _ formats: Set<SheetMaker.Format>, in folder: FilePath
    ) throws(PrintingError) {
        self.folder = folder
        self.formats = formats
        isOwn = layout.settings.page == .own
        pageNames =
            isOwn
            ? try Self.names(of: layout.stickers.map(\.sticker), formats)
            : layout.pages.indices.map { "\(Self.shared)-\($0 + 1)" }
    }

    /// Returns a page's file; for PDF the file that contains it.
    func path(_ format: SheetMaker.Format, page: Int) -> FilePath {
        let name = format == .pdf && !isOwn ? Self.shared : pageNames[page]
        return folder.appending(FilePath(name + Self.ending(of: format)))
    }

    /// All files that will be written.
    private var paths: Set<FilePath> {
        Set(pageNames.indices.flatMap { page in formats.map { path($0, page: page) } })
    }

    /// The name of pages that stickers share.
    private static let shared = "sheet"

    private static func ending(of format: SheetMaker.Format) -> String {
        format == .lines ? "-lines.svg" : ".\(format.rawValue)"
    }

    /// Returns a unique name for each sticker: `cat`, `cat-2`.
    private static func names(
        of stickers: [SheetSticker], _ formats: Set<SheetMaker.Format>
    ) throws(PrintingError) -> [String] {
        var taken: Set<String> = []
        var names: [String] = []
        for stem in stickers.map(\.name) {
            guard !stem.isEmpty, stem.utf8.first != UInt8(ascii: "."),
                !stem.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
            else {
                throw PrintingError(
                    .setting,
                    "a page of its own is called after its sticker, and “\(stem)” cannot be a file's name: give one "
                        + "that has no slash and does not begin with a dot")
            }
            var name = stem
            var number = 2
            // Some file systems take two names for one if only their case differs.
            func files() -> [String] { formats.map { name.lowercased() + ending(of: $0) } }
            while !taken.isDisjoint(with: files()) {
                name = "\(stem)-\(number)"
                number += 1
            }
            taken.formUnion(files())
            names.append(name)
        }
        return names
    }

    /// Refuses files that would replace a source under any name. Blocks.
    ///
    /// - Throws: ``PrintingError`` with `.overSource`.
    func spare(_ sources: [FilePath]) throws(PrintingError) {
        var known: [FileStatus.Identity: FilePath] = [:]
        for source in sources {
            guard let identity = try? source.status().identity else { continue }
            known[identity] = source
        }
        for path in paths.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard let identity = try? path.status().identity, let source = known[identity] else { continue }
            throw PrintingError(
                .overSource,
                "\(path) would overwrite \(source), which the sheet is made of: choose another folder")
        }
    }

    /// The shared pages of earlier runs that this run does not replace. Blocks.
    var earlierFiles: [FilePath] {
        guard !isOwn else { return [] }
        let own = paths
        return ((try? folder.names()) ?? []).filter(Self.isShared).map { folder.appending($0) }.filter {
            !own.contains($0)
        }
    }

    /// Whether a run gives this name to a page that stickers share, such as `sheet.pdf` or `sheet-12-lines.svg`.
    private static func isShared(_ name: FilePath) -> Bool {
        let name = name.description
        if name == shared + ending(of: .pdf) { return true }
        guard name.hasPrefix(shared + "-") else { return false }
        let rest = name.dropFirst(shared.count + 1)
        let number = rest.prefix { ("0"..."9").contains($0) }
        return number.first.map { $0 != "0" } == true
            && [.png, .svg, .lines].map(ending).contains(String(rest.dropFirst(number.count)))
    }
}
