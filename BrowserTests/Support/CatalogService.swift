import Foundation
import Testing

/// The service of the Astronomy Picture of the Day that the studio asks in tests, `apod-test-service`: it serves photos
/// of rockets, and on some days of June 2025 it has a trouble each.
final class CatalogService: Sendable {
    /// What is asked of it, up to the question mark.
    let url: String
    private let process: ChildProcess

    private init(url: String, process: ChildProcess) {
        self.url = url
        self.process = process
    }

    /// - Parameter photos: what it serves; rockets when `nil`.
    static func start(serving photos: [PhotoFile]? = nil) async throws -> CatalogService {
        let folder = try ScratchFolder.shared.folder("catalog")
        for photo in try photos ?? Photos.many(7) { try photo.bytes.write(to: folder.appending(path: photo.name)) }
        let log = try ScratchFolder.shared.folder("service").appending(path: "service.log")
        let process = try ChildProcess(Checkout.catalogService, [folder.path], log: log)
        return CatalogService(url: try await process.said(/(http\S+)/), process: process)
    }

    /// As when the web cannot be reached any more.
    func stop() async throws {
        try await process.end(SIGKILL)
    }

    /// For all tests that do not stop theirs.
    static var shared: CatalogService { get async throws { try await Shared.instance.service() } }

    private actor Shared {
        static let instance = Shared()
        private var starting: Task<CatalogService, any Error>?

        func service() async throws -> CatalogService {
            let task = starting ?? Task { try await CatalogService.start() }
            starting = task
            return try await task.value
        }
    }
}

/// A service that takes connections and says nothing: the system accepts them, and nobody reads.
final class SilentService: Sendable {
    let url: String
    private let listener: CInt

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (socket, size) = (listener, length)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) == 0 && listen(socket, 64) == 0
                    && getsockname(socket, address, &length) == 0
            }
        }
        guard isListening else { throw WebDriverError("no port", String(cString: strerror(errno))) }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/planetary/apod"
    }

    deinit { close(listener) }
}

/// Days of the test service.
enum Days {
    /// Each with another photo.
    static let quiet = ["2025-06-10", "2025-06-11", "2025-06-12", "2025-06-13"]
    static let video = "2025-06-17"
    static let noPicture = "2025-06-18"
    static let other = "2025-06-20"
    static let pageForPicture = "2025-06-22"
    static let rateLimited = "2025-06-26"
    static let pictureThatNeverComes = "2025-06-27"
}

extension Studio {
    /// Lets the catalog show these days.
    func load(_ days: [String]) async throws {
        try await server.send("POST", "/catalog/update", ["dates": .array(days.map { .string($0) })])
    }

    /// Opens the page with the catalog in front.
    func openCatalog() async throws {
        try await browser.open("\(server.url)#catalog")
        try await waitUntilReady()
    }

    func turn(to tab: String) async throws {
        try await browser.click("#tab-\(tab)")
        try await browser.wait(
            "the tab is shown, and what it needs is there",
            until: "document.documentElement.dataset.tab === '\(tab)' && document.body.ariaBusy !== 'true'")
    }

    /// Waits until the pictures of all cards near the view are shown.
    func waitForPictures(_ count: Int) async throws {
        try await browser.wait(
            "\(count) pictures are shown",
            until: "document.querySelectorAll('[data-testid=catalog-card] [data-state=shown]').length >= arguments[0]",
            .number(Double(count)))
    }

    /// Clicks what may be out of sight, or under the bar of tabs.
    func reach(_ selector: String) async throws {
        _ = try await browser.element(selector)
        try await browser.run(
            "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", .string(selector))
        try await browser.click(selector)
    }

    /// The selector of something on the card of a day.
    func card(_ day: String, _ rest: String = "") -> String {
        "[data-testid=catalog-card][data-id='apod:\(day)'] \(rest)"
    }
}

/// A studio that asks `service`, with the catalog showing `days`.
func withCatalog(
    _ days: [String] = Days.quiet, _ options: BrowserOptions = BrowserOptions(), library: Library = .empty,
    service: CatalogService? = nil, _ body: (Studio) async throws -> Void
) async throws {
    try await withStudio(library, options, catalog: service?.url, opening: false) { studio in
        try await studio.load(days)
        try await studio.openCatalog()
        try await body(studio)
    }
}
