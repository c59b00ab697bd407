import Foundation
import Testing

extension StudioTests {
    /// A photo in which nothing stands out.
    @Suite struct Painting {
        @Test(arguments: ["mouse", "touch"])
        func whatIsPaintedOverBecomesTheSticker(_ pointer: String) async throws {
            let options = pointer == "touch" ? BrowserOptions.phone : BrowserOptions()
            try await withStudio(.empty, options) { studio in
                try await studio.addTable()
                #expect(try await studio.browser.element("#card-share").property("disabled") == true)
                #expect(try await studio.browser.element("#card-edit").property("disabled") == false)
                #expect(
                    try await studio.browser.text(".card .invalid")
                        .contains("Paint over what you want, and it becomes the sticker."))
                try await studio.browser.click(".card [data-action=edit]")
                try await studio.expectPainting()
                #expect(try await studio.browser.element("#editor-share").property("disabled") == true)
                #expect(try await studio.browser.element("[name=mode][value=sticker]").property("disabled") == true)

                let from = try await studio.browser.place(of: "#brush-canvas", x: 0.4, y: 0.5)
                let to = try await studio.browser.place(of: "#brush-canvas", x: 0.6, y: 0.5)
                try await studio.browser.drag(along: [from, from.moved(15, 0), to], pointer: pointer)
                let photo = try await studio.photo("Table.png", is: "a sticker") { $0["state"] == "done" }
                try await studio.browser.wait(
                    "the editor goes on as for any photo",
                    until: """
                        !document.getElementById('editor').hasAttribute('data-unfound')
                          && document.getElementById('brush-hint').textContent.startsWith('Paint over what belongs')
                          && document.getElementById('frame-cutout').naturalWidth > 0
                          && document.getElementById('stage-busy').hidden
                        """)
                #expect(try await studio.browser.element("#editor-share").property("disabled") == false)
                #expect(try await studio.browser.element("[name=mode][value=sticker]").property("disabled") == false)
                let cutout = try await studio.browser.pixels(of: "/api/v1/photos/\(photo["id"].text ?? "")/cutout.webp")
                #expect(cutout[0.5, 0.5][3] > 220)
                try await studio.browser.press(.escape)
                try await studio.waitForStickers()
            }
        }

        @Test func theGridLeadsThereAndKeysPaint() async throws {
            try await withStudio { studio in
                try await studio.addTable()
                try await studio.openGrid()
                #expect(
                    try await studio.browser.element(".tile-open").property("ariaLabel")
                        == "Table.png: Nothing in it stands out from its surroundings. Paint it")
                try await studio.browser.wait(
                    "the photo is seen", until: "document.querySelector('.tile-photo')?.naturalWidth > 0")
                #expect(try await studio.browser.text(".tile-way") == "Paint it")
                try await studio.browser.click(".tile-open")
                try await studio.expectPainting()
                try await studio.tab(to: "#brush-canvas")
                try await studio.browser.press(.space)
                for _ in 0..<8 { try await studio.browser.press(.right) }
                try await studio.browser.press(.space)
                try await studio.photo("Table.png", is: "a sticker") { $0["state"] == "done" }
            }
        }

        @Test func whatDoesNotSufficeStaysInSightAndMoreIsAddedToIt() async throws {
            try await withStudio(.empty, .phone) { studio in
                try await studio.addTable()
                try await studio.browser.click("#card-edit")
                try await studio.expectPainting()
                // As they were left with the photo before.
                try await studio.choose("[name=brush][value=remove]")
                try await studio.choose("[name=brush-tool][value=smart]")
                try await studio.browser.press(.escape)
                try await studio.browser.click("#card-edit")
                try await studio.expectPainting()
                #expect(
                    try await studio.browser.run(
                        "return [...document.querySelectorAll('#brush-panel :checked')].map(({ value }) => value)")
                        == ["keep", "brush"], "it begins by keeping, with the plain brush")
                let place = try await studio.browser.place(of: "#brush-canvas")
                try await studio.choose("[name=brush][value=remove]")
                try await studio.browser.drag(along: [place, place.moved(20, 0)], pointer: "touch")
                try await studio.browser.wait(
                    "it says so beside the tools, over nothing, and waits no longer",
                    until: """
                        document.getElementById('brush-hint').textContent.startsWith('That is not enough')
                          && !document.getElementById('toast').checkVisibility()
                          && document.getElementById('stage-busy').hidden
                          && document.getElementById('editor').hasAttribute('data-unfound')
                        """)
                #expect(try await studio.paintedPixels() > 0)
                try await studio.browser.press(.escape)
                try await studio.browser.click("#card-edit")
                try await studio.browser.wait(
                    "it stays when the photo is opened again",
                    until: "document.getElementById('brush-hint').textContent.startsWith('That is not enough')")
                #expect(try await studio.paintedPixels() > 0)
                // Its rim is seen on a photo of the stroke's colour, too.
                #expect(try await studio.paintedPixels(thatAreWhite: true) > 20)
                // What was painted in vain is taken back like any stroke.
                try await studio.browser.click("#editor-undo")
                try await studio.photo("Table.png", is: "without strokes") {
                    $0["strokes"] == ["done": 0, "undone": 1] && $0["state"] == "invalid"
                }
                #expect(try await studio.paintedPixels() == 0)
                try await studio.browser.click("#editor-redo")
                try await studio.choose("[name=brush][value=keep]")
                let from = try await studio.browser.place(of: "#brush-canvas", x: 0.4, y: 0.3)
                try await studio.browser.drag(along: [from, from.moved(60, 0)], pointer: "touch")
                try await studio.photo("Table.png", is: "a sticker") {
                    $0["strokes"] == ["done": 2, "undone": 0] && $0["state"] == "done"
                }
            }
        }
    }
}

extension Studio {
    /// How many pixels over the photo are painted.
    fileprivate func paintedPixels(thatAreWhite areWhite: Bool = false) async throws -> Double {
        try await browser.run(
            """
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            const { width, height } = document.getElementById('brush-canvas');
            const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
            pen.drawImage(document.getElementById('brush-canvas'), 0, 0);
            const { data } = pen.getImageData(0, 0, width, height);
            let count = 0;
            for (let at = 0; at < data.length; at += 4) {
              const isWhite = Math.min(data[at], data[at + 1], data[at + 2]) > 240;
              if (data[at + 3] > (arguments[0] ? 240 : 0) && (isWhite || !arguments[0])) count += 1;
            }
            return count;
            """, .bool(areWhite)
        ).double ?? 0
    }

    /// A part of a table of wood, and nothing on it.
    fileprivate func addTable() async throws {
        try await browser.run(
            """
            const photo = new Image();
            photo.src = `data:image/png;base64,${arguments[0]}`;
            await photo.decode();
            const canvas = new OffscreenCanvas(600, 400);
            canvas.getContext('2d').drawImage(photo, 0, 0, 150, 100, 0, 0, 600, 400);
            const body = await canvas.convertToBlob({ type: 'image/png' });
            await fetch('/api/v1/photos?name=Table.png', { method: 'POST', body });
            """, .string(try Photos.coffee.bytes.base64EncodedString()))
        try await photo("Table.png", is: "without a subject") {
            $0["state"] == "invalid" && $0["error"]["code"] == "noSubject"
        }
        try await browser.wait("the card says so", until: "document.querySelector('.card .invalid') !== null")
    }

    fileprivate func expectPainting() async throws {
        try await browser.wait(
            "the editor shows the photo and says what to do",
            until: """
                document.getElementById('editor').open
                  && document.getElementById('stage').dataset.mode === 'brush'
                  && document.getElementById('frame-preview').naturalWidth > 0
                  && document.getElementById('brush-hint').textContent.startsWith('Nothing stands out here by itself.')
                """)
        try await waitForAnimations()
    }
}
