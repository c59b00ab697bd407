import Foundation
import Testing

/// Chromium on Linux has no share sheet: this one remembers what it was given.
private let shareSheet = """
    navigator.canShare = ({ files }) => files.length > 0;
    navigator.share = async ({ files }) => {
      window.shared = await Promise.all(files.map(async (file) =>
        ({ name: file.name, type: file.type, bytes: [...new Uint8Array(await file.arrayBuffer()).subarray(0, 8)] })));
    };
    """

extension StudioTests {
    @Suite struct Sharing {
        @Test(arguments: ["png", "webp"])
        func `all stickers come as one ZIP`(_ format: String) async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.browser.click("#grid-share")
                #expect(try await studio.browser.text("#share-title") == "Share 4 stickers")
                try await studio.browser.click("[data-testid=share-\(format)Archive]")
                let zip = try ZipFile(await studio.browser.downloaded("stickers-\(format).zip"))
                #expect(zip.entries.map(\.name) == ["Astronaut", "Cat", "Coffee", "Rocket"].map { "\($0).\(format)" })
                for photo in try await studio.server.photos {
                    let (id, name) = (photo["id"].text ?? "", photo["name"].text ?? "")
                    let sticker = try await studio.server.file("/photos/\(id)/sticker.\(format)")
                    let entry = zip.entries.first { $0.name == "\(name.prefix { $0 != "." }).\(format)" }
                    #expect(entry?.bytes == sticker, "\(name)")
                    #expect(format == "png" ? sticker.isPNG : sticker.isWebP)
                }
            }
        }

        @Test func `the ZIP holds what was selected`() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                let boxes = try await studio.browser.elements(".tile-check")
                for index in [1, 3] { try await boxes[index].click() }
                try await studio.browser.click("#grid-share")
                try await studio.browser.click("[data-testid=share-pngArchive]")
                let zip = try ZipFile(await studio.browser.downloaded("stickers-png.zip"))
                #expect(zip.entries.map(\.name) == ["Coffee.png", "Rocket.png"])
            }
        }

        @Test(arguments: ["png", "webp"])
        func `one sticker is saved as a file`(_ format: String) async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.click("#card-share")
                #expect(try await studio.browser.text("#share-title") == "Share sticker")
                #expect(try await studio.browser.run("return document.getElementById('share-note').hidden") == false)
                try await studio.browser.click("[data-testid=share-\(format)]")
                let file = try await studio.browser.downloaded("Cat.\(format)")
                let id = try await studio.server.photo("Cat.png")["id"].text ?? ""
                #expect(try await file == studio.server.file("/photos/\(id)/sticker.\(format)"))
            }
        }

        @Test func `one sticker is copied as a picture`() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.grantClipboard()
                try await studio.browser.click("#card-share")
                try await studio.browser.click("[data-testid=share-copy]")
                try await studio.browser.wait(
                    "it says so", until: "document.getElementById('toast').textContent === 'Sticker copied'")
                let size = try await studio.browser.run(
                    """
                    const [item] = await navigator.clipboard.read();
                    const { width, height } = await createImageBitmap(await item.getType('image/png'));
                    return [width, height];
                    """)
                let sticker = try await studio.server.photo("Cat.png")["sticker"]
                #expect(size == [sticker["width"], sticker["height"]])
            }
        }

        @Test func `an app gets the files`() async throws {
            try await withStudio(.stickers, BrowserOptions(beforePage: shareSheet)) { studio in
                try await studio.openGrid()
                try await studio.browser.click("#grid-share")
                try await studio.browser.wait(
                    "the files are there", until: "!document.querySelector('[data-testid=share-share]').disabled")
                try await studio.browser.click("[data-testid=share-share]")
                try await studio.browser.wait("they are shared", until: "window.shared")
                let files = try await studio.browser.run("return window.shared").list
                #expect(
                    files.map { $0["name"].text } == ["Cat.png", "Coffee.png", "Astronaut.png", "Rocket.png"])
                for file in files {
                    #expect(file["type"] == "image/png")
                    #expect(Data(file["bytes"].list.compactMap { $0.int.map(UInt8.init) }).isPNG)
                }
                try await studio.browser.wait("the dialog closes", until: "!document.getElementById('share').open")
            }
        }

        @Test func `only what is done is offered`() async throws {
            try await withStudio(opening: false) { studio in
                try await studio.server.add([Photos.cat, Photos.coffee, Photos.damaged])
                try await studio.server.processAll()
                try await studio.open()
                try await studio.openGrid()
                try await studio.browser.click("#grid-share")
                #expect(try await studio.browser.text("#share-title") == "Share 2 stickers")
                #expect(
                    try await studio.browser.text("#share-left-out") == "1 photo is not done yet and is left out.")
                try await studio.browser.click("[data-testid=share-pngArchive]")
                let zip = try ZipFile(await studio.browser.downloaded("stickers-png.zip"))
                #expect(zip.entries.map(\.name) == ["Cat.png", "Coffee.png"])
            }
        }
    }
}
