/// What the page can show, one after the other: each is opened from the carousel and closed again.
enum Screen: String, CaseIterable, Sendable {
    case carousel, settings, share, confirm, grid, selection, gridMenu, sticker, words, compare, subjects, brush
    case arrange, crop, catalog, description, viewer
    case photo, strip, sweep, delay, map, pack, packEach, emoji, brokenPack, sheet, styles, styleOfOne
    case packInGrid, packLook, packName, packChoice, uploads, trash, surprise

    /// So many at a time: all of them take minutes on a busy machine.
    static func groups(of count: Int) -> [ArraySlice<Screen>] {
        stride(from: 0, to: allCases.count, by: count).map { allCases[$0...].prefix(count) }
    }
}

extension Studio {
    /// Shows a screen of a library with stickers, runs `body`, and closes it.
    func show(_ screen: Screen, _ body: () async throws -> Void) async throws {
        try await enter(screen)
        try await waitForAnimations()
        try await body()
        try await leave(screen)
    }

    private func enter(_ screen: Screen) async throws {
        switch screen {
        case .carousel: try await waitForStickers()
        case .settings: try await openDialog("#open-settings", "settings")
        case .share:
            try await openDialog("#card-share", "share")
            try await waitForTargets()
        case .pack: try await openPack(for: "whatsapp")
        case .packEach:
            try await openPack(for: "whatsapp")
            try await openPackEach()
        case .emoji:
            try await openPack(for: "whatsapp")
            try await browser.click("#pack-emoji-each")
            try await waitForEmoji()
            // Some of them: to look at all takes minutes.
            try await browser.element("#emoji-search").type("smile")
        // There are four stickers, and LINE takes 8, 16, 24, 32 or 40.
        case .brokenPack: try await openPack(for: "line")
        case .sheet: try await openSheet()
        case .styles:
            try await openGrid()
            try await openDialog("#grid-style", "styles")
        case .styleOfOne:
            try await openEditor()
            try await browser.run("document.getElementById('style-more').click()")
        case .confirm:
            try await browser.run(
                """
                const { confirm } = await import('/core/dialogs.js');
                confirm({ title: 'Delete 2 photos for good?', message: 'They cannot be brought back.', action: 'Delete' });
                """)
            try await browser.wait("confirm is open", until: "document.getElementById('confirm').open")
        case .grid: try await openGrid()
        case .selection:
            try await openGrid()
            try await browser.click(".tile-check")
        case .gridMenu:
            try await openGrid()
            try await browser.click("#grid-menu summary")
        case .sticker: try await openEditor()
        case .words:
            try await openEditor()
            try await choose("[name=mode][value=text]")
            // With words, there is more to choose.
            try await browser.element("#text-words").type("Hello")
            try await browser.wait("more is offered", until: "!document.getElementById('text-look').hidden")
        case .compare, .brush:
            try await openEditor()
            try await choose("[name=mode][value=\(screen.rawValue)]")
            try await browser.wait(
                "the pictures are there", until: "document.getElementById('frame-cutout').naturalWidth > 0")
        case .subjects:
            try await openEditor()
            try await choose("[name=mode][value=subjects]")
            try await browser.wait(
                "the outlines are there", until: "document.querySelector('.subject-outline') !== null")
        case .arrange: try await openArranging()
        case .crop:
            try await openArranging()
            try await openCrop()
        case .catalog, .description, .viewer, .surprise: try await showCatalog(screen)
        case .packInGrid, .packLook, .packName, .packChoice: try await openKeptPack(screen)
        case .uploads: try await refuseUpload()
        case .trash: try await openTrash()
        case .photo, .strip, .sweep, .delay, .map:
            try await turn(to: "camera")
            try await choose("[name=camera-mode][value=\(screen.rawValue)]")
        }
    }

    private func leave(_ screen: Screen) async throws {
        if screen == .packChoice { try await browser.run("document.getElementById('pack-choice').close()") }
        if screen == .selection || screen == .packChoice { try await browser.click(".tile-check") }
        if screen == .gridMenu { try await browser.click("#grid-menu summary") }
        if screen == .uploads { try await closeUploads() }
        try await browser.run("for (const one of document.querySelectorAll('dialog[open]')) one.close()")
        if screen == .description { try await reach("[aria-expanded=true].entry-about") }
        if [.packInGrid, .packLook, .packName, .packChoice].contains(screen) { try await removeKeptPack() }
        if screen == .trash { try await restoreTrash() }
        if try await browser.element("#stickers-panel").property("hidden").isTruthy { try await turn(to: "stickers") }
    }

    /// With a picture, a film, something without a picture, and a day that did not come.
    private func showCatalog(_ screen: Screen) async throws {
        let days = [Days.quiet[0], Days.video, Days.other, Days.noPicture]
        if try await server.state["catalog"]["items"].list.isEmpty { try await load(days) }
        try await turn(to: "catalog")
        try await waitForPictures(2)
        switch screen {
        case .description: try await reach(card(days[0], ".entry-about"))
        case .viewer:
            try await reach(card(days[0], ".entry-open"))
            try await browser.wait(
                "it is shown large", until: "document.getElementById('viewer-picture').dataset.state === 'shown'")
        case .surprise:
            try await browser.click("#surprise")
            try await expectSurprise()
        default: break
        }
    }

    /// From the carousel, until the pack is made and checked.
    func openPack(for target: String) async throws {
        try await openDialog("#card-share", "share")
        try await waitForTargets()
        try await browser.click("#share-targets [data-target=\(target)]")
        try await makePack(for: target)
    }

    /// Makes the pack of the open dialog, which is downloaded where it keeps the rules.
    func makePack(for target: String) async throws {
        try await browser.click("#pack-make")
        try await waitForReport(of: target)
    }

    /// The list of the pack's stickers.
    func openPackEach() async throws {
        try await browser.click("#pack-each summary")
        try await browser.wait("the stickers are listed", until: "document.querySelector('.pack-sticker') !== null")
    }

    func waitForEmoji() async throws {
        try await browser.wait(
            "the emoji are there", until: "document.querySelector('#emoji[open] .emoji-list .emoji-one') !== null")
    }

    /// By their names, wherever they stand in the picker's list.
    func choose(emoji names: String...) async throws {
        try await waitForEmoji()
        for name in names {
            let one = "document.querySelector(\"#emoji-list [aria-label='\(name)']\")"
            try await browser.wait("\(name) is listed", until: "\(one) !== null")
            try await browser.run("\(one).click()")
        }
    }

    func waitForReport(of target: String) async throws {
        try await browser.wait(
            "the pack is checked", until: "document.querySelector('#pack-reports [data-target=\(target)]') !== null",
            within: 60)
    }

    func waitForTargets() async throws {
        try await browser.wait(
            "the platforms are offered", until: "document.querySelector('#share-targets button') !== null")
    }

    func openDialog(_ button: String, _ dialog: String) async throws {
        try await browser.click(button)
        try await browser.wait("\(dialog) is open", until: "document.getElementById('\(dialog)').open")
    }

    /// As in the settings.
    func use(_ language: String) async throws {
        try await browser.run(
            """
            const menu = document.getElementById('language');
            menu.value = arguments[0];
            menu.dispatchEvent(new Event('change'));
            """, .string(language))
        try await browser.wait("it speaks \(language)", until: "document.documentElement.lang === '\(language)'")
    }
}

let languages = ["en", "de", "es", "fr", "ja", "ko", "pt", "ru", "zh-Hans"]
