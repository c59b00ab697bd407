import Foundation
import Testing

extension StudioTests {
    /// The sticker is moved, turned, sized and cropped.
    @Suite struct Arranging {
        @Test(arguments: ["mouse", "touch"])
        func theStickerFollowsThePointerAtOnceAndIsMadeSo(_ pointer: String) async throws {
            try await withStudio(.stickers, pointer == "touch" ? .phone : BrowserOptions()) { studio in
                try await studio.openArranging()
                let before = try await studio.middle(of: "Cat.png")
                try await studio.browser.run(
                    """
                    window.wasLive = false;
                    new MutationObserver(() => window.wasLive = true)
                      .observe(document.getElementById('arrange-canvas'), { attributeFilter: ['data-live'] });
                    """)
                let side = try await studio.canvasSide()
                let from = try await studio.browser.place(of: "#arrange-canvas", x: 0.45, y: 0.5)
                let way = [from, from.moved(0.1 * side, 2), from.moved(0.2 * side, 4), from.moved(0.25 * side, 3)]
                try await studio.browser.drag(along: way, pointer: pointer)
                try await studio.expectArranged("Cat.png", "to the right, and not down") {
                    abs(($0["x"].double ?? 0) - 0.25) < 0.02 && $0["y"] == 0 && $0["scale"] == 1
                }
                #expect(try await studio.browser.run("return window.wasLive") == true)
                let after = try await studio.middle(of: "Cat.png")
                // Some of it has left the canvas.
                #expect((0.08...0.26).contains(after.x - before.x), "\(before), \(after)")
                #expect(abs(after.y - before.y) < 0.1, "\(before), \(after)")
                try await studio.browser.click("#editor-undo")
                try await studio.expectArranged("Cat.png", "as it came") { $0 == .null }
                try await studio.expectNothingToUndo()
                try await studio.browser.click("#editor-redo")
                try await studio.expectArranged("Cat.png", "to the right again") { ($0["x"].double ?? 0) > 0.2 }
            }
        }

        @Test func twoFingersTurnAndSizeIt() async throws {
            try await withStudio(.stickers, .phone) { studio in
                try await studio.openArranging()
                let middle = try await studio.browser.place(of: "#arrange-canvas")
                let side = try await studio.canvasSide()
                // From side by side to one above the other, and nearer to each other by half.
                func way(from start: Double) -> [Place] {
                    (0...9).map { step in
                        let part = Double(step) / 9
                        let angle = (start + 88 * part) * Double.pi / 180
                        let reach = side * (0.4 - 0.2 * part)
                        return middle.moved(reach * cos(angle), reach * sin(angle))
                    }
                }
                try await studio.browser.pinch(way(from: 0), way(from: 180))
                // Near a quarter turn it is one.
                try await studio.expectArranged("Cat.png", "turned by a quarter and half as large") {
                    $0["turn"] == 90 && abs(($0["scale"].double ?? 0) - 0.5) < 0.05
                        && abs($0["x"].double ?? 1) < 0.03
                }
                #expect(try await studio.browser.text("#place-turn-value") == "90°")
            }
        }

        @Test func theHandleTurnsAndSizesItAroundItsMiddle() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openArranging()
                let middle = try await studio.browser.place(of: "#arrange-canvas")
                let handle = try await studio.browser.place(of: "#arrange-handle")
                let (x, y) = (handle.x - middle.x, handle.y - middle.y)
                // Half as far away, and an eighth of a turn on.
                let half = 0.5 * 0.5.squareRoot()
                let to = middle.moved(half * (x - y), half * (x + y))
                try await studio.browser.drag(along: [handle, handle.moved(-10, 10), to])
                try await studio.expectArranged("Cat.png", "turned and smaller") {
                    abs(($0["turn"].double ?? 0) - 45) < 2 && abs(($0["scale"].double ?? 0) - 0.5) < 0.03
                        && $0["x"] == 0 && $0["y"] == 0
                }
                // It goes along.
                let now = try await studio.browser.place(of: "#arrange-handle")
                #expect(abs(now.x - to.x) < 12 && abs(now.y - to.y) < 12)
            }
        }

        @Test func itIsMirroredAndALightBorderIsSeenOnADarkGround() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openArranging()
                let plain = try await studio.sticker(of: "Cat.png")
                try await studio.choose("#place-mirror")
                try await studio.expectArranged("Cat.png", "mirrored") { $0["mirrored"] == true }
                #expect(try await studio.sticker(of: "Cat.png") != plain)
                try await studio.browser.click("#editor-undo")
                try await studio.expectArranged("Cat.png", "as it came") { $0 == .null }
                #expect(try await studio.sticker(of: "Cat.png") == plain)
                let ground = "return document.getElementById('arrange-canvas').dataset.ground"
                #expect(try await studio.browser.run(ground) == "dark")
                try await studio.choose("[name=mode][value=sticker]")
                try await studio.choose("[name=borderColor][value='#000000']")
                try await studio.photo("Cat.png", is: "with a black border") {
                    $0["style"]["borderColor"] == "#000000" && $0["rendering"] != true
                }
                try await studio.choose("[name=mode][value=arrange]")
                #expect(try await studio.browser.run(ground) == "light")
            }
        }

        @Test func aGuideIsSeenWhereItSnapsToARightAngle() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openArranging()
                try await studio.browser.run(
                    """
                    window.seen = [];
                    const guide = document.getElementById('guide-turn');
                    new MutationObserver(() => { if (!guide.hidden) window.seen.push(document.getElementById('place-turn').value); })
                      .observe(guide, { attributeFilter: ['hidden'] });
                    """)
                let middle = try await studio.browser.place(of: "#arrange-canvas")
                let handle = try await studio.browser.place(of: "#arrange-handle")
                let (x, y) = (handle.x - middle.x, handle.y - middle.y)
                // By 88 degrees.
                let (cosine, sine) = (cos(88 * Double.pi / 180), sin(88 * Double.pi / 180))
                let to = middle.moved(x * cosine - y * sine, x * sine + y * cosine)
                try await studio.browser.drag(along: [handle, handle.moved(-10, 10), to])
                try await studio.expectArranged("Cat.png", "turned by a quarter") { $0["turn"] == 90 }
                #expect(try await studio.browser.run("return window.seen.includes('90')") == true)
                #expect(try await studio.browser.element("#guide-turn").property("hidden") == true)
            }
        }

        @Test(arguments: ["mouse", "touch"])
        func itSnapsToTheMiddleWhereAGuideIsSeen(_ pointer: String) async throws {
            try await withStudio(.stickers, pointer == "touch" ? .phone : BrowserOptions()) { studio in
                try await studio.openArranging()
                let side = try await studio.canvasSide()
                let from = try await studio.browser.place(of: "#arrange-canvas", x: 0.45, y: 0.5)
                try await studio.browser.drag(along: [from, from.moved(0.1 * side, 0.2 * side)], pointer: pointer)
                try await studio.expectArranged("Cat.png", "off the middle") {
                    ($0["x"].double ?? 0) > 0.05 && ($0["y"].double ?? 0) > 0.15
                }
                try await studio.browser.run(
                    """
                    window.seen = {};
                    for (const id of ['guide-down', 'guide-across']) {
                      const guide = document.getElementById(id);
                      new MutationObserver(() => { if (!guide.hidden) window.seen[id] = true; })
                        .observe(guide, { attributeFilter: ['hidden'] });
                    }
                    """)
                // To five pixels beside the middle, and as low as it was.
                let to = from.moved(5 - 0.1 * side, 0)
                try await studio.browser.drag(along: [from, from.moved(-10, 0), to], pointer: pointer)
                try await studio.expectArranged("Cat.png", "in the middle from side to side") {
                    $0["x"] == 0 && ($0["y"].double ?? 0) > 0.15
                }
                #expect(try await studio.browser.run("return window.seen") == ["guide-down": true])
                #expect(try await studio.browser.element("#guide-down").property("hidden") == true)
            }
        }

        @Test func keysDoAllOfItTakeItBackAndResetIt() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openArranging()
                let plain = try await studio.sticker(of: "Cat.png")
                try await studio.tab(to: "#arrange-stage")
                try await studio.browser.press(.right, with: .shift)
                try await studio.browser.press(.up)
                try await studio.browser.press("]")
                try await studio.browser.press("-")
                try await studio.expectArranged("Cat.png", "moved, turned and smaller") {
                    $0["x"] == 0.1 && $0["y"] == -0.01 && $0["turn"] == 5 && ($0["scale"].double ?? 1) < 0.96
                }
                try await studio.browser.press("z", with: .control)
                try await studio.browser.press("z", with: .control)
                try await studio.expectArranged("Cat.png", "moved") {
                    $0["x"] == 0.1 && $0["turn"] == 0 && $0["scale"] == 1
                }
                try await studio.browser.press("y", with: .control)
                try await studio.expectArranged("Cat.png", "turned again") { $0["turn"] == 5 && $0["scale"] == 1 }
                try await studio.tab(to: "#place-scale")
                for _ in 0..<4 { try await studio.browser.press(.right) }
                try await studio.tab(to: "#arrange-reset")
                let large = try await studio.expectArranged("Cat.png", "larger") { ($0["scale"].double ?? 0) > 1.1 }
                #expect(large["style"]["arrangement"]["turn"] == 5)
                try await studio.browser.press(.enter)
                try await studio.expectArranged("Cat.png", "as it came") { $0 == .null }
                #expect(try await studio.sticker(of: "Cat.png") == plain)
            }
        }

        @Test(arguments: ["mouse", "touch"])
        func aFrameCropsThePhotoAndIsFoundAgainAfterAReload(_ pointer: String) async throws {
            try await withStudio(.stickers, pointer == "touch" ? .phone : BrowserOptions()) { studio in
                let whole = try await studio.server.photo("Cat.png")
                try await studio.openArranging()
                try await studio.openCrop()
                let stage = try await studio.browser.place(of: "#crop-stage", x: 0.5)
                let corner = try await studio.browser.place(of: "#crop-stage", x: 0.5, y: 0.4)
                // The lower right corner to the middle.
                let from = try await studio.browser.place(of: "[data-edges='right bottom']")
                let end = try await studio.browser.place(of: "#crop-stage", x: 1, y: 1)
                let to = corner.moved(from.x - end.x, from.y - end.y)
                try await studio.browser.drag(along: [from, from.moved(-9, -9), to], pointer: pointer)
                let cropped = try await studio.expectArranged("Cat.png", "cropped") {
                    $0["crop"]["x"] == 0 && abs(($0["crop"]["width"].double ?? 0) - 0.5) < 0.03
                        && abs(($0["crop"]["height"].double ?? 0) - 0.4) < 0.03
                }
                // It is made of that part alone.
                let box = cropped["sticker"]["box"].list.compactMap(\.double)
                let (width, height) = (whole["width"].double ?? 0, whole["height"].double ?? 0)
                #expect(box[0] + box[2] <= 0.54 * width && box[1] + box[3] <= 0.44 * height, "\(box)")

                // Held in its middle it moves as a whole.
                let held = try await studio.browser.place(of: "#crop-box")
                let step = 0.1 * 2 * (stage.x - (try await studio.browser.place(of: "#crop-stage", x: 0)).x)
                try await studio.browser.drag(along: [held, held.moved(5, 0), held.moved(step, 0)], pointer: pointer)
                try await studio.expectArranged("Cat.png", "moved along") {
                    abs(($0["crop"]["x"].double ?? 0) - 0.1) < 0.02
                        && abs(($0["crop"]["width"].double ?? 0) - 0.5) < 0.03
                }
                try await studio.browser.reload()
                try await studio.openArranging()
                try await studio.openCrop()
                try await studio.tab(to: "#crop-left")
                let left = try await studio.browser.element("#crop-left").property("value")
                #expect(abs((Double(left.text ?? "") ?? 0) - 0.1) < 0.02)
                for _ in 0..<5 { try await studio.browser.press(.left) }
                try await studio.expectArranged("Cat.png", "cropped by keys") {
                    abs(($0["crop"]["x"].double ?? 1) - 0.05) < 0.02
                }
                try await studio.browser.click("#arrange-reset")
                try await studio.expectArranged("Cat.png", "whole") { $0 == .null }
            }
        }

        @Test func aCopiedStyleLeavesEachPhotosArrangementAlone() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openArranging()
                try await studio.tab(to: "#arrange-stage")
                try await studio.browser.press(.right, with: .shift)
                try await studio.expectArranged("Cat.png", "moved") { $0["x"] == 0.1 }
                try await studio.choose("[name=mode][value=sticker]")
                try await studio.browser.run("document.getElementById('style-copy').click()")
                try await studio.browser.click("#editor-close")
                try await studio.browser.click("#next")
                try await studio.expectCard("Coffee.png", "2 / 4")
                try await studio.openEditor()
                try await studio.browser.run(
                    """
                    const border = document.getElementById('border-width');
                    border.value = 0.05;
                    border.dispatchEvent(new Event('input'));
                    """)
                try await studio.photo("Coffee.png", is: "with a wide border") { $0["style"]["borderWidth"] == 0.05 }
                try await studio.browser.run("document.getElementById('style-paste').click()")
                let pasted = try await studio.photo("Coffee.png", is: "with the copied border") {
                    $0["style"]["borderWidth"] == 0.03 && $0["rendering"] != true
                }
                #expect(pasted["style"]["arrangement"] == .null)
            }
        }

        @Test func onANarrowPhoneAllOfItIsInViewAndLargeEnoughToTouch() async throws {
            let narrow = BrowserOptions(width: 360, height: 640, isPhone: true)
            try await withStudio(.stickers, narrow) { studio in
                try await studio.openArranging()
                let canvas = try await studio.box(of: "#arrange-canvas")
                let stage = try await studio.box(of: "#stage")
                #expect(canvas[0] >= stage[0] && canvas[1] >= stage[1] && canvas[2] >= 150, "\(canvas)")
                #expect(abs(canvas[2] - canvas[3]) < 1 && canvas[1] + canvas[3] <= stage[1] + stage[3] + 1, "\(canvas)")
                let handle = try await studio.box(of: "#arrange-handle")
                #expect(handle[2] >= 44 && handle[3] >= 44)
                try await studio.openCrop()
                for edges in ["left top", "right top", "left bottom", "right bottom"] {
                    let corner = try await studio.box(of: "[data-edges='\(edges)']")
                    #expect(corner[2] >= 44 && corner[3] >= 44, "\(edges): \(corner)")
                }
                // As wide as a finger across the edge.
                for (edges, side) in [("left", 2), ("right", 2), ("top", 3), ("bottom", 3)] {
                    #expect(try await studio.box(of: "[data-edges='\(edges)']")[side] >= 44, "\(edges)")
                }
            }
        }
    }
}

extension Studio {
    fileprivate func canvasSide() async throws -> Double {
        try await box(of: "#arrange-canvas")[2]
    }

    /// Left, top, width and height in CSS pixels.
    fileprivate func box(of selector: String) async throws -> [Double] {
        let box = try await browser.run(
            "const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();"
                + "return [left, top, width, height]", .string(selector)
        ).list.compactMap(\.double)
        try #require(box.count == 4)
        return box
    }

    /// Of what can be seen of a sticker on its canvas, as parts of its longer side from the middle.
    fileprivate func middle(of name: String) async throws -> (x: Double, y: Double) {
        let photo = try await server.photo(name)
        let pixels = try await browser.pixels(
            of: "/api/v1/photos/\(photo["id"].text ?? "")/sticker.png?r=\(photo["revision"].int ?? 0)")
        let longest = Double(max(pixels.width, pixels.height))
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for row in 0..<40 {
            for column in 0..<40 {
                let place = ((Double(column) + 0.5) / 40, (Double(row) + 0.5) / 40)
                let alpha = Double(pixels[place.0, place.1][3])
                sum += alpha
                x += alpha * (place.0 - 0.5) * Double(pixels.width) / longest
                y += alpha * (place.1 - 0.5) * Double(pixels.height) / longest
            }
        }
        return (x / sum, y / sum)
    }
}
