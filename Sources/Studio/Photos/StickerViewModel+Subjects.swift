package import PhotoLibrary
import Stickers

extension StickerViewModel {
    /// So often a choice is made anew that strokes or another choice came in between.
    private static let mostTries = 3

    /// Chooses the subjects that go on a photo's sticker, by a point, two, or a box. The sticker follows.
    ///
    /// - Throws: `.badValue` with the word `noSubject` where nothing is meant.
    package func choose(_ id: PhotoID, _ place: SubjectPlace, _ use: SubjectUse) async throws -> SelectedPhoto {
        for _ in 0..<Self.mostTries {
            guard let before = details[id] else { throw StudioError.unknownPhoto(id) }
            let data = try await library.original(id)
            let subject = try? await library.blob(MadeSticker.subjectName, of: id)
            let choice: SubjectChoice
            do {
                choice = try await maker.choose(
                    place, use, in: data, subject: subject, strokes: before.strokes, chosen: before.style.instances)
            } catch {
                throw StudioError(choosing: error)
            }
            if let now = details[id], now.strokes == before.strokes, now.style.instances == before.style.instances {
                return try await edit(id, .choose(choice))
            }
        }
        throw StudioError(.badValue, "the photo was changed elsewhere at the same time; choose again", word: "changed")
    }

    /// Draws a stroke, or takes strokes back. Chosen subjects stay chosen, whatever numbers they have then.
    ///
    /// - Throws: `.badValue` with the word `noSubject` for a stroke that leaves none of them.
    func editStrokes(_ id: PhotoID, _ edit: PhotoEdit) async throws -> SelectedPhoto {
        for _ in 0..<Self.mostTries {
            guard let before = details[id] else { throw StudioError.unknownPhoto(id) }
            let after = try edit.applied(to: before)
            guard before.clip == nil, let chosen = before.style.instances, after.hasOtherNumbers(since: before) else {
                return try await self.edit(id, edit)
            }
            let data = try await library.original(id)
            let subject = try? await library.blob(MadeSticker.subjectName, of: id)
            let numbers: [Int]
            do {
                numbers = try await maker.renumbered(
                    chosen, in: data, subject: subject, from: before.strokes, to: after.strokes)
            } catch {
                // What takes strokes back needs none of it, and where nothing was found, a stroke is the remedy.
                guard case .stroke = edit, error.code != .noSubject else { return try await self.edit(id, edit) }
                throw StudioError(choosing: error)
            }
            guard let now = details[id], now.strokes == before.strokes, now.undoneStrokes == before.undoneStrokes,
                now.style.instances == chosen
            else { continue }
            guard case .stroke = edit else {
                return try await self.edit(id, .renumbered(edit, numbers.isEmpty ? nil : numbers))
            }
            guard !numbers.isEmpty else {
                throw StudioError(choosing: StickerError(.noSubject, "at least one subject must stay on the sticker"))
            }
            return try await self.edit(id, .choose(SubjectChoice(stroke: after.strokes.last, instances: numbers)))
        }
        throw StudioError(.badValue, "the photo was changed elsewhere at the same time; try again", word: "changed")
    }
}

extension StickerViewModel {
    /// Chooses subjects on a frame of a clip. The choice holds for the clip.
    ///
    /// - Parameter mark: a point or a box.
    /// - Throws: `.badValue` with the word `noSubject` where nothing is meant.
    func mark(_ id: PhotoID, _ mark: MatteStroke) async throws -> SelectedPhoto {
        guard let before = details[id] else { throw StudioError.unknownPhoto(id) }
        // What is refused as a stroke is refused before a frame is read.
        _ = try PhotoEdit.stroke(mark).applied(to: before)
        let data = try await library.original(id)
        do {
            try await maker.mark(mark, on: data, strokes: before.strokes)
        } catch {
            throw StudioError(choosing: error)
        }
        return try await edit(id, .stroke(mark))
    }
}

extension StudioError {
    fileprivate init(choosing error: StickerError) {
        switch error.code {
        case .noSubject: self.init(.badValue, error.description, word: error.code.word)
        default: self.init(error)
        }
    }
}
