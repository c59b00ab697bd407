import Foundation
import Testing

extension StudioTests {
    @Suite struct BrushStrokes {
        @Test(arguments: ["mouse", "touch"])
        func aStrokeTakesAwayUndoBringsBackRedoTakesAwayAgain(_ pointer: String) async throws {
            let options = pointer == "touch" ? BrowserOptions.phone : BrowserOptions()
            try await withStudio(.stickers, options) { studio in
                try await studio.openBrush()
                let untouched = try await studio.cutout(of: "Coffee.png")
                try await studio.choose("[name=brush][value=remove]")
                let from = try await studio.browser.place(of: "#brush-canvas", x: 0.4, y: 0.5)
                let to = try await studio.browser.place(of: "#brush-canvas", x: 0.55, y: 0.6)
                try await studio.browser.drag(along: [from, from.moved(10, 5), to], pointer: pointer)
                try await studio.expectStrokes(done: 1, undone: 0)
                let cut = try await studio.cutout(of: "Coffee.png")
                #expect(cut.opacity < untouched.opacity - 3)
                #expect(cut[0.475, 0.55][3] < 30 && untouched[0.475, 0.55][3] > 220)

                try await studio.browser.click("#editor-undo")
                try await studio.expectStrokes(done: 0, undone: 1)
                #expect(abs(try await studio.cutout(of: "Coffee.png").opacity - untouched.opacity) < 0.01)
                try await studio.browser.click("#editor-redo")
                try await studio.expectStrokes(done: 1, undone: 0)
                #expect(abs(try await studio.cutout(of: "Coffee.png").opacity - cut.opacity) < 0.01)
                try await studio.browser.click("#reset-strokes")
                try await studio.expectStrokes(done: 0, undone: 1)
                // A step among the others: what was done before it is taken back after it.
                try await studio.browser.click("#editor-undo")
                try await studio.expectStrokes(done: 1, undone: 0)
                // So are strokes of another day.
                try await studio.browser.run("sessionStorage.removeItem('peel.steps')")
                try await studio.open()
                try await studio.openEditor()
                try await studio.browser.click("#editor-undo")
                try await studio.expectStrokes(done: 0, undone: 1)
                try await studio.expectNothingToUndo()
            }
        }

        @Test func keysDrawUndoAndRedo() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openBrush()
                try await studio.tab(to: "#brush-canvas")
                // From the middle to the lower right corner, where nothing of the cup is.
                for _ in 0..<9 {
                    try await studio.browser.press(.right, with: .shift)
                    try await studio.browser.press(.down, with: .shift)
                }
                let before = try await studio.cutout(of: "Coffee.png").opacity
                try await studio.browser.press(.space)
                for _ in 0..<3 { try await studio.browser.press(.left) }
                try await studio.browser.press(.space)
                try await studio.expectStrokes(done: 1, undone: 0)
                #expect(try await studio.cutout(of: "Coffee.png").opacity > before)
                try await studio.browser.press("z", with: .control)
                try await studio.expectStrokes(done: 0, undone: 1)
                try await studio.browser.press("z", with: .control, .shift)
                try await studio.expectStrokes(done: 1, undone: 0)
                try await studio.browser.press("z", with: .control)
                try await studio.expectStrokes(done: 0, undone: 1)
                try await studio.browser.press("y", with: .control)
                try await studio.expectStrokes(done: 1, undone: 0)
            }
        }

        @Test func theBrushsSizeAndTheZoomHaveLimitsThatTheButtonsKnow() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openBrush()
                let radius = "return Number(document.getElementById('brush-radius').value)"
                let before = try await studio.browser.run(radius).double ?? 0
                try await studio.tab(to: "#brush-canvas")
                try await studio.browser.press("]")
                #expect(try await studio.browser.run(radius).double ?? 0 > before)
                for _ in 0..<3 { try await studio.browser.press("[") }
                #expect(try await studio.browser.run(radius).double ?? 1 < before)
                #expect(try await studio.browser.element("#zoom-out").property("disabled") == true)
                let width = "return document.getElementById('frame').offsetWidth"
                let small = try await studio.browser.run(width).double ?? 0
                try await studio.browser.click("#zoom-in")
                #expect(abs((try await studio.browser.run(width).double ?? 0) - 1.5 * small) < 3)
                try await studio.browser.click("#zoom-out")
                #expect(try await studio.browser.run(width).double == small)
            }
        }

        @Test func theZoomsButtonsEnlargeWhatWasPaintedLast() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openBrush()
                let place = try await studio.browser.place(of: "#brush-canvas", x: 0.7, y: 0.6)
                try await studio.browser.drag(along: [place.moved(-40, 0), place])
                try await studio.expectStrokes(done: 1, undone: 0)
                for _ in 0..<3 { try await studio.browser.click("#zoom-in") }
                let way = try await studio.browser.run(
                    """
                    const frame = document.getElementById('frame').getBoundingClientRect();
                    const view = document.getElementById('stage-scroll').getBoundingClientRect();
                    return [(frame.left + 0.7 * frame.width - view.left) / view.width,
                      (frame.top + 0.6 * frame.height - view.top) / view.height];
                    """)
                #expect(abs((way[0].double ?? 0) - 0.5) < 0.03 && abs((way[1].double ?? 0) - 0.5) < 0.03, "\(way)")
            }
        }

        @Test func theWheelSizesTheBrushAndEnlargesThePhotoWithAKey() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openBrush()
                func turn(_ way: Double, withKey: Bool) async throws -> (radius: Double, width: Double) {
                    let sizes = try await studio.browser.run(
                        """
                        document.getElementById('brush-canvas').dispatchEvent(new WheelEvent('wheel', {
                          deltaY: arguments[0], ctrlKey: arguments[1], bubbles: true, cancelable: true }));
                        return [Number(document.getElementById('brush-radius').value),
                          document.getElementById('frame').offsetWidth];
                        """, .number(way), .bool(withKey))
                    return (sizes[0].double ?? 0, sizes[1].double ?? 0)
                }
                let first = try await turn(0, withKey: false)
                let larger = try await turn(-120, withKey: false)
                #expect(larger.radius > first.radius && larger.width == first.width)
                let smaller = try await turn(240, withKey: false)
                #expect(smaller.radius < larger.radius)
                let enlarged = try await turn(-120, withKey: true)
                #expect(enlarged.width > first.width && enlarged.radius == smaller.radius)
            }
        }

        /// The circle stays as wide as it was on the screen, and so does the number beside the slider.
        @Test func twoFingersEnlargeThePhotoUnderTheBrushAndPaintNothing() async throws {
            try await withStudio(.stickers, .phone) { studio in
                try await studio.openBrush()
                func state() async throws -> (width: Double, radius: Double) {
                    let sizes = try await studio.browser.run(
                        """
                        return [document.getElementById('frame').offsetWidth,
                          Number.parseFloat(document.getElementById('brush-radius-value').textContent)];
                        """)
                    return (sizes[0].double ?? 0, sizes[1].double ?? 0)
                }
                let before = try await state()
                let middle = try await studio.browser.place(of: "#brush-canvas")
                func way(_ side: Double) -> [Place] { (0...6).map { middle.moved(side * (20 + 5 * Double($0)), 0) } }
                try await studio.browser.pinch(way(-1), way(1))
                let after = try await state()
                #expect((2.2...2.8).contains(after.width / before.width), "\(before), \(after)")
                #expect(after.radius == before.radius, "\(before), \(after)")
                #expect(
                    try await studio.server.photo("Coffee.png")["strokes"] == ["done": 0, "undone": 0],
                    "what the first finger began was no stroke")
                // One finger paints again, where it is.
                try await studio.choose("[name=brush][value=remove]")
                try await studio.browser.drag(along: [middle, middle.moved(20, 5)], pointer: "touch")
                try await studio.expectStrokes(done: 1, undone: 0)
            }
        }

        @Test func aHandThatLeavesThePhotoPaintsNothingAlongItsEdge() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openBrush()
                let untouched = try await studio.cutout(of: "Coffee.png")
                #expect(untouched[0.01, 0.5][3] < 30)
                try await studio.browser.run(
                    """
                    const canvas = document.getElementById('brush-canvas');
                    const box = canvas.getBoundingClientRect();
                    const events = ['pointerdown', 'pointermove', 'pointermove', 'pointermove', 'pointerup'];
                    const places = [[0.1, 0.2], [-0.3, 0.2], [-0.3, 0.8], [0.1, 0.8], [0.1, 0.8]];
                    events.forEach((type, at) => canvas.dispatchEvent(new PointerEvent(type, {
                      pointerType: 'mouse', pointerId: 7, button: 0, bubbles: true, cancelable: true,
                      clientX: box.left + places[at][0] * box.width, clientY: box.top + places[at][1] * box.height })));
                    """)
                try await studio.expectStrokes(done: 1, undone: 0)
                let painted = try await studio.cutout(of: "Coffee.png")
                #expect(painted[0.01, 0.2][3] > 220 && painted[0.01, 0.8][3] > 220)
                #expect(painted[0.01, 0.5][3] < 30)
            }
        }

        @Test func whatASmartStrokeWouldTakeIsToldBeforeTheFingerLiftsWhichSeesItInALoupe()
            async throws
        {
            try await withStudio(.stickers, .phone) { studio in
                try await studio.openBrush()
                try await studio.choose("[name=brush][value=remove]")
                try await studio.choose("[name=brush-tool][value=smart]")
                func touch(_ type: String, _ x: Double, _ y: Double) async throws {
                    _ = try await studio.browser.run(
                        """
                        const canvas = document.getElementById('brush-canvas');
                        const box = canvas.getBoundingClientRect();
                        canvas.dispatchEvent(new PointerEvent(arguments[0], {
                          pointerType: 'touch', pointerId: 7, button: 0, bubbles: true, cancelable: true,
                          clientX: box.left + arguments[1] * box.width, clientY: box.top + arguments[2] * box.height }));
                        """, .string(type), .number(x), .number(y))
                }
                let isLoupeHidden = "document.getElementById('brush-loupe').hidden"
                #expect(try await studio.browser.run("return " + isLoupeHidden) == true)
                try await touch("pointerdown", 0.45, 0.5)
                try await touch("pointermove", 0.5, 0.55)
                try await studio.browser.wait("the loupe is there", until: "!" + isLoupeHidden)
                try await studio.browser.wait(
                    "it was told",
                    until: """
                        performance.getEntriesByType('resource').some((one) =>
                          one.name.endsWith('/strokes/preview') && (one.responseStatus ?? 200) === 200)
                        """)
                try await studio.expectStrokes(done: 0, undone: 0)
                try await touch("pointerup", 0.5, 0.55)
                try await studio.browser.wait("the loupe is gone", until: isLoupeHidden)
                try await studio.expectStrokes(done: 1, undone: 0)
            }
        }
    }
}

extension Studio {
    /// Coffee, in front of the brush.
    fileprivate func openBrush() async throws {
        try await browser.click("#next")
        try await expectCard("Coffee.png", "2 / 4")
        try await openEditor()
        try await choose("[name=mode][value=brush]")
        try await browser.wait(
            "the cut-out is shown", until: "document.getElementById('frame-cutout').naturalWidth > 0")
    }

    /// The server has taken the strokes up and the stage shows what they did.
    fileprivate func expectStrokes(done: Int, undone: Int) async throws {
        try await photo("Coffee.png", is: "at \(done) strokes, \(undone) undone") {
            $0["strokes"] == ["done": .number(Double(done)), "undone": .number(Double(undone))]
        }
        try await browser.wait(
            "the button knows it, and the picture is there",
            until: """
                (arguments[0] === 0 || !document.getElementById('editor-undo').disabled)
                  && document.getElementById('stage-busy').hidden
                """, .number(Double(done)))
    }

    fileprivate func cutout(of name: String) async throws -> Pixels {
        try await picture(of: name, "cutout.webp")
    }
}
