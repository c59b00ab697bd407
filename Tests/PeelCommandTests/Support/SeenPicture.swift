import Peel
import TestSupport
import Testing

/// What Pillow reads of a picture that moves.
struct SeenPicture: Equatable {
    /// `PNG`, `GIF` or `WEBP`.
    let format: String
    let size: PixelSize
    /// Of each frame, in milliseconds.
    let times: [Int]
    /// Rounds; 0 without an end.
    let rounds: Int
    /// The values of alpha in any frame.
    let alphas: Set<Int>

    var seconds: Double { Double(times.reduce(0, +)) / 1000 }
    var isSeenThrough: Bool { alphas.contains(0) && alphas.contains(255) }
    var hasHardEdge: Bool { alphas == [0, 255] }

    /// Debian's Python with `python3-pil`.
    static let isReadable = SystemAbilities.run("/usr/bin/python3", "-c", "import PIL")

    /// Reads files, in their order.
    static func read(_ files: [FilePath]) async throws -> [SeenPicture] {
        let output = try await Subprocess("/usr/bin/python3", ["-c", script] + files).run()
        try #require(output.succeeded, "\(output.errorText)")
        return try output.outputText.split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            try #require(parts.count == 6, "\(line)")
            func numbers(_ part: Int) -> [Int] { parts[part].split(separator: ",").compactMap { Int($0) } }
            return SeenPicture(
                format: String(parts[0]), size: PixelSize(width: numbers(1)[0], height: numbers(2)[0]),
                times: numbers(3), rounds: numbers(4)[0], alphas: Set(numbers(5)))
        }
    }

    private static let script: FilePath = """
        import sys
        from PIL import Image
        for path in sys.argv[1:]:
            picture = Image.open(path)
            times, alphas = [], set()
            for number in range(picture.n_frames):
                picture.seek(number)
                histogram = picture.convert("RGBA").getchannel("A").histogram()
                alphas |= {value for value, count in enumerate(histogram) if count}
                times.append(round(picture.info["duration"]))
            words = lambda numbers: ",".join(map(str, numbers))
            print(picture.format, *picture.size, words(times), picture.info.get("loop", 1), words(sorted(alphas)))
        """
}
