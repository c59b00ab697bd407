import Peel
import Testing

@testable import PeelCommand

struct RequestTests {
    private func make(_ arguments: FilePath...) throws -> MakeRequest? {
        try understood(["make"] + arguments) as? MakeRequest
    }

    private func cut(_ arguments: FilePath...) throws -> CutRequest? {
        try understood(["cut"] + arguments) as? CutRequest
    }

    @Test func makeUnderstandsAllItsOptions() throws {
        var expected = MakeRequest(sources: ["a", "b", "-"], output: "d")
        #expect(try make("a", "b", "-", "-o", "d") == expected)
        expected.excluded = ["*.png", "raw/"].compactMap { PathPattern($0) }
        expected.web.timeout = .seconds(40)
        expected.options = ProcessingOptions(
            size: .original,
            style: StickerStyle(
                borderWidth: 0.035, borderColor: SRGBColor(red: 255, green: 136, blue: 0), outline: .tight,
                hasShadow: true, margin: 0),
            subjects: .instance(2), strength: 1, isSquare: true, background: .gradient)
        expected.encoding = StickerEncoding(format: .webp, quality: 70)
        expected.limits = ImageLimits(bytes: 3 << 20, pixels: 5000)
        expected.engine = EngineSettings(model: "m.onnx", device: "GPU")
        expected.jobs = 3
        expected.writesZIP = true
        expected.resumes = true
        expected.pathsEndWithZero = true
        expected.printsJSON = true
        expected.isQuiet = true
        let request = try make(
            "a", "b", "-", "-o", "d", "--size", "original", "--border=3.5", "--border-color", "#f80", "--outline",
            "tight",
            "--shadow", "--margin", "0", "--instance", "2", "--strength", "greedy", "--square", "--background",
            "gradient",
            "--quality", "70", "--max-bytes", "3M", "--max-pixels", "5000", "--model", "m.onnx", "--device", "gpu",
            "--exclude", "*.png", "--exclude=raw/", "--exclude", "*.png", "--timeout", "40", "-j3", "-z", "--resume",
            "-0", "--json", "-q")
        #expect(request == expected)
    }

    @Test func aTextIsUnderstoodWithItsLook() throws {
        let text = try cut(
            "a", "-o", "b.png", "--text", "One\\nTwo", "--text-at", "50,90", "--text-size", "20", "--text-color", "red",
            "--text-font", "mono")?.options.style.text
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        #expect(
            try text == StickerText("One\nTwo", place: .point(x: 0.5, y: 0.9), size: 0.2, color: red, font: .mono))
        #expect(try cut("a", "-o", "b.png")?.options.style.text == nil)
        #expect(try make("a", "-o", "d", "--text", "Hi")?.options.style.text == StickerText("Hi"))
        let lettered = try cut(
            "a", "-o", "b.png", "--text", "Hi", "--font", "serif", "--text-turn=-8", "--text-bend", "90",
            "--text-outline", "white", "--text-shadow", "red", "--text-bubble", "black", "--text-tail", "60,25")?
            .options.style.text
        #expect(
            try lettered
                == StickerText(
                    "Hi", font: .serif,
                    lettering: .init(
                        turn: -8, bend: 90, outline: .white, shadow: red,
                        bubble: .init(color: .black, tail: .point(x: 0.6, y: 0.25)))))
        for wrong in [
            ["--text-turn", "9"], ["--text", "Hi", "--text-bend", "361"], ["--text", "Hi", "--text-tail", "none"],
            ["--text", "Hi", "--font", "sans", "--text-font", "mono"], ["--text", "Hi", "--text-at", "50,151"],
            ["--text", "Hi", "--text-bubble", "white", "--text-tail", "up"],
            ["--text-at", "top"], ["--text", "Hi", "--text-at", "left"], ["--text", "Hi", "--text-at", "1,900"],
            ["--text", " "], ["--text", "Hi", "--text-size", "50"], ["--text", "1\\n2\\n3\\n4\\n5"],
        ] as [[FilePath]] {
            #expect(throws: UsageError.self) { try understood(["cut", "a", "-o", "b.png"] + wrong) }
        }
    }

    @Test func aMirroredStickerIsAskedFor() throws {
        #expect(try cut("a", "-o", "b.png", "--mirror")?.options.arrangement.isMirrored == true)
        #expect(try make("a", "-o", "d")?.options.arrangement == .identity)
    }

    @Test(arguments: ["--font", "--text-font"])
    func aFontThatIsNotThereIsSaidWithTheNearest(option: String) throws {
        let family = try #require(StickerText.Font.installed().max { $0.count < $1.count })
        let error = #expect(throws: UsageError.self) {
            try cut("a", "-o", "b.png", "--text", "Hi", FilePath(option), FilePath(family + "q"))
        }
        #expect(
            error?.description.contains(
                "\(option): no font of the family '\(family)q' is installed; did you mean '\(family)'?") == true)
    }

    @Test func cutTakesTheFormatFromTheFilesName() throws {
        #expect(try cut("a", "-o", "b.webp")?.encoding == StickerEncoding(format: .webp, quality: 90))
        #expect(try cut("a", "-o", "b.PNG")?.encoding.format == .png)
        #expect(try cut("a", "-o", "b")?.encoding.format == .png)
        #expect(try cut("a", "-o", "b", "-f", "webp")?.encoding.format == .webp)
        #expect(
            try cut("-", "-o", "-", "-fwebp")
                == CutRequest(encoding: StickerEncoding(format: .webp, quality: 90)))
    }

    @Test func cutUnderstandsWhatMakeDoesNot() throws {
        let request = try cut("a", "-o", "b", "--full-frame", "--at", "30,0", "--background", "#102030")
        #expect(request?.options.keepsFullFrame == true)
        #expect(request?.options.size == .original)
        #expect(request?.options.subjects == .at(x: 30, y: 0))
        let marked = try cut(
            "a", "-o", "b", "--at", "30,0", "--not-at=7,8", "--box", "1,2,3,4", "--at", "5,6", "--split")
        let marks = SubjectMarks(
            at: [.init(x: 30, y: 0), .init(x: 5, y: 6)], notAt: [.init(x: 7, y: 8)],
            boxes: [PixelRect(x: 1, y: 2, width: 3, height: 4)], isEach: true)
        #expect(marked?.options.subjects == .marked(marks))
        #expect(request?.options.background == .color(SRGBColor(red: 16, green: 32, blue: 48)))
        #expect(try cut("a", "-o", "b", "--full-frame", "-s", "99")?.options.size == .longestSide(99))
        #expect(try cut("a", "-o", "b", "--mask", "--shadow", "--border", "4")?.writesMask == true)
        #expect(
            try cut("a", "-o", "b", "--border-color", "rgb(1 2 3 / 50%)")?.options.style.borderColor
                == SRGBColor(red: 1, green: 2, blue: 3, alpha: 128))
        #expect(try cut("a", "-o", "b", "--background", "sky.jpg")?.background == "sky.jpg")
        #expect(try cut("a", "-o", "b", "--background", "./red")?.background == "./red")
        #expect(
            try cut("a", "-o", "b", "--background", "red")?.options.background
                == .color(SRGBColor(red: 255, green: 0, blue: 0)))
        #expect(try cut("a", "-o", "b", "--style", "plain")?.options.style == .plain)
        #expect(try cut("a", "-o", "b", "--style", "plain", "--border", "0")?.options.style == .plain)
        #expect(try cut("a", "-o", "b", "--background", "transparent")?.options.background == .transparent)
    }

    @Test func theOtherCommands() throws {
        #expect(
            try understood(["colors", "a", "-", "-n", "6", "--even"]) as? ColorsRequest
                == ColorsRequest(photos: ["a", nil], count: 6, isEven: true))
        #expect(try understood(["doctor", "--json"]) as? DoctorRequest == DoctorRequest(printsJSON: true))
        #expect(try understood(["help"]) as? Document == .program)
        #expect(try understood(["help", "cut"]) as? Document == .command(.cut))
        #expect(try understood(["cut", "--help"]) as? Document == .command(.cut))
        #expect(try understood(["--help"]) as? Document == .program)
        #expect(try understood(["help", "--man"]) as? Document == .man)
        #expect(try understood(["help", "--completions", "zsh"]) as? Document == .completions("zsh"))
        #expect(try understood(["--version"]) as? Document == .version)
        #expect(try understood(["-V"]) as? Document == .version)
    }

    @Test(
        arguments: [
            (
                "",
                "say what to do: make, check, upload, cut, sheet, scan, colors, catalog, serve, split, worker, merge, doctor, help"
            ),
            ("studio", "'studio' is not a command; did you mean 'serve'?"),
            ("maek a", "'maek' is not a command; did you mean 'make'?"),
            ("MAKE a", "'MAKE' is not a command; did you mean 'make'?"),
            ("Studio", "'Studio' is not a command; did you mean 'serve'?"),
            (
                "frobnicate",
                "'frobnicate' is not a command; there are make, check, upload, cut, sheet, scan, colors, catalog, serve, split, worker, merge, doctor, help"
            ),
            ("cat.jpg", "'cat.jpg' is not a command; for one photo: peel cut cat.jpg -o sticker.png"),
            ("--frob", "unknown option --frob"),
            ("--json make", "unknown option --json: it belongs to peel make"),
            (
                "--",
                "say what to do: make, check, upload, cut, sheet, scan, colors, catalog, serve, split, worker, merge, doctor, help"
            ),
            ("make", "name photos or folders, or - to read their names from standard input"),
            ("make a", "say where the pack goes: -o DIR"),
            ("make a -o -", "a pack is a folder: -o - does not work here"),
            ("make a -o d --size 0", "--size takes a whole number from 16 to 16000 or original, not '0'"),
            ("make a -o d --size 12.5", "--size takes a whole number from 16 to 16000 or original, not '12.5'"),
            ("make a -o d --size -3", "--size takes a whole number from 16 to 16000 or original, not '-3'"),
            ("make a -o d --format gif", "--format takes webp or png, not 'gif'"),
            ("make a -o d --border 99", "--border takes a number from 0 to 20, not '99'"),
            ("make a -o d --border nan", "--border takes a number from 0 to 20, not 'nan'"),
            (
                "make a -o d --strength 2",
                "--strength takes a number from -1 to 1 or cautious or normal or greedy, not '2'"
            ),
            (
                "make a -o d --max-bytes 99999999999G",
                "--max-bytes takes a whole number from 1, with K, M or G after it if you like, not '99999999999G'"
            ),
            ("make a -o d -j 0", "--jobs takes a whole number from 1 to 256, not '0'"),
            (
                "make a -o d --border-color mauve",
                "--border-color takes a colour as CSS writes it, such as orange, '#ff8800' or 'rgb(255 136 0 / 50%)', "
                    + "not 'mauve'"
            ),
            (
                "cut a -o d --background ornage",
                "--background takes gradient or the name of a picture or a colour as CSS writes it, such as orange, '#ff8800' or "
                    + "'rgb(255 136 0 / 50%)', not 'ornage'; did you mean 'orange'?"
            ),
            (
                "cut a -o d --background",
                "--background needs a value: --background COLOUR|gradient|FILE; a shell takes #f80 for a comment, '#f80' not"
            ),
            (
                "make a -o d --exclude [a",
                "--exclude takes a pattern such as '*.png', 'raw/' or '**/old/*', not '[a'"
            ),
            ("make a -o d --timeout 0", "--timeout takes a whole number from 1 to 3600, not '0'"),
            (
                "make a -o d --border 0 --border-color black",
                "--border-color needs a border: add --border 3"
            ),
            (
                "make a -o d --style plain --border 4",
                "--border needs a border, but --style plain has none: leave out one of the two"
            ),
            (
                "cut a -o d --border-color black --style plain",
                "--border-color needs a border, but --style plain has none: leave out one of the two"
            ),
            (
                "cut a -o d --style plain --outline tight",
                "--outline needs a border, but --style plain has none: leave out one of the two"
            ),
            (
                "make a -o d --split --instance 2",
                "--instance and --split do not go together: each selects the subjects of the sticker"
            ),
            ("make a -o d -f png --quality 5", "--quality applies to WebP: PNG is lossless"),
            ("make a -o d -0", "--null applies only to a list on standard input: add -"),
            ("cut", "name a photo, or - to read it from standard input"),
            ("cut a", "say where the sticker goes: -o FILE, or -o - for standard output"),
            ("cut a b -o c", "one photo at a time; for 2 of them: peel make"),
            ("cut a -o b.jpg", "stickers are written as .png or .webp, not as .jpg"),
            ("cut a -o b.png -f webp", "--format webp conflicts with the file name ending .png"),
            (
                "cut a -o b --box 3,4,0,9",
                "--box takes four whole numbers, X,Y,W,H, from the photo's top left corner, not '3,4,0,9'"
            ),
            (
                "cut a -o b --split --not-at 3,4",
                "--split with --not-at alone selects no subject: add --at or --box"
            ),
            (
                "cut a -o b --instance 2 --not-at 3,4",
                "--instance and --not-at do not go together: each selects the subjects of the sticker"
            ),
            ("cut a -o b --at 3", "--at takes two whole numbers, X,Y, from the photo's top left corner, not '3'"),
            ("cut a -o b --at=-1,3", "--at takes two whole numbers, X,Y, from the photo's top left corner, not '-1,3'"),
            (
                "cut a -o b --full-frame --square",
                "--full-frame and --square do not go together: one keeps the photo's canvas, the other changes it"
            ),
            ("cut a -o - --split", "--split writes several files; -o - allows only one: use -o FILE"),
            ("colors", "name photos, or - to read one from standard input"),
            ("colors - -", "standard input is one photo: give - once"),
            ("colors a --even --device GPU", "--even and --device do not go together: --even needs no network"),
            ("doctor a", "doctor looks at the program, not at 'a'"),
            ("serve cat.jpg", "photos are added in the studio, not here: leave out 'cat.jpg'"),
            ("serve --tls-cert a.pem", "--tls-cert and --tls-key go together"),
            ("serve --port 99999", "--port takes a whole number from 0 to 65535, not '99999'"),
            (
                "help ma",
                "'ma' is not a command; there are make, check, upload, cut, sheet, scan, colors, catalog, serve, split, worker, merge, doctor, help"
            ),
            ("help studio", "'studio' is not a command; did you mean 'serve'?"),
            ("help mkae", "'mkae' is not a command; did you mean 'make'?"),
            ("help SHEET", "'SHEET' is not a command; did you mean 'sheet'?"),
            ("help make cut", "one thing at a time"),
            ("help --man make", "one thing at a time"),
        ])
    func wrongUsageIsExplained(line: String, message: String) {
        let arguments = line.split(separator: " ").map { FilePath(String($0)) }
        let thrown = #expect(throws: UsageError.self) { try understood(arguments) }
        #expect(thrown?.description == message)
    }

    @Test func editDistanceCountsSwapsOnce() {
        #expect(editDistance("", "") == 0)
        #expect(editDistance("abc", "") == 3)
        #expect(editDistance("", "abc") == 3)
        #expect(editDistance("make", "maek") == 1)
        #expect(editDistance("kitten", "sitting") == 3)
        #expect(nearest(to: "dcotor", among: ["make", "doctor"]) == "doctor")
        #expect(nearest(to: "a", among: ["make", "cut"]) == nil)
    }
}
