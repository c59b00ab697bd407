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
            "--at, --not-at and --box may be given more than once. What touches in the photo is one subject: --at "
                + "takes all of it. A --not-at on it parts the two along an edge between both pixels, or where the "
                + "subject is narrow, and so do several --at with --split. Where no such line is found, nothing is "
                + "written, and it says so: take pixels farther inside each, or a --box around one.",
            "--mask writes the subject's matte in place of the sticker: white is subject, black is not, grey is the "
                + "edge. With the same options it has the sticker's size, and each pixel the same place; border, "
                + "shadow and background are black in it.",
            "A movie becomes a movie of its subject, as large as it is, by the ending after -o: .webm (VP9 with alpha), "
                + ".mov (ProRes 4444 with alpha), .webp, .png or .apng, and .gif (animated, without end, without sound), "
                + ".mp4 (with --background or --mask), or a folder/ of pictures (frame-0001.png and so on). --background "
                + "takes a colour, a picture, or another movie, which repeats if it is shorter.",
            "With --for telegram a movie becomes a sticker that moves: at most three seconds of it, with border and effect, "
                + "on one canvas, and never more bytes than the platform takes. --loop best cuts the movie where it repeats, "
                + "joins ends that are alike, and else goes back and forth. Without --for, --loop writes an animated WebP.",
            "A photo with --effect shiny and -o FILE.webm becomes a sticker that moves: the light goes across its film, in "
                + "two seconds that repeat.",
            "With --requests another program sends photos and reads stickers, as the Python package does: one "
                + "network for all of them, some in work at a time, until standard input ends.",
            CommonText.aboutColors,
        ],
        reference: [
            "What is read": [CommonText.formats],
            "Requests": Self.requests,
        ],
        exitStatus: [
            "0": "the sticker is written; with --requests, standard input has ended",
            "1": "it is not, and the reason is named; with --requests, a request that is none", "2": Status.wrongUsage,
            "75": Status.diskIsFull,
            "130": Status.stopped,
        ],
        examples: [
            "peel cut cat.jpg -o cat.webp --border 4 --shadow": "a bolder sticker",
            "peel cut cat.jpg -o cat.png --full-frame --style plain": "only take the background away",
            "peel cut group.jpg -o friend.png --at 840,610": "the one at that point",
            "peel cut group.jpg -o friend.png --at 840,610 --not-at 1020,600":
                "without the one whose arm is around her",
            "peel cut clip.mp4 -o clip.webm": "the subject of a video, transparent",
            "peel cut clip.mp4 --for telegram -o cat.webm": "a sticker that moves, of three seconds of a video",
            "peel cut clip.mp4 -o clip.webp --start 2 --end 4.5": "a part of it, as a picture that moves",
            "peel cut cat.jpg -o cat.webp --effect comic": "as a comic is printed",
            "peel cut cat.jpg -o cat.webm --effect shiny": "a sticker whose light moves",
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
        "A request on standard input is a line, a JSON object, and after it the photo: {\"id\": 7, \"bytes\": "
            + "120000, \"arguments\": [\"--size\", \"320\"]}. arguments are options of this command, and may be "
            + "missing; those of the program itself (--jobs, --max-bytes, --max-pixels, --max-memory, --device, "
            + "--model) stand on its command line.",
        "First comes a line with status ready, version, device and jobs. The answer to a request is a line with its "
            + "id, and after it as many bytes as its bytes says: the sticker. status is made (then with type, width, "
            + "height, photoWidth, photoHeight, box, confidence, scale, textCut and colors) or failed (then with "
            + "reason, and code: options, unreadable, noSubject or engine). Answers come in the order in which they are "
            + "ready. At the end of standard input the photos in work are finished.",
    ]
}
