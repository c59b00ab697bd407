import Foundation

extension Browser {
    /// A command of the DevTools protocol.
    @discardableResult
    func devTools(_ command: String, _ parameters: JSON = [:]) async throws -> JSON {
        try await request("POST", "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    func emulate(_ options: BrowserOptions) async throws {
        try await resize(options.width, options.height, isPhone: options.isPhone)
        if options.isPhone {
            try await devTools("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 5])
        }
        try await setMedia(dark: options.isDark, reducedMotion: options.isMotionReduced)
        if !options.beforePage.isEmpty {
            try await devTools("Page.addScriptToEvaluateOnNewDocument", ["source": .string(options.beforePage)])
        }
    }

    /// In CSS pixels of the page's view.
    func resize(_ width: Int, _ height: Int, isPhone: Bool = false) async throws {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)),
                "deviceScaleFactor": isPhone ? 2 : 1, "mobile": .bool(isPhone),
            ])
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

    /// Bytes a second; `nil` is as fast as can be.
    func limitUploads(to speed: Int?) async throws {
        try await devTools("Network.enable")
        try await devTools(
            "Network.emulateNetworkConditions",
            [
                "offline": false, "latency": 0, "downloadThroughput": -1,
                "uploadThroughput": .number(Double(speed ?? -1)),
            ])
    }

    func grantClipboard() async throws {
        try await devTools(
            "Browser.grantPermissions", ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
    }

    /// The whole view as WebP.
    func picture(quality: Int = 86) async throws -> Data {
        let answer = try await devTools(
            "Page.captureScreenshot", ["format": "webp", "quality": .number(Double(quality))])
        return Data(base64Encoded: answer["data"].text ?? "") ?? Data()
    }

    /// What came into a log (`browser`, `performance`) since it was last asked for.
    func log(_ type: String) async throws -> [JSON] {
        try await request("POST", "/se/log", ["type": .string(type)]).list
    }

    /// A file once it has been downloaded.
    func downloaded(_ name: String) async throws -> Data {
        let file = downloads.appending(path: name)
        try await eventually("\(name) is downloaded") { FileManager.default.fileExists(atPath: file.path) }
        return try Data(contentsOf: file)
    }
}
