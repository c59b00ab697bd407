/// A list of pictures somewhere.
public protocol CatalogFeed: Sendable {
    /// One page or a few, for a person: `Astronomy Picture of the Day`.
    var name: String { get }

    /// The pictures that a query means, as they come and in no order; each part of it that fails is told with the reason,
    /// and the others come all the same.
    ///
    /// Cancelling the task around it stops what is being asked; then it ends without a further result.
    @concurrent
    func photos(
        _ query: CatalogQuery, receive: @Sendable (Result<[SpacePhoto], CatalogError>) async -> Void
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
    /// The first ones of a list.
    case first(Int)
}

extension CatalogFeed {
    /// All pictures of a query in their order: newest day first, else as they came; and what failed.
    @concurrent
    public func allPhotos(_ query: CatalogQuery) async -> (photos: [SpacePhoto], failures: [CatalogError]) {
        let collected = Collected()
        await photos(query) { await collected.take($0) }
        return await collected.result
    }
}

private actor Collected {
    private var photos: [SpacePhoto] = []
    private var failures: [CatalogError] = []

    func take(_ result: Result<[SpacePhoto], CatalogError>) {
        switch result {
        case .success(let some): photos += some
        case .failure(let failure): failures.append(failure)
        }
    }

    var result: (photos: [SpacePhoto], failures: [CatalogError]) {
        let order = photos.enumerated().sorted { one, other in
            guard let first = one.element.date, let second = other.element.date, first != second else {
                return one.offset < other.offset
            }
            return first > second
        }
        return (order.map(\.element), failures)
    }
}
