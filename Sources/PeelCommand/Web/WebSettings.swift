import Catalog
import FoundationEssentials
import Glibc
import Peel

/// Which service has the Astronomy Picture of the Day, and with which key it is asked.
struct WebSettings: Equatable, Sendable {
    /// The whole address before the `?`.
    var service = APODFeed.standardService
    var key = APODFeed.demoKey
    /// How long a server may be silent.
    var timeout = Duration.seconds(15)
}

extension WebSettings {
    /// Options go before the environment.
    init(_ values: OptionValues) throws {
        self.init()
        if let option = values.word(.apodURL) {
            service = try Self.address(option, "--apod-url")
        } else if let variable = Self.variable("PEEL_APOD_URL") {
            service = try Self.address(variable, "PEEL_APOD_URL")
        }
        if let seconds = values.whole(.timeout) { timeout = .seconds(seconds) }
        key = values.word(.apodKey) ?? Self.variable("PEEL_APOD_KEY") ?? key
    }

    static func address(_ text: String, _ name: String) throws -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            !(url.host() ?? "").isEmpty
        else {
            throw UsageError("\(name) takes an address like https://example.org/apod, not '\(text)'")
        }
        return url
    }

    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where answers of the web are kept: `$XDG_CACHE_HOME/peel/web`; nowhere when there is no home folder.
    static var cache: FilePath? { FilePath.userFolder("XDG_CACHE_HOME", or: ".cache")?.appending("web") }
}

extension CatalogSource {
    /// - Returns: `nil` for what is meant to be a file.
    init?(operand: FilePath) throws {
        guard let text = String(validating: operand.bytes, as: UTF8.self), Self.isMeant(by: text) else { return nil }
        self = try CatalogSource(word: text)
    }

    /// - Parameter word: an album's address, or the prefix and the address of another feed that is a list.
    init(list word: String) throws {
        let isSource = Self.isMeant(by: word) && !Self.isAddress(word)
        if !isSource { _ = try WebSettings.address(word, "--album") }
        try self.init(word: isSource ? word : "album:\(word)")
        _ = try WebSettings.address(list?.absoluteString ?? word, "--album")
    }

    init(word: String) throws {
        self = try rethrowing(UsageError.init(of:)) { try CatalogSource(word) }
    }
}
