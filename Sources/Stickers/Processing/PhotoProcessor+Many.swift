import Imaging

extension PhotoProcessor {
    /// One of many photos, with its identity and a way to get its bytes.
    public struct Photo<ID: Sendable>: Sendable {
        public let id: ID
        /// Called on the photo executor when the photo's turn has come: it may read a file and block.
        public let load: @Sendable () throws -> [UInt8]

        public init(id: ID, load: @escaping @Sendable () throws -> [UInt8]) {
            self.id = id
            self.load = load
        }
    }

    /// Makes the stickers of any number of photos, as many at once as the executor has threads, and hands over each
    /// result as it comes, with its photo's identity.
    ///
    /// `photos` is read as places become free, `receive` runs in the caller's isolation, and no photo is started before
    /// it has returned: memory is bounded by the number of threads, not of photos. One failure does not end the rest.
    /// When the task is cancelled, no further photo is started and those in flight end as `.cancelled`.
    public func processAll<ID: Sendable>(
        _ photos: some Sequence<Photo<ID>>,
        receive: (ID, Result<ProcessedPhoto, any Error>) async -> Void
    ) async {
        await forEachConcurrently(photos, atMost: executor.threadCount, on: executor) { photo in
            await outcome(of: photo)
        } receive: { outcome in
            await receive(outcome.id, outcome.result)
        }
    }

    private struct Outcome<ID: Sendable>: Sendable {
        let id: ID
        let result: Result<ProcessedPhoto, any Error>
    }

    @concurrent
    private func outcome<ID: Sendable>(of photo: Photo<ID>) async -> Outcome<ID> {
        let data: [UInt8]
        do {
            data = try photo.load()
        } catch {
            return Outcome(id: photo.id, result: .failure(error))
        }
        do throws(StickerError) {
            return Outcome(id: photo.id, result: .success(try await process(data: data)))
        } catch {
            return Outcome(id: photo.id, result: .failure(error))
        }
    }
}
