import FoundationEssentials
import Glibc
import Peel
import TestSupport
import Testing

@testable import peel

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
        #expect(try read.options == [1: PhotoOptions(text: "Hi")])
    }

    @Test func aPhotoThatIsNotThereIsNamed() throws {
        let photos = try found("cats/mia.jpg")
        try folder.write("tom", to: "cats/tom.jpg")
        try folder.write(
            "{\"stickers\": {\"mai.jpg\": {},\n\"tom.jpg\": {},\n\"rex.jpg\": {}}}", to: "cats/stickers.json")
        let file = "\(folder.path)/cats/stickers.json"
        let beside = try metadata(of: photos, from: ["cats/mia.jpg"])
        #expect(
            beside.notes == [
                "\(file), line 1: there is no photo 'mai.jpg'; did you mean 'mia.jpg'?",
                "\(file), line 3: there is no photo 'rex.jpg'",
            ])
        // A file that is named is about the photos of this run alone.
        let named = try metadata(of: photos, from: ["cats/mia.jpg"], named: "cats/stickers.json")
        #expect(named.notes.count == 3 && named.notes[1].contains("line 2: there is no photo 'tom.jpg'"))
        let many = (0..<50).map { "\"\($0).jpg\": {}" }.joined(separator: ",")
        try folder.write("{\"stickers\": {\(many)}}", to: "many.json")
        let notes = try metadata(of: photos, from: [], named: "many.json").notes
        #expect(notes.count == 21 && notes.last == "30 more entries like these are not used")
    }

    @Test func aNameOfSeveralPhotosIsRefused() throws {
        let photos = try found("cats/mia.jpg", "dogs/mia.jpg")
        try folder.write("{\"stickers\": {\n\"mia.jpg\": {\"title\": \"Mia\"}}}", to: "m.json")
        let error = #expect(throws: CommandFailure.self) { try metadata(of: photos, from: [], named: "m.json") }
        #expect(
            error?.description
                == "\(folder.path)/m.json, line 2: 'mia.jpg' is 2 photos, \(folder.path)/cats/mia.jpg and "
                + "\(folder.path)/dogs/mia.jpg: name each by its path as it was given")
        let path = photos[1].path.escapedText
        try folder.write("{\"stickers\": {\"\(path)\": {\"title\": \"Rex\"}}}", to: "m.json")
        #expect(try metadata(of: photos, from: [], named: "m.json").stickers == [1: StickerMetadata(title: "Rex")])
        try folder.write("{\"stickers\": {\"mia.jpg\": {},\n\"./mia.jpg\": {}}}", to: "cats/stickers.json")
        let twice = #expect(throws: CommandFailure.self) { try metadata(of: photos, from: ["cats"]) }
        #expect(twice?.description.contains("line 2: './mia.jpg' is the photo of") == true, "\(twice as Any)")
    }

    private func run(_ arguments: FilePath...) async throws -> (status: CInt?, output: String, errors: String) {
        let result = try await BuiltProgram.run(
            arguments, environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"], in: folder.path)
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
            #"{"title": "Balls", "emoji": "⚽️", "stickers": {"ball.png": {"emoji": "🏀", "text": "A ball"}, "x.png": {}}}"#,
            to: "in/stickers.json")
        let made = try await run("make", "in", "-o", "pack", "--for", "whatsapp", "--author", "Ada")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.errors.contains("peel: in/stickers.json, line 1: there is no photo 'x.png'\n"), "\(made.errors)")
        let contents = try text("pack/whatsapp/contents.json")
        for part in ["\"name\" : \"Balls\"", "\"Ada\"", "🏀", "⚽️", "\"accessibility_text\" : \"A ball\""] {
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
        #expect(!changed.contains("🏀") && !changed.contains("⚽️") && !changed.contains("A ball"))
        var expected = manifest
        expected.stickers[0].metadata = StickerMetadata(emoji: ["🎾"], title: "Tennis")
        #expect(try PackFolder(folder.path.appending("pack")).readManifest() == expected)
    }

    @Test func aBadFileEndsTheRunBeforeAnythingIsMade() async throws {
        try folder.write(SamplePhotos.ball, to: "in/ball.png")
        try folder.write("{\n\"stickers\": {\"ball.png\": {\"emoji\": \"ball\"}}}", to: "in/stickers.json")
        let made = try await run("make", "in", "-o", "pack")
        #expect(made.status == 1)
        #expect(
            made.errors
                == "peel: in/stickers.json, line 2: emoji has emoji and nothing else, not 'ball'\n")
        #expect((try? folder.path.appending("pack").status()) == nil)
        let other = try await run("make", "in", "-o", "pack", "--metadata", "none.json", "--dry-run")
        #expect(other.status == 1 && other.errors.contains("none.json"), "\(other.errors)")
    }
}
