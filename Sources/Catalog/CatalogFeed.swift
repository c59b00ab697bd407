/// A list of pictures somewhere.
public protocol CatalogFeed: Sendable {
    /// One page or a few, for a person: `Astronomy Picture of the Day`.
    var name: String { get }

    /// The pictures that a query means, as they come and in no order; each part of it that fails is told with the
    /// reason, and the others come all the same.
    ///
    /// Cancelling the task around it stops what is being asked; then it ends without a further result.
    @concurrent
    func photos(
        _ query: CatalogQuery, receive: @Sendable (Result<CatalogPage, CatalogError>) async -> Void
    ) async
}

/// Which pictures of a feed.
public enum CatalogQuery: Hashable, Sendable {
    /// These days, each asked for by itself.
    case dates([CalendarDate])
    /// All days from the first to the last.
    case range(CalendarDate, CalendarDate)
    /// So many, which chance decides.
    case random(Int)
    /// The first ones of a list; of a feed with days, the newest.
    case first(Int)
}

/// Some pictures of a feed that came together.
public struct CatalogPage: Hashable, Sendable {
    /// The pictures in the order of the answer.
    public let photos: [SpacePhoto]
    /// Whether the service could not be reached, and this is what it said before.
    public let isStored: Bool

    /// Pictures that came together.
    public init(_ photos: [SpacePhoto], isStored: Bool = false) {
        self.photos = photos
        self.isStored = isStored
    }
}

/// All that came of a query.
public struct CatalogResult: Hashable, Sendable {
    /// The newest day first; pictures without a day as they came.
    public var photos: [SpacePhoto] = []
    /// The pictures that are from an earlier answer, because the service could not be reached.
    public var storedIDs: Set<SpacePhoto.ID> = []
    /// The parts of the query that failed.
    public var failures: [CatalogError] = []

    /// Creates an empty result.
    public init() {}
}

extension CatalogFeed {
    /// All pictures of a query, and what failed.
    @concurrent
    public func allPhotos(_ query: CatalogQuery) async -> CatalogResult {
        let collected = Collected()
        await photos(query) { await collected.take($0) }
        return await collected.sorted
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
