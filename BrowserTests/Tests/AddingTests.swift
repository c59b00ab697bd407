import Foundation
import Testing

extension StudioTests {
    @Suite struct Adding {
        @Test(arguments: [BrowserOptions(), .phone])
        func pickedFilesBecomeCardsInTheOrderInWhichTheyWerePicked(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.empty, options) { studio in
                let files = try [Photos.rocket, Photos.cat, Photos.astronaut].map { try $0.written().path }
                try await studio.browser.element("#photo-input").type(files.joined(separator: "\n"))
                try await studio.browser.wait(
                    "three cards", until: "document.querySelectorAll('.page').length === 3")
                try await eventually("they are in order") {
                    try await studio.server.names == ["Rocket.jpg", "Cat.png", "Astronaut.png"]
                }
                #expect(try await studio.browser.run("return document.documentElement.dataset.view") == "photos")
                try await studio.waitForStickers()
                try await studio.browser.wait("the tray goes away", until: "document.getElementById('uploads').hidden")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func aPersonWithoutAPhotoFindsFourAndTheWelcomeSpeaksOfThisDevice(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.empty, options) { studio in
                let isPhone = try await studio.browser.run("return matchMedia('(pointer: coarse)').matches") == true
                let said = try await studio.browser.text("#welcome")
                #expect(said.contains("Drop") == !isPhone && said.contains("this computer") == !isPhone)
                #expect(said.contains("your own studio") == isPhone)
                try await studio.browser.click("#welcome-samples")
                try await studio.browser.wait("four cards", until: "document.querySelectorAll('.page').length === 4")
                try await eventually("they are in order") {
                    try await studio.server.names == ["cat.jpg", "coffee.jpg", "astronaut.jpg", "rocket.jpg"]
                }
                try await studio.waitForStickers()
                let bytes = try await studio.browser.run(
                    """
                    const names = ['cat', 'coffee', 'astronaut', 'rocket'];
                    const files = await Promise.all(names.map(async (name) => (await fetch(`samples/${name}.jpg`)).blob()));
                    return files.reduce((sum, { size }) => sum + size, 0);
                    """)
                #expect((bytes.int ?? .max) < 400_000)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func theWelcomeSpeaksOfThisDeviceInEveryLanguage(_ options: BrowserOptions) async throws {
            try await withStudio(.empty, options) { studio in
                let isPhone = try await studio.browser.run("return matchMedia('(pointer: coarse)').matches") == true
                for language in languages {
                    try await studio.use(language)
                    let said = try await studio.browser.run("return document.getElementById('welcome').innerText")
                    for word in try #require(Self.wordsOfComputers[language]) {
                        #expect(said.text?.contains(word) == !isPhone, "\(language), “\(word)”: \(said)")
                    }
                }
            }
        }

        /// How each language says "drop" and "computer".
        private static let wordsOfComputers = [
            "en": ["Drop", "this computer"], "de": ["Zieh", "Computer"], "es": ["Suelte", "ordenador"],
            "fr": ["Déposez", "ordinateur"], "ja": ["ドロップ", "コンピューター"], "ko": ["끌어다 놓", "컴퓨터"],
            "pt": ["Solte", "computador"], "ru": ["Перетащите", "компьютер"], "zh-Hans": ["拖到", "电脑"],
        ]

        @Test func aFewThatArePickedBecomeStickersWithoutALookAtEach() async throws {
            try await withStudio { studio in
                let files = try Photos.many(6).map { try $0.written().path }
                try await studio.browser.element("#photo-input").type(files.joined(separator: "\n"))
                try await eventually("all are done") {
                    let photos = try await studio.server.photos
                    return photos.count == 6 && photos.allSatisfy { $0["state"] == "done" }
                }
            }
        }

        @Test func aPhotoWhoseRequestBrokeIsAskedForAgain() async throws {
            let breakFirst = """
                const whole = fetch;
                let hasBroken = false;
                window.fetch = (address, options) => {
                  const path = String(address);
                  // Nothing else makes it.
                  if (path.endsWith('/process')) return Promise.reject(new TypeError('broken'));
                  if (hasBroken || !path.includes('/load')) return whole(address, options);
                  hasBroken = true;
                  return Promise.reject(new TypeError('broken'));
                };
                """
            try await withStudio(.empty, BrowserOptions(beforePage: breakFirst)) { studio in
                try await studio.browser.click("#welcome-samples")
                try await studio.browser.wait("four cards", until: "document.querySelectorAll('.page').length === 4")
                try await studio.waitForStickers()
            }
        }

        @Test(arguments: [0, 1, 2])
        func theFirstOfSeveralIsShownWhicheverAnswerComesLateAndAReloadStays(_ late: Int) async throws {
            try await withStudio { studio in
                // The studio gets them in their order, and the answer for one comes after those of all others.
                try await studio.browser.run(
                    """
                    const send = XMLHttpRequest.prototype.send;
                    let sent = 0, answered = 0, before = Promise.resolve();
                    XMLHttpRequest.prototype.send = function (body) {
                      const answer = this.onload;
                      const isLate = sent++ === arguments[0];
                      const give = () => { answer.call(this); answered += 1; };
                      const start = before;
                      before = new Promise((loaded) => {
                        this.onload = () => {
                          loaded();
                          if (!isLate) return give();
                          const timer = setInterval(() => {
                            if (answered < 2 || document.querySelectorAll('.page').length < 3) return;
                            clearInterval(timer);
                            give();
                          }, 20);
                        };
                      });
                      start.then(() => send.call(this, body));
                    };
                    """.replacingOccurrences(of: "arguments[0]", with: "\(late)"))
                let files = try [Photos.rocket, Photos.cat, Photos.coffee].map { try $0.written().path }
                try await studio.browser.element("#photo-input").type(files.joined(separator: "\n"))
                try await studio.browser.wait("the tray goes away", until: "document.getElementById('uploads').hidden")
                try await studio.waitForAnimations()
                try await studio.expectCard("Rocket.jpg", "1 / 3")
                try await studio.browser.press(.right)
                try await studio.expectCard("Cat.png", "2 / 3")
                try await studio.waitForAnimations()
                try await studio.browser.reload()
                try await studio.waitUntilReady()
                try await studio.expectCard("Cat.png", "2 / 3")
            }
        }

        @Test func droppedFilesBecomeCards() async throws {
            try await withStudio { studio in
                try await studio.browser.run(
                    makeTransfer + "dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true }))",
                    Photos.cat.json)
                try await studio.browser.wait(
                    "it says where to drop", until: "document.getElementById('drop-overlay').matches(':popover-open')")
                try await studio.browser.run(
                    makeTransfer + """
                        const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
                        document.body.dispatchEvent(drop);
                        if (!drop.defaultPrevented) throw new Error('the browser opens the file itself');
                        """, Photos.cat.json, Photos.coffee.json)
                try await studio.browser.wait(
                    "two cards", until: "document.querySelectorAll('.page').length === 2")
                try await studio.waitForStickers()
                #expect(
                    try await studio.browser.run(
                        "return document.getElementById('drop-overlay').matches(':popover-open')") == false)
            }
        }

        @Test func whatIsDraggedWithoutFilesIsLeftAlone() async throws {
            try await withStudio { studio in
                let prevented = try await studio.browser.run(
                    """
                    const dataTransfer = new DataTransfer();
                    dataTransfer.setData('text/plain', 'words');
                    const drag = new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true });
                    document.body.dispatchEvent(drag);
                    return drag.defaultPrevented;
                    """)
                #expect(prevented == false)
            }
        }

        @Test func aPictureOfAnotherPageIsDroppedOrPastedAsItsAddress() async throws {
            try await withStudio { studio in
                // Whatever a page names in a private network is not loaded: this much is seen without the web.
                try await studio.browser.run(
                    """
                    const dataTransfer = new DataTransfer();
                    dataTransfer.setData('text/uri-list', '# dragged\\r\\nhttp://127.0.0.1:9/a%20cat.jpg');
                    for (const name of ['dragenter', 'drop']) {
                      document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
                    }
                    """)
                try await studio.expectRefusedAddress("a cat.jpg")
                try await studio.browser.run(
                    """
                    const clipboardData = new DataTransfer();
                    clipboardData.setData('text/plain', 'http://127.0.0.1:9/dog.jpg');
                    document.dispatchEvent(Object.assign(new Event('paste', { bubbles: true }), { clipboardData }));
                    """)
                try await studio.expectRefusedAddress("dog.jpg")
            }
        }

        @Test func aPastedPictureBecomesACard() async throws {
            try await withStudio { studio in
                try await studio.paste(Photos.cat)
                try await studio.browser.wait("a card", until: "document.querySelectorAll('.page').length === 1")
                try await studio.waitForStickers()
            }
        }

        @Test func severalPastedFilesBecomeCards() async throws {
            try await withStudio { studio in
                try await studio.browser.run(makePaste, Photos.cat.json, Photos.rocket.json)
                try await studio.browser.wait("cards", until: "document.querySelectorAll('.page').length === 2")
            }
        }

        @Test(arguments: ["en", "ru"])
        func aFileThatIsNotAPhotoIsRefusedWithTheReasonInThePagesLanguage(
            _ language: String
        ) async throws {
            try await withStudio(.empty, BrowserOptions(language: language)) { studio in
                try await studio.browser.element("#photo-input").type(try Photos.text.written().path)
                let row = "document.querySelector('[data-testid=upload][data-state=failed]')"
                try await studio.browser.wait("the upload failed", until: row)
                let reason = try await studio.browser.text(".upload-reason")
                #expect(reason.contains(language == "en" ? "not a photo" : "не фото"), "it says: \(reason)")
                #expect(try await studio.server.photos.isEmpty)
                try await studio.browser.click("#uploads-cancel")
                try await studio.browser.wait("the tray goes away", until: "document.getElementById('uploads').hidden")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func theSamePhotoTwiceIsOneCardAndThePageSaysSo(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.browser.element("#photo-input").type(try Photos.coffee.written().path)
                try await studio.browser.wait(
                    "it says so", until: "document.getElementById('toast').textContent.includes('Coffee.png')")
                #expect(try await studio.server.photos.count == 4)
                #expect(
                    try await studio.browser.run("return document.getElementById('uploads-title').textContent")
                        == "1 here already")
                try await studio.browser.wait(
                    "it goes there", until: "document.getElementById('caption').textContent === 'Coffee.png'")
            }
        }

        @Test func anUploadIsCancelled() async throws {
            try await withStudio(.empty, BrowserOptions(hasSlowUploads: true)) { studio in
                try await studio.browser.limitUploads(to: 20_000)
                try await studio.browser.element("#photo-input").type(try Photos.astronaut.written().path)
                try await studio.browser.wait(
                    "it is on its way",
                    until: "document.querySelector('[data-testid=upload][data-state=sending] progress')?.value > 0")
                try await studio.browser.click("#uploads-cancel")
                try await studio.browser.wait("the tray goes away", until: "document.getElementById('uploads').hidden")
                try await studio.browser.limitUploads(to: nil)
                #expect(try await studio.server.photos.isEmpty)
                #expect(try await studio.browser.run("return document.documentElement.dataset.view") == "empty")
            }
        }
    }
}

/// `dataTransfer` with the files that the script's arguments describe.
private let makeTransfer = """
    const dataTransfer = new DataTransfer();
    for (const { name, type, bytes } of arguments) {
      const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([data], name, { type }));
    }

    """

private let makePaste =
    makeTransfer + """
        const paste = new Event('paste', { bubbles: true });
        document.dispatchEvent(Object.assign(paste, { clipboardData: dataTransfer }));
        """

extension Studio {
    fileprivate func expectRefusedAddress(_ name: String) async throws {
        try await browser.wait(
            "\(name) is refused",
            until: """
                [...document.querySelectorAll('[data-testid=upload][data-state=failed]')].some((upload) =>
                  upload.querySelector('.upload-name').textContent === arguments[0]
                    && upload.querySelector('.upload-reason').textContent
                      === 'Addresses of private networks are not loaded')
                """, .string(name))
    }

    /// Pastes a picture that another program copied: it has no name. WebKit's driver presses keys that paste nothing
    /// outside a field, so the page gets the event alone there.
    func paste(_ photo: PhotoFile) async throws {
        if try BrowserEngine.tested == .webkit {
            var unnamed = photo
            unnamed.name = "image.png"
            try await browser.run(makePaste, unnamed.json)
            return
        }
        try await browser.grantClipboard()
        try await browser.run(
            """
            const data = Uint8Array.from(atob(arguments[0].bytes), (letter) => letter.charCodeAt(0));
            const blob = new Blob([data], { type: 'image/png' });
            await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
            """, photo.json)
        try await browser.press("v", with: .control)
    }
}
