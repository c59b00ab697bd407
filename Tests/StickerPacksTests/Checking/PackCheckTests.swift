import Files
import Glibc
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// Which files are looked at, and as whose.
struct PackCheckTests {
    private let folder = TemporaryFolder()

    private func targets(_ name: FilePath, for targets: [PackTarget] = []) throws -> [String] {
        try PackCheck(folder.path.appending(name)).run(for: targets).map {
            let place = $0.path.description.dropFirst(folder.path.description.utf8.count + 1)
            return "\($0.target) \(place) \($0.report.isKept)"
        }
    }

    private func copy(_ pack: TargetFixture, _ name: FilePath, to place: FilePath) throws {
        for (file, bytes) in try pack.files(in: name) {
            try folder.write(bytes, to: place.appending(FilePath(file)))
        }
    }

    @Test(arguments: ["line", "png", "signal", "discord", "whatsapp"])
    func aPackOfWhatsAppIsOneWhateverItsTitleIs(_ title: String) async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        var details = TargetFixture.details
        details.title = title
        #expect(try await fixture.export(.whatsapp, details).isWritten)
        #expect(try await fixture.export(.telegram, details).isWritten)
        try copy(fixture, "", to: "pack")
        try copy(fixture, "whatsapp", to: "discord")
        #expect(try targets("pack/whatsapp") == ["whatsapp pack/whatsapp true"])
        #expect(try targets("pack/whatsapp", for: [.whatsapp]) == ["whatsapp pack/whatsapp true"])
        #expect(try targets("discord") == ["whatsapp discord true"])
        #expect(try targets("pack") == ["whatsapp pack/whatsapp true", "telegram pack/telegram true"])
        #expect(try targets("pack", for: [.telegram]) == ["telegram pack/telegram true"])
    }

    @Test(arguments: [PackTarget.telegram, .imessage, .signal])
    func whatIsInAFolderCountsMoreThanItsName(_ target: PackTarget) async throws {
        let fixture = try TargetFixture(count: 1, side: 64)
        #expect(try await fixture.export(target).isWritten)
        try copy(fixture, FilePath(target.rawValue), to: "line")
        #expect(try targets("line") == ["\(target) line true"])
    }

    @Test func namesThatBeginWithAMarkLieWhereTheyAre() {
        let names = ["a/\u{301}.png", "b/.\u{301}.png", "\u{D4E}.png"]
        let files = PackFiles(memory: Dictionary(uniqueKeysWithValues: names.map { ($0, [UInt8(1)]) }))
        #expect(files.folders == ["a", "b"])
        #expect(files.below("a").names == ["\u{301}.png"] && files.without(folders: ["a", "b"]).names == [names[2]])
        #expect(TelegramFormat.stickers(in: files) == [names[2]])
    }

    @Test func aNameCannotLookLikeALineOfTheReport() {
        let name = "b\n  pass  forged line.webp"
        let rule = PackReport.Rule(
            rule: "r", about: "a", limit: "l", value: name, at: name, failures: [.init(at: name, value: "v\u{1B}[2J")],
            moreFailures: nil, remedy: "m")
        let lines = PackReport(target: "whatsapp", rules: [rule]).text.split(separator: "\n")
        #expect(lines.count == 3 && lines[1].hasSuffix("v\\u{1b}[2J  (b   pass  forged line.webp)"))
    }

    @Test func aFolderOfPicturesIsCalledAsItsPlatform() async throws {
        let fixture = try TargetFixture(count: 2, side: 64)
        for target in [PackTarget.discord, .mastodon] { #expect(try await fixture.export(target).isWritten) }
        // A pack of this program that has a platform's name itself.
        try copy(fixture, "", to: "viber")
        #expect(try targets("viber/discord") == ["discord viber/discord true"])
        #expect(try targets("viber") == ["discord viber/discord true", "mastodon viber/mastodon true"])
        try folder.write("x", to: "other/a.txt")
        let error = #expect(throws: PackError.self) { try targets("other") }
        #expect(error?.code == .notATarget)
    }

    @Test func linksAreNotFollowed() async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        #expect(try await fixture.export(.telegram).isWritten)
        try copy(fixture, "telegram", to: "telegram")
        try copy(fixture, "telegram", to: "elsewhere/more")
        let outside = folder.path.appending("elsewhere").description
        #expect(symlink(outside, folder.path.appending("telegram/linked").description) == 0)
        #expect(symlink(outside + "/more/emoji.txt", folder.path.appending("telegram/99-a.webp").description) == 0)
        let files = try PackFiles(folder: folder.path.appending("telegram"))
        #expect(files.names == (try fixture.files(in: "telegram")).keys.sorted())
        #expect(try targets("telegram") == ["telegram telegram true"])
    }

    @Test func aFolderWithoutEndIsNotLookedThrough() throws {
        for number in 0..<20 { try folder.write("x", to: FilePath("many/\(number % 4)/\(number)")) }
        let place = folder.path.appending("many")
        #expect(try PackFiles(folder: place, limit: 24).names.count == 20)
        for limit in [3, 4, 23] {
            let error = #expect(throws: PackError.self) { try PackFiles(folder: place, limit: limit) }
            #expect(error?.code == .notATarget && error?.description.contains("more than \(limit) files") == true)
        }
    }

    @Test func whatIsNoFileIsRefused() throws {
        let pipe = folder.path.appending("pipe")
        #expect(mkfifo(pipe.description, 0o600) == 0)
        let error = #expect(throws: PackError.self) { try PackCheck(pipe).run() }
        #expect(error?.code == .notATarget && error?.description.contains("neither a folder nor a file") == true)
        try folder.write("x", to: "telegram/emoji.txt")
        #expect(mkfifo(folder.path.appending("telegram/a.webp").description, 0o600) == 0)
        #expect(try PackFiles(folder: folder.path.appending("telegram")).names == ["emoji.txt"])
    }

    @Test func manyPartsAreFoundInOnePass() {
        let files = PackFiles(memory: ["a/b/c": [1], "a/b.stickerpack/d/e": [2], "f": [3], "a/g": [4]])
        let parts = files.parts(below: ["a", "a/b.stickerpack", "none"])
        #expect(parts.map(\.folder) == ["a", "a/b.stickerpack", "none"])
        #expect(parts.map(\.files.names) == [["b.stickerpack/d/e", "b/c", "g"], ["d/e"], []])
        #expect(files.without(folders: ["a"]).names == ["f"])
    }
}
