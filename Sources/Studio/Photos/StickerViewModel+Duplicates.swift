package import PhotoLibrary

extension StickerViewModel {
    /// Makes another photo of the same file, behind the first, with all that was made of it. An edit that was not
    /// rendered is rendered.
    package func duplicate(_ id: PhotoID) async throws -> SelectedPhoto {
        let copy = try await library.duplicate(id)
        takeUp(copy)
        var order = selection.map(\.id)
        if let place = order.firstIndex(of: id) { order.insert(order.removeLast(), at: place + 1) }
        sort(by: order)
        if details[copy.id]?.isOutdated ?? false { perform(queue.want(copy.id, .edit)) }
        await refreshUsage()
        return try selected(copy.id)
    }
}
