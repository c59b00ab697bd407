package import PhotoLibrary
import Stickers

extension StickerViewModel {
    /// So often a choice is made anew that strokes or another choice came in between.
    private static let mostTries = 3

    /// Chooses the subjects that go on a photo's sticker, by a point, two, or a box. The sticker follows.
    ///
    /// - Throws: `.badValue` with the word `noSubject` where nothing is meant.
    package func choose(
        _ id: PhotoID, _ place: SubjectPlace, _ use: SubjectUse
    ) async throws(StudioError) -> SelectedPhoto {
        for _ in 0..<Self.mostTries {
            guard let before = details[id] else { throw StudioError.unknownPhoto(id) }
            let data: [UInt8]
            do throws(LibraryError) {
                data = try await library.original(id)
            } catch {
                throw StudioError(error)
            }
            let subject = try? await library.blob(MadeSticker.subjectName, of: id)
            let choice: SubjectChoice
            do throws(StickerError) {
                choice = try await maker.choose(
                    place, use, in: data, subject: subject, strokes: before.strokes, chosen: before.style.instances)
            } catch {
                throw StudioError(choosing: error)
            }
            if let now = details[id], now.strokes == before.strokes, now.style.instances == before.style.instances {
                return try await edit(id, .choose(choice))
            }
        }
        throw StudioError(.badValue, "the photo was changed by others at the same time; choose again", word: "changed")
    }
}

extension StickerViewModel {
    /// Chooses subjects on a frame of a clip. The choice holds for the clip.
    ///
    /// - Parameter mark: a point or a box.
    /// - Throws: `.badValue` with the word `noSubject` where nothing is meant.
    func mark(_ id: PhotoID, _ mark: MatteStroke) async throws(StudioError) -> SelectedPhoto {
        guard let before = details[id] else { throw StudioError.unknownPhoto(id) }
        // What is refused as a stroke is refused before a frame is read.
        _ = try PhotoEdit.stroke(mark).applied(to: before)
        let data: [UInt8]
        do throws(LibraryError) {
            data = try await library.original(id)
        } catch {
            throw StudioError(error)
        }
        do throws(StickerError) {
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
