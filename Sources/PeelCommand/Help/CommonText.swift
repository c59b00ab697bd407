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
        "A COLOUR is written as in CSS: orange, '#f80', '#ff8800', '#ff880080', 'rgb(255 136 0 / 50%)', 'hsl(32 100% "
        + "50%)'. With --background FILE, a picture fills the sticker, cropped from its middle; the name must have a "
        + "dot or a slash (./beach). A background fills the whole file, in \(OutputFormat.phrase(joinedBy: "and")) "
        + "alike, so only its own transparency is left, and it hides the gradient on the contact sheet."

    static let formats: String =
        "Photos are \(ImageFormat.allCases.map(\.displayName).joined(separator: ", ")), recognised by content, not by "
        + "name; for a file with several pictures, the first. They are turned upright and converted to sRGB. A photo "
        + "that is already cut out (a fiftieth of it is transparent) keeps its own edge."

    static let folders: String =
        "In folders, Peel takes files whose names end with "
        + "\(PackPhoto.pathExtensions.sorted().joined(separator: ", ")), in capitals too. Links are followed, and "
        + "each folder is searched once. Names that begin with a dot are skipped with a message, unless named "
        + "explicitly; the pack's own folder is never read. --exclude PATTERN leaves out what it matches: without a "
        + "slash a name in any folder, with one the path from the given folder on; * is any characters but the slash, "
        + "** any, ? one, [a-z] one of a range; a slash at the end means folders only."

    static let watching: [String] = [
        "A photo is added once it is complete: no program has it open for writing, and it has not changed for a "
            + "second, longer if it arrived in pieces, and ten seconds for a .mov, whose live photo may follow. "
            + "Names of unfinished files are ignored: with a dot or a tilde at the start, or .tmp, .temp, .part, "
            + ".partial, .download or .crdownload in them. A broken photo is reported, and added when it changes. A "
            + "replaced file is added again.",
        "Subfolders are watched, too, also new ones. If a watched folder disappears, Peel reports it and watches "
            + "again when it returns. Changes that other machines make on a network share are not announced, so "
            + "every folder is also scanned once a minute.",
    ]

    static let lists: String =
        "A list on standard input has a path a line, or with -0 paths that end with a zero byte. Empty lines and a "
        + "byte order mark are ignored, and so are carriage returns if all lines have them."

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
                "; animated: \(living.format.phrase), \(living.size) pixels, at most \(living.byteLimit) bytes, "
                + "\(living.duration / 1_000_000_000) seconds"
            if rules.livingPacks == .apart { text += ", in separate packs" }
            if let counts = rules.livingCounts { text += " (\(counts.map(String.init).joined(separator: ", ")))" }
        }
        return text + "."
    }

    static let names: String =
        "Paths in JSON are UTF-8 as they are. A byte that is not UTF-8 is written as %80 to %FF; where a name itself "
        + "has such a sequence, or %25, its % is written as %25. Every other % stands for itself. To get the path "
        + "back, replace %25 and %80 to %FF by their bytes, and nothing else."

    private static func span(_ range: ClosedRange<Int>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
