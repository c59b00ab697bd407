import Foundation

/// What some screens need besides the four stickers, and how it goes again.
extension Studio {
    /// A pack of three stickers in the grid, or one of its dialogs; or the choice of a pack for a sticker.
    func openKeptPack(_ screen: Screen) async throws {
        let ids = try await server.photos.prefix(3).map { $0["id"] }
        try await server.send("POST", "/library/packs", ["name": "Cats & co", "photos": .array(ids)])
        try await openGrid()
        try await expectPacks(1)
        guard screen != .packChoice else {
            try await browser.click(".tile-check")
            return try await openDialog("#grid-pack", "pack-choice")
        }
        try await choosePack("Cats & co")
        try await browser.wait(
            "the pack is shown", until: "document.querySelectorAll('[data-testid=tile]').length === 3")
        switch screen {
        case .packLook:
            try await useMenu("pack-look")
            try await browser.wait(
                "its pictures are there",
                until: """
                    document.getElementById('pack-preview').open
                      && [...document.querySelectorAll('.chat img')].every((one) => one.naturalWidth > 0)
                    """)
        case .packName:
            try await useMenu("pack-rename")
            try await browser.wait("a name is asked for", until: "document.getElementById('pack-edit').open")
        default: break
        }
    }

    func removeKeptPack() async throws {
        for pack in try await server.send("GET", "/library/packs").list {
            try await server.send("DELETE", "/library/packs/\(pack["id"].text ?? "")")
        }
        try await expectPacks(0)
    }

    /// The grid lists as many, besides all stickers.
    private func expectPacks(_ count: Int) async throws {
        try await browser.wait(
            "\(count) packs are listed", until: "document.querySelectorAll('.pack-chip').length === \(count + 1)")
    }

    /// The tray stays for a file that is no photo.
    func refuseUpload() async throws {
        try await browser.element("#photo-input").type(try Photos.text.written().path)
        try await browser.wait(
            "it is refused", until: "document.querySelector('[data-testid=upload][data-state=failed]') !== null")
    }

    func closeUploads() async throws {
        try await browser.click("#uploads-cancel")
        try await browser.wait("the tray goes away", until: "document.getElementById('uploads').hidden")
    }

    /// With one photo in it.
    func openTrash() async throws {
        let id = try await server.photo("Rocket.jpg")["id"].text ?? ""
        try await server.send("DELETE", "/photos/\(id)")
        try await openGrid()
        try await openDialog("#grid-trash", "trash")
        try await browser.wait(
            "the photo is listed", until: "document.querySelector('[data-testid=removed] img')?.naturalWidth > 0")
    }

    /// All of it is put back.
    func restoreTrash() async throws {
        let ids = try await server.send("GET", "/trash")["photos"].list.map { $0["id"] }
        try await server.send("POST", "/trash/restore", ["ids": .array(ids)])
        try await waitUntilReady()
    }
}
