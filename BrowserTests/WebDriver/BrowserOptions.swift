import Foundation

/// How a browser is to be.
struct BrowserOptions: Sendable {
    var width = 1280
    var height = 800
    var language = "en"
    var isDark = false
    var isMotionReduced = false
    /// A phone: touch, a coarse pointer, two device pixels a CSS pixel.
    var isPhone = false
    /// More of Chromium's own.
    var arguments: [String] = []
    /// Run in every page before its own scripts.
    var beforePage = ""

    static let phone = BrowserOptions(width: 390, height: 844, isPhone: true)

    func capabilities(downloads: URL) -> JSON {
        var flags: [JSON] = [
            "--headless=new", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--window-size=\(width),\(height)",
            "--accept-lang=\(language)", "--lang=\(language)",
            // Whoever asks for another host gets nothing, and the browser's log tells of it.
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
            // Chromium's own sandbox is refused to root, and in most containers; only the studio's pages are opened here.
            "--no-sandbox",
        ]
        flags += arguments.map { .string($0) }
        return [
            "capabilities": [
                "alwaysMatch": [
                    "browserName": "chrome",
                    "acceptInsecureCerts": true,
                    "unhandledPromptBehavior": "accept",
                    "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
                    "goog:chromeOptions": [
                        "args": .array(flags),
                        "perfLoggingPrefs": ["enableNetwork": true, "enablePage": false],
                        "prefs": [
                            "download.default_directory": .string(downloads.path),
                            "download.prompt_for_download": false,
                            "intl.accept_languages": .string(language),
                        ],
                    ],
                ]
            ]
        ]
    }
}
