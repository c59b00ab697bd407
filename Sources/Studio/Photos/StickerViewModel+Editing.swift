package import PhotoLibrary
package import Stickers

extension StickerViewModel {
    /// Changes how a photo's sticker is finished. The sticker follows, without the network.
    func setStyle(_ id: PhotoID, _ change: StudioStyleChange) async throws -> SelectedPhoto {
        try await edit(id, .style(change))
    }

    /// Draws on a photo: what is under the stroke belongs to the subject, or does not.
    package func addStroke(_ id: PhotoID, _ stroke: MatteStroke) async throws -> SelectedPhoto {
        try await editStrokes(id, .stroke(stroke))
    }

    package func undoStroke(_ id: PhotoID) async throws -> SelectedPhoto {
        try await editStrokes(id, .undoStroke)
    }

    package func redoStroke(_ id: PhotoID) async throws -> SelectedPhoto {
        try await editStrokes(id, .redoStroke)
    }

    /// Takes back all strokes; each can come again.
    package func undoAllStrokes(_ id: PhotoID) async throws -> SelectedPhoto {
        try await editStrokes(id, .undoAllStrokes)
    }

    func edit(_ id: PhotoID, _ edit: PhotoEdit) async throws -> SelectedPhoto {
        guard let before = details[id] else { throw StudioError.unknownPhoto(id) }
        let after = try edit.applied(to: before)
        guard after != before else { return try selected(id) }
        guard let json = after.json else {
            throw StudioError(.badValue, "a number in the request is NaN or infinite, which JSON cannot represent")
        }
        details[id] = after
        let state = photo(id)?.state
        change(id) { photo in
            photo.noteEdits(after)
            photo.isStopped = false
            if case .invalid = photo.state { photo.state = .waiting }
        }
        do {
            try await library.update(id, details: json)
        } catch {
            // What could not be written did not happen.
            if details[id] == after {
                details[id] = before
                change(id) { photo in
                    photo.noteEdits(before)
                    if let state, case .waiting = photo.state { photo.state = state }
                }
            }
            throw error
        }
        // Work that is under way looks again when it is done; work that was cancelled is begun anew.
        if before.sticker != nil || before.failure != nil { perform(queue.want(id, .edit)) }
        return try selected(id)
    }

    func selected(_ id: PhotoID) throws -> SelectedPhoto {
        guard let photo = photo(id) else { throw StudioError.unknownPhoto(id) }
        return photo
    }
}
