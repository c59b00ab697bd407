import Foundation
import Testing

extension StudioTests {
    /// The pictures of the documentation: `make screenshots`.
    @Suite(.enabled(if: ProcessInfo.processInfo.environment["PEEL_SCREENSHOTS"] != nil))
    struct Screenshots {
        @Test func carouselGridAndEditor() async throws {
            try await withStudio(.stickers, BrowserOptions(width: 1200, height: 760)) { studio in
                try await studio.turnTo(2)
                try await studio.show(.carousel) { try await studio.keepPicture("carousel") }
                try await studio.turnTo(1)
                try await studio.show(.sticker) { try await studio.keepPicture("editor") }
                try await studio.show(.brush) { try await studio.keepPicture("brush") }
                try await studio.show(.arrange) { try await studio.keepPicture("arrange") }
                try await studio.show(.sheet) { try await studio.keepPicture("sheet") }
                try await studio.turnTo(3)
                try await studio.show(.subjects) { try await studio.keepPicture("subjects") }
                try await studio.browser.resize(1200, 560)
                try await studio.show(.grid) { try await studio.keepPicture("grid") }
            }
        }

        @Test func aPhoneInTheDark() async throws {
            var phone = BrowserOptions.phone
            phone.isDark = true
            try await withStudio(.stickers, phone) { studio in
                try await studio.turnTo(2)
                try await studio.show(.carousel) { try await studio.keepPicture("phone") }
                try await studio.show(.grid) { try await studio.keepPicture("phone-grid") }
            }
        }

        @Test func theCatalog() async throws {
            let service = try await CatalogService.start(serving: Photos.all)
            let days = ["2025-07-01", "2025-07-02", "2025-07-03", "2025-07-04", "2025-06-17", "2025-07-05"]
            try await withCatalog(days, BrowserOptions(width: 1200, height: 760), service: service) { studio in
                try await studio.waitForPictures(3)
                try await studio.waitForAnimations()
                try await studio.keepPicture("catalog")
            }
            try await service.stop()
        }

        /// The clip of `make demo`, and what `Scripts/demo-scan` makes of it.
        @Test func theCamerasTab() async throws {
            try await withStudio(.empty, BrowserOptions(width: 1200, height: 760)) { studio in
                try await studio.turn(to: "camera")
                try await studio.choose("[name=camera-mode][value=delay]")
                try await studio.choose("[name=axis][value=rows]")
                try await studio.pick("#camera-source", "upload")
                try await studio.choose("[name=pace][value=own]")
                try await studio.setLength(20)
                let clip = Checkout.root.appending(path: ".deps/demo-videos/bigbuckbunny.mp4")
                try await studio.browser.element("#video-input").type(clip.path)
                try await studio.expectCamera("is where the rabbit stretches") { ($0["frames"].int ?? 0) >= 45 }
                try await studio.keepPicture("camera")
            }
        }

        @Test func theEmptyPage() async throws {
            try await withStudio(.empty, BrowserOptions(width: 1200, height: 760)) { studio in
                try await studio.waitForAnimations()
                try await studio.keepPicture("welcome")
            }
        }
    }
}

extension Studio {
    /// Waits until the card rests there.
    fileprivate func turnTo(_ index: Int) async throws {
        try await browser.run(
            """
            const { children } = document.getElementById('carousel');
            children[arguments[0]].scrollIntoView({ behavior: 'instant', inline: 'center' });
            """, .number(Double(index)))
        try await browser.wait(
            "card \(index) is the current one",
            until: "document.getElementById('position').textContent.startsWith(`${arguments[0] + 1} /`)",
            .number(Double(index)))
        try await browser.wait(
            "the page has its colours", until: "document.querySelector('.ambience-layer.shown') !== null")
        try await waitForAnimations()
    }

    fileprivate func keepPicture(_ name: String) async throws {
        let folder = Checkout.root.appending(path: "docs/studio")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let picture = try await browser.picture()
        #expect(picture.count < 300_000)
        try picture.write(to: folder.appending(path: "\(name).webp"))
    }
}
