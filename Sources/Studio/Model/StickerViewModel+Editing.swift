public import PhotoLibrary
public import Stickers

/// What a sticker was made for.
nonisolated struct RenderedFor: Hashable, Sendable, Codable {
    let style: StudioStyle
    let strokes: [MatteStroke]

    init(_ details: PhotoDetails) {
        style = details.style
        strokes = details.strokes
    }
}

extension StickerViewModel {
    /// Changes how a photo's sticker is finished. The sticker follows, without the network.
    func setStyle(_ id: PhotoID, _ change: StudioStyleChange) async throws(StudioError) -> SelectedPhoto {
        let style = change.applied(to: try kept(id).style)
        if let problem = style.problem { throw StudioError(.badValue, problem) }
        return try await edit(id) { $0.style = style }
    }

    /// Draws on a photo: what is under the stroke belongs to the subject, or does not.
    public func addStroke(_ id: PhotoID, _ stroke: MatteStroke) async throws(StudioError) -> SelectedPhoto {
        let points = try kept(id).strokes.reduce(stroke.points.count) { $0 + $1.points.count }
        guard !stroke.points.isEmpty, (0...1).contains(stroke.radius),
            stroke.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        else {
            throw StudioError(.badValue, "a stroke has points, which are numbers, and a radius of 0 to 1")
        }
        guard points <= PhotoDetails.mostStrokePoints else {
            throw StudioError(
                .badValue,
                "the strokes of a photo may have \(PhotoDetails.mostStrokePoints) points; undo some, or draw less finely"
            )
        }
        return try await edit(id) { details in
            details.strokes.append(stroke.rounded)
            details.undoneStrokes = []
        }
    }

    public func undoStroke(_ id: PhotoID) async throws(StudioError) -> SelectedPhoto {
        try await edit(id) { details in
            if let last = details.strokes.popLast() { details.undoneStrokes.append(last) }
        }
    }

    public func redoStroke(_ id: PhotoID) async throws(StudioError) -> SelectedPhoto {
        try await edit(id) { details in
            if let last = details.undoneStrokes.popLast() { details.strokes.append(last) }
        }
    }

    /// Takes back all strokes; each can come again.
    public func undoAllStrokes(_ id: PhotoID) async throws(StudioError) -> SelectedPhoto {
        try await edit(id) { details in
            details.undoneStrokes += details.strokes.reversed()
            details.strokes = []
        }
    }

    private func kept(_ id: PhotoID) throws(StudioError) -> PhotoDetails {
        guard let kept = details[id] else { throw StudioError.unknownPhoto(id) }
        return kept
    }

    private func edit(_ id: PhotoID, _ body: (inout PhotoDetails) -> Void) async throws(StudioError) -> SelectedPhoto {
        let before = try kept(id)
        var after = before
        body(&after)
        guard after != before else { return try selected(id) }
        // Something else may come of it now.
        after.failure = nil
        guard let json = after.json else { throw StudioError(.badValue, "a number in the request is none") }
        details[id] = after
        let state = photo(id)?.state
        change(id) { photo in
            photo.noteEdits(after)
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
            throw StudioError(error)
        }
        // Work that is under way looks again when it is done.
        if works[id] == nil, before.sticker != nil || before.failure != nil { startWork(on: id, for: .itself) }
        return try selected(id)
    }

    private func selected(_ id: PhotoID) throws(StudioError) -> SelectedPhoto {
        guard let photo = photo(id) else { throw StudioError.unknownPhoto(id) }
        return photo
    }
}

extension MatteStroke {
    /// To a ten-thousandth of the photo: finer than anybody draws, and shorter as text.
    fileprivate nonisolated var rounded: MatteStroke {
        // What lies far outside the photo does not count, and is kept at a number that can be written.
        func rounded(_ value: Double) -> Double { (min(max(value, -2), 3) * 10_000).rounded() / 10_000 }
        return MatteStroke(
            mode: mode, radius: rounded(radius), points: points.map { Point(x: rounded($0.x), y: rounded($0.y)) })
    }
}
