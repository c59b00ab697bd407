import Foundation

/// How a browser is to be, whichever it is.
struct BrowserOptions: Sendable {
    var width = 1280
    var height = 800
    var language = "en"
    var isDark = false
    var isMotionReduced = false
    /// A phone: touch, a coarse pointer, two device pixels a CSS pixel.
    var isPhone = false
    /// Two cameras and a microphone that are made up, and that the page may use without a question. Firefox has one camera.
    var hasCameras = false
    /// More of Chromium's own.
    var arguments: [String] = []
    /// Run in every page before its own scripts.
    var beforePage = ""
    /// Run in the studio's page when it is there, before it is used.
    var beforeUse = ""

    static let phone = BrowserOptions(width: 390, height: 844, isPhone: true)

    /// What a new session is asked for.
    func capabilities(downloads: URL) throws -> JSON {
        let own: [String: JSON] =
            switch try BrowserEngine.tested {
            case .chromium: chromium(downloads: downloads)
            case .firefox: try firefox(downloads: downloads)
            case .webkit: try webKit()
            }
        let all: [String: JSON] = ["acceptInsecureCerts": true, "unhandledPromptBehavior": "accept"]
        return ["capabilities": ["alwaysMatch": .object(all.merging(own) { $1 })]]
    }

    private func chromium(downloads: URL) -> [String: JSON] {
        var flags: [JSON] = [
            "--headless=new", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--window-size=\(width),\(height)",
            "--accept-lang=\(language)", "--lang=\(language)",
            // Whoever asks for another host gets nothing, and the browser's log tells of it.
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
            // Chromium's own sandbox is refused to root, and in most containers; only the studio's pages are opened here.
            "--no-sandbox",
        ]
        if hasCameras {
            flags += ["--use-fake-device-for-media-stream=device-count=2", "--use-fake-ui-for-media-stream"]
        }
        flags += arguments.map { .string($0) }
        return [
            "browserName": "chrome",
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
    }

    private func firefox(downloads: URL) throws -> [String: JSON] {
        try refuseWhatChromiumAloneCan()
        return [
            "browserName": "firefox",
            "moz:firefoxOptions": [
                "prefs": [
                    "intl.accept_languages": .string(language),
                    "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1,
                    "ui.prefersReducedMotion": isMotionReduced ? 1 : 0,
                    "browser.download.folderList": 2,
                    "browser.download.dir": .string(downloads.path),
                    "browser.download.always_ask_before_handling_new_types": false,
                    "browser.download.alwaysOpenPanel": false,
                    "dom.events.testing.asyncClipboard": true,
                    "devtools.console.stdout.content": true,
                    "media.navigator.streams.fake": .bool(hasCameras),
                    "media.navigator.permission.disabled": .bool(hasCameras),
                ]
            ],
        ]
    }

    private func webKit() throws -> [String: JSON] {
        try refuseWhatChromiumAloneCan()
        let needed = [(language != "en", "speak \(language)"), (isDark, "be dark"), (isMotionReduced, "move less")]
        for case (true, let what) in needed + [(hasCameras, "make up a camera")] {
            try BrowserEngine.tested.needsChromium(what)
        }
        return [
            "webkitgtk:browserOptions": [
                "binary": .string(try BrowserEngine.miniBrowser),
                "args": ["--automation", "--enable-write-console-messages-to-stdout=true"],
            ]
        ]
    }

    private func refuseWhatChromiumAloneCan() throws {
        let needed = [
            (isPhone, "be a phone"), (!beforePage.isEmpty, "run scripts before a page's own"),
            (!arguments.isEmpty, "take \(arguments.joined(separator: " "))"),
        ]
        for case (true, let what) in needed { try BrowserEngine.tested.needsChromium(what) }
    }
}
