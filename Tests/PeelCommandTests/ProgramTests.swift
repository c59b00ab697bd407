import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// The built program does its work.
struct ProgramTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }

    private func run(_ arguments: FilePath..., input: [UInt8] = []) async throws -> Subprocess.Output {
        try await BuiltProgram.run(arguments, input: input, in: root)
    }

    @Test func imageBytesInAndImageBytesOut() async throws {
        let output = try await run("cut", "-", "-o", "-", "--size", "64", input: SamplePhotos.ball)
        #expect(output.succeeded)
        #expect(output.errorText.isEmpty)
        let sticker = try ImageSource(output.standardOutput).decode()
        #expect(sticker.size.longestSide == 64)
        #expect(sticker[0, 0] == .clear)
        let middle = sticker[sticker.width / 2, sticker.height / 2]
        #expect(middle.alpha == 255 && middle.red > middle.blue)
    }

    @Test func aMaskOfTheWholePhotoIsGreyAndOfItsSize() async throws {
        let output = try await run("cut", "-", "-o", "m.png", "--mask", "--full-frame", input: SamplePhotos.ball)
        #expect(output.succeeded)
        let mask = try ImageSource(root.appending("m.png").readBytes()).decode()
        #expect(mask.size == PixelSize(width: 400, height: 300))
        #expect(mask[200, 150] == .white)
        #expect(mask[5, 5] == .black)
    }

    /// With a border that is not seen, the sticker's alpha is what the mask must be.
    @Test(
        arguments: [["--border", "8", "--shadow"], ["--square", "--margin", "5"], ["--full-frame"], []] as [[FilePath]])
    func aMaskFitsTheStickerWithTheSameOptions(options: [FilePath]) async throws {
        func cut(_ more: FilePath...) async throws -> Bitmap {
            let line: [FilePath] = ["cut", "-", "-o", "-", "-f", "png", "-s", "200"] + options + more
            let output = try await BuiltProgram.run(line, input: SamplePhotos.twoBalls, in: root)
            #expect(output.succeeded, "\(output.errorText)")
            return try ImageSource(output.standardOutput).decode()
        }
        let mask = try await cut("--mask")
        let sticker = try await cut()
        #expect(mask.size == sticker.size)
        guard !options.contains("--shadow") else { return }
        let bare = try await cut("--border-color", "transparent")
        #expect(bare.size == mask.size)
        #expect((0..<mask.size.area).allSatisfy { bare.pixels[4 * $0 + 3] == mask.pixels[4 * $0] })
        #expect(mask.pixels.contains(255))
    }

    @Test func aPictureStandsBehindTheSticker() async throws {
        let blue = SRGBColor(red: 0, green: 0, blue: 200)
        let sky = Bitmap(size: PixelSize(width: 90, height: 40), filledWith: blue)
        try folder.folder.write(ImageEncoder(.png()).encode(sky), to: "sky.png")
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        let output = try await run("cut", "a.png", "-o", "s.png", "--background", "sky.png")
        #expect(output.succeeded, "\(output.errorText)")
        let sticker = try ImageSource(root.appending("s.png").readBytes()).decode()
        #expect(!sticker.hasTransparency && sticker[0, 0] == blue)
        #expect(sticker[sticker.width / 2, sticker.height / 2].red > 100)
        // The picture is one of the settings: another one means other stickers.
        func make(_ background: FilePath) async throws -> String {
            try await run("make", "a.png", "-o", "p", "--json", "--resume", "--background", background).outputText
        }
        #expect(try await make("sky.png").contains(#""made":1"#))
        #expect(try await make("sky.png").contains(#""kept":1"#))
        #expect(try await make("a.png").contains(#""made":1"#))
        let missing = try await run("make", "a.png", "-o", "q", "--background", "none.png")
        #expect(
            missing.errorText
                == "peel: --background none.png: cannot be read: there is no such file or folder\n")
        #expect(!(try root.names()).contains("q"))
    }

    /// Of a photo of 400 × 300 pixels.
    @Test func morePixelsThanThereAreAreMadeWhereThatIsAllowed() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        let refused = try await run("make", "a.png", "-o", "p", "-s", "600", "--json")
        #expect(refused.exit == .exited(1) && refused.outputText.contains("--enlarge"), "\(refused.outputText)")
        let made = try await run("make", "a.png", "-o", "p", "-s", "600", "--enlarge", "--json")
        #expect(made.succeeded && made.outputText.contains(#""enlarged":1"#), "\(made.outputText)")
    }

    @Test func eachSubjectGetsAFile() async throws {
        let output = try await run(
            "cut", "-", "-o", "s.webp", "--split", "--size", "48", "--style", "plain", input: SamplePhotos.twoBalls)
        #expect(output.succeeded)
        #expect(try root.names() == ["s-1.webp", "s-2.webp"])
        for (name, isRed) in [(FilePath("s-1.webp"), true), ("s-2.webp", false)] {
            let sticker = try ImageSource(root.appending(name).readBytes()).decode()
            let middle = sticker[sticker.width / 2, sticker.height / 2]
            #expect((middle.red > middle.blue) == isRed)
        }
    }

    @Test func aPackIsTheSameTwiceAndIsResumed() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "in/a.png")
        try folder.folder.write(SamplePhotos.twoBalls, to: "in/sub/a.png")
        let first = try await run("make", "in", "-o", "p1", "--size", "64", "--zip", "--json")
        #expect(first.succeeded)
        #expect(first.errorText.isEmpty)
        let lines = first.outputText.split(separator: "\n")
        #expect(lines.count == 3)
        for stage in ["read", "decode", "segment", "cut", "colors", "encode", "write"] {
            #expect(lines[0].contains("\"\(stage)\":"))
        }
        #expect(lines[2].contains(#""made":2,"kept":0,"failed":0,"stickerCount":2"#))
        #expect(try await run("make", "in", "-o", "p2", "--size", "64", "--zip", "-q", "-j1").succeeded)
        for file in ["pack.json", "pack.zip", "contact-sheet.png", "stickers/a.webp"] as [FilePath] {
            #expect(
                try root.appending("p1").appending(file).readBytes()
                    == root.appending("p2").appending(file).readBytes(), "\(file)")
        }
        let resumed = try await run("make", "in", "-o", "p1", "--size", "64", "--resume")
        #expect(resumed.succeeded)
        #expect(resumed.errorText.contains("0 new stickers, 2 photos kept from before in "))
        #expect(resumed.errorText.contains("removed the outdated pack.zip; use --zip to write a new one"))
        let other = try await run("make", "in", "-o", "p1", "--size", "48", "--resume", "--json")
        #expect(other.outputText.contains(#""made":2,"kept":0"#))
    }

    @Test func aPackOfOtherPhotosIsNotReplacedUnasked() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "mine/1.png")
        try folder.folder.write(SamplePhotos.twoBalls, to: "other/1.png")
        #expect(try await run("make", "mine", "-o", "pack", "--size", "64", "-q").succeeded)
        let before = try root.appending("pack/pack.json").readBytes()
        let refused = try await run("make", "other", "-o", "pack", "--size", "64", "-q")
        #expect(refused.exit == .exited(1))
        #expect(
            refused.errorText
                == "peel: pack has a sticker of photos that were not given (1.png), which would be lost: choose another folder, "
                + "or replace the pack (--resume adds to it, --force replaces it)\n"
        )
        #expect(try root.appending("pack/pack.json").readBytes() == before)
        #expect(try root.appending("pack").names() == ["contact-sheet.png", "pack.json", "stickers"])

        // The same photo under another name is no other one.
        try folder.folder.write(SamplePhotos.ball, to: "renamed/2.png")
        #expect(try await run("make", "renamed", "-o", "pack", "--size", "64", "-q").succeeded)
        let added = try await run("make", "other", "-o", "pack", "--size", "64", "--resume")
        #expect(
            added.succeeded
                && added.errorText.contains(
                    "a sticker of photos that were not given this time kept; --resume --force removes it")
        )
        #expect(try PackFolder(root.appending("pack")).readManifest().stickers.map(\.source) == ["1.png", "2.png"])
        let gone = try await run("make", "other", "-o", "pack", "--size", "64", "--resume", "--force")
        #expect(gone.succeeded && gone.errorText.contains("a sticker of photos that were not given this time removed"))
        #expect(try await run("make", "mine", "-o", "pack", "--size", "64", "-q", "--force").succeeded)
    }

    @Test func whatTheNetworkDoubtsIsLeftOut() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "in/a.png")
        try folder.folder.write(SamplePhotos.twoBalls, to: "in/b.png")
        #expect(try await run("make", "in", "-o", "pack", "--size", "64", "-q").succeeded)
        let all = try PackManifest(readingFrom: root.appending("pack/pack.json")).stickers
        let confidences = all.compactMap(\.confidence)
        #expect(confidences.count == 2 && confidences.allSatisfy { (0.5...1).contains($0) })
        let least = String(min(1, (confidences.min() ?? 0) + 0.001))
        for line: [FilePath] in [["--resume"], []] {
            let output = try await BuiltProgram.run(
                ["make", "in", "-o", "pack", "--size", "64", "--min-confidence", FilePath(least)] + line, in: root)
            #expect(output.succeeded)
            let manifest = try PackManifest(readingFrom: root.appending("pack/pack.json"))
            #expect(
                manifest.stickers.map(\.confidence) == all.map(\.confidence).filter { $0 ?? 0 >= Double(least) ?? 0 })
            for failure in manifest.failures {
                #expect(failure.reason.hasPrefix("left out: confidence 0."))
                #expect(output.errorText.contains("in/\(failure.source): \(failure.reason)"))
            }
            #expect(manifest.failures.count + manifest.stickers.count == 2 && !manifest.failures.isEmpty)
            let names = try root.appending("pack/stickers").names().map(\.description)
            #expect(names == manifest.stickers.map(\.fileName).sorted())
        }
    }

    @Test func aTerminalSeesHowFarItIs() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        let output = try await BuiltProgram.run(
            ["make", "a.png", "-o", "pack", "--size", "64"], environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm"],
            in: root, terminalColumns: 50)
        #expect(output.succeeded)
        #expect(output.errorText.contains("\r" + String(repeating: "░", count: 37) + "  0/1 photos\u{1B}[K"))
        #expect(output.errorText.contains("\r\u{1B}[K1 sticker in "))
        let quiet = try await BuiltProgram.run(
            ["make", "a.png", "-o", "pack", "--size", "64", "-q"], environment: ["TERM": "xterm"], in: root,
            terminalColumns: 50)
        #expect(quiet.errorText.isEmpty)
    }

    @Test func colorsOfThePackAndOfTheCommandAreTheSame() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "a.png")
        let pack = try await run("make", "a.png", "-o", "pack", "--json")
        let colors = try await run("colors", "a.png", "--json")
        func list(_ text: String) -> Substring? {
            text.split(separator: "\n").first?.split(separator: "\"colors\":[").last?.prefix { $0 != "]" }
        }
        #expect(list(colors.outputText) != nil)
        #expect(list(colors.outputText) == list(pack.outputText))
        let even = try await run("colors", "-n", "2", "--even", "a.png", "-", input: SamplePhotos.twoBalls)
        #expect(even.succeeded)
        #expect(even.outputText.split(separator: "\n").map { $0.count(where: { $0 == "#" }) } == [2, 2])
    }

    @Test func theDoctorFindsAllWell() async throws {
        let output = try await run("doctor")
        #expect(output.succeeded, "\(output.outputText)")
        for format in ImageFormat.allCases { #expect(output.outputText.contains(format.displayName)) }
        #expect(output.outputText.contains("runs on     CPU"))
        #expect(output.outputText.hasSuffix("verdict     all is well\n"))
        let ill = try await run("doctor", "--device", "XPU")
        #expect(ill.exit == .exited(1))
        #expect(ill.outputText.contains("network     FAILS: "))
    }

    @Test func theVersionIsThatOfTheRelease() throws {
        let version = String(decoding: try checkout.appending("VERSION").readBytes(), as: UTF8.self)
        #expect(version == peelVersion + "\n")
    }
}
