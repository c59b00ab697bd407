public import FoundationEssentials
public import ImageLoading

/// NASA's Astronomy Picture of the Day (https://github.com/nasa/apod-api): one picture a day since 1995-06-16.
public struct APODFeed: CatalogFeed {
    /// 30 requests an hour from one address.
    public static let demoKey = "DEMO_KEY"
    public static let firstDate = CalendarDate(year: 1995, month: 6, day: 16) ?? .today
    public static let standardService = URL(string: "https://api.nasa.gov/planetary/apod") ?? URL(filePath: "/")
    /// More the service refuses.
    public static let mostRandom = 100
    /// The service's day begins in the east of the USA: where it is later, today's picture may not be there yet.
    public static var lastSureDate: CalendarDate { CalendarDate(daysSince1970: CalendarDate.today.daysSince1970 - 1) }
    /// Requests at once: more only make the service slower.
    static let atOnce = 6

    public let name = "Astronomy Picture of the Day"
    /// The whole address before the `?`.
    public let service: URL
    public let key: String
    private let loader: ImageLoader

    public init(
        service: URL = Self.standardService, key: String = Self.demoKey, loader: ImageLoader = ImageLoader()
    ) {
        self.service = service
        self.key = key
        self.loader = loader
    }

    /// Days that chance decides, each once, newest first.
    ///
    /// - Parameter random: gives numbers from 0 up to, and without, its argument.
    public static func randomDates(
        _ count: Int, until last: CalendarDate = Self.lastSureDate, random: (Int) -> Int = { Int.random(in: 0..<$0) }
    ) -> [CalendarDate] {
        let span = max(1, last.daysSince1970 - firstDate.daysSince1970 + 1)
        var chosen: Set<Int> = []
        while chosen.count < min(count, span) { chosen.insert(random(span)) }
        return chosen.sorted(by: >).map { CalendarDate(daysSince1970: firstDate.daysSince1970 + $0) }
    }

    /// The address that is asked; of several dates, for the first.
    func url(for query: CatalogQuery) -> URL {
        var items = [("api_key", key), ("thumbs", "True")]
        switch query {
        case .dates(let dates): items.append(("date", (dates.first ?? .today).description))
        case .range(let first, let last):
            items += [("start_date", first.description), ("end_date", last.description)]
        case .random(let count): items.append(("count", String(count)))
        // Without a date, it is the service's own today.
        case .first(1): break
        case .first(let count):
            let first = CalendarDate.today.daysSince1970 - count + 1
            items.append(("start_date", CalendarDate(daysSince1970: first).description))
        }
        return service.appending(queryItems: items.map { URLQueryItem(name: $0.0, value: $0.1) })
    }

    @concurrent
    public func photos(
        _ query: CatalogQuery, receive: @Sendable (Result<CatalogPage, CatalogError>) async -> Void
    ) async {
        switch query {
        case .dates(let dates): await photos(of: dates, receive)
        case .range(let first, let last):
            await receive(await ask(query, "the pictures from \(first) to \(last)"))
        case .random(let count): await receive(await ask(query, "\(count) pictures"))
        case .first(let count): await receive(await ask(query, count == 1 ? "today's picture" : "\(count) pictures"))
        }
    }

    /// Each day by itself, a few at once: the service answers a list of days with all of it or nothing.
    private func photos(
        of dates: [CalendarDate], _ receive: @Sendable (Result<CatalogPage, CatalogError>) async -> Void
    ) async {
        await withTaskGroup(of: Result<CatalogPage, CatalogError>.self) { group in
            var rest = dates.makeIterator()
            func startNext() {
                guard let date = rest.next() else { return }
                _ = group.addTaskUnlessCancelled { await ask(.dates([date]), "the picture of \(date)") }
            }
            for _ in 0..<Self.atOnce { startNext() }
            var isLimited = false
            while let result = await group.next() {
                if case .failure(let error) = result {
                    if error.code == .cancelled { continue }
                    isLimited = isLimited || error.code == .rateLimited
                }
                await receive(result)
                // Who is told to wait does not ask on.
                if !isLimited { startNext() }
            }
            let left = Array(rest).count
            if isLimited, left > 0 {
                await receive(
                    .failure(CatalogError(.rateLimited, "\(left) more days were not asked for: too many requests")))
            }
        }
    }

    @concurrent
    private func ask(_ query: CatalogQuery, _ asked: String) async -> Result<CatalogPage, CatalogError> {
        do {
            let answer = try await loader.data(ImageRequest(url(for: query), cachePolicy: .staleIfUnreachable))
            return Self.photos(in: answer.bytes, asked).map {
                CatalogPage($0, isStored: answer.origin == .staleDisk)
            }
        } catch {
            return .failure(CatalogError(error, asked: asked))
        }
    }

    /// One picture, or a list of them. A picture that is not understood does not take the others along.
    static func photos(in bytes: [UInt8], _ asked: String) -> Result<[SpacePhoto], CatalogError> {
        if let photo = try? SpacePhoto(data: Data(bytes)) { return .success([photo]) }
        if let photos = try? JSONDecoder().decode([Lenient].self, from: Data(bytes)) {
            return .success(photos.compactMap(\.photo))
        }
        return .failure(CatalogError(.notUnderstood, "\(asked): what the service sent is not understood"))
    }

    private struct Lenient: Decodable {
        let photo: SpacePhoto?

        init(from decoder: any Decoder) throws {
            photo = try? SpacePhoto(from: decoder)
        }
    }
}
