import Peel

extension OptionName {
    static let record = Self("record")
    static let audio = Self("audio")
    static let mode = Self("mode")
    static let axis = Self("axis")
    static let direction = Self("direction")
    static let slit = Self("slit")
    static let width = Self("width")
    static let speed = Self("speed")
    static let length = Self("length")
    static let map = Self("map")
    static let sharp = Self("sharp")
    static let history = Self("history")
    static let frames = Self("frames")
    static let seconds = Self("seconds")
    static let list = Self("list")
    static let strict = Self("strict")
}

extension Command {
    static let scan = Command(
        name: "scan",
        summary: "make a slit-scan picture of a movie or a camera",
        synopsis: "peel scan MOVIE|CAMERA -o FILE [OPTION]...",
        operands: .file("movie or camera"),
        options: [
            OptionSpec(.output, "o", .file("FILE"), "PNG file for the picture", in: .result),
            OptionSpec(.record, "r", .file("FILE"), "movie of the scan, too: .mp4 or .webm", in: .result),
            OptionSpec(
                .audio, .text("SOUND", suggestions: ["none", "own"]),
                "the movie's sound: none, own, alsa:NAME, pulse:NAME or lavfi:SOURCE", default: "own", in: .result),
            OptionSpec(
                .mode, "m", .words(["strip", "sweep", "delay", "map"]), "how frames become a picture", default: "strip",
                in: .scan),
            OptionSpec(
                .axis, .words(["columns", "rows"]), "which lines of a frame are slices", default: "columns", in: .scan),
            OptionSpec(
                .direction, .words(["forward", "backward"]), "where time goes: right or down, or left or up",
                default: "forward", in: .scan),
            OptionSpec(
                .slit, .number("X", 0...1), "place of the strip's slit, 0 left or top to 1", default: "0.5", in: .scan),
            OptionSpec(.width, "w", .whole("N", 1...4096), "pixels in a slice", default: "1", in: .scan),
            OptionSpec(
                .speed, .number("X", 0.015625...64), "slices a frame; in strip at most 1", default: "1", in: .scan),
            OptionSpec(
                .length, .whole("N", 1...1_000_000), "pixels of a strip; frames that delay and map reach back",
                in: .scan),
            OptionSpec(.map, .file("FILE"), "picture of the delays for map: white is now", default: "rings", in: .scan),
            OptionSpec(.sharp, "mix no frames in delay and map", in: .scan),
            OptionSpec(.mirror, "mirror each frame left to right", in: .scan),
            OptionSpec(
                .history, .amount("N"), "most bytes of history for delay and map; K, M, G: times 1024", default: "1G",
                in: .scan),
            OptionSpec(.frames, "n", .whole("N", 1...1_000_000_000), "end after so many frames", in: .scan),
            OptionSpec(
                .seconds, "t", .number("S", 0.001...86_400), "end after so many seconds of the source", in: .scan),
            OptionSpec(.list, "list the cameras and microphones of this machine", in: .scan),
            .json,
            OptionSpec(.strict, "a movie that is cut short or damaged is an error", in: .report),
            .quiet,
            .help,
        ],
        paragraphs: [
            "Keeps one thin slice of each frame and lays the slices side by side, so that one axis of the picture "
                + "is time. 'peel make' takes the picture like any photo.",
            "In strip the slit stands still and the picture grows. In sweep the slit travels over the frame. In "
                + "delay each column or row is later than the one before, and in map a grey picture says how late "
                + "each pixel is: they need --frames, --seconds or the movie's end, and show its last moment.",
            "A CAMERA is a device, as /dev/video0 or v4l2:/dev/video0, or lavfi:SOURCE, one of FFmpeg's test sources. "
                + "Ctrl-C finishes picture and movie; a second Ctrl-C ends at once.",
        ],
        reference: [
            "What is read": Self.movies,
            "Names in JSON": [CommonText.names],
        ],
        jsonRecords: [.scanned, .devices],
        exitStatus: [
            "0": "picture and movie are written",
            "1": "something failed, with its reason; what there was until then is written", "2": Status.wrongUsage,
            "75": Status.diskIsFull, "130": "stopped by Ctrl-C; picture and movie are finished first",
        ],
        examples: [
            "peel scan run.mp4 -o run.png --slit 0.3": "the finish line, as time",
            "peel scan dance.mp4 -o dance.png --mode delay --axis rows -r twisted.mp4":
                "twisted dancers, as a movie too",
            "peel scan /dev/video0 -o me.png --mode sweep --mirror": "hold still, or do not, while the slit comes by",
        ],
        request: { try ScanRequest($0, $1) })

    private static let movies: [String] = [
        "A movie is any file that FFmpeg reads, told by its content: it is shown upright, with square pixels. Lists of other "
            + "files and files that refer to others are refused.",
        "A camera is /dev/video0 and the like (see --list). A test source is lavfi: and one of FFmpeg's, with its options, "
            + "filters after commas, and sound after a semicolon: lavfi:testsrc2=size=640x360:rate=30:duration=5,hflip;sine. "
            + "What may stand there is on a list, without quotes and formulas; an error names it.",
    ]
}
