import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// Where a sticker stands in a platform's picture, and how often that is encoded.
struct TargetPicturesTests {
    private func box(_ fixture: TargetFixture, _ outcome: PackExport.Outcome) throws -> PixelRect? {
        let file = try #require(outcome.report.pictures.first).file
        return try ImageSource(outcome.folder.appending(file).readBytes()).decode().alphaBox(above: 0)
    }

    @Test func whatsAppHasSixteenFreePixelsAround() async throws {
        let full = Bitmap(size: PixelSize(width: 512, height: 512), filledWith: .black)
        let bytes = try ImageEncoder(.png()).encode(full)
        let fixture = try TargetFixture((0..<3).map { ("\($0).png", bytes) })
        let placed = try box(fixture, await fixture.export(.whatsapp))
        #expect(placed == PixelRect(x: 16, y: 16, width: 480, height: 480))
    }

    /// A person's arrangement stays as it is where it leaves the pixels free.
    @Test(arguments: [(16, 16), (15, 31)])
    func anArrangementIsShrunkOnlyIfItHasTo(_ x: Int, _ left: Int) async throws {
        var canvas = Bitmap(size: PixelSize(width: 512, height: 512))
        canvas.replace(x: x, y: 200, with: Bitmap(size: PixelSize(width: 100, height: 100), filledWith: .black))
        let placed = canvas.placed(PackTarget.whatsapp.rules.sticker, keepsCanvas: true).alphaBox(above: 127)
        #expect(
            placed?.x == (x == 16 ? 16 : 30) && placed?.width == (x == 16 ? 100 : 94), "\(String(describing: placed))")
    }

    @Test func aPictureThatTwoPlatformsTakeIsEncodedOnce() async throws {
        let fixture = try TargetFixture(count: 4)
        let export = try PackExport(fixture.folder, TargetFixture.details)
        let telegram = try #require(await export.run(for: .telegram))
        #expect(export.pictures.reusedCount == 0)
        let signal = try #require(await export.run(for: .signal))
        #expect(export.pictures.reusedCount == 4 && signal.isWritten)
        let alone = try await fixture.export(.signal)
        #expect(alone.report.pictures == signal.report.pictures)
        for (one, other) in zip(telegram.report.pictures, signal.report.pictures) {
            #expect(
                try telegram.folder.appending(one.file).readBytes() == signal.folder.appending(other.file).readBytes())
        }
        // One that is smaller is another picture.
        _ = try await export.run(for: .whatsapp)
        #expect(export.pictures.reusedCount == 4)
        // What is not there any more is encoded again.
        try fixture.temporary.write("other", to: FilePath("pack/telegram/\(telegram.report.pictures[0].file)"))
        _ = try await export.run(for: .signal)
        #expect(export.pictures.reusedCount == 4 + 3)
    }
}
