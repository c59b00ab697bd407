import Peel

/// Paragraphs that several commands have in their help.
enum CommonText {
    static let aboutStorage: String =
        "Photos, manifests (--manifest, -o of split) and workers' outputs may be in storage that speaks S3: "
        + "s3://BUCKET/PREFIX. Keys come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, from "
        + "AWS_PROFILE in ~/.aws, or from a container's agent (ECS, EKS Pod Identity); the region from AWS_REGION."

    static let aboutManyPhotos: String =
        "A pack of more than \(PartMerger.largestManifest) photos has its lists beside pack.json (stickers.jsonl, "
        + "failures.jsonl), its stickers in folders by the first byte of their names, and a contact sheet of a "
        + "sample."

    static let aboutColors: String =
        "A COLOUR is written as CSS has it: orange, '#f80', '#ff8800', '#ff880080', 'rgb(255 136 0 / 50%)', 'hsl(32 "
        + "100% 50%)'. As --background FILE a picture fills the sticker, cut to its shape from the middle; its name "
        + "has a dot or a slash (./beach). A background fills all of the file, in "
        + "\(OutputFormat.phrase(joinedBy: "and")) alike, so that only its own transparency is left, and on the "
        + "contact sheet it hides the gradient."

    static let formats: String =
        "Photos are \(ImageFormat.allCases.map(\.displayName).joined(separator: ", ")), told by their content, "
        + "whatever they are called; of several pictures in a file the first. They are turned upright and converted "
        + "to sRGB. A photo that is cut out already, a fiftieth of it being transparent, keeps its own edge."

    static let folders: String =
        "In folders, files are taken whose names end with "
        + "\(PackPhoto.pathExtensions.sorted().joined(separator: ", ")), in capitals too. Links are followed, each "
        + "folder is searched once. Names that begin with a dot are passed over, and said, unless they are named "
        + "themselves; the pack's own folder is never read. --exclude PATTERN leaves out what it names: without a "
        + "slash a name in any folder, with one the path from the folder that was named on; * is any characters but "
        + "the slash, ** any, ? one, [a-z] one of a range; a slash at the end means folders only."

    static let watching: [String] = [
        "A photo is taken once it is whole: nobody has it open for writing and it has not changed for a second, longer if "
            + "it came in pieces, and ten seconds for a .mov, whose live photo may follow. Names that programs give to "
            + "files until they are whole are not taken: with a dot or a tilde at the start, or .tmp, .temp, .part, "
            + ".partial, .download or .crdownload in them. A photo that is broken is named, and taken when it "
            + "changes. A file that is replaced is taken anew.",
        "Folders below it are watched too, as they come. A folder that goes away is said, and watched again when it is "
            + "back. What other machines write on a network share is not told to this one: such a folder is looked "
            + "through once a minute, and so is every other.",
    ]

    static let lists: String =
        "A list on standard input has a path a line, or with -0 paths that end with a zero byte. Empty lines, a byte "
        + "order mark, and carriage returns where all lines have one, are no part of a path."

    static let rules: [String] = PackTarget.allCases.map { target in
        let rules = target.rules
        let formats = OutputFormat.phrase(of: rules.sticker.formats, joinedBy: "or")
        var text =
            "\(target.displayName): \(formats), \(rules.sticker.size) pixels, at most \(rules.sticker.byteLimit) "
            + "bytes; \(span(rules.stickerCount)) stickers a pack"
        if let counts = rules.stickerCounts { text += " (\(counts.map(String.init).joined(separator: ", ")))" }
        if let emoji = rules.emojiCount { text += "; \(span(emoji)) emoji each" }
        if let cover = rules.cover { text += "; a cover of \(cover.size) pixels, at most \(cover.byteLimit) bytes" }
        if let living = rules.living, rules.livingPacks != .leftOut {
            text +=
                "; those that move: \(living.format.phrase), \(living.size) pixels, at most \(living.byteLimit) bytes, "
                + "\(living.duration / 1_000_000_000) seconds"
            if rules.livingPacks == .apart { text += ", in packs of their own" }
            if let counts = rules.livingCounts { text += " (\(counts.map(String.init).joined(separator: ", ")))" }
        }
        return text + "."
    }

    static let names: String =
        "Paths in JSON are UTF-8 as they are. A byte that is not UTF-8 is written as %80 to %FF; where a name itself "
        + "has such a sequence, or %25, its % is written as %25. Every other % stands for itself. So each path can "
        + "be turned back: replace %25 and %80 to %FF by their bytes, and nothing else."

    private static func span(_ range: ClosedRange<Int>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
