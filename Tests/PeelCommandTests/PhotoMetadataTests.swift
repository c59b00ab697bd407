import FoundationEssentials
import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// `stickers.json` beside photos, and `--metadata`.
struct PhotoMetadataTests {
    private let folder = TemporaryFolder()

    private func found(_ names: String...) throws -> [FoundPhoto] {
        try names.map { name in
            try folder.write(name, to: FilePath(name))
            return FoundPhoto(
                path: folder.path.appending(FilePath(name)),
                source: FilePath(name.split(separator: "/").dropFirst().joined(separator: "/")))
        }
    }

    private func metadata(
        of photos: [FoundPhoto], from sources: [String], named file: String? = nil
    ) throws -> PhotoMetadata {
        try PhotoMetadata(
            of: photos, from: sources.map { folder.path.appending(FilePath($0)) },
            named: file.map { folder.path.appending(FilePath($0)) })
    }

    @Test func aFileBesideThePhotosIsReadByTheirPaths() throws {
        let photos = try found("cats/mia.jpg", "cats/a/tom.jpg", "dogs/mia.jpg")
        try folder.write(
            #"{"title": "Cats", "stickers": {"mia.jpg": {"title": "Mia"}, "./a/tom.jpg": {"title": "Tom"}}}"#,
            to: "cats/stickers.json")
        try folder.write(#"{"author": "Ada", "title": "Dogs"}"#, to: "dogs/stickers.json")
        let read = try metadata(of: photos, from: ["cats", "dogs", "cats/mia.jpg"])
        #expect(read.stickers.mapValues(\.title) == [0: "Mia", 1: "Tom"])
        #expect(read.title == "Cats" && read.author == "Ada" && read.emoji == nil)
        #expect(read.notes == ["the title of \(folder.path)/dogs/stickers.json is not used: another file has one"])
        // The first source's file holds.
        #expect(try metadata(of: photos, from: ["dogs", "cats"]).title == "Dogs")
        #expect(try metadata(of: photos, from: []).stickers.isEmpty)
    }

    @Test func optionsAreThoseOfThePhoto() throws {
        let photos = try found("cats/mia.jpg", "cats/tom.jpg")
        try folder.write(
            #"{"stickers": {"mia.jpg": {}, "tom.jpg": {"options": {"text": "Hi"}}}}"#, to: "cats/stickers.json")
        let read = try metadata(of: photos, from: ["cats"])
        let options = try JSONDecoder().decode(PhotoOptions.self, from: Data(#"{"text":"Hi"}"#.utf8))
        #expect(read.options == [1: options])
    }

    @Test func aNameInOtherLettersIsNearerThanAnotherName() throws {
        let photos = try found("cats/é.jpg", "cats/B.JPG")
        try folder.write(#"{"stickers": {"b.jpg": {}}}"#, to: "all.json")
        let unmatched = try metadata(of: photos, from: [], named: "all.json").unmatched
        #expect(unmatched == ["\(folder.path)/all.json, line 1: there is no photo 'b.jpg'; did you mean 'B.JPG'?"])
    }

    @Test func aPhotoThatIsNotThereIsNamed() throws {
        let photos = try found("cats/mia.jpg")
        try folder.write("tom", to: "cats/tom.jpg")
        try folder.write(
            "{\"stickers\": {\"mai.jpg\": {},\n\"tom.jpg\": {},\n\"rex.jpg\": {}}}", to: "cats/stickers.json")
        let file = "\(folder.path)/cats/stickers.json"
        let beside = try metadata(of: photos, from: ["cats/mia.jpg"])
        #expect(
            beside.unmatched == [
                "\(file), line 1: there is no photo 'mai.jpg'; did you mean 'mia.jpg'?",
                "\(file), line 3: there is no photo 'rex.jpg'",
            ])
        #expect(beside.notes.isEmpty)
        // A file that is named is about the photos of this run.
        let named = try metadata(of: photos, from: ["cats/mia.jpg"], named: "cats/stickers.json")
        #expect(named.unmatched == beside.unmatched)
        #expect(named.notes == ["\(file), line 2: 'tom.jpg' is not among the photos of this run"])
        let many = (0..<50).map { "\"\($0).jpg\": {}" }.joined(separator: ",")
        try folder.write("{\"stickers\": {\(many)}}", to: "many.json")
        let unmatched = try metadata(of: photos, from: [], named: "many.json").unmatched
        let lines = PhotoMetadata.lines(unmatched)
        #expect(unmatched.count == 50 && lines.count == 21)
        #expect(lines.last == "30 more entries like these are not used")
    }

    /// A photo that is left out of this run may be named, nothing else that lies there.
    @Test func aNameOfSomethingElseIsNoPhoto() throws {
        let photos = try found("in/a.jpg", "in/single.dat")
        for name in ["notes.txt", "sub/b.png", "left-out.mp4"] { try folder.write("x", to: FilePath("in/\(name)")) }
        try folder.write([0x89] + Array("PNG\r\n\u{1A}\n".utf8), to: "in/left-out.dat")
        try folder.write(
            "{\"stickers\": {\"notes.txt\": {},\n\".\": {},\n\"sub\": {},\n\"sub/b.png\": {},\n"
                + "\"left-out.mp4\": {},\n\"left-out.dat\": {},\n\"single.dat\": {\"title\": \"One\"}}}",
            to: "in/stickers.json")
        for file in [nil, "in/stickers.json"] {
            let read = try metadata(of: photos, from: ["in"], named: file)
            #expect(
                read.unmatched.map { $0.prefix { $0 != ";" } } == [
                    "\(folder.path)/in/stickers.json, line 1: there is no photo 'notes.txt'",
                    "\(folder.path)/in/stickers.json, line 2: there is no photo '.'",
                    "\(folder.path)/in/stickers.json, line 3: there is no photo 'sub'",
                ])
            #expect(read.stickers == [1: StickerMetadata(title: "One")])
        }
    }

    /// `é` as one code point and as two.
    @Test(arguments: [("\u{E9}t\u{E9}", "e\u{301}te\u{301}"), ("e\u{301}te\u{301}", "\u{E9}t\u{E9}")])
    func namesInAnotherUnicodeFormAreTheSame(_ written: String, _ given: String) throws {
        let photos = try found("in/\(given)/\(given).jpg")
        let path = "\(written)/\(written).jpg"
        for name in [path, "./\(path)", "\(folder.path)/in/\(path)"] {
            try folder.write("{\"stickers\": {\"\(name)\": {\"emoji\": \"❤\"}}}", to: "in/stickers.json")
            for file in [nil, "in/stickers.json"] {
                let read = try metadata(of: photos, from: ["in"], named: file)
                #expect(read.stickers == [0: StickerMetadata(emoji: ["❤️"])], "\(name)")
                #expect(read.notes.isEmpty && read.unmatched.isEmpty)
            }
        }
    }

    @Test func whereBothFormsAreThereTheBytesDecide() throws {
        let photos = try found("in/\u{E9}.jpg", "in/e\u{301}.jpg")
        for (place, name) in ["\u{E9}.jpg", "e\u{301}.jpg"].enumerated() {
            try folder.write("{\"stickers\": {\"\(name)\": {\"title\": \"Mia\"}}}", to: "in/stickers.json")
            for file in [nil, "in/stickers.json"] {
                let read = try metadata(of: photos, from: ["in"], named: file)
                #expect(read.stickers == [place: StickerMetadata(title: "Mia")], "\(place)")
            }
        }
    }

    @Test func aNameOfSeveralPhotosIsRefused() throws {
        let photos = try found("cats/mia.jpg", "dogs/mia.jpg")
        try folder.write("{\"stickers\": {\n\"mia.jpg\": {\"title\": \"Mia\"}}}", to: "m.json")
        let error = #expect(throws: CommandFailure.self) { try metadata(of: photos, from: [], named: "m.json") }
        #expect(
            error?.description
                == "\(folder.path)/m.json, line 2: 'mia.jpg' is 2 photos, \(folder.path)/cats/mia.jpg and "
                + "\(folder.path)/dogs/mia.jpg: give the path of each, as on the command line")
        let path = photos[1].path.escapedText
        try folder.write("{\"stickers\": {\"\(path)\": {\"title\": \"Rex\"}}}", to: "m.json")
        #expect(try metadata(of: photos, from: [], named: "m.json").stickers == [1: StickerMetadata(title: "Rex")])
        try folder.write("{\"stickers\": {\"mia.jpg\": {},\n\"./mia.jpg\": {}}}", to: "cats/stickers.json")
        let twice = #expect(throws: CommandFailure.self) { try metadata(of: photos, from: ["cats"]) }
        #expect(twice?.description.contains("line 2: './mia.jpg' is the photo of") == true, "\(twice as Any)")
    }

    private func run(
        _ arguments: FilePath..., options: [String] = []
    ) async throws -> (status: CInt?, output: String, errors: String) {
        let result = try await BuiltProgram.run(
            arguments + options.map { FilePath($0) }, environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"],
            in: folder.path)
        guard case .exited(let status) = result.exit else { return (nil, result.outputText, result.errorText) }
        return (status, result.outputText, result.errorText)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try folder.path.appending(FilePath(name)).readBytes(), as: UTF8.self)
    }

    @Test func aChangedFileChangesThePackAndMakesNothingAnew() async throws {
        for (name, photo) in [("ball", SamplePhotos.ball), ("two", SamplePhotos.twoBalls)] {
            try folder.write(photo, to: FilePath("in/\(name).png"))
        }
        try folder.write(SamplePhotos.ballAsWebP, to: "in/third.webp")
        try folder.write(
            #"{"title": "Balls", "emoji": "⚽️", "stickers": {"ball.png": {"emoji": "🏀", "text": "A ball"}}}"#,
            to: "in/stickers.json")
        let made = try await run("make", "in", "-o", "pack", "--for", "whatsapp", "--author", "Ada")
        #expect(made.status == 0, "\(made.errors)")
        let contents = try text("pack/whatsapp/contents.json")
        for part in ["\"name\" : \"Balls\"", "\"Ada\"", "🏀", "⚽", "\"accessibility_text\" : \"A ball\""] {
            #expect(contents.contains(part), "\(part)")
        }
        let manifest = try PackFolder(folder.path.appending("pack")).readManifest()
        #expect(manifest.stickers.first?.metadata == StickerMetadata(emoji: ["🏀"], text: "A ball"))

        try folder.write(
            #"{"author": "Grace", "stickers": {"ball.png": {"emoji": "🎾", "title": "Tennis"}}}"#,
            to: "in/stickers.json")
        let again = try await run(
            "make", "in", "-o", "pack", "--for", "whatsapp", "--title", "More", "--resume", "--json")
        #expect(again.status == 0, "\(again.errors)")
        #expect(
            again.output.split(separator: "\n").count { $0.contains("\"status\":\"kept\"") } == 3, "\(again.output)")
        let changed = try text("pack/whatsapp/contents.json")
        for part in ["\"name\" : \"More\"", "\"Grace\"", "🎾", "🙂", "\"accessibility_text\" : \"Tennis\""] {
            #expect(changed.contains(part), "\(part)")
        }
        #expect(!changed.contains("🏀") && !changed.contains("⚽") && !changed.contains("A ball"))
        var expected = manifest
        expected.stickers[0].metadata = StickerMetadata(emoji: ["🎾"], title: "Tennis")
        #expect(try PackFolder(folder.path.appending("pack")).readManifest() == expected)
    }

    @Test func aNameOfNoPhotoEndsTheRunUnlessForced() async throws {
        try folder.write(SamplePhotos.ball, to: "in/ball.png")
        try folder.write(#"{"stickers": {"bal.png": {"emoji": "☀"}}}"#, to: "in/stickers.json")
        let said = "peel: in/stickers.json, line 1: there is no photo 'bal.png'; did you mean 'ball.png'?\n"
        for options in [["-q"], ["--dry-run"]] {
            let made = try await run("make", "in", "-o", "pack", options: options)
            #expect(made.status == 1 && made.output.isEmpty)
            #expect(
                made.errors == said + "peel: 1 name matches no photo: fix it, or use --force to ignore it\n")
        }
        #expect((try? folder.path.appending("pack").status()) == nil)
        let split = try await run("split", "in", "-o", "parts", "--parts", "1")
        #expect(split.status == 2 && split.errors.hasPrefix(said), "\(split.errors)")
        #expect(try await run("split", "in", "-o", "parts", "--parts", "1", "--force").status == 0)
        let forced = try await run("make", "in", "-o", "pack", "--force")
        #expect(forced.status == 0 && forced.errors.hasPrefix(said), "\(forced.errors)")
        // The photo may be where nothing could be read.
        let unread = try await run("make", "in", "none", "-o", "pack", "--resume", "-q")
        #expect(unread.status == 1 && !unread.errors.contains("matches no photo"), "\(unread.errors)")
    }

    @Test func aBadFileEndsTheRunBeforeAnythingIsMade() async throws {
        try folder.write(SamplePhotos.ball, to: "in/ball.png")
        try folder.write("{\n\"stickers\": {\"ball.png\": {\"emoji\": \"ball\"}}}", to: "in/stickers.json")
        let made = try await run("make", "in", "-o", "pack")
        #expect(made.status == 1)
        #expect(
            made.errors
                == "peel: in/stickers.json, line 2: emoji must have only emoji, not 'ball'\n")
        #expect((try? folder.path.appending("pack").status()) == nil)
        let other = try await run("make", "in", "-o", "pack", "--metadata", "none.json", "--dry-run")
        #expect(other.status == 1 && other.errors.contains("none.json"), "\(other.errors)")
    }
}
