import Peel

extension Command {
    static let scan = Command(
        name: "scan",
        summary: "make a slit-scan picture of a movie or a camera",
        synopsis: "peel scan MOVIE|CAMERA -o FILE [OPTION]...",
        operands: .file("movie or camera"),
        options: ScanRequest.options,
        paragraphs: [
            "Keeps one thin slice of each frame and lays the slices side by side, so that one axis of the picture is "
                + "time. 'peel make' takes the picture like any photo.",
            "In strip the slit does not move and the picture grows. In sweep the slit travels over the frame. In "
                + "delay each column or row is later than the one before, and in map a grey picture says how late "
                + "each pixel is: they need --frames, --seconds or the movie's end, and show its last moment.",
            "A CAMERA is a device, as /dev/video0 or v4l2:/dev/video0, or lavfi:SOURCE, one of FFmpeg's test "
                + "sources. Ctrl-C finishes picture and movie; a second Ctrl-C ends at once.",
        ],
        reference: [
            "What is read": Self.movies,
            "Names in JSON": [CommonText.names],
        ],
        jsonRecords: [.scanned, .devices],
        exitStatus: [
            "0": "picture and movie are written",
            "1":
                "the scan failed, and the reason was printed; what was scanned until then is "
                + "written", "2": Status.wrongUsage,
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
        "A movie is any file that FFmpeg reads, recognised by its content. It is shown upright, with square pixels. "
            + "Playlists and files that refer to other files are refused.",
        "A camera is /dev/video0 and the like (see --list). A test source is lavfi: and one of FFmpeg's, with its "
            + "options, filters after commas, and sound after a semicolon: "
            + "lavfi:testsrc2=size=640x360:rate=30:duration=5,hflip;sine. Only listed sources, filters and options "
            + "are accepted, without quotes and formulas; an error lists them.",
    ]
}
