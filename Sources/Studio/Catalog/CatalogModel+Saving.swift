import Catalog
import Execution
package import PhotoLibrary

extension CatalogModel {
    /// Saves a picture's original. Two callers at once get the same one; it goes on when they leave.
    ///
    /// - Throws: `ImageLoaderError` when the original cannot be had, ``StudioError``, or the library's error. ``saves``
    ///   has the reason too.
    package func save(_ id: String) async throws -> PhotoID {
        guard let item = item(id) else { throw StudioError(.unknownPhoto, "the catalog shows no picture \(id)") }
        if let saved = store.photo(savedFrom: item.photo) {
            saves[id] = nil
            return saved
        }
        guard !isStopped else { throw StudioError(.notLoaded, "the studio is stopping", word: "cancelled") }
        let task = saving[id] ?? Task { await Result(awaiting: { try await self.fetch(item) }) }
        saving[id] = task
        guard let saved = try await task.valueUnlessCancelled()?.get() else {
            throw StudioError(
                .notLoaded, "the request was given up; the picture is still being saved", word: "cancelled")
        }
        return saved
    }

    private func fetch(_ item: CatalogItem) async throws -> PhotoID {
        saves[item.id] = .saving
        defer { saving[item.id] = nil }
        do {
            let id = try await store.save(try await original(of: item), of: item.photo)
            saves[item.id] = nil
            return id
        } catch {
            saves[item.id] = .failed(PhotoFailure(answering: error))
            throw error
        }
    }

    private func original(of item: CatalogItem) async throws -> [UInt8] {
        let urls = item.photo.originalURLs
        guard !urls.isEmpty else {
            let reason = item.photo.unsavableReason ?? "is not a picture"
            throw StudioError(.notAPhoto, "\(item.photo.title) \(reason), and only pictures are saved")
        }
        return try await pictures(of: item).original(urls)
    }
}
