import Foundation
import Testing

extension StudioTests {
    /// Packs that a person has: made, sorted, looked at as in a chat, and taken back.
    @Suite struct LibraryPacks {
        @Test(arguments: [BrowserOptions(), .phone])
        func aPackIsMadeOfWhatIsSelectedBesideAllStickers(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats & co", of: 2, 4)
                try await studio.expectPack("Cats & co", "Coffee.png", "Rocket.jpg")
                #expect(try await studio.chips() == ["All stickers", "Cats & co 2"])
                // Another one, which has one of them, too.
                try await studio.browser.click(".pack-chip:nth-child(1)")
                try await studio.expectTiles(4)
                try await studio.select(2, 3)
                try await studio.browser.click("#grid-pack")
                try await studio.browser.wait("packs are offered", until: "document.getElementById('pack-choice').open")
                try await studio.browser.click("#pack-choice-list button")
                try await studio.expectPack("Cats & co", "Coffee.png", "Rocket.jpg", "Astronaut.png")
                try await studio.browser.click("#toast-action")
                try await studio.expectPack("Cats & co", "Coffee.png", "Rocket.jpg")
                // After a reload they are there still.
                try await studio.open()
                try await studio.openGrid()
                try await studio.choosePack("Cats & co")
                try await studio.expectTiles(2)
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func aDuplicateOfAStickerInThePackIsInItBehindItsSource(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                try await studio.makePack("Pets", of: 1, 3)
                try await studio.select(1)
                try await studio.useMenu("grid-duplicate")
                try await studio.expectPack("Pets", "Cat.png", "Cat.png", "Astronaut.png")
                try await studio.browser.click("#toast-action")
                try await studio.expectPack("Pets", "Cat.png", "Astronaut.png")
                try await studio.browser.press("z", with: .control, .shift)
                try await studio.expectPack("Pets", "Cat.png", "Cat.png", "Astronaut.png")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func itIsSortedWithKeysGetsACoverAnotherNameAndEachIsTakenBack(
            _ options: BrowserOptions
        ) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats", of: 1, 2, 3)
                try await studio.browser.run("document.querySelector('.tile-open').focus()")
                try await studio.browser.press(.right, with: .alt)
                try await studio.expectPack("Cats", "Coffee.png", "Cat.png", "Astronaut.png")
                try await studio.browser.wait(
                    "a screen reader hears it",
                    until: "document.getElementById('announcer').textContent === 'Cat.png is now 2 of 3'")
                // However fast the keys are.
                for _ in 0..<4 { try await studio.browser.press(.right, with: .alt) }
                for _ in 0..<4 { try await studio.browser.press(.left, with: .alt) }
                try await studio.expectPack("Cats", "Cat.png", "Coffee.png", "Astronaut.png")
                try await studio.select(3)
                try await studio.useMenu("pack-cover")
                try await studio.pack("Cats", is: "with a cover") { $0["hasCover"] == true }
                let cover = "[...document.querySelectorAll('.tile')].map((one) => one.hasAttribute('data-cover'))"
                try await studio.browser.wait(
                    "the page shows the cover", until: "JSON.stringify(\(cover)) === '[false,false,true]'")
                try await studio.useMenu("pack-rename")
                try await studio.name("My cats")
                #expect(try await studio.focus(isOn: "#grid-menu summary"))
                try await studio.pack("My cats", is: "there") { $0["count"] == 3 }
                for _ in 0..<3 { try await studio.browser.press("z", with: .control) }
                try await studio.expectPack("Cats", "Coffee.png", "Cat.png", "Astronaut.png")
                try await studio.pack("Cats", is: "without a cover") { $0["hasCover"] == false }
                #expect(try await studio.server.names.first == "Cat.png", "the stickers themselves stay as they stand")
            }
        }

        @Test(arguments: ["mouse", "touch"])
        func aStickerIsDraggedToAnotherPlaceInAPack(_ pointer: String) async throws {
            let options = pointer == "touch" ? BrowserOptions.phone : BrowserOptions()
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats", of: 1, 2, 3)
                let from = try await studio.browser.place(of: "[data-testid=tile]:nth-child(1)")
                let to = try await studio.browser.place(of: "[data-testid=tile]:nth-child(3)")
                // A finger rests a moment first; else it scrolls.
                try await studio.browser.drag(
                    along: [from, from.moved(8, 8), to], pointer: pointer, hold: pointer == "touch" ? 500 : 0)
                try await studio.expectPack("Cats", "Coffee.png", "Astronaut.png", "Cat.png")
                try await studio.expectTiles(3)
                let all = ["Cat.png", "Coffee.png", "Astronaut.png", "Rocket.jpg"]
                #expect(try await studio.server.names == all, "the stickers themselves stay as they stand")
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func takingOutAndDeletingLeaveTheStickersAndAreTakenBack(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats", of: 1, 2, 3)
                try await studio.select(2)
                try await studio.browser.click("#grid-delete")
                try await studio.expectPack("Cats", "Cat.png", "Astronaut.png")
                try await studio.browser.click("#toast-action")
                try await studio.expectPack("Cats", "Cat.png", "Coffee.png", "Astronaut.png")
                // A photo that is deleted is in no pack; it comes back to its place.
                let id = try #require(try await studio.server.photo("Coffee.png")["id"].text)
                try await studio.server.send("DELETE", "/photos/\(id)")
                try await studio.expectTiles(2)
                try await studio.server.send("POST", "/trash/restore", ["ids": [.string(id)]])
                try await studio.expectTiles(3)
                try await studio.useMenu("pack-delete")
                try await eventually("it is gone") { try await studio.packs().isEmpty }
                try await studio.expectTiles(4)
                #expect(try await studio.browser.text("#toast-text") == "Deleted “Cats”; its stickers stay")
                try await studio.browser.click("#toast-action")
                try await studio.expectPack("Cats", "Cat.png", "Coffee.png", "Astronaut.png")
            }
        }

        @Test func aStickerThatAKeyTakesOutGivesTheFocusToTheNext() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats", of: 1, 2, 3)
                try await studio.browser.run("document.querySelector('.tile:nth-child(2) .tile-open').focus()")
                try await studio.browser.press(.delete)
                try await studio.expectPack("Cats", "Cat.png", "Astronaut.png")
                try await studio.expectTiles(2)
                #expect(try await studio.focus(isOn: ".tile:nth-child(2) .tile-open"))
                // It is the last one.
                try await studio.browser.press(.right, with: .alt)
                try await studio.browser.press(.left, with: .alt)
                try await studio.expectPack("Cats", "Astronaut.png", "Cat.png")
            }
        }

        @Test func whatIsFoundInAPackIsEditedAndSharedWithoutTheRest() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats", of: 1, 2, 3)
                // With so few stickers the field is not offered.
                try await studio.browser.run(
                    """
                    const field = document.getElementById('grid-search');
                    field.value = 'c';
                    field.dispatchEvent(new Event('input'));
                    """)
                try await studio.expectTiles(2)
                try await studio.browser.click("[data-testid=tile]:nth-child(2) .tile-open")
                try await studio.browser.wait(
                    "the editor leads through both",
                    until: "document.getElementById('editor-position')?.textContent === '2 / 2'")
                try await studio.browser.click("#editor-close")
                try await studio.browser.click("#grid-share")
                try await studio.waitForTargets()
                try await studio.browser.click("#share-targets [data-target=png]")
                try await studio.makePack(for: "png")
                let names = try ZipFile(await studio.browser.downloaded("My stickers.zip")).entries.map(\.name)
                #expect(names.filter { $0.hasSuffix(".png") } == ["png/01-Cat.png", "png/02-Coffee.png"])
            }
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func itIsSeenAsInAChatLightAndDark(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats", of: 1, 2, 3)
                try await studio.useMenu("pack-look")
                try await studio.browser.wait("it is seen", until: "document.getElementById('pack-preview').open")
                try await studio.browser.wait(
                    "its pictures are there",
                    until: """
                        [...document.querySelectorAll('.chat img')].every((one) => one.complete && one.naturalWidth > 0)
                        """)
                let colour = "return getComputedStyle(document.querySelector('.chat-lines')).backgroundColor"
                #expect(try await studio.browser.run(colour) == "rgb(233, 226, 214)")
                try await studio.choose("[name=preview-look][value=dark]")
                #expect(try await studio.browser.run(colour) == "rgb(12, 19, 24)")
                let sent = "return document.querySelectorAll('.chat-sticker').length"
                #expect(try await studio.browser.run(sent) == 1)
                #expect(
                    try await studio.browser.run(
                        "return document.querySelector('#pack-preview-keys li:nth-child(3) button').ariaLabel")
                        == "Send Astronaut.png")
                try await studio.browser.click("#pack-preview-keys li:nth-child(3) button")
                #expect(try await studio.browser.run(sent) == 2)
            }
        }

        @Test func whatIsMadeOfAPackHasItsNameAndItsOrder() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats", of: 1, 2, 3)
                try await studio.browser.run("document.querySelector('.tile-open').focus()")
                try await studio.browser.press(.end, with: .alt)
                try await studio.expectPack("Cats", "Coffee.png", "Astronaut.png", "Cat.png")
                try await studio.browser.click("#grid-share")
                try await studio.waitForTargets()
                try await studio.browser.click("#share-targets [data-target=png]")
                try await studio.makePack(for: "png")
                let names = try ZipFile(await studio.browser.downloaded("Cats.zip")).entries.map(\.name)
                #expect(
                    names.filter { $0.hasSuffix(".png") }
                        == ["01-Coffee", "02-Astronaut", "03-Cat"].map { "png/\($0).png" })
            }
        }

        @Test func anOrderThatDoesNotReachTheStudioIsNotKept() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats", of: 1, 2, 3)
                let before = try await studio.tileIDs()
                try await studio.browser.run(
                    """
                    const { fetch } = window;
                    window.fetch = (address, options) => String(address).includes('/library/packs/')
                      ? Promise.reject(new TypeError('broken')) : fetch(address, options);
                    document.querySelector('.tile-open').focus();
                    """)
                try await studio.browser.press(.right, with: .alt)
                try await studio.browser.wait(
                    "it says so",
                    until: "document.getElementById('toast-text').textContent.includes('The studio cannot be reached')")
                #expect(try await studio.tileIDs() == before)
            }
        }

        @Test func anAnswerThatComesLateDoesNotTakeThePlaceOfANewerOne() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.makePack("Cats", of: 1, 2, 3)
                try await studio.browser.run("document.querySelector('.tile-open').focus()")
                for _ in 0..<2 { try await studio.browser.press(.right, with: .alt) }
                try await studio.expectPack("Cats", "Coffee.png", "Astronaut.png", "Cat.png")
                // The first answer after the first change comes when the test says so.
                try await studio.browser.run(
                    """
                    const { fetch } = window;
                    let isChanged = false;
                    window.fetch = async (address, options) => {
                      const isOfPack = String(address).includes('/library/packs/');
                      if (isOfPack && options?.method === 'PATCH') isChanged = true;
                      const answer = await fetch(address, options);
                      if (!isOfPack || options?.method !== 'GET' || !isChanged || window.answerFirst) return answer;
                      const text = await answer.text();
                      return new Promise((resolve) => { window.answerFirst = () => resolve(new Response(text)); });
                    };
                    """)
                try await studio.browser.press("z", with: .control)
                try await studio.browser.wait("the page asks for the pack", until: "window.answerFirst")
                try await studio.browser.press("z", with: .control)
                try await studio.expectPack("Cats", "Cat.png", "Coffee.png", "Astronaut.png")
                let ids = try await studio.server.photos.prefix(3).compactMap { $0["id"].text }
                try await eventually("the page shows it") { try await studio.tileIDs() == ids }
                // An answer later, the page has read it.
                try await studio.browser.run(
                    "window.answerFirst(); await (await fetch('/api/v1/library/packs')).text()")
                #expect(try await studio.tileIDs() == ids)
            }
        }

        @Test func aNameThatIsGivenTwiceMakesOnePack() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.browser.wait(
                    "the list is there", until: "document.querySelector('.pack-chip') !== null")
                try await studio.select(1)
                try await studio.browser.click("#grid-pack")
                try await studio.browser.wait("a name is asked for", until: "document.getElementById('pack-edit').open")
                try await studio.browser.run(
                    """
                    const { fetch } = window;
                    window.made = 0;
                    window.fetch = async (address, options) => {
                      if (options?.method === 'POST') window.made += 1;
                      return fetch(address, options);
                    };
                    for (let time = 0; time < 2; time += 1) document.getElementById('pack-edit-form').requestSubmit();
                    """)
                try await studio.browser.wait("it is made", until: "!document.getElementById('pack-edit').open")
                #expect(try await studio.browser.run("return window.made") == 1)
            }
        }

        @Test func aSecondTabSeesPacksAndAnEmptyOneSaysWhatToDo() async throws {
            try await withStudio(.stickers) { studio in
                try await studio.openGrid()
                try await studio.browser.wait(
                    "the list is there", until: "document.querySelector('.pack-chip') !== null")
                try await studio.server.send("POST", "/library/packs", ["name": "Elsewhere"])
                try await studio.choosePack("Elsewhere")
                try await studio.expectTiles(0)
                #expect(try await studio.browser.text(".pack-note").hasPrefix("No stickers yet."))
                let id = try #require(try await studio.server.photo("Cat.png")["id"].text)
                let pack = try #require(try await studio.packs().first?["id"].text)
                try await studio.server.send("PATCH", "/library/packs/\(pack)", ["add": [.string(id)]])
                try await studio.expectTiles(1)
                try await studio.server.send("DELETE", "/library/packs/\(pack)")
                try await studio.expectTiles(4)
            }
        }
    }
}

extension Studio {
    fileprivate func packs() async throws -> [JSON] { try await server.send("GET", "/library/packs").list }

    fileprivate func pack(_ name: String, is what: String, _ condition: (JSON) -> Bool) async throws {
        try await eventually("\(name) is \(what)") {
            try await packs().first { $0["name"].text == name }.map(condition) ?? false
        }
    }

    /// In the library and, if the grid shows it, there.
    fileprivate func expectPack(_ name: String, _ photos: String...) async throws {
        try await eventually("\(name) has \(photos)") {
            guard let id = try await packs().first(where: { $0["name"].text == name })?["id"].text else { return false }
            let ids = try await server.send("GET", "/library/packs/\(id)")["photos"].list.compactMap(\.text)
            let names = try await server.photos.reduce(into: [:]) { $0[$1["id"].text ?? ""] = $1["name"].text }
            return ids.map { names[$0] } == photos
        }
    }

    fileprivate func expectTiles(_ count: Int) async throws {
        try await browser.wait(
            "\(count) stickers are shown", until: "document.querySelectorAll('[data-testid=tile]').length === \(count)")
    }

    fileprivate func chips() async throws -> [String] {
        try await browser.run(
            """
            return [...document.querySelectorAll('.pack-chip-face')].map((one) =>
              [...one.children].map(({ textContent }) => textContent).join(' ').trim());
            """
        ).list.compactMap(\.text)
    }

    func choosePack(_ name: String) async throws {
        try await browser.wait(
            "\(name) is listed",
            until: "[...document.querySelectorAll('.pack-chip-name')].some((one) => one.textContent === arguments[0])",
            .string(name))
        try await browser.run(
            """
            [...document.querySelectorAll('.pack-chip')].find((one) =>
              one.querySelector('.pack-chip-name').textContent === arguments[0]).click();
            """, .string(name))
    }

    fileprivate func select(_ numbers: Int...) async throws {
        for number in numbers {
            try await browser.run(
                "document.querySelector(`[data-testid=tile]:nth-child(${arguments[0]}) .tile-check input`).click()",
                .number(Double(number)))
        }
    }

    fileprivate func name(_ name: String) async throws {
        try await browser.wait("a name is asked for", until: "document.getElementById('pack-edit').open")
        try await browser.run(
            "const field = document.getElementById('pack-edit-name'); field.value = arguments[0]; field.focus();",
            .string(name))
        try await browser.press(.enter)
        try await browser.wait("it has it", until: "!document.getElementById('pack-edit').open")
    }

    fileprivate func makePack(_ name: String, of numbers: Int...) async throws {
        try await browser.wait("the list is there", until: "document.querySelector('.pack-chip') !== null")
        for number in numbers { try await select(number) }
        try await browser.click("#grid-pack")
        try await self.name(name)
        try await expectTiles(numbers.count)
    }

    /// An entry of the grid's menu, by its id.
    func useMenu(_ entry: String) async throws {
        try await browser.click("#grid-menu summary")
        try await browser.click("#\(entry)")
    }
}
