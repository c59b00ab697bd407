package import PhotoLibrary

extension StickerViewModel {
    /// Moves photos to the trash; what is being done for them is stopped. `nil` removes all.
    ///
    /// - Returns: those that were moved, in the order of the selection.
    @discardableResult
    package func remove(_ ids: [PhotoID]?) async throws -> [PhotoID] {
        let wanted = Set(ids ?? selection.map(\.id))
        for id in wanted { abandon(id) }
        let order = selection.map(\.id).filter { wanted.contains($0) }
        let removed = Set(try await library.remove(order))
        selection.removeAll { removed.contains($0.id) }
        for id in removed { (details[id], resultSizes[id]) = (nil, nil) }
        index()
        for id in order where removed.contains(id) { perform(queue.remove(id)) }
        maker.forget(removed)
        await trashChanged()
        return order.filter { removed.contains($0) }
    }

    /// The photos in the trash, the last removed first.
    func trash() async throws -> [LibraryPhoto] {
        let photos = try await library.trash()
        await refreshUsage()
        return photos
    }

    /// Puts photos from the trash back at their places, with their edits; `nil` restores all. An edit that was not
    /// rendered is rendered.
    ///
    /// - Parameter limit: how many photos the selection may have then.
    func restore(_ ids: [PhotoID]?, limit: Int) async throws -> [SelectedPhoto] {
        let trash = try await trash().map(\.id)
        let wanted = ids.map { ids in trash.filter(Set(ids).contains) } ?? trash
        guard selection.count + wanted.count <= limit else {
            throw StudioError(.full, "there may be \(limit) photos; restore fewer, or remove some first")
        }
        let restored = try await library.restore(wanted)
        let order = try await library.photos().map(\.id)
        for photo in restored where self.photo(photo.id) == nil { takeUp(photo) }
        sort(by: order)
        for photo in restored where details[photo.id]?.isOutdated ?? false {
            perform(queue.want(photo.id, .edit))
        }
        await trashChanged()
        return restored.compactMap { self.photo($0.id) }
    }

    /// Deletes photos in the trash for good; `nil` deletes all.
    @discardableResult
    func emptyTrash(_ ids: [PhotoID]?) async throws -> [PhotoID] {
        let deleted = try await library.emptyTrash(ids)
        await trashChanged()
        return deleted
    }

    /// Deletes what was removed too long ago.
    func deleteOverdue() async {
        try? await library.deleteOverdue()
        await trashChanged()
    }

    private func trashChanged() async {
        trashRevision += 1
        await refreshUsage()
        if !packs.isEmpty { await refreshPacks() }
        reconsiderTooSmall()
    }
}
