import Peel

extension Command {
    static let cut = Command(
        name: "cut",
        summary: "cut one sticker out of one photo, or a movie's subject out of it",
        synopsis: "peel cut PHOTO|MOVIE|- -o FILE|- [OPTION]...",
        operands: .file("photo"),
        options: CutRequest.options,
        paragraphs: [
            "Cuts the subject out of one photo. With - the photo comes from standard input or the sticker goes to "
                + "standard output, so that it works in a pipe.",
            "With --split each subject gets a file of its own, numbered before the extension: cat-1.png, cat-2.png, "
                + "the largest first.",
            "--at, --not-at and --box may be given more than once. Subjects that touch each other in the photo count "
                + "as one, and --at selects all of it. A --not-at on the same subject splits it along an edge "
                + "between the two pixels, or where it is narrow; so do several --at with --split. If no such line "
                + "is found, an error is reported and nothing is written: choose pixels farther inside each subject, "
                + "or a --box around one.",
            "--mask writes the subject's matte in place of the sticker: white is subject, black is not, grey is the "
                + "edge. With the same options it has the size of the sticker, with every pixel in the same place; "
                + "border, shadow and background are black in it.",
            "A movie becomes a movie of its subject, in the same size. The ending of -o chooses the format: .webm "
                + "(VP9 with alpha), .mov (ProRes 4444 with alpha), .webp, .png or .apng, and .gif (animated, "
                + "endless, without sound), .mp4 (with --background or --mask), or a folder/ of pictures "
                + "(frame-0001.png and so on). --background takes a colour, a picture, or another movie, which "
                + "repeats if it is shorter.",
            "With --for telegram a movie becomes an animated sticker: at most three seconds of it, with border and "
                + "effect, on one canvas, within the platform's limit of bytes. Peel takes the part that loops best. "
                + "It searches the first thirty seconds, or with --start and --end at most thirty seconds between "
                + "them. With --start alone the sticker begins there, and with --loop none it begins where the movie "
                + "does. --loop best cuts the movie where it repeats, joins ends that are similar, or else plays it back and forth. Without --for, --loop "
                + "writes an animated WebP.",
            "A photo with --effect shiny and -o FILE.webm becomes an animated sticker: a light moves across its "
                + "film, in a loop of two seconds.",
            "With --requests another program sends photos and reads stickers, as the Python package does. All photos "
                + "share one loaded network, and several are processed at a time, until standard input ends.",
            CommonText.aboutColors,
        ],
        reference: [
            "What is read": [CommonText.formats],
            "Requests": Self.requests,
        ],
        exitStatus: [
            "0": "the sticker is written; with --requests, standard input has ended",
            "1": "it is not, for the reason printed; with --requests, an invalid request", "2": Status.wrongUsage,
            "75": Status.diskIsFull,
            "130": Status.stopped,
        ],
        examples: [
            "peel cut cat.jpg -o cat.webp --border 4 --shadow": "a bolder sticker",
            "peel cut cat.jpg -o cat.png --full-frame --style plain": "only take the background away",
            "peel cut group.jpg -o friend.png --at 840,610": "only the subject at that point",
            "peel cut group.jpg -o friend.png --at 840,610 --not-at 1020,600":
                "without the one whose arm is around her",
            "peel cut clip.mp4 -o clip.webm": "the subject of a video, transparent",
            "peel cut clip.mp4 --for telegram -o cat.webm": "an animated sticker of three seconds of a video",
            "peel cut clip.mp4 -o clip.webp --start 2 --end 4.5": "a part of it, as an animated picture",
            "peel cut cat.jpg -o cat.webp --effect comic": "in the style of a printed comic",
            "peel cut cat.jpg -o cat.webm --effect shiny": "an animated sticker with a moving light",
            "curl -s $URL | peel cut - -o - | wl-copy -t image/png": "in a pipe",
        ],
        request: { operands, values in
            if values.has(.requests) { return try CutSessionRequest(operands, values) }
            if LivingClipRequest.isMeant(by: values) { return try LivingClipRequest(operands, values) }
            if ShinyRequest.isMeant(by: values) { return try ShinyRequest(operands, values) }
            if ClipRequest.isMeant(by: operands, values) { return try ClipRequest(operands, values) }
            return try CutRequest(operands, values)
        })

    private static let requests: [String] = [
        "A request on standard input is a line with a JSON object, followed by the bytes of the photo: {\"id\": 7, "
            + "\"bytes\": 120000, \"arguments\": [\"--size\", \"320\"]}. arguments are options of this command, and "
            + "may be left out; those of the program itself (--jobs, --max-bytes, --max-pixels, --max-memory, "
            + "--device, --model) are given on the program's own command line.",
        "First comes a line with status ready, version, device and jobs. The answer to a request is a line with its "
            + "id, followed by the sticker; bytes is the length of the sticker. status is made (then with type, "
            + "width, height, photoWidth, photoHeight, box, confidence, scale, textCut and colors) or failed (then "
            + "with reason, and code: options, unreadable, noSubject or engine). Answers come in the order in which "
            + "they are ready. At the end of standard input, the photos in work are finished.",
    ]
}
