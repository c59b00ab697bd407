import Peel

extension OptionName {
    static let formats = Self("as")
    static let page = Self("page")
    static let landscape = Self("landscape")
    static let copies = Self("copies")
    static let gap = Self("gap")
    static let turn = Self("turn")
    static let marks = Self("marks")
    static let dpi = Self("dpi")
    static let offset = Self("offset")
    static let bleed = Self("bleed")
    static let smooth = Self("smooth")
    static let backing = Self("backing")
    static let backingOffset = Self("backing-offset")
}

extension Command {
    static let sheet = Command(
        name: "sheet",
        summary: "lay stickers out on pages to print and cut",
        synopsis: "peel sheet PACK|STICKER|PHOTO|FOLDER... -o DIR [OPTION]...",
        operands: .files("pack, sticker or photo"),
        options: [
            OptionSpec(.enlarge, "also stickers with fewer than 100 pixels an inch", in: .result),
            OptionSpec(.output, "o", .folder("DIR"), "folder for the files; made when there is none", in: .result),
            OptionSpec(
                .formats, .list("FORMAT,...", of: SheetMaker.Format.allCases.map(\.rawValue)),
                "what is written: \(SheetMaker.Format.allCases.map(\.rawValue).joined(separator: ", "))",
                default: "pdf", in: .result),
            OptionSpec(
                .page, .words(SheetSettings.Page.allCases.map(\.rawValue)), "size of a page; own: one for each sticker",
                default: "a4", in: .page),
            OptionSpec(.landscape, "pages are wider than high", in: .page),
            OptionSpec(
                .size, "s", .number("MM", 5...1_000), "longest side of each sticker along its cut line", default: "50",
                in: .page),
            OptionSpec(
                .copies, "n", .whole("N", 1...SheetSettings.mostStickers), "how many of each sticker", default: "1",
                in: .page),
            OptionSpec(
                .margin, .number("MM", 0...100), "free of lines on each side of a page",
                default: "10; 3 with --page own", in: .page),
            OptionSpec(.gap, .number("MM", 0...100), "between the lines of two stickers", default: "4", in: .page),
            OptionSpec(
                .turn, .words(SheetSettings.Turning.allCases.map(\.rawValue)), "how stickers may be turned to fit",
                default: "any", in: .page),
            OptionSpec(.marks, "registration marks in three corners of the margin", in: .page),
            OptionSpec(
                .dpi, .whole("N", 36...1_200), "dots an inch of PNG, the most of pictures in PDF and SVG",
                default: "300", in: .page),
            OptionSpec(
                .offset, .number("MM", 0...50), "from the sticker's edge out to the cut line", default: "0", in: .lines),
            OptionSpec(
                .bleed, .number("MM", 0...20), "how far colours go beyond the cut line",
                default: "2, at most half the gap; 0 with --offset", in: .lines),
            OptionSpec(
                .smooth, .number("MM", 0...20), "radius of the finest detail that is cut", default: "0, all", in: .lines
            ),
            OptionSpec(
                .backing, .words(SheetSettings.Backing.allCases.map(\.rawValue)), "a line through the backing, too",
                default: "none", in: .lines),
            OptionSpec(.backingOffset, .number("MM", 0...50), "from the cut line out to it", default: "3", in: .lines),
        ] + OptionSpec.borders + OptionSpec.limits + OptionSpec.network + [.json, .quiet, .help],
        paragraphs: [
            "Lays stickers out on pages, nested by their outlines, and writes sheet.pdf for printers, or PNG and SVG pages. "
                + "A PACK is a folder of 'peel make'; a picture that is cut out already is a sticker as it is; from any other "
                + "photo the subject is cut out first.",
            "The cut line is one closed curve around each sticker, where it is half opaque. In the PDF it is a separation "
                + "named CutContour on a layer of its own, 0.25 pt wide, and overprints. --backing adds a line that goes "
                + "through the backing, PerfCutContour. --bleed carries the edge's colours beyond the cut line.",
            "--as svg writes pages with pictures and lines for cutting machines, --as lines the lines alone, --as png what is "
                + "printed. --page own gives each sticker files of its own, by its name.",
            "All lengths are in millimetres. How full the pages are is told, beside what packing by boxes would give. "
                + "Files of the same names are replaced, but never a photo or sticker that was named. Pages of an earlier run "
                + "that are not replaced are named.",
        ],
        reference: [
            "What is read": [CommonText.formats, foldersOfPhotos],
            "Cut lines": Self.lines,
            "Names in JSON": [CommonText.names],
        ],
        jsonRecords: [.laidOutStickers],
        exitStatus: [
            "0": "all stickers are on the pages",
            "1":
                "some photos failed, each named with its reason, and the others are on the pages; or nothing was written",
            "2": Status.wrongUsage, "75": Status.diskIsFull, "130": "stopped by Ctrl-C; files that were finished stay",
        ],
        examples: [
            "peel sheet pack -o print": "an A4 PDF for a printer",
            "peel sheet pack -o print --page letter --size 60 --marks --as png,lines":
                "for a cutting machine with a camera",
            "peel sheet *.jpg -o print --page own --as svg,pdf": "a file for each sticker",
            "peel sheet cat.png -o print --copies 12 --backing outline": "singles to peel off",
        ],
        request: { try SheetRequest($0, $1) })

    private static let lines: [String] = [
        "CutContour goes through the sticker and not through the backing (a kiss cut), or through both if there is no other "
            + "line (a die cut). PerfCutContour goes through the backing. In PDF these are the names of separations and layers, "
            + "with magenta and cyan as their colours where a program does not know them; in SVG they are groups.",
        "A line is at most 0.4 of a pixel off the sticker's edge, for 512 pixels. Holes are not cut out. Parts of a sticker "
            + "that do not touch are joined by a bridge; those below a two-hundredth of the largest are left outside. --smooth "
            + "closes slits and cuts off spikes that are narrower than twice its length.",
        "A sticker with fewer than 200 pixels an inch, of those that its picture or photo has itself, is named with the largest size "
            + "in which it has them. One with fewer than 100 is refused unless --enlarge is given. In the PDF their colours are JPEG of quality 95 in RGB, their edges without loss.",
    ]

    private static let foldersOfPhotos: String =
        "In folders, files are taken whose names end with \(ImageFormat.pathExtensions.sorted().joined(separator: ", ")), in "
        + "capitals too. Links are followed, each folder is searched once. Names that begin with a dot are passed over unless "
        + "they are named themselves; the folder that is written to is never read."
}
