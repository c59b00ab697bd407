import Files
import Imaging
import Stickers
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct PackManifestTests {
    let temporary = TemporaryFolder()

    static let manifest = PackManifest(
        program: PackManifest.Program(version: "1.0"), model: PackManifest.Model(name: "subject.onnx", sha256: "00ff"),
        stickers: [entry("stickers/cat-1.png")],
        failures: [PackManifest.Failure(source: "d/%FF \"b\".jpg", reason: "no subject found")],
        contactSheets: ["contact-sheet.png"], archive: "pack.zip")

    static func entry(_ file: String) -> PackManifest.Entry {
        PackManifest.Entry(
            file: file, byteCount: 1234, sha256: "aa", source: "ä/cat.jpg", sourceSHA256: "bb", settings: "cc",
            size: PixelSize(width: 512, height: 300), photoSize: PixelSize(width: 4000, height: 3000),
            box: PixelRect(x: 1, y: 2, width: 30, height: 40), instance: 1,
            colors: Samples.photo().colorScheme.swatches.map(PackManifest.Color.init), textColor: "#ffffff")
    }

    @Test func theFileIsAsDocumentedAndReadsBack() throws {
        let expected = """
            {
              "archive" : "pack.zip",
              "contactSheets" : [
                "contact-sheet.png"
              ],
              "failures" : [
                {
                  "reason" : "no subject found",
                  "source" : "d/%FF \\"b\\".jpg"
                }
              ],
              "format" : "peel-pack",
              "model" : {
                "name" : "subject.onnx",
                "sha256" : "00ff"
              },
              "program" : {
                "name" : "peel",
                "version" : "1.0"
              },
              "stickers" : [
                {
                  "box" : {
                    "height" : 40,
                    "width" : 30,
                    "x" : 1,
                    "y" : 2
                  },
                  "byteCount" : 1234,
                  "colors" : [
                    {
                      "hex" : "#ff8000",
                      "share" : 0.666667
                    },
                    {
                      "hex" : "#000000",
                      "share" : 0.333333
                    }
                  ],
                  "file" : "stickers/cat-1.png",
                  "instance" : 1,
                  "photoSize" : {
                    "height" : 3000,
                    "width" : 4000
                  },
                  "settings" : "cc",
                  "sha256" : "aa",
                  "size" : {
                    "height" : 300,
                    "width" : 512
                  },
                  "source" : "ä/cat.jpg",
                  "sourceSHA256" : "bb",
                  "textColor" : "#ffffff"
                }
              ],
              "version" : 1
            }

            """
        #expect(String(decoding: Self.manifest.jsonBytes, as: UTF8.self) == expected)
        #expect(try PackManifest(readingFrom: temporary.write(expected, to: "pack.json")) == Self.manifest)
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "null", "\"peel-pack\"", "\0\0\0\0", "{\"format\":\"peel-pack\"}", "<html>",
        "{\"format\":\"peel-pack\",\"version\":\"1\"}", "{\"format\":\"other\",\"version\":1}",
        "{\"format\":\"peel-pack\",\"version\":1}", "{\"format\":\"peel-pack\",\"version\":1e99}",
        String(repeating: "[", count: 200_000), String(repeating: "{\"a\":", count: 200_000),
    ])
    func garbageIsAnErrorThatSaysSo(_ text: String) throws {
        let file = try temporary.write(text, to: "pack.json")
        let error = #expect(throws: PackError.self) { try PackManifest(readingFrom: file) }
        #expect(error?.code == .damagedManifest)
        #expect(error?.path == file)
        #expect(error?.description.hasPrefix(file.description) == true)
    }

    @Test func aManifestThatWasCutOrChangedAnywhereIsReadOrRefusedNeverTrustedBlindly() throws {
        let bytes = Self.manifest.jsonBytes
        var generator = SeededGenerator(seed: 3)
        for length in bytes.indices.dropLast() where length % 7 == 0 {
            let file = try temporary.write(Array(bytes[..<length]), to: "pack.json")
            #expect(throws: PackError.self) { try PackManifest(readingFrom: file) }
        }
        for _ in 0..<300 {
            var changed = bytes
            changed[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            let file = try temporary.write(changed, to: "pack.json")
            let read = try? PackManifest(readingFrom: file)
            #expect(read?.stickers.allSatisfy { $0.file.hasPrefix("stickers/") && !$0.fileName.contains("/") } ?? true)
        }
    }

    @Test(arguments: [
        "../cat.png", "stickers/../../cat.png", "stickers/..", "stickers/", "stickers", "/etc/passwd", "stickers//a",
        "stickers/.peel", "pack.json", "stickers/a\0b", "stickers/" + String(repeating: "n", count: 256), "",
    ])
    func aManifestThatNamesAFileElsewhereIsRefused(_ name: String) throws {
        var manifest = Self.manifest
        manifest.stickers.append(Self.entry(name))
        let file = try temporary.write(manifest.jsonBytes, to: "pack.json")
        let error = #expect(throws: PackError.self) { try PackManifest(readingFrom: file) }
        #expect(error?.code == .damagedManifest)
    }

    /// They make one character with the slash before them, or with the dot after them.
    @Test(arguments: ["\u{301}.png", "\u{1F3FD}.webp", "\u{200D}a.png", "\u{D4E}.png"])
    func aNameThatBeginsWithAMarkIsRead(_ name: String) throws {
        var manifest = Self.manifest
        manifest.stickers.append(Self.entry("stickers/" + name))
        let read = try PackManifest(readingFrom: temporary.write(manifest.jsonBytes, to: "pack.json"))
        #expect(read.stickers.last.map { Array($0.fileName.utf8) } == Array(name.utf8))
    }

    @Test(arguments: ["letter.txt", "contact-sheet-1.png", "contact-sheet-02.png", "contact-sheet-x.png", "../a.png"])
    func aManifestWhoseOtherFilesAreNotAPacksIsRefused(_ name: String) throws {
        var manifest = Self.manifest
        manifest.contactSheets.append(name)
        var other = Self.manifest
        other.archive = name
        for manifest in [manifest, other] {
            let file = try temporary.write(manifest.jsonBytes, to: "pack.json")
            #expect(throws: PackError.self) { try PackManifest(readingFrom: file) }
        }
    }

    @Test func aLaterVersionIsToldFromADamagedOne() throws {
        let file = try temporary.write("{\"format\":\"peel-pack\",\"version\":3,\"new\":[]}", to: "pack.json")
        let error = #expect(throws: PackError.self) { try PackManifest(readingFrom: file) }
        #expect(error?.code == .newerManifest)
    }

    @Test func coloursComeBackAsTheyWere() {
        var entry = Self.entry("stickers/a.png")
        #expect(entry.colorScheme?.colors == Samples.photo().colorScheme.colors)
        entry.colors[0].hex = "red-ish"
        #expect(entry.colorScheme == nil)
        entry.colors = []
        #expect(entry.colorScheme?.swatches == [])
        entry.colors = Array(repeating: Self.entry("stickers/a.png").colors[0], count: 100_000)
        #expect(entry.colorScheme == nil)
    }
}
