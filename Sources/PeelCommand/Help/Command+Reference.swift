import Peel

/// A heading of a command's help and paragraphs under it.
struct ReferenceSection: Equatable, Sendable {
    let title: String
    let paragraphs: [String]
}

extension Command {
    /// What must be known exactly: what is read, and what counts as the same photo.
    var reference: [ReferenceSection] {
        switch self {
        case .make:
            [
                ReferenceSection(title: "What is read", paragraphs: [Self.formats, Self.folders, Self.lists]),
                ReferenceSection(title: "The same photo", paragraphs: Self.samePhoto),
                ReferenceSection(title: "What is said of photos", paragraphs: Self.metadata),
                ReferenceSection(title: "Packs for platforms", paragraphs: Self.platforms),
                ReferenceSection(title: "Names in JSON", paragraphs: [Self.names]),
            ]
        case .check:
            [
                ReferenceSection(title: "Rules", paragraphs: Self.rules),
                ReferenceSection(title: "Names in JSON", paragraphs: [Self.names]),
            ]
        case .upload: [ReferenceSection(title: "Names in JSON", paragraphs: [Self.names])]
        case .sheet:
            [
                ReferenceSection(title: "What is read", paragraphs: [Self.formats, Self.foldersOfPhotos]),
                ReferenceSection(title: "Cut lines", paragraphs: Self.lines),
                ReferenceSection(title: "Names in JSON", paragraphs: [Self.names]),
            ]
        case .cut:
            [
                ReferenceSection(title: "What is read", paragraphs: [Self.formats]),
                ReferenceSection(title: "Requests", paragraphs: Self.requests),
            ]
        case .scan:
            [
                ReferenceSection(title: "What is read", paragraphs: Self.movies),
                ReferenceSection(title: "Names in JSON", paragraphs: [Self.names]),
            ]
        case .colors:
            [
                ReferenceSection(title: "What is read", paragraphs: [Self.formats]),
                ReferenceSection(title: "Names in JSON", paragraphs: [Self.names]),
            ]
        case .serve:
            [
                ReferenceSection(
                    title: "What is read",
                    paragraphs: [
                        Self.formats,
                        "Two photos with the same bytes are one in the library, whatever they are called. A photo that was "
                            + "saved anew by another program is another photo.",
                    ])
            ]
        case .split:
            [
                ReferenceSection(title: "What is read", paragraphs: [Self.formats, Self.folders, Self.lists]),
                ReferenceSection(title: "Parts", paragraphs: Self.parts),
                ReferenceSection(title: "Names in JSON", paragraphs: [Self.names]),
            ]
        case .worker:
            [
                ReferenceSection(title: "The part", paragraphs: Self.partNumbers),
                ReferenceSection(title: "The output", paragraphs: Self.output),
                ReferenceSection(title: "Metrics", paragraphs: Self.metrics),
                ReferenceSection(title: "What is read", paragraphs: [Self.formats]),
                ReferenceSection(title: "Names in JSON", paragraphs: [Self.names]),
            ]
        case .merge: [ReferenceSection(title: "Names in JSON", paragraphs: [Self.names])]
        case .catalog, .doctor, .help: []
        }
    }

    /// How it ends, as the shell sees it.
    var exitStatus: [(status: String, meaning: String)] {
        let wrong = ("2", "the command line is wrong; nothing was done")
        let full = ("75", "try again: the disk is full or does not answer")
        let stopped = ("130", "stopped by Ctrl-C before the end; what was finished is kept")
        return switch self {
        case .make:
            [
                (
                    "0",
                    "every photo has its stickers or was left out by --min-confidence; with --dry-run, all was listed"
                ),
                (
                    "1",
                    "some photos failed, each named with its reason, and the others are done; or no sticker was made, and a pack "
                        + "that was there is as it was; or a pack for a platform breaks a rule and was not written"
                ),
                wrong,
                (
                    "74",
                    "the run could not go on, as when its folder goes away; what was made until then is a pack, and "
                        + "--resume goes on"
                ),
                (
                    "75",
                    "try again with --resume: the disk is full or does not answer; what was made until then is a pack"
                ),
                stopped,
            ]
        case .split:
            [
                ("0", "all photos are in parts"),
                ("65", "the parts are written, but a source could not be looked at, and is named"),
                full,
                (
                    "2",
                    "never try again as it is: the command line is wrong, there are no photos, or a folder cannot be used"
                ),
            ]
        case .worker:
            [
                ("0", "all photos of the part are recorded, and have stickers or were left out by --min-confidence"),
                (
                    "65",
                    "all are recorded, some of them as bad, each named with its reason; another run changes nothing"
                ),
                (
                    "75",
                    "try again with --resume: the disk is full, storage does not answer, or SIGTERM or Ctrl-C came; what was in "
                        + "flight was finished first"
                ),
                (
                    "2",
                    "never try again as it is: the command line is wrong, the manifest or network cannot be read, or the output is "
                        + "of other settings"
                ),
                ("130", "ended at once by a second SIGTERM or Ctrl-C; try again with --resume"),
            ]
        case .merge:
            [
                ("0", "the pack is written, and every photo has stickers"),
                ("65", "the pack is written, and lists the photos that have no sticker"),
                (
                    "75",
                    "try again: photos have no record yet, the disk is full, storage does not answer, or it was stopped"
                ),
                (
                    "2",
                    "never try again as it is: the command line is wrong, the outputs do not belong together, or the folder cannot be "
                        + "used"
                ),
                ("130", "ended at once by a second SIGTERM or Ctrl-C"),
            ]
        case .check:
            [("0", "all rules are kept"), ("1", "a rule is broken, or a pack could not be read"), wrong]
        case .upload:
            [
                ("0", "the set has all stickers of the pack"),
                ("1", "it has not, and the reason is named; what was uploaded stays, and the same command goes on"),
                wrong,
                ("130", "stopped by Ctrl-C; the same command goes on"),
            ]
        case .sheet:
            [
                ("0", "all stickers are on the pages"),
                (
                    "1",
                    "some photos failed, each named with its reason, and the others are on the pages; or nothing was written"
                ),
                wrong, full, ("130", "stopped by Ctrl-C; files that were finished stay"),
            ]
        case .cut:
            [
                ("0", "the sticker is written; with --requests, standard input has ended"),
                ("1", "it is not, and the reason is named; with --requests, a request that is none"), wrong, full,
                stopped,
            ]
        case .scan:
            [
                ("0", "picture and movie are written"),
                ("1", "something failed, with its reason; what there was until then is written"), wrong,
                full, ("130", "stopped by Ctrl-C; picture and movie are finished first"),
            ]
        case .colors: [("0", "all done"), ("1", "some photos failed, each named with its reason"), wrong]
        case .catalog:
            [
                ("0", "all listed or saved"),
                ("1", "some pictures or sources failed, each named with its reason; the others are done"), wrong,
                full, stopped,
            ]
        case .serve: [("0", "ended by Ctrl-C"), ("1", "could not start, and the reason is named"), wrong]
        case .doctor: [("0", "all works"), ("1", "something does not work: see FAILS"), wrong]
        case .help: [("0", "printed"), wrong]
        }
    }

    private static let formats: String =
        "Photos are \(ImageFormat.allCases.map(\.displayName).joined(separator: ", ")), told by their content, whatever "
        + "they are called; of several pictures in a file the first. They are turned upright and converted to sRGB. A photo "
        + "that is cut out already, a fiftieth of it being transparent, keeps its own edge."

    private static let requests: [String] = [
        "A request on standard input is a line, a JSON object, and after it the photo: {\"id\": 7, \"bytes\": 120000, "
            + "\"arguments\": [\"--size\", \"320\"]}. arguments are options of this command, and may be missing; those of the "
            + "program itself (--jobs, --max-bytes, --max-pixels, --max-memory, --device, --model) stand on its command line.",
        "First comes a line with status ready, version, device and jobs. The answer to a request is a line with its id, and "
            + "after it as many bytes as its bytes says: the sticker. status is made (then with type, width, height, photoWidth, "
            + "photoHeight, box, confidence, scale and colors) or failed (then with reason, and code: options, unreadable, "
            + "noSubject or engine). Answers come in the order in which they are ready. At the end of standard input the "
            + "photos in work are finished.",
    ]

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

    private static let movies: [String] = [
        "A movie is any file that FFmpeg reads, told by its content: it is shown upright, with square pixels. Lists of other "
            + "files and files that refer to others are refused.",
        "A camera is /dev/video0 and the like (see --list). A test source is lavfi: and one of FFmpeg's, with its options, "
            + "filters after commas, and sound after a semicolon: lavfi:testsrc2=size=640x360:rate=30:duration=5,hflip;sine. "
            + "What may stand there is on a list, without quotes and formulas; an error names it.",
    ]

    private static let foldersOfPhotos: String =
        "In folders, files are taken whose names end with \(ImageFormat.pathExtensions.sorted().joined(separator: ", ")), in "
        + "capitals too. Links are followed, each folder is searched once. Names that begin with a dot are passed over unless "
        + "they are named themselves; the folder that is written to is never read."

    private static let folders: String =
        "In folders, files are taken whose names end with \(ImageFormat.pathExtensions.sorted().joined(separator: ", ")), in "
        + "capitals too. Links are followed, each folder is searched once. Names that begin with a dot are passed over, and "
        + "said, unless they are named themselves; the pack's own folder is never read. --exclude PATTERN leaves out what it "
        + "names: without a slash a name in any folder, with one the path from the folder that was named on; * is any "
        + "characters but the slash, ** any, ? one, [a-z] one of a range; a slash at the end means folders only."

    private static let lists: String =
        "A list on standard input has a path a line, or with -0 paths that end with a zero byte. Empty lines, a byte order "
        + "mark, and carriage returns where all lines have one, are no part of a path."

    private static let samePhoto: [String] = [
        "A file is one photo, however many names it has: links, hard links and folders that are named twice add nothing, "
            + "and that is said. Two copies of a file are two photos.",
        "For --resume a photo is the same if its bytes and all settings are the same; what it is called does not count. "
            + "Stickers of photos that are not given stay, unless --force is given, too. A run that is stopped keeps what it did not "
            + "come to, also where that was made with other settings.",
    ]

    private static let metadata: [String] = [
        "\(PackMetadata.fileName) in a folder that is named, or beside a photo that is named, says what its photos' stickers are "
            + "called and stand for; --metadata FILE names another file, and those beside the photos are not read then. It is "
            + "a JSON object with title, author and emoji, all of the pack, and stickers: an object with an object for each photo, "
            + "under its path from the folder that was named on, which has emoji, title and text (for people who cannot see "
            + "it), and options: an object with what is made otherwise of it than of the others, whose members are called as --text, "
            + "--text-at, --text-size, --text-color, --text-font, --border, --border-color, --outline, --shadow, --margin and --strength, "
            + "without the dashes before. All of them may be left out. --title, --author and --emoji hold before what the file says of the pack; what "
            + "it says of a photo holds before --emoji, and its options before those of all.",
        "pack.json keeps what is said of each photo. With --resume, a file that was changed changes the pack, and no sticker "
            + "is made anew but those with other options. At most \(PackMetadata.longestText) characters a text, \(PackMetadata.mostEmoji) emoji a photo. A name "
            + "that matches no photo ends the run before anything is made, unless --force is given; in which Unicode form it is "
            + "written does not count.",
    ]

    private static let parts: [String] = [
        "parts.json says how many parts there are; part-00000.jsonl and so on have a line for each photo: its path or address, its "
            + "path from the folder that was named on, its bytes, its time, its place in the order of the pack, and what a "
            + "\(PackMetadata.fileName) says of it. Paths are "
            + "written from the root on, so that a worker may start anywhere.",
        "A photo that is in a part stays there when the same folder is split again into the same DIR; those that are new go to the "
            + "part with the fewest bytes, the largest first. Unless photos were removed or have changed, the heaviest part has at "
            + "most the bytes of the largest photo more than the lightest. With --photos-per-part that holds among parts that are "
            + "not full.",
    ]

    private static let partNumbers: [String] = [
        "Parts are numbered from 0: of eight, --part 0/8 is the first. With a folder of parts N must be their number; of a single "
            + "manifest --part takes the K-th of N shares, balanced by bytes.",
        "--part auto takes the number from SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX or "
            + "CLOUD_RUN_TASK_INDEX, the first of these that is set. Slurm's arrays are to begin with 0.",
        "A line of a manifest is a JSON object. Only photo must be there: a path or an address that begins with http:// or "
            + "https://. source names the sticker, order is the place in the pack, bytes and version tell whether the photo has "
            + "changed since it was recorded, options and metadata have what stickers.json says of it (see peel help make). A line with "
            + "anything else is refused.",
    ]

    private static let output: [String] = [
        "stickers/ab/ has the stickers, named by the SHA-256 of photo and settings; records/ab/ has a JSON file for each photo, which "
            + "is written last: the line of the manifest, status, stickers with colours and confidence, or the reason why there "
            + "is none, and seconds. Each file is written beside, synchronised and renamed. So a part may be worked on twice, by "
            + "two workers at once, or by one that was stopped for long.",
        "--resume passes over photos that are recorded. A photo that could not be read is tried again; one whose folder is not there "
            + "either is not recorded, and the exit status is 75, for a file system may not be mounted. An output takes stickers "
            + "of one version and one choice of options.",
    ]

    private static let metrics: [String] = [
        "With --metrics 127.0.0.1:9100, http://127.0.0.1:9100/metrics has in Prometheus's text format, each with the part as a label: "
            + "peel_part_photos; peel_photos_total by status (made, kept, leftOut, failed, unrecorded); peel_failures_total by reason, "
            + "# in place of its numbers; peel_stage_seconds_total by stage; process_resident_memory_bytes. There are no names of "
            + "photos in it, and it needs no token; all who reach the address can read it. A port alone is this machine's."
    ]

    private static let rules: [String] =
        [
            "The rules are those of stickers that do not move. A pack that moves is refused, though some platforms take it."
        ] + numbers

    /// The platforms' own numbers.
    private static let numbers: [String] = PackTarget.allCases.map { target in
        let rules = target.rules
        let formats = OutputFormat.phrase(of: rules.sticker.formats, joinedBy: "or")
        var text =
            "\(target.displayName): \(formats), \(rules.sticker.size) pixels, at most \(rules.sticker.byteLimit) bytes; "
            + "\(span(rules.stickerCount)) stickers a pack"
        if let counts = rules.stickerCounts { text += " (\(counts.map(String.init).joined(separator: ", ")))" }
        if let emoji = rules.emojiCount { text += "; \(span(emoji)) emoji each" }
        if let cover = rules.cover { text += "; a cover of \(cover.size) pixels, at most \(cover.byteLimit) bytes" }
        return text + "."
    }

    private static func span(_ range: ClosedRange<Int>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }

    private static let platforms: [String] =
        [
            "A sticker is shrunk to what the platform asks and put in the middle of a transparent canvas; it is never "
                + "enlarged. It is encoded without loss where that fits, else with the highest quality, or the largest "
                + "palette, that keeps the limit. More stickers than a pack may have are split evenly.",
            "whatsapp/ has contents.json and the pictures as the official sample apps read them, and a .wastickers file a "
                + "pack for sticker makers on phones. telegram/ has the pictures in their order with emoji.txt and HOW-TO.txt "
                + "for the bot @Stickers. signal/ has the pictures for the pack creator of Signal's desktop program, and in bundle "
                + "what is uploaded: encrypted; the key, another in each run, is beside it in pack-key.txt and is not "
                + "uploaded. imessage/ has an asset catalog for Xcode in each of the three sizes. The other platforms take "
                + "pictures: discord/, slack/, kakao/, mastodon/ and png/ have them, line/ and viber/ also as a ZIP; discord/ has "
                + "details.json with the name, emoji and description of each, as Discord asks for them.",
        ] + rules

    private static let names: String =
        "Paths in JSON are UTF-8 as they are. A byte that is not UTF-8 is written as %80 to %FF; where a name itself has such "
        + "a sequence, or %25, its % is written as %25. Every other % stands for itself. So each path can be turned back: "
        + "replace %25 and %80 to %FF by their bytes, and nothing else."
}
