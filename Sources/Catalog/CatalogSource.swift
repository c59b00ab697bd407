package import FoundationEssentials
package import ImageLoading

/// A source of pictures as a person names it in one word.
///
/// - `apod`, `apod:today`: today's Astronomy Picture of the Day
/// - `apod:2025-06-16`: that day's
/// - `apod:2025-06-01..2025-06-16`: those of all days from the first to the last
/// - `apod:random`, `apod:random:10`: those of as many random days; one by default
/// - `album:URL`: all pictures of a list in jsonplaceholder's form
/// - `https://…`, `http://…`: the picture there
package struct CatalogSource: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of feeds.
    package enum Kind: Hashable, Sendable {
        /// The Astronomy Picture of the Day.
        case apod(CatalogQuery)
        /// A list in jsonplaceholder's form.
        case album(URL)
        /// One picture at an address.
        case picture(URL)
    }

    /// How a person names pictures of a feed. The command line's help, completions and errors read it.
    package struct Form: Hashable, Sendable {
        package let prefix: String
        /// The feed and what may follow the prefix, as part of a sentence.
        package let help: String
        package let completions: [String]
    }

    /// The forms of all feeds, one for each.
    package static let forms = [
        Form(
            prefix: "apod:",
            help: "NASA's Astronomy Picture of the Day, as apod:today, apod:2025-06-16, apod:2025-06-01..2025-06-16 or "
                + "apod:random:10", completions: ["apod:today", "apod:random:10"]),
        Form(prefix: "album:", help: "a list in jsonplaceholder's form, as album:URL", completions: ["album:"]),
        Form(prefix: "https:", help: "the address of a picture, as https://example.org/cat.jpg", completions: []),
    ]

    /// The prefixes as an error names them: `apod: or album:`.
    package static var prefixes: String { forms.map(\.prefix).joined(separator: " or ") }

    /// The feed.
    package let kind: Kind
    /// The source as it was written.
    package let description: String

    /// The part before the first colon, such as `album`, in lower case.
    package var prefix: String { description.prefix { $0 != ":" }.lowercased() }

    /// Whether a text is meant as a source, by its beginning.
    package static func isMeant(by text: String) -> Bool {
        let text = text.lowercased()
        return text == "apod" || isAddress(text) || forms.contains { text.hasPrefix($0.prefix) }
    }

    /// Whether a text is meant as the address of a picture.
    package static func isAddress(_ text: String) -> Bool {
        ["http:", "https:"].contains { text.lowercased().hasPrefix($0) }
    }

    /// Reads the word for a source.
    ///
    /// - Throws: ``CatalogError`` with the code `refused`, and the rule, for any other text.
    package init(_ text: String) throws(CatalogError) {
        description = text
        if text.lowercased().hasPrefix("album:") {
            kind = .album(try Self.address(String(text.dropFirst("album:".count)), in: text))
        } else if Self.isAddress(text) {
            guard let url = URL(string: text), !(url.host() ?? "").isEmpty else {
                throw CatalogError(.refused, "\(text): an address of a picture is like https://example.org/cat.jpg")
            }
            kind = .picture(url)
        } else {
            guard Self.isMeant(by: text) else {
                throw CatalogError(.refused, "\(text): a source begins with \(Self.prefixes)")
            }
            kind = .apod(try Self.query(text.dropFirst("apod:".count).lowercased(), in: text))
        }
    }

    private static func address(_ text: String, in whole: String) throws(CatalogError) -> URL {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "file" || (["http", "https"].contains(scheme) && !(url.host() ?? "").isEmpty)
        else {
            let prefix = whole.prefix { $0 != ":" }
            throw CatalogError(.refused, "\(whole): after \(prefix): comes an address like https://example.org/list")
        }
        return url
    }

    private static func query(_ text: String, in whole: String) throws(CatalogError) -> CatalogQuery {
        if text.isEmpty || text == "today" { return .first(1) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts[0] == "random" {
            guard parts.count <= 2, let count = parts.count == 1 ? 1 : Int(parts[1]),
                (1...APODFeed.mostRandom).contains(count)
            else {
                throw CatalogError(
                    .refused, "\(whole): after apod:random: comes a number from 1 to \(APODFeed.mostRandom)")
            }
            return .dates(APODFeed.randomDates(count))
        }
        if let range = text.firstRange(of: "..") {
            let (first, last) = (try date(text[..<range.lowerBound], whole), try date(text[range.upperBound...], whole))
            guard first <= last else { throw CatalogError(.refused, "\(whole): the first day is after the last") }
            return .range(first, last)
        }
        return .dates([try date(text[...], whole)])
    }

    private static func date(_ text: Substring, _ whole: String) throws(CatalogError) -> CalendarDate {
        guard let date = CalendarDate(String(text)) else {
            throw CatalogError(
                .refused,
                "\(whole): a day is written like 2025-06-16; there are also apod:today, apod:random:10 and "
                    + "apod:2025-06-01..2025-06-16")
        }
        guard date >= APODFeed.firstDate else {
            throw CatalogError(.refused, "\(whole): the first picture is that of \(APODFeed.firstDate)")
        }
        return date
    }

    /// The address of the list; `nil` for the picture of the day and for one picture.
    package var list: URL? {
        switch kind {
        case .apod, .picture: nil
        case .album(let list): list
        }
    }

    /// Whether it gives other pictures each time.
    package var isRandom: Bool { description.lowercased().hasPrefix("apod:random") }

    /// Returns the feed, and the query for it.
    ///
    /// - Parameters:
    ///   - service: of the Astronomy Picture of the Day, the whole address before the `?`.
    ///   - key: for it.
    package func feed(
        service: URL = APODFeed.standardService, key: String = APODFeed.demoKey, loader: ImageLoader
    ) -> (feed: any CatalogFeed, query: CatalogQuery) {
        switch kind {
        case .apod(let query): (APODFeed(service: service, key: key, loader: loader), query)
        case .album(let list): (AlbumFeed(list: list, loader: loader), .dates([]))
        case .picture(let url): (PictureFeed(url), .first(1))
        }
    }
}
