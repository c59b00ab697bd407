import Foundation
import Testing

/// What tests of the slit-scan in the camera's tab look at, and do.
extension Studio {
    var camera: JSON { get async throws { try await server.send("GET", "/camera") } }

    /// Turns to the tab, chooses a mode and turns the camera on.
    func beginScanning(_ mode: String = "strip") async throws {
        try await turn(to: "camera")
        try await choose("[name=camera-mode][value=\(mode)]")
        try await browser.click("#camera-start")
        try await expectPhase("live")
        try await expectCamera("gets frames") { ($0["frames"].int ?? 0) > 2 }
    }

    /// Firefox takes no sound from a microphone, not even from one that is made up, where there is nothing to play it
    /// on.
    func needsSound() async throws {
        guard try BrowserEngine.tested == .firefox, try await browser.text("#sound-note").hasPrefix("No sound") else {
            return
        }
        try Test.cancel("firefox takes no sound on a machine that plays none")
    }

    func expectPhase(_ phase: String) async throws {
        try await browser.wait(
            "the tab is \(phase)", until: "document.getElementById('camera-panel').dataset.phase === arguments[0]",
            .string(phase))
    }

    /// Waits until the studio says so of its camera.
    @discardableResult
    func expectCamera(_ what: String, _ condition: (JSON) -> Bool) async throws -> JSON {
        var state = JSON.null
        try await eventually("the camera \(what): \(state)") {
            state = try await camera
            return condition(state)
        }
        return state
    }

    func expectResult() async throws {
        try await browser.wait("the result is shown", until: "document.getElementById('result').open")
    }

    /// So many pictures and movies are listed.
    func expectResults(_ count: Int) async throws {
        try await browser.wait(
            "\(count) are listed", until: "document.querySelectorAll('#results .result-button').length === \(count)")
    }

    func pick(_ menu: String, _ value: String) async throws {
        try await browser.run(
            """
            const menu = document.querySelector(arguments[0]);
            menu.value = arguments[1];
            menu.dispatchEvent(new Event('change', { bubbles: true }));
            """, .string(menu), .string(value))
        #expect(try await browser.element(menu).property("value").text == value)
    }

    func setLength(_ length: Int) async throws {
        try await browser.run(
            """
            const field = document.getElementById('scan-length');
            field.value = arguments[0];
            field.dispatchEvent(new Event('change', { bubbles: true }));
            """, .number(Double(length)))
    }
}
