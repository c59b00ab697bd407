import Foundation
import Synchronization

extension Browser {
    private static let windows = Atomic(0)

    /// A command of the DevTools protocol.
    @discardableResult
    func devTools(_ command: String, _ parameters: JSON = [:]) async throws -> JSON {
        try BrowserEngine.needsChromium("do \(command)")
        return try await request("POST", "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    func emulate(_ options: BrowserOptions) async throws {
        switch try BrowserEngine.tested {
        case .chromium: try await emulateInChromium(options)
        case .firefox:
            try await openWindow(options.width, options.height)
            let script = try options.pageScript
            if !script.isEmpty { try await addOn(script) }
        // It was told all when it began.
        case .webkit: break
        }
    }

    private func emulateInChromium(_ options: BrowserOptions) async throws {
        try await resize(options.width, options.height, isPhone: options.isPhone)
        if options.isPhone {
            try await devTools("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 5])
        }
        try await setMedia(dark: options.isDark, reducedMotion: options.isMotionReduced)
        if !options.beforePage.isEmpty { try await runBeforePages() }
    }

    /// Chromium asks this of each tab.
    func runBeforePages() async throws {
        try await devTools("Page.addScriptToEvaluateOnNewDocument", ["source": .string(options.beforePage)])
    }

    /// Firefox' windows are never as narrow as a phone, but for those without bars. One that is hidden behind another
    /// is not drawn, so that it stands beside the one of before.
    private func openWindow(_ width: Int, _ height: Int) async throws {
        let left = Self.windows.add(1, ordering: .relaxed).newValue % 3 * (width + 20)
        try await run("open('about:blank', '', 'popup,left=\(left),width=\(width),height=\(height)')")
        try await request("DELETE", "/window")
        let windows = try await request("GET", "/window/handles").list
        try await request("POST", "/window", ["handle": windows.first ?? .null])
    }

    /// For this session, Firefox gets an add-on that runs a script in every page before its own.
    private func addOn(_ script: String) async throws {
        let folder = try ScratchFolder.shared.folder("add-on")
        let manifest: JSON = [
            "manifest_version": 2, "name": "Tests", "version": "1",
            "browser_specific_settings": ["gecko": ["id": "tests@localhost"]],
            "content_scripts": [
                ["matches": ["<all_urls>"], "js": ["script.js"], "run_at": "document_start", "world": "MAIN"]
            ],
        ]
        try manifest.data.write(to: folder.appending(path: "manifest.json"))
        try Data(script.utf8).write(to: folder.appending(path: "script.js"))
        try await request("POST", "/moz/addon/install", ["path": .string(folder.path), "temporary": true])
    }

    /// In CSS pixels of the page's view.
    func resize(_ width: Int, _ height: Int, isPhone: Bool = false) async throws {
        guard try BrowserEngine.tested == .chromium else { return try await resizeWindow(width, height) }
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)),
                "deviceScaleFactor": isPhone ? 2 : 1, "mobile": .bool(isPhone),
            ])
    }

    /// A window has a frame, and a smallest size.
    private func resizeWindow(_ width: Int, _ height: Int) async throws {
        let frame = try await run("return [outerWidth - innerWidth, outerHeight - innerHeight]").list
        try await request(
            "POST", "/window/rect",
            [
                "width": .number(Double(width) + (frame[0].double ?? 0)),
                "height": .number(Double(height) + (frame[1].double ?? 0)),
            ])
        do {
            try await wait(
                "the view has its size", until: "innerWidth === \(width) && innerHeight === \(height)", within: 5)
        } catch let error as WebDriverError where error.code == WebDriverError.inVain {
            try BrowserEngine.needsChromium("be \(width) × \(height)")
        }
    }

    func setMedia(dark: Bool = false, reducedMotion: Bool = false) async throws {
        try await devTools(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"],
                    ["name": "prefers-reduced-motion", "value": reducedMotion ? "reduce" : "no-preference"],
                ]
            ])
    }

    /// Bytes a second; `nil` is as fast as can be. In a browser that is not Chromium, uploads are held instead.
    func limitUploads(to speed: Int?) async throws {
        guard try BrowserEngine.tested == .chromium else {
            let word: JSON = speed == nil ? "" : "yes"
            _ = try await run("sessionStorage.uploadsAreHeld = arguments[0]", word)
            return
        }
        try await devTools("Network.enable")
        try await devTools(
            "Network.emulateNetworkConditions",
            [
                "offline": false, "latency": 0, "downloadThroughput": -1,
                "uploadThroughput": .number(Double(speed ?? -1)),
            ])
    }

    func grantClipboard() async throws {
        guard try BrowserEngine.tested == .chromium else { return }
        try await devTools(
            "Browser.grantPermissions", ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
    }

    /// The whole view as WebP, for documentation.
    func picture(quality: Int = 86) async throws -> Data {
        let answer = try await devTools(
            "Page.captureScreenshot", ["format": "webp", "quality": .number(Double(quality))])
        return Data(base64Encoded: answer["data"].text ?? "") ?? Data()
    }

    /// The whole view as PNG.
    func screenshot() async throws -> Data {
        try await Data(base64Encoded: request("GET", "/screenshot").text ?? "") ?? Data()
    }

    /// What the console said since it was last asked.
    func console() async throws -> [String] {
        guard let complaint = try BrowserEngine.tested.complaint else {
            return try await log("browser").compactMap(\.["message"].text)
        }
        return driver.output().matches(of: complaint).map { String($0.0) }
    }

    /// The events of the DevTools protocol since they were last asked for; none where there is no such protocol.
    func events() async throws -> [JSON] {
        guard try BrowserEngine.tested == .chromium else { return [] }
        return try await log("performance").map { try JSON(parsing: $0["message"].text ?? "null")["message"] }
    }

    private func log(_ type: String) async throws -> [JSON] {
        try await request("POST", "/se/log", ["type": .string(type)]).list
    }

    /// A file once it has been downloaded. Firefox makes an empty one first, and fills another beside it.
    func downloaded(_ name: String) async throws -> Data {
        let file = downloads.appending(path: name)
        try await eventually("\(name) is downloaded") { try Self.isDownloaded(file) }
        return try Data(contentsOf: file)
    }

    private static func isDownloaded(_ file: URL) throws -> Bool {
        let files = FileManager.default
        guard files.fileExists(atPath: file.path) else { return false }
        let beside = try files.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        return try !beside.contains { $0.hasSuffix(".part") } && !Data(contentsOf: file).isEmpty
    }
}
