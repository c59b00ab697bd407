import Foundation
import Testing

extension StudioTests {
    /// What is painted and tapped on one frame of a clip.
    @Suite struct LivingMarks {
        @Test func aStrokeOnOneFrameHoldsForTheClip() async throws {
            try await withStudio { studio in
                let browser = studio.browser
                try await studio.openClip()
                let tabs = try await browser.run(
                    """
                    return [...document.querySelectorAll('[name=mode]')]
                      .filter((one) => one.parentElement.checkVisibility()).map(({ value }) => value);
                    """)
                #expect(tabs == ["sticker", "text", "subjects", "brush"])
                try await studio.choose("brush", frame: 200)
                try await browser.run("document.querySelector('[name=brush][value=remove]').click()")
                let place = try await browser.place(of: "#brush-canvas", x: 0.5, y: 0.55)
                try await browser.drag(along: [place, place.moved(8, 0)])
                let drawn = try await studio.photo("Cat.mp4", is: "without what was painted") {
                    $0["strokes"]["done"].int == 1 && $0["rendering"] != true && $0["state"] == "done"
                }
                #expect(drawn["editError"] == .null)
                try await studio.waitForCutout(frame: 200, drawn["revision"].int ?? 0)
                #expect(try await studio.cutoutAlpha() < 60)
                // On another frame it is seen, too: within a handful of pixels of where it was painted.
                try await studio.choose("brush", frame: 100)
                try await studio.waitForCutout(frame: 100, drawn["revision"].int ?? 0)
                #expect(try await studio.cutoutAlpha(near: 24) < 60)
                try await browser.click("#editor-undo")
                let undone = try await studio.photo("Cat.mp4", is: "as before") {
                    $0["strokes"]["done"].int == 0 && $0["rendering"] != true
                }
                try await studio.waitForCutout(frame: 100, undone["revision"].int ?? 0)
                #expect(try await studio.cutoutAlpha() > 200)
            }
        }

        @Test func aTapOnOneFrameHoldsForTheClip() async throws {
            try await withStudio { studio in
                let browser = studio.browser
                try await studio.openClip()
                try await studio.choose("subjects", frame: 100)
                try await browser.wait(
                    "its line is shown", until: "document.querySelectorAll('.subject-outline').length === 1")
                // It is the only one, and must stay; Shift and Enter say that it stays alone.
                let tapped = try await browser.place(of: "#subjects-stage", x: 0.5, y: 0.55)
                try await browser.drag(along: [tapped])
                try await browser.wait(
                    "it says so", until: "document.getElementById('toast').textContent === 'One subject must stay'")
                try await browser.run(
                    """
                    document.querySelector('.subject-outline')
                      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }));
                    """)
                try await studio.photo("Cat.mp4", is: "of one subject") {
                    $0["strokes"]["done"].int == 1 && $0["rendering"] != true && $0["editError"] == .null
                }
            }
        }
    }
}

extension Studio {
    fileprivate func openClip() async throws {
        try await browser.element("#photo-input").type(try Photos.clip().written().path)
        try await browser.wait(
            "the clip's sticker is shown", until: "document.querySelector('.card-sticker.shown')?.complete", within: 120
        )
        try await openEditor()
    }

    fileprivate func choose(_ mode: String, frame: Int) async throws {
        try await browser.run(
            """
            document.querySelector(`[name=mode][value=${arguments[0]}]`).click();
            """, .string(mode))
        try await browser.wait(
            "the frames can be chosen",
            until: """
                document.getElementById('frame-choice').checkVisibility()
                  && document.getElementById('clip-frame').max < 1000
                """)
        try await browser.run(
            """
            const frame = document.getElementById('clip-frame');
            frame.value = arguments[0];
            frame.dispatchEvent(new Event('input', { bubbles: true }));
            """, .number(Double(frame)))
        try await browser.wait(
            "the frame is shown",
            until: """
                document.getElementById('frame-preview').src.endsWith('/frame.webp?time=\(frame)')
                  && document.getElementById('frame-preview').naturalWidth > 0
                """, within: 60)
    }

    fileprivate func waitForCutout(frame: Int, _ revision: Int) async throws {
        try await browser.wait(
            "its cut is shown",
            until: """
                document.getElementById('frame-cutout').src.endsWith('/cutout.webp?time=\(frame)&r=\(revision)')
                  && document.getElementById('frame-cutout').complete
                """, within: 60)
    }

    /// The least alpha of what is cut out, around a place below its middle.
    fileprivate func cutoutAlpha(near reach: Int = 4) async throws -> Int {
        try await browser.run(
            """
            const image = document.getElementById('frame-cutout');
            const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
            const pen = canvas.getContext('2d');
            pen.drawImage(image, 0, 0);
            const [x, y] = [Math.round(canvas.width / 2), Math.round(0.55 * canvas.height)];
            const { data } = pen.getImageData(x - arguments[0], y - arguments[0], 2 * arguments[0], 2 * arguments[0]);
            return Math.min(...data.filter((_, index) => index % 4 === 3));
            """, .number(Double(reach))
        ).int ?? 255
    }
}
