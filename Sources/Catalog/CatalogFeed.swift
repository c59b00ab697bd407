/// A list of pictures.
public protocol CatalogFeed: Sendable {
    /// The name for people, such as `Astronomy Picture of the Day`.
    var name: String { get }

    /// Delivers the pictures of a query as they come, in no order. Each part that fails is reported with the reason,
    /// and the others still come.
    ///
    /// Cancelling the task stops the requests and ends the function without a further result.
    @concurrent
    func photos(
        _ query: CatalogQuery, receive: @Sendable (Result<CatalogPage, CatalogError>) async -> Void
    ) async
}

/// The pictures of a feed to load.
public enum CatalogQuery: Hashable, Sendable {
    /// Days, each requested separately.
    case dates([CalendarDate])
    /// All days from the first to the last.
    case range(CalendarDate, CalendarDate)
    /// So many random pictures.
    case random(Int)
    /// The first pictures of a list; of a feed with days, the newest.
    case first(Int)
}

/// Pictures of a feed that came together.
public struct CatalogPage: Hashable, Sendable {
    /// The pictures in the order of the answer.
    public let photos: [SpacePhoto]
    /// Whether it is a stored answer, because the service could not be reached.
    package let isStored: Bool

    /// Creates a page.
    public init(_ photos: [SpacePhoto], isStored: Bool = false) {
        self.photos = photos
        self.isStored = isStored
    }
}

/// The whole result of a query.
public struct CatalogResult: Hashable, Sendable {
    /// The pictures, the newest day first; pictures without a day in the order of the answer.
    public var photos: [SpacePhoto] = []
    /// The pictures that are from an earlier answer, because the service could not be reached.
    package var storedIDs: Set<SpacePhoto.ID> = []
    /// The parts of the query that failed.
    public var failures: [CatalogError] = []

    /// Creates an empty result.
    package init() {}
}

extension CatalogFeed {
    /// Returns all pictures of a query, and what failed.
    @concurrent
    public func allPhotos(_ query: CatalogQuery) async -> CatalogResult {
        let collected = Collected()
        await photos(query) { await collected.take($0) }
        return await collected.sorted
    }
}

extension CatalogFeed {
    /// Passes on a result, unless it is that the task was cancelled.
    func deliver(
        _ result: Result<CatalogPage, CatalogError>,
        to receive: @Sendable (Result<CatalogPage, CatalogError>) async -> Void
    ) async {
        if case .failure(let error) = result, error.code == .cancelled { return }
        await receive(result)
    }
}

private actor Collected {
    private var result = CatalogResult()

    func take(_ part: Result<CatalogPage, CatalogError>) {
        switch part {
        case .success(let page):
            result.photos += page.photos
            if page.isStored { result.storedIDs.formUnion(page.photos.map(\.id)) }
        case .failure(let failure): result.failures.append(failure)
        }
    }

    var sorted: CatalogResult {
        var sorted = result
        let order = result.photos.enumerated().sorted { one, other in
            guard let first = one.element.date, let second = other.element.date, first != second else {
                return one.offset < other.offset
            }
            return first > second
        }
        sorted.photos = order.map(\.element)
        return sorted
    }
}
