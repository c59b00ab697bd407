/// A kind of line that a command prints with `--json`, for help and man page. A test holds it against what is printed.
struct JSONRecord: Equatable, Sendable {
    /// Which line it is: `For each photo`.
    let title: String
    let fields: [JSONField]
}

/// A field of a ``JSONRecord``.
struct JSONField: Equatable, Sendable {
    /// From the object on: `stickers[].box.x`. A part in capitals stands for any name: `milliseconds.STEP`.
    let path: String
    /// What it says, when it is missing and when it is `null`. No full stop.
    let meaning: String

    init(_ path: String, _ meaning: String) {
        self.path = path
        self.meaning = meaning
    }
}

extension Command {
    /// What it prints with `--json`; empty if it has no such option.
    var jsonRecords: [JSONRecord] {
        switch self {
        case .split: [Self.splitPart, Self.unreadSource]
        case .worker: [Self.photoOfPart, Self.workedPart]
        case .merge: [Self.mergedPack]
        case .make: [Self.madePhoto, Self.madePack, Self.exportedPack]
        case .check: [Self.checkedPack]
        case .upload: [Self.uploadedSet]
        case .scan: [Self.scanned, Self.devices]
        case .colors: [Self.colorsOfPhoto]
        case .catalog: [Self.catalogPicture, Self.catalogFailure]
        case .doctor: [Self.examination]
        case .sheet: [Self.laidOutStickers]
        case .cut, .serve, .help: []
        }
    }

    private static let colorFields = [
        JSONField("colors[].hex", "a colour of the photo as #rrggbb, the largest share first"),
        JSONField("colors[].share", "its share of the photo, in which the subject counts for 85 in a hundred, 0 to 1"),
    ]

    private static let madePhoto = JSONRecord(
        title: "For each photo",
        fields: [
            JSONField("photo", "its path, or its day or address where it is from the web"),
            JSONField("source", "its path from the folder that was named on; null where it could not be looked at"),
            JSONField(
                "status", "made, kept (by --resume), leftOut (by --min-confidence), failed, or found (--dry-run)"),
            JSONField(
                "confidence",
                "how sure the network is of subject and edge, 0 to 1; null where no network was asked, missing where failed"
            ),
            JSONField("reason", "why it failed; only then"),
            JSONField("stickers[].file", "path in the pack; like all of stickers only where made or kept"),
            JSONField("stickers[].width", "pixels"),
            JSONField("stickers[].height", "pixels"),
            JSONField("stickers[].box.x", "where the subject is in the upright photo, in its pixels"),
            JSONField("stickers[].box.y", "from the top"),
            JSONField("stickers[].box.width", "pixels"),
            JSONField("stickers[].box.height", "pixels"),
            JSONField("stickers[].instance", "which subject, from 1, the largest first; null for all together"),
        ] + colorFields.map { JSONField($0.path, $0.meaning + "; only for made ones") } + [
            JSONField("milliseconds.STEP", "how long each step took: read, decode, segment, cut, colors, encode, write")
        ])

    private static let splitPart = JSONRecord(
        title: "For each part",
        fields: [
            JSONField("part", "its number, from 0"),
            JSONField("manifest", "path"),
            JSONField("photos", "number"),
            JSONField("bytes", "of all photos of the part, those of unknown size left out"),
        ])

    private static let unreadSource = JSONRecord(
        title: "For what could not be looked at",
        fields: [
            JSONField("photo", "path"), JSONField("status", "failed"), JSONField("reason", "why"),
        ])

    private static let photoOfPart = JSONRecord(
        title: "For each photo",
        fields: madePhoto.fields.filter { $0.path != "status" } + [
            JSONField("status", "made, kept (by --resume), leftOut (by --min-confidence), or failed"),
            JSONField("photoSHA256", "of the photo's file, in hexadecimal digits; null where it could not be read"),
            JSONField("seconds", "how long it took, its waits included; of one that was kept, what it took then"),
            JSONField("recorded", "false for a photo that could not be read for a reason that may pass"),
        ])

    private static let workedPart = JSONRecord(
        title: "For the part, at the end",
        fields: [
            JSONField("status", "finished; stopped by SIGTERM or Ctrl-C; or interrupted by an error, as a full disk"),
            JSONField("part", "its number, or null for a manifest that is worked on as a whole"),
            JSONField("output", "path"),
            JSONField("device", "what the network ran on"),
            JSONField("photos", "in the part"),
            JSONField("made", "photos that have new stickers"),
            JSONField("kept", "photos that have stickers from before"),
            JSONField("leftOut", "photos that were left out as doubtful"),
            JSONField("failed", "photos that are recorded as bad"),
            JSONField("unrecorded", "photos that could not be read for a reason that may pass"),
            JSONField("stickerCount", "of the photos that were made or kept"),
            JSONField("seconds", "how long it took"),
            JSONField("photosPerSecond", "of those that were made; null if there is none"),
        ])

    private static let mergedPack = JSONRecord(
        title: "For the pack",
        fields: [
            JSONField("status", "finished"),
            JSONField("pack", "path"),
            JSONField("photos", "in the pack, with those that have no sticker"),
            JSONField("stickerCount", "number"),
            JSONField("failures[].source", "a photo without a sticker, from the folder that was split on"),
            JSONField("failures[].reason", "why"),
            JSONField("contactSheets[]", "paths"),
            JSONField("archive", "path of the ZIP; null without --zip"),
        ])

    private static let ruleFields = [
        JSONField("target", "the platform"),
        JSONField("kept", "whether all rules are kept"),
        JSONField("rules[].rule", "what the rule is called, the same in all versions"),
        JSONField("rules[].about", "what is looked at"),
        JSONField("rules[].limit", "what is allowed"),
        JSONField("rules[].value", "what was found, the largest where a number is limited"),
        JSONField("rules[].at", "the file, or a part of one; null for the pack as a whole"),
        JSONField("rules[].kept", "whether the rule is kept"),
        JSONField("rules[].remedy", "what to do about it; null where it is kept"),
        JSONField("rules[].failures[].value", "what breaks the rule, the first 100"),
        JSONField("rules[].failures[].at", "where; null for the pack as a whole"),
        JSONField("rules[].failureCount", "how many break it"),
    ]

    private static let exportedPack = JSONRecord(
        title: "With --for, for each platform",
        fields: [
            JSONField("folder", "where the pack is, or would be"),
            JSONField("written", "whether it is; not if it breaks a rule, but with --force"),
            JSONField("packs", "number of packs"),
            JSONField("leftOut[]", "what --count best has left out, from the pack's folder on"),
            JSONField("shortenedEmoji", "number of stickers that have more emoji than the platform takes"),
            JSONField("pictures[].file", "from the folder on"),
            JSONField("pictures[].sticker", "what it is made of, from the pack's folder on"),
            JSONField("pictures[].bytes", "of the file"),
            JSONField("pictures[].fidelity", "lossless, quality N or N colours"),
        ] + ruleFields)

    private static let checkedPack = JSONRecord(
        title: "For each pack and platform",
        fields: [
            JSONField("pack", "its folder or file"),
            JSONField("reason", "why it could not be checked; only then, and nothing but pack with it"),
        ] + ruleFields)

    private static let uploadedSet = JSONRecord(
        title: "For each set",
        fields: [
            JSONField("pack", "the folder of its stickers"),
            JSONField("set", "its name, with the bot's"),
            JSONField("link", "where it can be added in Telegram"),
            JSONField("stickerCount", "number in the set"),
            JSONField("added", "number of this run"),
        ])

    private static let madePack = JSONRecord(
        title: "At the end",
        fields: [
            JSONField("status", "finished, incomplete (a movie that is cut short or damaged), or stopped (by Ctrl-C)"),
            JSONField("pack", "the pack's folder"),
            JSONField("device", "what the network ran on"),
            JSONField("made", "number of photos"),
            JSONField("kept", "number of photos"),
            JSONField("leftOut", "number of photos"),
            JSONField("enlarged", "number of stickers made now with over a tenth more pixels a side than in the photo"),
            JSONField("failed", "number of photos, with what could not be looked at"),
            JSONField("stickerCount", "number of files"),
            JSONField("seconds", "without loading the network"),
            JSONField("photosPerSecond", "of those made; null where there are none"),
            JSONField("contactSheets[]", "path of each page"),
            JSONField("archive", "path of the ZIP; null without --zip"),
        ])

    private static let laidOutStickers = JSONRecord(
        title: "For the pages; none where nothing was written",
        fields: [
            JSONField("stickerCount", "number on all pages, copies counted"),
            JSONField("pages", "number of pages"),
            JSONField(
                "density",
                "share of the pages, inside their margins and as far down as they are used, that stickers cover, 0 to 1; null with --page own"
            ),
            JSONField("boxes.pages", "number of pages where the boxes around stickers are packed; boxes may be null"),
            JSONField("boxes.density", "that packing's density"),
            JSONField("places[].sticker", "its name"),
            JSONField("places[].page", "from 1"),
            JSONField("places[].x", "of the box around its outermost line, in millimetres from the left"),
            JSONField("places[].y", "from the top"),
            JSONField("places[].width", "millimetres"),
            JSONField("places[].height", "millimetres"),
            JSONField("places[].turn", "clockwise, in degrees"),
            JSONField("coarse[].sticker", "name of a sticker with fewer than 200 pixels an inch"),
            JSONField("coarse[].dotsPerInch", "how many of its own it has"),
            JSONField("coarse[].largestSize", "largest size with 200 of them, in millimetres"),
            JSONField("files[]", "path of each file that was written"),
            JSONField("earlierFiles[]", "path of each page of an earlier run that lies beside them"),
            JSONField("failures[]", "photo or sticker that is on no page, and why"),
        ])

    private static let scanned = JSONRecord(
        title: "For the scan",
        fields: [
            JSONField("status", "finished, or stopped (by Ctrl-C)"),
            JSONField("source", "the movie or camera, for a person"),
            JSONField("frames", "number of frames that were used"),
            JSONField("droppedFrames", "frames of the camera that were not read in time"),
            JSONField("droppedSound", "seconds of the microphone's sound that were not read in time"),
            JSONField(
                "missing.frames", "frames that the movie lists and does not have; missing is null where nothing is"),
            JSONField(
                "missing.seconds", "what is missing at its end; null where the movie does not say how long it is"),
            JSONField("missing.damagedFrames", "frames that were left out, or shown as far as they go"),
            JSONField("missing.reason", "the same in a sentence"),
            JSONField("soundError", "why the sound ended before the pictures; null where it did not fail"),
            JSONField("pictures[].file", "path; several where frames of another size began another picture"),
            JSONField("pictures[].width", "pixels"),
            JSONField("pictures[].height", "pixels"),
            JSONField("movie.file", "path; movie is null without --record"),
            JSONField("movie.frames", "number of frames"),
            JSONField("movie.droppedFrames", "frames left out because the encoder was behind a camera"),
            JSONField("movie.droppedSound", "seconds of sound left out for the same reason"),
            JSONField("movie.seconds", "its length"),
            JSONField("changes[].frame", "the first frame, from 0, that these settings hold for"),
            JSONField("changes[].mode", "as --mode takes it, and so on"),
            JSONField("changes[].axis", "columns or rows"),
            JSONField("changes[].direction", "forward or backward"),
            JSONField("changes[].slit", "0 to 1"),
            JSONField("changes[].width", "lines"),
            JSONField("changes[].speed", "slices a frame"),
            JSONField("changes[].length", "lines or frames; null for no end"),
            JSONField("changes[].mirror", "true or false"),
        ])

    private static let devices = JSONRecord(
        title: "With --list",
        fields: [
            JSONField("cameras[].device", "as CAMERA is named"),
            JSONField("cameras[].name", "for a person"),
            JSONField("cameras[].formats[].code", "four letters: YUYV, MJPG, …"),
            JSONField("cameras[].formats[].width", "pixels"),
            JSONField("cameras[].formats[].height", "pixels"),
            JSONField("cameras[].formats[].framesPerSecond[]", "the rates it offers"),
            JSONField("microphones[].device", "as --audio takes it"),
            JSONField("microphones[].name", "for a person"),
        ])

    private static let colorsOfPhoto = JSONRecord(
        title: "For each photo",
        fields: [
            JSONField("photo", "its path; - for standard input"),
            JSONField("status", "done or failed"),
            JSONField("reason", "why it failed; only then"),
        ] + colorFields.map { JSONField($0.path, $0.meaning + "; only where done") })

    private static let catalogPicture = JSONRecord(
        title: "For each picture",
        fields: [
            JSONField("file", "its name in the folder; only with save"),
            JSONField("id", "the same whenever it is listed"),
            JSONField("title", "its title"),
            JSONField("date", "its day as 2025-06-16; null where it has none"),
            JSONField("credit", "whom to name; null for the public domain"),
            JSONField("mediaType", "image, video or other; only images are saved"),
            JSONField("url", "address; null where there is none"),
            JSONField("hdurl", "address of the largest form; null where there is none"),
            JSONField("thumbnail", "address of a small form; null where there is none"),
            JSONField("description", "what there is to read about it"),
        ])

    private static let catalogFailure = JSONRecord(
        title: "For what failed",
        fields: [
            JSONField("source", "the SOURCE, or the id of the picture that could not be saved"),
            JSONField("status", "failed"),
            JSONField("reason", "why"),
        ])

    private static let examination = JSONRecord(
        title: "One object",
        fields: [
            JSONField("versions.NAME", "of peel and of each library"),
            JSONField("network.name", "the network's name; not where it does not work, like all of network"),
            JSONField("network.family", "what it expects its input to look like"),
            JSONField("network.inputWidth", "pixels"),
            JSONField("network.inputHeight", "pixels"),
            JSONField("network.device", "what it ran on"),
            JSONField("network.milliseconds", "for a photo"),
            JSONField("network.error", "why it does not work; only then"),
            JSONField("devices[]", "what networks can run on here"),
            JSONField("cores", "number"),
            JSONField("formats.NAME", "true, or why a sample could not be read"),
            JSONField("cache.folder", "path; cache is null where there is no home folder"),
            JSONField("cache.bytes", "how large its files are"),
            JSONField("cache.writable", "whether anything can be kept in it"),
            JSONField("cache.problem", "why not; null where it can"),
            JSONField("videos.ffmpeg", "FFmpeg's version"),
            JSONField("videos.error", "why neither videos nor cameras can be used; only then"),
            JSONField("cameras[]", "the connected ones"),
            JSONField(
                "well", "whether all works; a cache that cannot be written only costs time, and photos need no FFmpeg"),
        ])
}
