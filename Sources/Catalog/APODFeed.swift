import Execution
import Files
public import FoundationEssentials
public import ImageLoading

/// NASA's Astronomy Picture of the Day (https://github.com/nasa/apod-api): one picture a day since 1995-06-16.
public struct APODFeed: CatalogFeed {
    /// NASA's demo key, with 30 requests an hour from one address.
    package static let demoKey = "DEMO_KEY"
    /// The day of the first picture.
    package static let firstDate = CalendarDate(year: 1995, month: 6, day: 16) ?? .today
    /// The address of NASA's service.
    package static let standardService = URL(string: "https://api.nasa.gov/planetary/apod") ?? URL(filePath: "/")
    /// The most random pictures that the service gives.
    package static let mostRandom = 100
    /// The last day whose picture is sure to be there. The service's day begins in the east of the USA, so further east
    /// today's picture may be missing.
    package static var lastSureDate: CalendarDate { CalendarDate(daysSince1970: CalendarDate.today.daysSince1970 - 1) }
    /// The most requests at a time; more only slow the service down.
    static let atOnce = 6

    public let name = "Astronomy Picture of the Day"
    /// The whole address before the `?`.
    package let service: URL
    /// The key to the service.
    package let key: String
    private let loader: ImageLoader
    private let limit = RateLimit()
    private let now: @Sendable () -> Date

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - service: the address of another service with this protocol; `nil` for NASA's own.
    ///   - key: a key to the service; `nil` for NASA's demo key, with 30 requests an hour from one address.
    public init(service: URL? = nil, key: String? = nil, loader: ImageLoader = ImageLoader()) {
        self.init(
            service: service ?? Self.standardService, key: key ?? Self.demoKey, loader: loader, now: { Date() })
    }

    /// Creates a feed with a clock.
    ///
    /// - Parameter now: returns the time.
    package init(service: URL, key: String, loader: ImageLoader, now: @escaping @Sendable () -> Date) {
        self.service = service
        self.key = key
        self.loader = loader
        self.now = now
    }

    /// Returns random days, each once, the newest first.
    ///
    /// - Parameter random: gives numbers from 0 up to, and without, its argument.
    package static func randomDates(
        _ count: Int, until last: CalendarDate = Self.lastSureDate, random: (Int) -> Int = { Int.random(in: 0..<$0) }
    ) -> [CalendarDate] {
        let span = max(1, last.daysSince1970 - firstDate.daysSince1970 + 1)
        var chosen: Set<Int> = []
        while chosen.count < min(count, span) { chosen.insert(random(span)) }
        return chosen.sorted(by: >).map { CalendarDate(daysSince1970: firstDate.daysSince1970 + $0) }
    }

    /// Returns the address of a query; for several dates, of the first one.
    func url(for query: CatalogQuery) -> URL {
        var items = [("api_key", key), ("thumbs", "True")]
        switch query {
        case .dates(let dates): items.append(("date", (dates.first ?? .today).description))
        case .range(let first, let last):
            items += [("start_date", first.description), ("end_date", last.description)]
        case .random(let count): items.append(("count", String(count)))
        // Without a date, the service uses its own today.
        case .first(1): break
        case .first(let count):
            let first = max(Self.firstDate.daysSince1970, CalendarDate.today.daysSince1970 - count + 1)
            items.append(("start_date", CalendarDate(daysSince1970: first).description))
        }
        return service.appending(queryItems: items.map { URLQueryItem(name: $0.0, value: $0.1) })
    }

    @concurrent
    public func photos(
        _ query: CatalogQuery, receive: @Sendable (Result<CatalogPage, CatalogError>) async -> Void
    ) async {
        let refusal = limit.refusal(at: now())
        switch query {
        case .dates(let dates): await photos(of: dates, receive)
        case .range(let first, let last):
            await deliver(await answer(query, "the pictures from \(first) to \(last)", refusal), to: receive)
        case .random(let count): await deliver(await answer(query, "\(count) pictures", refusal), to: receive)
        case .first(let count):
            let asked = count == 1 ? "today's picture" : "\(count) pictures"
            await deliver(await answer(query, asked, refusal), to: receive)
        }
    }

    /// Asks for each day separately, a few at a time, because the service answers a list of days in full or not at all.
    /// After a refusal the rest is not asked for.
    private func photos(
        of dates: [CalendarDate], _ receive: @Sendable (Result<CatalogPage, CatalogError>) async -> Void
    ) async {
        let asked = dates.lazy.map { (date: $0, refusal: limit.refusal(at: now())) }
        var refused: [CatalogError] = []
        await forEachConcurrently(asked, atMost: Self.atOnce) { date, refusal in
            await answer(.dates([date]), "the picture of \(date)", refusal)
        } receive: { result in
            switch result {
            case .failure(let error) where error.code == .rateLimited: refused.append(error)
            default: await deliver(result, to: receive)
            }
        }
        guard let first = refused.first, !Task.isCancelled else { return }
        let time = now()
        let all = limit.refusal(at: time)?.error(asked: "\(refused.count) of \(dates.count) days", now: time)
        await receive(.failure(refused.count == 1 ? first : all ?? first))
    }

    /// Returns the result of one request.
    private func answer(
        _ query: CatalogQuery, _ asked: String, _ refusal: RateLimitRefusal?
    ) async -> Result<CatalogPage, CatalogError> {
        await Result(awaiting: { () async throws(CatalogError) in try await ask(query, asked, refusal) })
    }

    /// Asks the service, unless it refuses requests at the moment.
    ///
    /// - Parameter refusal: holds at the moment; the service is not asked then.
    @concurrent
    private func ask(
        _ query: CatalogQuery, _ asked: String, _ refusal: RateLimitRefusal?
    ) async throws(CatalogError) -> CatalogPage {
        if let refusal { return try await earlierAnswer(to: query, asked, refusal) }
        let answer: LoadedData
        do throws(ImageLoaderError) {
            answer = try await load(query, .staleIfUnreachable)
        } catch {
            let time = now()
            guard let refusal = RateLimitRefusal(error, now: time) else {
                throw CatalogError(error, asked: asked, now: time)
            }
            limit.note(refusal, now: time)
            return try await earlierAnswer(to: query, asked, refusal)
        }
        return try page(answer, asked)
    }

    /// Returns the stored answer from before the refusal.
    private func earlierAnswer(
        to query: CatalogQuery, _ asked: String, _ refusal: RateLimitRefusal
    ) async throws(CatalogError) -> CatalogPage {
        if let answer = try? await load(query, .cacheOnly) { return try page(answer, asked) }
        throw refusal.error(asked: asked, now: now())
    }

    private func load(_ query: CatalogQuery, _ policy: CachePolicy) async throws(ImageLoaderError) -> LoadedData {
        try await loader.data(
            ImageRequest(url(for: query), cachePolicy: policy, retriesWhenRateLimited: false))
    }

    private func page(_ answer: LoadedData, _ asked: String) throws(CatalogError) -> CatalogPage {
        CatalogPage(try Self.photos(in: answer.bytes, asked), isStored: answer.origin == .staleDisk)
    }

    /// Reads one picture or a list of them. An unreadable picture does not affect the others.
    static func photos(in bytes: [UInt8], _ asked: String) throws(CatalogError) -> [SpacePhoto] {
        if let photo = try? SpacePhoto(data: Data(bytes)) { return [photo] }
        if let photos = try? CheckedJSON.decode([FailableDecodable<SpacePhoto>].self, from: bytes) {
            return photos.compactMap(\.value)
        }
        throw CatalogError(.notUnderstood, "\(asked): the service's answer is not in its documented form")
    }
}
