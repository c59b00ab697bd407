import Foundation
import Testing

/// The browser that a run tests: `PEEL_BROWSER` names it, Chromium when it does not.
///
/// All tests run in Chromium. The others answer WebDriver alone: a test that finds out it needs more is cancelled
/// there, with the reason. CONTRIBUTING.md lists them.
enum BrowserEngine: String {
    case chromium, firefox
    /// What Safari and every browser of an iPhone are made of, as GTK's port.
    case webkit

    static var tested: BrowserEngine {
        get throws { try named.get() }
    }

    private static let named = Result<BrowserEngine, WebDriverError> { () throws(WebDriverError) in
        guard let name = ProcessInfo.processInfo.environment["PEEL_BROWSER"], !name.isEmpty else { return .chromium }
        guard let engine = BrowserEngine(rawValue: name) else {
            throw WebDriverError("no such browser", "PEEL_BROWSER is \(name), and not chromium, firefox or webkit")
        }
        return engine
    }

    /// Its WebDriver program and the option that gives it a port.
    var driver: (program: String, arguments: [String]) {
        switch self {
        case .chromium: ("chromedriver", [])
        case .firefox: (Checkout.root.appending(path: ".deps/geckodriver/geckodriver").path, ["--websocket-port=0"])
        case .webkit: ("WebKitWebDriver", [])
        }
    }

    /// A line of the driver's output that tells of something wrong in a page.
    var complaint: Regex<Substring>? {
        switch self {
        case .chromium: nil
        // Its own parts complain too: they have other addresses. What ends with its page is "terminated by timeout".
        case .firefox: /JavaScript (?:error|warning): https?:(?!.*Script terminated by timeout).*/
        // What changes a size while sizes are told is told in the next frame.
        case .webkit: /CONSOLE \w+ (?:ERROR|WARN)(?!.*ResizeObserver loop completed).*/
        }
    }

    /// Ends the running test, without a verdict, in this browser.
    func cannot(_ what: String) throws {
        if try self == .tested { try Test.cancel("\(rawValue) cannot be told to \(what)") }
    }

    /// Ends the running test, without a verdict, in a browser that is not Chromium.
    static func needsChromium(_ what: String) throws {
        for other in [firefox, webkit] { try other.cannot(what) }
    }
}
