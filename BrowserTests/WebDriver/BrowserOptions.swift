import Foundation

/// How a browser is to be, whichever it is.
struct BrowserOptions: Sendable, Equatable {
    var width = 1280
    var height = 800
    var language = "en"
    var isDark = false
    var isMotionReduced = false
    /// A phone: touch, a coarse pointer, two device pixels a CSS pixel.
    var isPhone = false
    /// Two cameras and a microphone that are made up, and that the page may use without a question. Firefox has one
    /// camera.
    var hasCameras = false
    /// More of Chromium's own.
    var arguments: [String] = []
    /// Whether `limitUploads` is used.
    var hasSlowUploads = false
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
            case .firefox: firefox(downloads: downloads)
            case .webkit: try webKit(downloads: downloads)
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
            // Chromium's own sandbox is refused to root, and in most containers; only the studio's pages are opened
            // here.
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

    private func firefox(downloads: URL) -> [String: JSON] {
        var preferences: [String: JSON] = [
            "intl.accept_languages": .string(language),
            "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1,
            "ui.prefersReducedMotion": isMotionReduced ? 1 : 0,
            "browser.download.folderList": 2,
            "browser.download.dir": .string(downloads.path),
            "browser.download.always_ask_before_handling_new_types": false,
            "browser.download.alwaysOpenPanel": false,
            "dom.disable_open_during_load": false,
            "dom.ipc.processPrelaunch.enabled": false,
            "dom.events.testing.asyncClipboard": true,
            "devtools.console.stdout.content": true,
            "media.navigator.streams.fake": .bool(hasCameras),
            "media.navigator.permission.disabled": .bool(hasCameras),
        ]
        if isPhone {
            let coarse: JSON = 1
            let phone: [String: JSON] = [
                "dom.w3c_touch_events.enabled": 1, "dom.meta-viewport.enabled": true,
                "ui.primaryPointerCapabilities": coarse, "ui.allPointerCapabilities": coarse,
                "layout.css.devPixelsPerPx": "2",
            ]
            preferences.merge(phone) { $1 }
        }
        return ["browserName": "firefox", "moz:firefoxOptions": ["prefs": .object(preferences)]]
    }

    private func webKit(downloads: URL) throws -> [String: JSON] {
        let wishes: JSON = [
            "width": .number(Double(width)), "height": .number(Double(height)), "language": .string(language),
            "isDark": .bool(isDark), "isMotionReduced": .bool(isMotionReduced), "hasCameras": .bool(hasCameras),
            "isPhone": .bool(isPhone), "beforePage": .string(try pageScript), "downloads": .string(downloads.path),
        ]
        return [
            "webkitgtk:browserOptions": [
                "binary": .string(Checkout.root.appending(path: "Scripts/webkit-browser").path),
                "args": [.string(String(decoding: try wishes.data, as: UTF8.self))],
            ]
        ]
    }

    /// `beforePage`, and what stands for what only Chromium can be.
    var pageScript: String {
        get throws {
            let engine = try BrowserEngine.tested
            return (hasSlowUploads && engine != .chromium ? holdUploads : "")
                + (isPhone && engine == .webkit ? coarsePointer : "") + beforePage
        }
    }
}

/// WebKit's port to GTK asks the machine what pointers there are.
private let coarsePointer = """
    {
      const ask = window.matchMedia.bind(window);
      window.matchMedia = (query) => ask(query.replaceAll('(pointer: coarse)', 'all'));
    }

    """

/// Uploads wait while the session's storage says so. They tell that a part is sent, and break if the studio does.
private let holdUploads = """
    {
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) {
        let isAborted = false;
        this.abort = () => { isAborted = true; };
        const wait = async () => {
          if (isAborted) return;
          if (!sessionStorage.uploadsAreHeld) {
            delete this.abort;
            return send.call(this, body);
          }
          try {
            await fetch('/api/v1/state');
          } catch {
            return this.dispatchEvent(new ProgressEvent('error'));
          }
          this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 2 }));
          setTimeout(wait, 100);
        };
        wait();
      };
    }
    """
