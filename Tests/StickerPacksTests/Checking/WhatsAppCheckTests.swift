import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// What WhatsApp's packs alone have; `TargetCheckTests` breaks each rule.
struct WhatsAppCheckTests {
    /// What systems leave in folders and ZIPs is no sticker.
    @Test func filesOfTheSystemAreNoStickers() async throws {
        let broken = try await BrokenPack("", "nothing") { files in
            try Self.inArchive(&files) { inside in
                for name in [
                    ".DS_Store", "Icon\r", "Thumbs.db", "ehthumbs.db", "desktop.ini", "._01.webp", "__MACOSX/._01.webp",
                ] {
                    inside[name] = [1]
                }
            }
        }.brokenRules(TargetTrial.whatsApp.good, for: .whatsapp)
        #expect(broken == [])
    }

    /// Of a sticker that moves it takes a longer text.
    @Test(arguments: [(255, false), (256, true)]) func theTextOfAStickerThatMovesMayBeLonger(
        _ count: Int, _ isBroken: Bool
    ) async throws {
        let text = String(repeating: "a", count: count)
        let broken = try await BrokenPack("", "moves") {
            try $0.replace(
                "\"animated_sticker_pack\" : false", with: "\"animated_sticker_pack\" : true", in: Self.contents)
            try $0.replace(
                "\"image_file\"", with: "\"accessibility_text\": \"\(text)\", \"image_file\"", in: Self.contents)
        }.brokenRules(TargetTrial.whatsApp.good, for: .whatsapp)
        #expect(broken.map(\.rule).contains("moving-description-length") == isBroken)
        #expect(!broken.map(\.rule).contains("description-length"))
    }

    private static let contents = "contents.json"

    /// Changes one file inside the `.wastickers`.
    private static func inArchive(
        _ files: inout [String: [UInt8]], _ change: (inout [String: [UInt8]]) throws -> Void
    ) throws {
        let name = files.name(endingWith: ".wastickers")
        var inside = try ZipReader.files(of: files[name] ?? [], path: FilePath(name))
        try change(&inside)
        let folder = TemporaryFolder()
        let path = folder.path.appending("a.zip")
        try ZipArchive.write(inside.map { ZipArchive.Entry(name: $0, bytes: $1) }, to: path)
        files[name] = try path.readBytes()
    }

    private static func sticker(_ bytes: @escaping @Sendable () throws -> [UInt8])
        -> @Sendable (inout [String: [UInt8]]) throws -> Void
    {
        { files in files[files.name(endingWith: ".webp")] = try bytes() }
    }

    private static func archived(_ bytes: @escaping @Sendable () throws -> [UInt8])
        -> @Sendable (inout [String: [UInt8]]) throws -> Void
    {
        { files in try inArchive(&files) { $0[$0.name(endingWith: ".webp")] = try bytes() } }
    }

    private static func cover(_ bytes: @escaping @Sendable () throws -> [UInt8])
        -> @Sendable (inout [String: [UInt8]]) throws -> Void
    {
        { files in files[files.name(endingWith: "tray-1.png")] = try bytes() }
    }

    static let packs: [BrokenPack] = [
        BrokenPack("layout", "no pack at all") { $0 = ["a.txt": [1]] },
        BrokenPack("wastickers", "no ZIP") { $0[$0.name(endingWith: ".wastickers")] = Array("PK?".utf8) },
        BrokenPack("contents", "no JSON") { $0[contents] = Array("{".utf8) },
        BrokenPack("contents", "no packs") { $0[contents] = Array("{}".utf8) },
        BrokenPack("contents", "a pack that is none") { $0[contents] = Array(#"{"sticker_packs": [1]}"#.utf8) },
        BrokenPack("contents-keys", "unknown at the top") {
            try $0.replace("\"sticker_packs\"", with: "\"x\": 1, \"sticker_packs\"", in: contents)
        },
        BrokenPack("contents-keys", "unknown in a sticker") {
            try $0.replace("\"image_file\"", with: "\"x\": 1, \"image_file\"", in: contents)
        },
        BrokenPack("links", "no address") {
            try $0.replace("\"name\"", with: "\"publisher_website\": \"me\", \"name\"", in: contents)
        },
        BrokenPack("links", "another store") {
            try $0.replace(
                "\"sticker_packs\"", with: "\"ios_app_store_link\": \"https://example.com/a\", \"sticker_packs\"",
                in: contents)
        },
        BrokenPack("links", "a host that begins like the store's") {
            try $0.replace(
                "\"sticker_packs\"",
                with: "\"android_play_store_link\": \"https://play.google.com.example/a\", \"sticker_packs\"",
                in: contents)
        },
        BrokenPack("links", "not text") {
            try $0.replace("\"name\"", with: "\"publisher_website\": null, \"name\"", in: contents)
        },
        BrokenPack("email", "no domain") {
            try $0.replace("\"name\"", with: "\"publisher_email\": \"ada@example\", \"name\"", in: contents)
        },
        BrokenPack("email", "not text") {
            try $0.replace("\"name\"", with: "\"publisher_email\": false, \"name\"", in: contents)
        },
        BrokenPack("contents-flags", "a text") {
            try $0.replace("\"name\"", with: "\"avoid_cache\": \"true\", \"name\"", in: contents)
        },
        BrokenPack("identifier", "other characters") {
            try $0.replace("\"identifier\" : \"", with: "\"identifier\" : \"é", in: contents)
        },
        BrokenPack("identifier", "leads out of the folder") {
            try $0.replace("\"identifier\" : \"", with: "\"identifier\" : \"..", in: contents)
        },
        BrokenPack("identifier", "too long") {
            try $0.replace(
                "\"identifier\" : \"", with: "\"identifier\" : \"" + String(repeating: "a", count: 128), in: contents)
        },
        BrokenPack("identifier-own", "two packs alike") { files in
            let text = String(decoding: files[contents] ?? [], as: UTF8.self)
            let start = try #require(text.firstIndex(of: "["))
            let end = try #require(text.lastIndex(of: "]"))
            let pack = text[text.index(after: start)..<end]
            files[contents] = Array("{\"sticker_packs\": [\(pack),\(pack)]}".utf8)
        },
        BrokenPack("image-data-version", "empty") { files in
            let text = String(decoding: files[contents] ?? [], as: UTF8.self)
            let line = try #require(text.split(separator: "\n").first { $0.contains("image_data_version") })
            try files.replace(String(line), with: "\"image_data_version\": \"\",", in: contents)
        },
        BrokenPack("image-data-version", "neither text nor number") { files in
            let text = String(decoding: files[contents] ?? [], as: UTF8.self)
            let line = try #require(text.split(separator: "\n").first { $0.contains("image_data_version") })
            try files.replace(String(line), with: "\"image_data_version\": true,", in: contents)
        },
        BrokenPack("moving-format", "says that it moves") {
            try $0.replace("\"animated_sticker_pack\" : false", with: "\"animated_sticker_pack\" : true", in: contents)
        },
        BrokenPack("description-length", "126 characters") {
            let text = String(repeating: "a", count: 126)
            try $0.replace("\"image_file\"", with: "\"accessibility_text\": \"\(text)\", \"image_file\"", in: contents)
        },
        BrokenPack("description-length", "not text") {
            try $0.replace("\"image_file\"", with: "\"accessibility_text\": null, \"image_file\"", in: contents)
        },
        BrokenPack("file-name", "not .webp") { try $0.replace(".webp\"", with: ".png\"", in: contents) },
        BrokenPack("file-name", "leads out of the folder") {
            try $0.replace("\"image_file\" : \"", with: "\"image_file\" : \"../", in: contents)
        },
        BrokenPack("files", "a sticker is missing") { $0[$0.name(endingWith: ".webp")] = nil },
        BrokenPack("files", "the tray icon is missing") { $0[$0.name(endingWith: "tray-1.png")] = nil },
        BrokenPack("tray-count", "no tray icon in the ZIP") { try inArchive(&$0) { $0["tray-1.png"] = nil } },
        BrokenPack("tray-count", "two tray icons in the ZIP") {
            try inArchive(&$0) { $0["b.png"] = $0["tray-1.png"] }
        },
        BrokenPack("pack-count", "none") { $0[contents] = Array(#"{"sticker_packs": []}"#.utf8) },
        BrokenPack("pack-count", "eleven") {
            let packs = [String](repeating: "{}", count: 11).joined(separator: ",")
            $0[contents] = Array("{\"sticker_packs\": [\(packs)]}".utf8)
        },
        BrokenPack("sticker-count", "two in the ZIP") {
            try inArchive(&$0) { $0[$0.name(endingWith: ".webp")] = nil }
        },
        BrokenPack("sticker-count", "31 in the ZIP") {
            try inArchive(&$0) { files in
                for number in 0..<28 { files["x\(number).webp"] = files[files.name(endingWith: ".webp")] }
            }
        },
        BrokenPack("emoji-count", "none") { files in
            try files.replace("\"🐱\",", with: "", in: contents)
            try files.replace("\"❤️\"", with: "", in: contents)
        },
        BrokenPack("emoji-count", "four") { try $0.replace("\"🐱\"", with: "\"🐱\", \"🐶\", \"🐭\"", in: contents) },
        BrokenPack("emoji", "a word") { try $0.replace("🐱", with: "cat", in: contents) },
        BrokenPack("title-length", "empty") {
            try $0.replace("\"name\" : \"Félines & Co\"", with: "\"name\" : \"\"", in: contents)
        },
        BrokenPack("title-length", "129 characters in the ZIP") {
            try inArchive(&$0) { $0["title.txt"] = Array(String(repeating: "a", count: 129).utf8) }
        },
        BrokenPack("author-length", "missing in the ZIP") { try inArchive(&$0) { $0["author.txt"] = nil } },
        BrokenPack("author-length", "129 characters") {
            try $0.replace("\"Ada\"", with: "\"\(String(repeating: "a", count: 129))\"", in: contents)
        },
        BrokenPack("sticker-format", "PNG", sticker { try WrongPictures.png(512, 512) }),
        BrokenPack("sticker-format", "damaged") { files in
            let name = files.name(endingWith: ".webp")
            files[name] = Array((files[name] ?? []).prefix(2_000))
        },
        BrokenPack("sticker-format", "empty", sticker { [] }),
        BrokenPack("sticker-size", "511 rows", sticker { try WrongPictures.webp(512, 511) }),
        BrokenPack("sticker-bytes", "too many", sticker { try WrongPictures.noise(512, .webp(quality: 60)) }),
        BrokenPack("sticker-still", "moves", sticker { try WrongPictures.movingWebP() }),
        BrokenPack("wastickers-sticker-format", "no picture", archived { Array("x".utf8) }),
        BrokenPack("wastickers-sticker-size", "511 columns", archived { try WrongPictures.webp(511, 512) }),
        BrokenPack("wastickers-sticker-bytes", "too many", archived { try WrongPictures.noise(512, .png()) }),
        BrokenPack("wastickers-sticker-still", "moves", archived { try WrongPictures.movingWebP() }),
        BrokenPack("cover-format", "WebP", cover { try WrongPictures.webp(96, 96) }),
        BrokenPack("cover-size", "97 columns", cover { try WrongPictures.png(97, 96) }),
        BrokenPack("cover-bytes", "too many", cover { try WrongPictures.noise(256, .png()) }),
        BrokenPack("cover-still", "moves", cover { WrongPictures.moving(try WrongPictures.png(96, 96)) }),
    ]

    @Test(arguments: goodChanges)
    func whatTheSamplesTakeIsTaken(_ pack: BrokenPack) async throws {
        #expect(try await pack.brokenRules(TargetTrial.whatsApp.good, for: .whatsapp) == [])
    }

    private static let goodChanges = [
        BrokenPack("", "a number for the version") { files in
            let text = String(decoding: files[contents] ?? [], as: UTF8.self)
            let line = try #require(text.split(separator: "\n").first { $0.contains("image_data_version") })
            try files.replace(String(line), with: "\"image_data_version\": 1,", in: contents)
        },
        BrokenPack("", "an address of an e-mail, and none") {
            try $0.replace(
                "\"name\"", with: "\"publisher_email\": \"a.b+c@mail.example.org\", \"avoid_cache\": true, \"name\"",
                in: contents)
        },
        BrokenPack("", "empty addresses") {
            try $0.replace(
                "\"name\"", with: "\"publisher_email\": \"\", \"publisher_website\": \"\", \"name\"", in: contents)
        },
        BrokenPack("", "addresses of the stores") {
            try $0.replace(
                "\"sticker_packs\"",
                with: """
                    "android_play_store_link": "HTTPS://play.google.com:443?id=a", \
                    "ios_app_store_link": "https://itunes.apple.com", "sticker_packs"
                    """, in: contents)
        },
        BrokenPack("", "an emoji without its selector") { try $0.replace("❤️", with: "❤", in: contents) },
    ]

    @Test func addressesOfMailAreTold() {
        for text in ["a@b.c", "A.b+c_%-d@x-1.example.org"] { #expect(text.isEmailAddress, "\(text)") }
        for text in ["", "a", "@b.c", "a@", "a@b", "a@b.", "a@.c", "a@-b.c", "a@b.c@d.e", "a b@c.d", "ä@b.c", "a@b..c"]
        {
            #expect(!text.isEmailAddress, "\(text)")
        }
    }

    /// A small list that names a file again and again, and one of stickers that are none.
    @Test func aListWithoutEndEndsTheCheckSoon() async throws {
        let good = try await TargetTrial.whatsApp.good
        let large = try WrongPictures.webp(2_000, 2_000)
        for (sticker, count) in [("{}", 9_000), (#"{"image_file":"a.webp","emojis":["x"]}"#, 3_000)] {
            let pack = BrokenPack("", "many") { files in
                let stickers = [String](repeating: sticker, count: count).joined(separator: ",")
                files = ["p/a.webp": large]
                files[Self.contents] = Array(#"{"sticker_packs":[{"identifier":"p","stickers":[\#(stickers)]}]}"#.utf8)
            }
            let broken = try pack.brokenRules(good, for: .whatsapp)
            #expect(broken.contains { $0.rule == "sticker-count" && $0.value == "\(count)" })
            // The files of 2,000 stickers, and of the tray icon.
            #expect(broken.allSatisfy { $0.failures.count <= 100 && $0.failureCount <= 2_001 })
            let files = broken.filter { $0.rule == "emoji-count" || $0.rule == "emoji" }
            #expect(files.contains { $0.failureCount == 2_000 })
            #expect(broken.filter { $0.rule == "sticker-size" }.allSatisfy { $0.failureCount == 1 }, "read once")
            #expect(broken.contains { $0.rule == "sticker-size" } == (count == 3_000))
            let text = PackReport(target: "whatsapp", rules: broken).text
            #expect(text.utf8.count < 200_000 && text.contains("and 1900 more\n"))
        }
        let tooLarge = try BrokenPack("", "6 MB") {
            $0[Self.contents] = Array(("[" + String(repeating: "{},", count: 2_000_000) + "{}]").utf8)
        }.brokenRules(good, for: .whatsapp)
        #expect(tooLarge.map(\.value) == ["too large: 6000004 bytes"])
        let tooMany = try BrokenPack("", "300,000 values") {
            $0[Self.contents] = Array(("[" + String(repeating: "{},", count: 300_000) + "{}]").utf8)
        }.brokenRules(good, for: .whatsapp)
        #expect(tooMany.map(\.value) == ["not JSON: line 1: the file has too many values"])
        // Twenty thousand of these took Foundation's decoder more than a minute.
        let deep = try BrokenPack("", "lists in lists") {
            let nested = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
            $0[Self.contents] = Array(#"{"sticker_packs":[\#(nested)]}"#.utf8)
        }.brokenRules(good, for: .whatsapp)
        #expect(deep.map(\.value) == ["not JSON: line 1: values are nested more than 16 deep"])
        // Nor are texts compared by thousands of accents on a letter, which takes their square.
        let accents = try BrokenPack("", "accents") {
            let marks = String(repeating: "\u{301}\u{323}", count: 5_000)
            $0[Self.contents] = Array(#"{"sticker_packs":[{"a\#(marks)":1}]}"#.utf8)
        }.brokenRules(good, for: .whatsapp)
        #expect(accents.map(\.value) == ["not JSON: line 1: more than 1000 combining marks are on one letter"])
        let long = try BrokenPack("", "a long name") {
            let name = String(repeating: "n", count: 500_000)
            $0[Self.contents] = Array(#"{"sticker_packs":[{"identifier":"\#(name)","name":"\#(name)"}]}"#.utf8)
        }.brokenRules(good, for: .whatsapp)
        #expect(PackReport(target: "whatsapp", rules: long).text.utf8.count < 20_000)
    }

    @Test func aPackOfAnotherProgramIsChecked() throws {
        // As the sample of github.com/laggykiller/sticker-convert lays it out: numbers as names, PNG stickers, 100.png.
        let folder = TemporaryFolder()
        let sticker = try WrongPictures.png(512, 512)
        var entries = (0..<3).map { ZipArchive.Entry(name: "\($0).png", bytes: sticker) }
        entries.append(ZipArchive.Entry(name: "100.png", bytes: try WrongPictures.png(96, 96)))
        entries.append(ZipArchive.Entry(name: "title.txt", bytes: Array("A\n".utf8)))
        entries.append(ZipArchive.Entry(name: "author.txt", bytes: Array("B\n".utf8)))
        let path = folder.path.appending("A.wastickers")
        try ZipArchive.write(entries, to: path)
        let checked = try PackCheck(path).run()
        #expect(checked.map(\.target) == [.whatsapp])
        #expect(checked.first?.report.isKept == true, "\(checked.first?.report.text ?? "")")
    }
}
