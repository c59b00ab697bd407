import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// Numbers of stickers that a platform does not take, and what to do about them.
struct TargetCountTests {
    @Test(
        arguments: [
            (.kakao, 8, nil, 32), (.kakao, 34, 32, 64), (.line, 10, 8, 16), (.line, 44, 40, 48), (.whatsapp, 2, nil, 3),
            (.whatsapp, 301, 300, nil), (.viber, 0, nil, 1),
        ] as [(PackTarget, Int, Int?, Int?)])
    func theNearestNumbersAreFound(_ target: PackTarget, _ total: Int, _ fewer: Int?, _ more: Int?) {
        let nearest = target.rules.nearestTotals(to: total)
        #expect(!target.rules.takes(total) && nearest.fewer == fewer && nearest.more == more)
    }

    @Test func adviceNamesTheNumbers() {
        #expect(PackTarget.kakao.rules.advice(onTotal: 8) == "add 24 for 32")
        #expect(PackTarget.kakao.rules.advice(onTotal: 34) == "leave out 2 for 32, or add 30 for 64")
        #expect(PackTarget.line.rules.advice(onPackOf: 10) == "leave out 2 for 8, or add 6 for 16")
        #expect(PackTarget.whatsapp.rules.advice(onPackOf: 2) == "add 1 for 3")
        #expect(
            PackTarget.whatsapp.rules.advice(onPackOf: 31) == "leave out 1 for 30, or split it into 2 packs of 15 to 16"
        )
        #expect(PackTarget.kakao.rules.advice(onPackOf: 64) == "leave out 32 for 32, or split it into 2 packs of 32")
    }

    @Test func aCheckSaysWhatToDoAboutThePackThatItSees() async throws {
        let fixture = try TargetFixture(count: 10, side: 64)
        var details = TargetFixture.details
        details.force = true
        let outcome = try await fixture.export(.line, details)
        #expect(outcome.report.check.broken.map(\.remedy) == ["leave out 2 for 8, or add 6 for 16"])
        let checked = try PackCheck(outcome.folder).run()
        #expect(checked.flatMap(\.report.broken).map(\.remedy) == ["leave out 2 for 8, or add 6 for 16"])
    }

    /// Not by the sizes of packs that nobody asked for.
    @Test func aNumberThatMakesNoPacksIsToldAsAWhole() async throws {
        let outcome = try await TargetFixture(count: 34, side: 64).export(.kakao)
        let rule = try #require(outcome.report.check.broken.first)
        #expect(!outcome.isWritten && rule.value == "34" && rule.failureCount == 1)
        #expect(rule.remedy == "leave out 2 for 32, or add 30 for 64")
    }

    @Test func theBestAreKeptInTheirOrder() async throws {
        let fixture = try TargetFixture(count: 11, side: 64)
        // As sure as another, the earlier one stays. The network has no say of the last.
        let confidences = [0.9, 0.5, 0.9, 0.2, 0.9, 0.9, 0.9, 0.5, 0.9, 0.9, nil]
        let stickers = try zip(fixture.folder.readManifest().stickers, confidences).map { entry, confidence in
            PackExport.Sticker(
                file: fixture.folder.path.appending(entry.file), source: entry.source, photoName: entry.fileName,
                confidence: confidence)
        }
        var details = TargetFixture.details
        details.keepsBest = true
        let export = PackExport(stickers, in: fixture.folder.path, details)
        let outcome = try #require(await export.run(for: .line))
        #expect(outcome.isWritten && outcome.stickerCount == 8)
        #expect(outcome.leftOut == [1, 3, 7].map { stickers[$0].source })
        #expect(outcome.report.pictures.map(\.source) == [0, 2, 4, 5, 6, 8, 9, 10].map { stickers[$0].source })
        // What is taken as it is stays whole.
        #expect(try #require(await export.run(for: .telegram)).leftOut.isEmpty)
    }
}
