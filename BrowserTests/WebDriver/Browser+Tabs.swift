/// A tab, or a window, of a browser.
struct Tab: Sendable {
    fileprivate let handle: JSON
}

extension Browser {
    /// The one that is driven.
    var tab: Tab {
        get async throws { Tab(handle: try await request("GET", "/window")) }
    }

    /// Opens one more and drives it. What the browser's options run before each page runs there, too.
    func openTab() async throws -> Tab {
        // Firefox's windows are without bars here, and a tab never comes there.
        let kind: JSON = try BrowserEngine.tested == .firefox ? "window" : "tab"
        let tab = Tab(handle: try await request("POST", "/window/new", ["type": kind])["handle"])
        try await drive(tab)
        if try !options.beforePage.isEmpty && BrowserEngine.tested == .chromium { try await runBeforePages() }
        return tab
    }

    func drive(_ tab: Tab) async throws {
        try await request("POST", "/window", ["handle": tab.handle])
    }

    /// Closes the one that is driven. Another is to be driven then.
    func closeTab() async throws {
        try await request("DELETE", "/window")
    }
}
