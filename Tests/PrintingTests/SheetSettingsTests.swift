import Testing

@testable import Printing

struct SheetSettingsTests {
    private func error(_ change: (inout SheetSettings) -> Void) -> PrintingError? {
        var settings = SheetSettings()
        change(&settings)
        do throws(PrintingError) {
            try settings.validate()
            return nil
        } catch {
            return error
        }
    }

    @Test func thoseOfEveryPageAreSound() {
        for page in SheetSettings.Page.allCases { #expect(error { $0.page = page } == nil) }
    }

    @Test(arguments: [0, -5, .nan, .infinity, 2_000] as [Double])
    func lengthOutOfRangeIsRefused(length: Double) {
        #expect(error { $0.stickerSize = length }?.code == .setting)
        if length != 0 {
            #expect(error { $0.gap = length }?.code == .setting)
            #expect(error { $0.margin = length }?.code == .setting)
            #expect(error { $0.bleed = length }?.code == .setting)
            #expect(error { $0.offset = length }?.code == .setting)
            #expect(error { $0.smoothing = length }?.code == .setting)
            #expect(error { $0.backingOffset = length }?.code == .setting)
        }
    }

    @Test(arguments: [0, -300, .nan, .infinity, 100_000] as [Double])
    func resolutionOutOfRangeIsRefused(resolution: Double) {
        #expect(error { $0.resolution = resolution }?.description.contains("dots an inch") == true)
    }

    @Test(arguments: [0, -1, 1_000_000])
    func copiesOutOfRangeAreRefused(copies: Int) {
        #expect(error { $0.copies = copies }?.code == .setting)
    }

    @Test func whatDoesNotFitTogetherIsRefusedWithNumbersThatDo() throws {
        let bleed = try #require(error { $0.bleed = 3 })
        #expect(bleed.description.contains("make the gap 6 mm or the bleed 2 mm"))
        #expect(
            error {
                $0.margin = 100
                $0.page = .a6
            }?.description.contains("leaves no room") == true)
        #expect(error { $0.offset = 24 }?.description.contains("offset smaller") == true)
        #expect(
            error {
                $0.backing = .outline
                $0.bleed = 6
            }?.description.contains("at most 5 mm") == true)
    }

    @Test func whatIsForSharedPagesIsRefusedForPagesOfTheirOwn() {
        let changes: [(inout SheetSettings) -> Void] = [
            { $0.copies = 2 }, { $0.hasRegistrationMarks = true }, { $0.isLandscape = true },
        ]
        for change in changes {
            #expect(error(change) == nil)
            let own = error {
                change(&$0)
                $0.page = .own
            }
            #expect(own?.code == .setting)
            #expect(own?.description.contains("each sticker has a page of its own") == true)
        }
    }

    @Test func numbersAreShort() {
        #expect([0, 2, 1.5, -0.25, 101.6, 1.0 / 3].map(\.short) == ["0", "2", "1.5", "-0.25", "101.6", "0.333"])
        #expect([0, 2, 1.5, -0.25, 1e-9, 1.0 / 3].map(\.exact) == ["0", "2", "1.5", "-0.25", "0", "0.3333"])
    }
}
