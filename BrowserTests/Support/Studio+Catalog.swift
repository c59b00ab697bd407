import Foundation
import Testing

/// What tests of the catalog's tab look at, and do.
extension Studio {
    func cards() async throws -> [String] {
        try await browser.run(
            "return [...document.querySelectorAll('[data-testid=catalog-card]')].map((one) => one.dataset.id)"
        )
        .list.compactMap(\.text)
    }

    func isVisible(_ selector: String) async throws -> Bool {
        try await browser.run("return document.querySelector(arguments[0]).checkVisibility()", .string(selector))
            .isTruthy
    }

    func failures() async throws -> [String] {
        try await browser.run(
            "return [...document.querySelectorAll('#catalog-failures-list li')].map((one) => one.textContent)"
        )
        .list.compactMap(\.text)
    }

    func expectUpdating(_ isUpdating: Bool) async throws {
        // Sooner than a service that says nothing is given up.
        try await eventually(isUpdating ? "it updates" : "it updates no more", within: 8) {
            try await server.state["catalog"]["updating"] == .bool(isUpdating)
        }
    }

    func expectPicture(_ selector: String, _ state: String) async throws {
        try await browser.wait(
            "the picture is \(state)", until: "document.querySelector(arguments[0]).dataset.state === arguments[1]",
            .string(selector), .string(state), within: 8)
    }

    /// Waits until the page has asked for so many updates and has their answers.
    func expectUpdates(_ count: Int) async throws {
        try await browser.wait(
            "\(count) updates were asked for and are done",
            until: """
                window.asked.filter((one) => one.endsWith('/update')).length === arguments[0]
                  && !document.getElementById('refresh').hasAttribute('aria-busy')
                """, .number(Double(count)))
    }

    /// Waits until the dialog shows its picture.
    func expectSurprise() async throws {
        try await browser.wait(
            "its picture is shown",
            until: """
                document.getElementById('viewer').open
                  && document.getElementById('viewer-picture').dataset.state === 'shown'
                """)
    }
}
