import Files
import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// The names that Peel gives keep the platforms' rules; those of a person are taken as they are.
struct TargetNamesTests {
    private func names(_ folder: FilePath) throws -> [String?] {
        let file = try folder.appending("discord/details.json").readBytes()
        let list = try JSONDecoder().decode(JSONValue.self, from: Data(file)).array ?? []
        return list.map { $0.object?["name"]?.string }
    }

    @Test func namesOfOneCharacterGetANumber() async throws {
        let marks = "a" + String(repeating: "\u{301}", count: 40)
        let line = String(repeating: "_", count: 40)
        let fixture = try TargetFixture(count: 6, side: 64) { ["a", "猫", "😀", "_-_", line, marks][$0] }
        let outcome = try await fixture.export(.discord)
        #expect(outcome.isWritten, "\(outcome.report.check.text)")
        #expect(
            try names(fixture.folder.path) == [
                "a 1", "猫 2", "😀 3", "04-_-_", "05-\(line.prefix(27))", "06-a\(line.prefix(26))",
            ])
    }

    @Test func titlesOfPhotosAreCutAndThoseOfAPersonAreNot() async throws {
        let fixture = try TargetFixture(count: 1, side: 64)
        let title = String(repeating: "Comet ", count: 30)
        func export(_ title: String?, _ photoTitle: String?) async throws -> PackExport.Outcome? {
            let entry = try fixture.folder.readManifest().stickers[0]
            let sticker = PackExport.Sticker(
                file: fixture.folder.path.appending(entry.file), source: entry.source, photoName: entry.fileName,
                title: title, photoTitle: photoTitle)
            return try await PackExport([sticker], in: fixture.folder.path, TargetFixture.details).run(for: .discord)
        }
        #expect(try await export(nil, title)?.isWritten == true)
        #expect(try names(fixture.folder.path) == [String(title.prefix(30))])
        #expect(try await export(title, nil)?.isWritten == false)
        #expect(try await export("X", nil)?.isWritten == false)
    }

    @Test(arguments: [PackTarget.whatsapp, .telegram, .signal])
    func aTitleThatNobodyHasChosenIsCut(_ target: PackTarget) async throws {
        // With the numbers of two packs.
        let fixture = try TargetFixture(count: target.rules.stickerCount.upperBound + 1, side: 32)
        var details = TargetFixture.details
        details.title = String(repeating: "Félines ", count: 30)
        #expect(try await !fixture.export(target, details).isWritten)
        details.shortensTitle = true
        let outcome = try await fixture.export(target, details)
        #expect(outcome.isWritten && outcome.packCount == 2, "\(outcome.report.check.text)")
    }
}
