import Foundation

/// A browser with a profile of its own.
struct Browser: Sendable {
    let downloads: URL
    /// Those with which it began.
    let options: BrowserOptions
    let driver: Driver
    private let path: String
    private let process: pid_t?

    static func start(_ options: BrowserOptions = BrowserOptions()) async throws -> Browser {
        if let idle = await IdleBrowsers.shared.take(options) { return idle }
        let downloads = try ScratchFolder.shared.folder("downloads")
        let capabilities = try options.capabilities(downloads: downloads)
        let driver = try await Driver.start()
        let value = try await driver.client.send("POST", "/session", body: capabilities.data).json["value"]
        guard let id = value["sessionId"].text else {
            try await driver.end()
            throw WebDriverError("no session", value["message"].text ?? "")
        }
        let process = ["goog:processID", "moz:processID"].compactMap { value["capabilities"][$0].int }.first
        if let process { RunningProcesses.add(pid_t(process)) }
        let browser = Browser(
            downloads: downloads, options: options, driver: driver, path: "/session/\(id)",
            process: process.map(pid_t.init))
        do {
            try await browser.emulate(options)
        } catch {
            try? await browser.quit()
            throw error
        }
        return browser
    }

    func quit() async throws {
        try await request("DELETE", "")
        if let process { RunningProcesses.remove(process) }
        try await driver.end()
    }

    @discardableResult
    func request(_ method: String, _ rest: String, _ body: JSON? = nil) async throws -> JSON {
        let data = try method == "POST" ? (body ?? [:]).data : nil
        let answer = try await driver.client.send(method, path + rest, body: data)
        let value = try answer.json["value"]
        if answer.status >= 400 { throw WebDriverError(value["error"].text ?? "", value["message"].text ?? "") }
        return value
    }

    func open(_ url: String) async throws {
        try await request("POST", "/url", ["url": .string(url)])
    }

    func reload() async throws {
        try await request("POST", "/refresh")
    }

    /// As by the browser's own button.
    func goBack() async throws {
        try await request("POST", "/back")
    }

    /// Runs the body of an async function and waits for what it returns. Elements come and go as elements.
    @discardableResult
    func run(_ script: String, _ arguments: JSON...) async throws -> JSON {
        try await request(
            "POST", "/execute/sync",
            [
                "script": .string("return (async function () {\(script)\n}).apply(null, arguments)"),
                "args": .array(arguments),
            ])
    }

    /// Waits until the expression is true in the page.
    func wait(_ what: String, until expression: String, _ arguments: JSON..., within seconds: Double = 30) async throws
    {
        var last = JSON.null
        try await eventually("\(what): \(expression) is \(last)", within: seconds) {
            do {
                last = try await request(
                    "POST", "/execute/sync",
                    ["script": .string("return (\(expression))"), "args": .array(arguments)])
                return last.isTruthy
            } catch let error as WebDriverError where error.code == "javascript error" {
                // The page is not that far yet.
                last = .string(error.description)
                return false
            }
        }
    }

    /// The first element that matches, once there is one.
    func element(_ selector: String) async throws -> Element {
        var found: Element?
        try await eventually("there is \(selector)") {
            found = try await elements(selector).first
            return found != nil
        }
        guard let found else { throw WebDriverError("no such element", selector) }
        return found
    }

    func elements(_ selector: String) async throws -> [Element] {
        try await request("POST", "/elements", ["using": "css selector", "value": .string(selector)])
            .list.compactMap { Element($0, in: self) }
    }

    func click(_ selector: String) async throws {
        do {
            try await element(selector).click()
        } catch let error as WebDriverError where error.code == "stale element reference" {
            // The page has drawn it anew since it was found.
            try await element(selector).click()
        }
    }

    /// Of the first element that matches, once there is one.
    func text(_ selector: String) async throws -> String {
        _ = try await element(selector)
        return try await run("return document.querySelector(arguments[0]).textContent", .string(selector)).text ?? ""
    }
}

/// A reference to an element of the page.
struct Element: Sendable {
    private static let key = "element-6066-11e4-a52e-4f735466cecf"
    let browser: Browser
    let id: String

    init?(_ json: JSON, in browser: Browser) {
        guard let id = json[Self.key].text else { return nil }
        self.id = id
        self.browser = browser
    }

    var json: JSON { [Self.key: .string(id)] }

    /// Clicks where it is seen, as soon as it can be used and nothing stands before it.
    func click() async throws {
        var refusal: WebDriverError?
        do {
            try await eventually("\(id) can be clicked", within: 15) {
                do {
                    // WebDriver clicks a disabled button without a word, and nothing happens.
                    guard try await browser.request("GET", "/element/\(id)/enabled").isTruthy else {
                        refusal = WebDriverError("element not enabled", id)
                        return false
                    }
                    try await browser.request("POST", "/element/\(id)/click")
                    return true
                } catch let error as WebDriverError
                    where ["element click intercepted", "element not interactable"].contains(error.code)
                {
                    refusal = error
                    return false
                }
            }
        } catch {
            // It says what stands before the element.
            throw refusal ?? error
        }
    }

    /// Types; a file input takes paths, one a line.
    func type(_ text: String) async throws {
        try await browser.request("POST", "/element/\(id)/value", ["text": .string(text)])
    }

    func property(_ name: String) async throws -> JSON {
        try await browser.request("GET", "/element/\(id)/property/\(name)")
    }

    func screenshot() async throws -> Data {
        let text = try await browser.request("GET", "/element/\(id)/screenshot").text ?? ""
        return Data(base64Encoded: text) ?? Data()
    }
}
