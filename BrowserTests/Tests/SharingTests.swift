import Foundation
import Testing

/// Chromium on Linux has no share sheet: this one remembers what it was given.
private let shareSheet = """
    navigator.canShare = ({ files }) => files.length > 0;
    navigator.share = async ({ files }) => {
      window.files = files;
      window.shared = await Promise.all(files.map(async (file) =>
        ({ name: file.name, type: file.type, bytes: [...new Uint8Array(await file.arrayBuffer()).subarray(0, 8)] })));
    };
    """

extension StudioTests {
    @Suite struct Sharing {
        @Test(arguments: ["png", "webp"])
        func allStickersComeAsOneZIP(_ format: String) async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.browser.click("#grid-share")
                #expect(try await studio.browser.text("#share-title") == "Share 4 stickers")
                try await studio.browser.click("[data-testid=share-\(format)Archive]")
                let zip = try ZipFile(await studio.browser.downloaded("stickers-\(format).zip"))
                #expect(zip.entries.map(\.name) == ["Astronaut", "Cat", "Coffee", "Rocket"].map { "\($0).\(format)" })
                for photo in try await studio.server.photos {
                    let (id, name) = (photo["id"].text ?? "", photo["name"].text ?? "")
                    let sticker = try await studio.server.file("/photos/\(id)/sticker.\(format)?size=1024")
                    let entry = zip.entries.first { $0.name == "\(name.prefix { $0 != "." }).\(format)" }
                    #expect(entry?.bytes == sticker, "\(name)")
                    #expect(format == "png" ? sticker.isPNG : sticker.isWebP)
                }
            }
        }

        @Test func theZIPHoldsWhatWasSelected() async throws {
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
        func oneStickerIsSavedAsAFile(_ format: String) async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.click("#card-share")
                #expect(try await studio.browser.text("#share-title") == "Share sticker")
                #expect(try await studio.browser.run("return document.getElementById('share-note').hidden") == false)
                try await studio.browser.click("[data-testid=share-\(format)]")
                let file = try await studio.browser.downloaded("Cat.\(format)")
                let id = try await studio.server.photo("Cat.png")["id"].text ?? ""
                #expect(try await file == studio.server.file("/photos/\(id)/sticker.\(format)?size=1024"))
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func stickersLeaveInTheSizeThatIsChosenWhichStaysChosen(_ options: BrowserOptions) async throws {
            try await withStudio(.empty, options) { studio in
                try await studio.addLarge()
                try await studio.server.add(Photos.cat)
                try await studio.server.processAll()
                try await studio.open()
                let id = try await studio.server.photo("Large.png")["id"].text ?? ""
                try await studio.browser.click("#card-share")
                let note = "return document.getElementById('share-size-note').hidden"
                #expect(try await studio.browser.run(note) == true)
                try await studio.choose("[name=share-size][value='512']")
                try await studio.browser.click("[data-testid=share-png]")
                let small = try await studio.browser.downloaded("Large.png")
                #expect(small.sizeOfPNG.max() == 512)
                #expect(try await small == studio.server.file("/photos/\(id)/sticker.png?size=512"))

                try await studio.open()
                try await studio.openGrid()
                try await studio.browser.click("#grid-share")
                let chosen = "return document.querySelector('[name=share-size]:checked').value"
                #expect(try await studio.browser.run(chosen) == "512")
                #expect(
                    try await studio.browser.text("#share-size-note")
                        == "1 sticker has fewer pixels in its photo and is not enlarged.")
                try await studio.choose("[name=share-size][value=photo]")
                #expect(try await studio.browser.run(note) == true)
                try await studio.browser.click("[data-testid=share-pngArchive]")
                let zip = try ZipFile(await studio.browser.downloaded("stickers-png.zip"))
                #expect(zip.entries.map(\.name) == ["Cat.png", "Large.png"])
                let entry = try #require(zip.entries.last)
                #expect(try await entry.bytes == studio.server.file("/photos/\(id)/sticker.png?size=photo"))
                #expect(entry.bytes.sizeOfPNG.max() ?? 0 > 1024)
            }
        }

        @Test func aStickerWithFewerPixelsInItsPhotoIsNotEnlargedWhichIsSaid() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.browser.click("#card-share")
                try await studio.browser.click("[data-testid=share-png]")
                let side = try #require(try await studio.browser.downloaded("Cat.png").sizeOfPNG.max())
                // Its subject is 408 pixels wide; border and margin come on top.
                #expect((408..<460).contains(side), "the photo has 451 × 300 pixels, the sticker \(side)")
                let note = try await studio.browser.text("#share-size-note")
                let words = note.split(separator: "the sticker gets about ")
                let said = try #require(words.last.flatMap { Int($0.dropLast()) }, "\(note)")
                // Border and margin are rounded to whole pixels in each size.
                #expect(abs(said - side) <= 6, "\(note) It has \(side).")
            }
        }

        @Test func oneStickerIsCopiedAsAPicture() async throws {
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
                let id = try await studio.server.photo("Cat.png")["id"].text ?? ""
                let sticker = try await studio.server.file("/photos/\(id)/sticker.png?size=1024").sizeOfPNG
                #expect(size == .array(sticker.map { .number(Double($0)) }))
            }
        }

        @Test(arguments: [true, false])
        func anAppGetsTheFilesWhichAreMadeWhenTheyAreAskedFor(_ isQuick: Bool) async throws {
            // A click counts for some seconds: as long as the files take to be made, or not.
            let activation = "Object.defineProperty(navigator, 'userActivation', { value: { isActive: \(isQuick) } });"
            try await withStudio(.stickers, BrowserOptions(beforePage: shareSheet + activation)) { studio in
                try await studio.openGrid()
                try await studio.browser.click("#grid-share")
                try await studio.waitForTargets()
                let fetched = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('size='))"
                let asked = "\(fetched).length"
                #expect(try await studio.browser.run("return \(asked)") == 0)
                try await studio.browser.click("[data-testid=share-share]")
                if !isQuick {
                    try await studio.browser.wait(
                        "it asks for another click",
                        until: "document.querySelector('[data-testid=share-share]').textContent.includes('ready')",
                        within: 60)
                    #expect(try await studio.browser.run("return [window.shared ?? null, \(asked)]") == [.null, 4])
                    try await studio.browser.click("[data-testid=share-share]")
                }
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

        @Test func whoLeavesTheShareSheetCanOpenItAgainAndARefusalIsTold() async throws {
            let refuse = """
                window.refusals = ['NotAllowedError', 'AbortError'];
                const open = navigator.share;
                navigator.share = async (what) => {
                  const name = window.refusals.pop();
                  if (name) throw new DOMException('', name);
                  return open(what);
                };
                """
            var phone = BrowserOptions.phone
            phone.beforePage = shareSheet + refuse
            try await withStudio(.stickers, phone) { studio in
                let browser = studio.browser
                try await browser.click("#card-share")
                // Who holds a phone wants stickers in a messenger.
                let packsFirst = "return document.querySelector('#share-packs ~ #share-actions') !== null"
                #expect(try await browser.run(packsFirst) == true)
                let told = "document.getElementById('toast-text').textContent"
                for (left, isTold) in [(1, false), (0, true)] {
                    try await browser.wait(
                        "it can be shared", until: "!document.querySelector('[data-testid=share-share][aria-disabled]')"
                    )
                    try await browser.click("[data-testid=share-share]")
                    try await browser.wait("the sheet was left", until: "window.refusals.length === \(left)")
                    try await browser.wait("it is told, or not", until: "(\(told) !== '') === \(isTold)")
                    #expect(try await browser.element("#share").property("open").isTruthy)
                }
                try await browser.click("[data-testid=share-share]")
                try await browser.wait("it is shared", until: "window.shared?.length === 1")
                try await browser.wait("the dialog closes", until: "!document.getElementById('share').open")
            }
        }

        @Test func whatTheStudioHasIsFetchedBeforeTheClick() async throws {
            try await withStudio(.empty, BrowserOptions(beforePage: shareSheet)) { studio in
                try await studio.addLarge()
                try await studio.server.processAll()
                try await studio.open()
                try await studio.browser.click("#card-share")
                try await studio.browser.wait(
                    "the file is there",
                    until: "performance.getEntriesByType('resource').some(({ name }) => name.includes('size=1024'))")
                try await studio.browser.wait(
                    "it can be shared", until: "!document.querySelector('[data-testid=share-share][aria-disabled]')")
                try await studio.browser.click("[data-testid=share-share]")
                try await studio.browser.wait("it is shared", until: "window.shared?.length === 1")
            }
        }

        @Test func whatIsSharedWhileItIsMadeAnewIsTheNewSticker() async throws {
            try await withStudio(.empty, BrowserOptions(beforePage: shareSheet)) { studio in
                try await studio.addLarge()
                try await studio.server.processAll()
                try await studio.open()
                try await studio.openEditor()
                try await studio.browser.run(
                    """
                    const field = document.getElementById('text-words');
                    field.value = 'Hello';
                    field.dispatchEvent(new Event('input'));
                    document.getElementById('editor-share').click();
                    """)
                let photo = try await studio.photo("Large.png", is: "with its words") {
                    $0["style"]["text"]["words"] == "Hello" && $0["rendering"] != true
                }
                try await studio.browser.wait(
                    "the new one is offered",
                    until: """
                        document.querySelector('[data-testid=share-png]').href.includes(arguments[0])
                          && !document.querySelector('[data-testid=share-share][aria-disabled]')
                        """, .string("r=\(photo["revision"].int ?? 0)&"))
                try await studio.browser.click("[data-testid=share-share]")
                try await studio.browser.wait("it is shared", until: "window.shared?.length === 1")
                let shared = try await studio.browser.run(
                    """
                    const bytes = new Uint8Array(await window.files[0].arrayBuffer());
                    let text = '';
                    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
                    return btoa(text);
                    """)
                let sticker = try await studio.server.file("/photos/\(photo["id"].text ?? "")/sticker.png?size=1024")
                #expect(shared.text == sticker.base64EncodedString())
            }
        }

        @Test func besideOneStickerAPackIsOfAllThatAreDoneByThenAndSaysWhatIsNot() async throws {
            let holdProcessing = """
                const send = window.fetch;
                window.fetch = (address, options) => {
                  if (!String(address).endsWith('/process')) return send(address, options);
                  window.isAsked = true;
                  return new Promise(() => {});
                };
                """
            try await withStudio(.empty, BrowserOptions(beforePage: holdProcessing), opening: false) { studio in
                try await studio.server.add(Photos.many(6))
                try await studio.open()
                try await studio.waitForStickers()
                try await studio.browser.click("#card-share")
                #expect(try await studio.browser.element("#share-left-out").property("hidden") == false)
                #expect(try await studio.browser.text("#share-left-out").contains("not done yet"))
                try await studio.browser.wait("they are asked for", until: "window.isAsked")
                try await studio.server.processAll()
                try await studio.browser.wait(
                    "all are in it",
                    until: """
                        document.getElementById('share-left-out').hidden
                          && document.getElementById('share-packs-title').textContent.includes('6')
                        """)
            }
        }

        @Test func whatIsRemovedElsewhereIsOfferedNoMoreAndAWordSaysSo() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.browser.click("#grid-share")
                for name in ["Cat.png", "Coffee.png", "Astronaut.png"] {
                    let id = try await studio.server.photo(name)["id"].text ?? ""
                    try await studio.server.send("DELETE", "/photos/\(id)")
                }
                let last = try #require(try await studio.server.photo("Rocket.jpg")["id"].text)
                try await studio.browser.wait(
                    "one is offered",
                    until: """
                        document.getElementById('share-title').textContent === 'Share sticker'
                          && document.querySelectorAll('#share-fan img').length === 1
                          && document.querySelector('[data-testid=share-png]')?.href.includes(arguments[0])
                        """, .string(last))
                try await studio.expectClosed("share", where: "Rocket.jpg")
            }
        }

        @Test func onlyWhatIsDoneIsOffered() async throws {
            try await withStudio(opening: false) { studio in
                try await studio.server.add([Photos.cat, Photos.coffee, Photos.damaged])
                try await studio.server.processAll()
                try await studio.open()
                try await studio.openGrid()
                try await studio.browser.click("#grid-share")
                #expect(try await studio.browser.text("#share-title") == "Share 2 stickers")
                #expect(
                    try await studio.browser.text("#share-failed") == "1 photo has no sticker and is left out.")
                #expect(try await studio.browser.element("#share-left-out").property("hidden") == true)
                try await studio.browser.click("[data-testid=share-pngArchive]")
                let zip = try ZipFile(await studio.browser.downloaded("stickers-png.zip"))
                #expect(zip.entries.map(\.name) == ["Cat.png", "Coffee.png"])
            }
        }
    }
}

extension Studio {
    /// The astronaut with 2048 × 2048 pixels: a photo whose sticker the studio keeps as large as it is.
    fileprivate func addLarge() async throws {
        let astronaut = try Photos.astronaut
        try await browser.run(
            """
            const bytes = Uint8Array.from(atob(arguments[0].bytes), (one) => one.charCodeAt(0));
            const picture = await createImageBitmap(new Blob([bytes]), { resizeWidth: 2048, resizeHeight: 2048 });
            const canvas = new OffscreenCanvas(2048, 2048);
            canvas.getContext('2d').drawImage(picture, 0, 0);
            await fetch('/api/v1/photos?name=Large.png', { method: 'POST', body: await canvas.convertToBlob() });
            """, astronaut.json)
        try await photo("Large.png", is: "there") { _ in true }
    }
}

extension Data {
    /// Width and height, which a PNG's header has.
    fileprivate var sizeOfPNG: [Int] {
        [16, 20].map { place in dropFirst(place).prefix(4).reduce(0) { 256 * $0 + Int($1) } }
    }
}
