import Foundation

/// Browsers that tests are done with, for the next test that wants one like it. Firefox and WebKit take longer to begin
/// than most tests do; Chromium begins at once. Each server has a port of its own, so nothing that a page keeps is
/// found again.
actor IdleBrowsers {
    static let shared = IdleBrowsers()
    private var browsers: [Browser] = []

    func take(_ options: BrowserOptions) -> Browser? {
        browsers.firstIndex { $0.options == options }.map { browsers.remove(at: $0) }
    }

    func keep(_ browser: Browser) async throws {
        guard try BrowserEngine.tested != .chromium, try await browser.isAsItBegan() else {
            return try await browser.quit()
        }
        browsers.append(browser)
        if browsers.count > 2 { try await browsers.removeFirst().quit() }
    }
}

extension Browser {
    /// Leaves its page. `false` if its window is not the one with which it began.
    fileprivate func isAsItBegan() async throws -> Bool {
        let width = try await run("return outerWidth").int
        guard width == options.width, try await request("GET", "/window/handles").list.count == 1 else { return false }
        try await open("about:blank")
        for file in try FileManager.default.contentsOfDirectory(atPath: downloads.path) {
            try FileManager.default.removeItem(at: downloads.appending(path: file))
        }
        _ = try await console()
        return true
    }
}
