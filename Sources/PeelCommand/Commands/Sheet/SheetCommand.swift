import Peel

extension Command {
    static let sheet = Command(
        name: "sheet",
        summary: "lay stickers out on pages to print and cut",
        synopsis: "peel sheet PACK|STICKER|PHOTO|FOLDER... -o DIR [OPTION]...",
        operands: .files("pack, sticker or photo"),
        options: SheetRequest.options,
        paragraphs: [
            "Lays stickers out on pages, nested by their outlines, and writes sheet.pdf for printers, or PNG and SVG "
                + "pages. A PACK is a folder of 'peel make'; a picture that is already cut out is used unchanged; "
                + "from any other photo the subject is cut out first.",
            "The cut line is one closed curve around each sticker, where it is half opaque. In the PDF it is a "
                + "separation named CutContour on a layer of its own, 0.25 pt wide, and overprints. --backing adds a "
                + "line that goes through the backing, PerfCutContour. --bleed carries the edge's colours beyond the "
                + "cut line.",
            "--as svg writes pages with pictures and lines for cutting machines, --as lines the lines alone, --as "
                + "png what is printed. --page own gives each sticker files of its own, by its name.",
            "All lengths are in millimetres. Peel reports how full the pages are, compared with packing by bounding "
                + "boxes, and lists pages of an earlier run that are still there. Files of the same names are "
                + "replaced, but never a given photo or sticker.",
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
                "some photos failed and were reported with the reason, and the others are on the pages; or nothing "
                + "was written",
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
        "CutContour goes through the sticker and not through the backing (a kiss cut), or through both if there is "
            + "no other line (a die cut). PerfCutContour goes through the backing. In PDF these are the names of "
            + "separations and layers, with magenta and cyan as their colours where a program does not know them; in "
            + "SVG they are groups.",
        "A line is at most 0.4 of a pixel off the sticker's edge, for 512 pixels. Holes are not cut out. Parts of a "
            + "sticker that do not touch are joined by a bridge; those below a two-hundredth of the largest are left "
            + "outside. --smooth closes slits and cuts off spikes that are narrower than twice its length.",
        "Peel lists stickers that would print at fewer than 200 real pixels an inch, each with the largest size at "
            + "which it is sharp. A sticker with fewer than 100 is refused unless --enlarge is given. In the PDF, "
            + "colours are JPEG of quality 95 in RGB, and edges are stored without loss.",
    ]

    private static let foldersOfPhotos: String =
        "In folders, Peel takes files whose names end with "
        + "\(ImageFormat.pathExtensions.sorted().joined(separator: ", ")), in capitals too. Links are followed, and "
        + "each folder is searched once. Names that begin with a dot are skipped with a message, unless named "
        + "explicitly; the output folder is never read."
}
