import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// What exporting takes, by the peak of a process that does nothing else.
@Suite(.enabled(if: !SystemAbilities.isSanitized, "a sanitizer takes several times the memory"))
struct PackExportMemoryTests {
    /// Decoded, 140 stickers more have 55 MiB.
    @Test func manyStickersTakeHardlyMoreThanTwenty() async throws {
        let few = try TargetFixture(Self.stickers(20))
        let many = try TargetFixture(Self.stickers(160))
        await #expect(processExitsWith: .success) {
            [few = few.folder.path.description as String, many = many.folder.path.description as String] in
            try await export(few, stickerCount: 20)
            let before = try PeakMemory.bytes()
            try await export(many, stickerCount: 160)
            let taken = try PeakMemory.bytes() - before
            try #require(taken <= 32 << 20, "takes \(taken >> 20) MiB more")
        }
        withExtendedLifetime((few, many)) {}
    }

    /// Real stickers of 320 pixels, no two of which have the same pixels.
    private static func stickers(_ count: Int) throws -> [(name: String, bytes: [UInt8])] {
        let pictures = try RealCutout.allCases.map { try $0.bitmap() }
        return try (0..<count).map { number in
            var picture = pictures[number % pictures.count]
            picture[picture.width / 2, picture.height / 2] = SRGBColor(
                red: UInt8(number >> 8), green: UInt8(number & 255), blue: 128)
            return ("\(number).png", try ImageEncoder(.png(compression: 1)).encode(picture))
        }
    }
}

/// For two platforms whose limits every picture keeps without a search; checked, as `peel make --for` does.
private func export(_ pack: String, stickerCount: Int) async throws {
    let export = try PackExport(PackFolder(FilePath(pack)), TargetFixture.details)
    for target in [PackTarget.discord, .slack] {
        let outcome = try #require(await export.run(for: target))
        try #require(outcome.isWritten && outcome.stickerCount == stickerCount, "\(outcome.report.check.text)")
    }
}
