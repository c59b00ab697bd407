import Foundation
import Testing

extension StudioTests {
    /// Which of a photo's subjects go on its sticker.
    @Suite struct Subjects {
        @Test(arguments: ["mouse", "touch"])
        func aTapTakesASubjectOffAndPutsItBackTwoLeaveItAlone(_ pointer: String) async throws {
            let options = pointer == "touch" ? BrowserOptions.phone : BrowserOptions()
            try await withStudio(.stickers, options) { studio in
                let all = try await studio.openSubjects(of: "Rocket.jpg")
                #expect(all.count > 1 && all.allSatisfy { $0 })
                try await studio.tapSubject(1, pointer)
                try await studio.photo("Rocket.jpg", is: "without subject 1") {
                    $0["style"]["instances"].list.map(\.int) == Array(2...all.count) && $0["rendering"] != true
                }
                #expect(try await studio.chosenSubjects() == [false] + all.dropFirst())
                try await studio.forgetTap()
                try await studio.tapSubject(1, pointer)
                try await studio.photo("Rocket.jpg", is: "whole again") { $0["style"]["instances"] == .null }
                try await studio.forgetTap()
                try await studio.tapSubject(2, pointer)
                try await studio.tapSubject(2, pointer)
                try await studio.photo("Rocket.jpg", is: "subject 2 alone") {
                    $0["style"]["instances"].list.map(\.int) == [2]
                }
                // One stays.
                try await studio.forgetTap()
                try await studio.tapSubject(2, pointer)
                try await studio.browser.wait(
                    "it says so", until: "document.getElementById('toast').textContent === 'One subject must stay'")
                try await studio.browser.click("#subjects-all")
                try await studio.photo("Rocket.jpg", is: "whole again") { $0["style"]["instances"] == .null }
            }
        }

        @Test(arguments: ["mouse", "touch"])
        func aBoxFindsWhatThePhotoAsAWholeDidNotShow(_ pointer: String) async throws {
            let options = pointer == "touch" ? BrowserOptions.phone : BrowserOptions()
            try await withStudio(.stickers, options) { studio in
                let before = try await studio.openSubjects(of: "Astronaut.png")
                // The model of a shuttle behind her.
                let from = try await studio.browser.place(of: "#subjects-stage", x: 0.56, y: 0.005)
                let to = try await studio.browser.place(of: "#subjects-stage", x: 0.885, y: 0.62)
                try await studio.browser.drag(along: [from, from.moved(12, 12), to], pointer: pointer)
                let photo = try await studio.photo("Astronaut.png", is: "another sticker") {
                    $0["strokes"]["done"].int == 1 && $0["rendering"] != true && $0["style"]["instances"] != .null
                }
                let chosen = photo["style"]["instances"].list.compactMap(\.int)
                #expect(chosen.count == 1 && photo["instances"].list.count > before.count)
                try await studio.waitForOutlines(photo["instances"].list.count)
                #expect(try await studio.chosenSubjects().count { $0 } == 1)
                let box = photo["sticker"]["box"].list.compactMap(\.double)
                #expect(box[0] > 0.5 * 512 && box[1] + box[3] < 0.7 * 512, "\(box)")
                try await studio.browser.click("#editor-undo")
                let undone = try await studio.photo("Astronaut.png", is: "as before") {
                    $0["strokes"]["undone"].int == 1 && $0["rendering"] != true
                }
                #expect(undone["style"]["instances"] == .null && undone["instances"].list.count == before.count)
                try await studio.waitForOutlines(before.count)
            }
        }

        @Test(arguments: ["mouse", "touch"])
        func twoThatWereFoundAsOneAreToldApartByTwoTaps(_ pointer: String) async throws {
            let options = pointer == "touch" ? BrowserOptions.phone : BrowserOptions()
            try await withStudio(.stickers, options) { studio in
                let before = try await studio.openSubjects(of: "Astronaut.png")
                // Her suit stays, her head goes.
                try await studio.tellApart([(0.45, 0.85), (0.43, 0.25)], pointer)
                let photo = try await studio.photo("Astronaut.png", is: "without her head") {
                    $0["strokes"]["done"].int == 1 && $0["rendering"] != true && $0["style"]["instances"] != .null
                }
                #expect(photo["instances"].list.count == before.count + 1)
                let box = photo["sticker"]["box"].list.compactMap(\.double)
                #expect(box[1] > 0.2 * 512, "\(box)")
                try await studio.waitForOutlines(before.count + 1)
                try await studio.browser.wait(
                    "taps are taps again", until: "document.getElementById('subjects-apart').ariaPressed === 'false'")
                try await studio.browser.click("#editor-undo")
                try await studio.photo("Astronaut.png", is: "as before") {
                    $0["strokes"]["undone"].int == 1 && $0["style"]["instances"] == .null && $0["rendering"] != true
                }
            }
        }

        /// Her head hangs together with her suit by its neck.
        @Test(arguments: ["mouse", "touch"])
        func aPieceThatIsCutAtItsNeckIsTappedAwayAndBackWhole(_ pointer: String) async throws {
            let options = pointer == "touch" ? BrowserOptions.phone : BrowserOptions()
            try await withStudio(.stickers, options) { studio in
                let before = try await studio.openSubjects(of: "Astronaut.png")
                let whole = try await studio.picture(of: "Astronaut.png", "sticker.png")
                try await studio.tellApart([(0.45, 0.85), (0.43, 0.25)], pointer)
                let apart = try await studio.photo("Astronaut.png", is: "without her head") {
                    $0["rendering"] != true && $0["style"]["instances"] != .null
                }
                try await studio.waitForOutlines(before.count + 1)
                let rest = apart["style"]["instances"].list.compactMap(\.int)
                let head = try #require((1...before.count + 1).first { !rest.contains($0) })
                try await studio.tapSubject(head, pointer)
                try await studio.photo("Astronaut.png", is: "whole again") {
                    $0["style"]["instances"] == .null && $0["rendering"] != true
                }
                #expect(try await studio.chosenSubjects().allSatisfy { $0 })
                let back = try await studio.picture(of: "Astronaut.png", "sticker.png")
                #expect(back.difference(from: whole) < 0.5, "\(back.difference(from: whole))")
                try await studio.forgetTap()
                try await studio.tapSubject(head, pointer)
                try await studio.photo("Astronaut.png", is: "without her head again") {
                    $0["style"]["instances"].list.compactMap(\.int) == rest && $0["rendering"] != true
                }
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func whereTwoCannotBeToldApartItIsSaidAndTheNextTapsTryAgain(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                _ = try await studio.openSubjects(of: "Astronaut.png")
                try await studio.browser.click("#subjects-apart")
                // Both on the wall.
                for x in [0.02, 0.06] {
                    let place = try await studio.browser.place(of: "#subjects-stage", x: x, y: 0.05)
                    try await studio.browser.drag(along: [place])
                }
                try await studio.browser.wait(
                    "it stays in sight",
                    until: "document.getElementById('subjects-hint').textContent.startsWith('No line')")
                #expect(try await studio.browser.text("#toast-text").hasPrefix("No line"))
                #expect(try await studio.browser.element("#subjects-apart").property("ariaPressed") == "true")
                #expect(try await studio.server.photo("Astronaut.png")["strokes"]["done"] == 0)
            }
        }

        @Test(arguments: ["mouse", "touch"])
        func aDuplicateHasAnotherSubjectThanItsSource(_ pointer: String) async throws {
            let options = pointer == "touch" ? BrowserOptions.phone : BrowserOptions()
            try await withStudio(.stickers, options) { studio in
                let all = try await studio.openSubjects(of: "Rocket.jpg")
                try await studio.browser.click("#editor-duplicate")
                try await studio.waitForPosition("5 / 5", subjects: all.count)
                // A click lets the message go, which may lie over the picture.
                try await studio.choose("[name=mode][value=subjects]")
                try await studio.tapSubject(1, pointer)
                try await studio.expectSubjects([Array(1...all.count), Array(2...all.count)], of: "Rocket.jpg")
                try await studio.browser.click("#editor-previous")
                try await studio.waitForPosition("4 / 5", subjects: all.count)
                #expect(try await studio.chosenSubjects() == all, "the source is as it was")
                try await studio.tapSubject(2, pointer)
                let others = Array(1...all.count).filter { $0 != 2 }
                try await studio.expectSubjects([others, Array(2...all.count)], of: "Rocket.jpg")
            }
        }

        @Test func keysChooseAndDrawABox() async throws {
            try await withStudio(.stickers) { studio in
                let all = try await studio.openSubjects(of: "Rocket.jpg")
                try await studio.tab(to: ".subject-outline[data-number='1']")
                try await studio.browser.press(.space)
                #expect(try await studio.chosenSubjects() == [false] + all.dropFirst())
                #expect(try await studio.focus(isOn: ".subject-outline[data-number='1']"))
                try await studio.browser.press(.enter, with: .shift)
                try await studio.photo("Rocket.jpg", is: "subject 1 alone") {
                    $0["style"]["instances"].list.map(\.int) == [1]
                }
                try await studio.browser.press(.tab, with: .shift)
                #expect(try await studio.focus(isOn: "#subjects-stage"))
                // From the middle to the top left corner, and from there to the bottom right one.
                for key in [Key.left, .up] { for _ in 0..<5 { try await studio.browser.press(key, with: .shift) } }
                try await studio.browser.press(.space)
                for key in [Key.right, .down] { for _ in 0..<10 { try await studio.browser.press(key, with: .shift) } }
                try await studio.browser.press(.space)
                try await studio.photo("Rocket.jpg", is: "all of it") { $0["style"]["instances"] == .null }
            }
        }

        @Test func nothingIsSaidToBeNothingAndTheLightRestsWhereMotionIsReduced() async throws {
            try await withStudio(.stickers) { studio in
                _ = try await studio.openSubjects(of: "Cat.png")
                #expect(try await studio.lightRuns())
                let corner = try await studio.browser.place(of: "#subjects-stage", x: 0.02, y: 0.02)
                try await studio.browser.drag(along: [corner])
                try await studio.browser.wait(
                    "it says so",
                    until: "document.getElementById('toast').textContent.startsWith('Nothing was found there')")
                #expect(try await studio.server.photo("Cat.png")["style"]["instances"] == .null)
            }
            var options = BrowserOptions()
            options.isMotionReduced = true
            try await withStudio(.stickers, options) { studio in
                _ = try await studio.openSubjects(of: "Cat.png")
                #expect(try await !studio.lightRuns())
            }
        }
    }
}

extension Studio {
    /// Opens the editor on a photo's subjects.
    ///
    /// - Returns: which of them are chosen.
    fileprivate func openSubjects(of name: String) async throws -> [Bool] {
        let photo = try await server.photo(name)
        try await openGrid()
        try await browser.click("[data-testid=tile][data-id='\(photo["id"].text ?? "")'] .tile-open")
        try await browser.wait("the editor is open", until: "document.getElementById('editor').open")
        try await waitForAnimations()
        try await browser.run("document.querySelector('[name=mode][value=subjects]').click()")
        try await waitForOutlines(photo["instances"].list.count)
        return try await chosenSubjects()
    }

    fileprivate func waitForOutlines(_ count: Int) async throws {
        try await browser.wait(
            "the outlines are shown",
            until: """
                document.querySelectorAll('.subject-outline').length === \(count)
                  && document.getElementById('frame-preview').naturalWidth > 0
                  && document.getElementById('stage-busy').hidden
                """)
    }

    /// The editor has turned to the photo at that place, and shows its subjects.
    fileprivate func waitForPosition(_ position: String, subjects count: Int) async throws {
        try await browser.wait(
            "\(position) is edited", until: "document.getElementById('editor-position').textContent === arguments[0]",
            .string(position))
        try await waitForOutlines(count)
    }

    /// Those on the sticker of each photo with that name, in their order; each sticker is made.
    fileprivate func expectSubjects(_ subjects: [[Int]], of name: String) async throws {
        try await eventually("the stickers of \(name) have \(subjects)") {
            let photos = try await server.photos.filter { $0["name"].text == name }
            let shown = photos.map { photo in
                let all = photo["instances"].list.compactMap { $0["number"].int }
                let chosen = photo["style"]["instances"]
                return chosen == .null ? all : chosen.list.compactMap(\.int)
            }
            return shown == subjects && photos.allSatisfy { $0["rendering"] != true }
        }
    }

    fileprivate func chosenSubjects() async throws -> [Bool] {
        try await browser.run(
            "return [...document.querySelectorAll('.subject-outline')].map((one) => one.ariaChecked === 'true')"
        ).list.map(\.isTruthy)
    }

    fileprivate func lightRuns() async throws -> Bool {
        try await browser.run(
            "return document.getAnimations().some((one) => one.animationName === 'run-along')"
        ).isTruthy
    }

    /// Taps a place that is on the subject, as the browser's own geometry says.
    fileprivate func tapSubject(_ number: Int, _ pointer: String) async throws {
        let place = try await browser.run(
            """
            const path = document.querySelector(`.subject-outline[data-number='${arguments[0]}'] .subject-area`);
            const { x, y, width, height } = path.getBBox();
            const matrix = path.getScreenCTM();
            for (let down = 0.5; down < 1; down += 0.04) for (let across = 0.5; across < 1; across += 0.04) {
              for (const [u, v] of [[across, down], [1 - across, down], [across, 1 - down], [1 - across, 1 - down]]) {
                const point = new DOMPoint(x + u * width, y + v * height);
                if (!path.isPointInFill(point)) continue;
                const place = point.matrixTransform(matrix);
                return [place.x, place.y];
              }
            }
            return [];
            """, .number(Double(number))
        ).list.compactMap(\.double)
        try #require(place.count == 2)
        try await browser.drag(along: [Place(x: place[0], y: place[1])], pointer: pointer)
    }

    /// Taps what stays, then what goes.
    ///
    /// - Parameter places: parts of the photo's width and height.
    fileprivate func tellApart(_ places: [(Double, Double)], _ pointer: String) async throws {
        try await browser.click("#subjects-apart")
        for (x, y) in places {
            let place = try await browser.place(of: "#subjects-stage", x: x, y: y)
            try await browser.drag(along: [place], pointer: pointer)
        }
    }

    /// Waits until the next tap is not the second of two.
    fileprivate func forgetTap() async throws {
        try await browser.run("window.nextTap = performance.now() + 400")
        try await browser.wait("the tap is forgotten", until: "performance.now() > window.nextTap")
    }
}
