import PhotoLibrary

/// A photo as the API writes it.
public nonisolated struct PhotoJSON: Hashable, Sendable, Encodable {
    public struct Sticker: Hashable, Sendable, Encodable {
        public let width: Int
        public let height: Int
        /// x, y, width, height in pixels of the photo.
        public let box: [Int]
    }

    public struct Instance: Hashable, Sendable, Encodable {
        public let number: Int
        public let box: [Int]
    }

    public struct Strokes: Hashable, Sendable, Encodable {
        public let done: Int
        public let undone: Int
    }

    public struct Color: Hashable, Sendable, Encodable {
        public let hex: String
        public let share: Double
    }

    public struct Stop: Hashable, Sendable, Encodable {
        public let hex: String
        public let position: Double
    }

    public struct Style: Hashable, Sendable, Encodable {
        public let borderWidth: Double
        public let borderColor: String
        public let shadow: Bool
        public let margin: Double
        public let background: String
        public let instances: [Int]?
    }

    public let id: String
    public let name: String
    public let state: String
    public let error: ReasonJSON?
    public let width: Int?
    public let height: Int?
    public let revision: Int
    public let sticker: Sticker?
    public let instances: [Instance]
    public let colors: [Color]
    public let gradient: [Stop]
    public let textColor: String?
    /// 0…1; `nil` where the network has none, and before the sticker is made.
    public let confidence: Double?
    public let style: Style
    public let strokes: Strokes
    public let rendering: Bool
    public let editError: ReasonJSON?
    public let source: SourceJSON?
}

/// Why something was not done, as the API writes it.
public nonisolated struct ReasonJSON: Hashable, Sendable, Encodable {
    /// For programs: the same from version to version.
    public let code: String
    /// One sentence for a person.
    public let message: String

    init(_ failure: PhotoFailure) {
        (code, message) = (failure.code, failure.message)
    }
}

/// Where a photo from the web is from, as the API writes it.
public nonisolated struct SourceJSON: Hashable, Sendable, Encodable {
    public let title: String
    public let credit: String?
    public let date: String?
    public let address: String

    init(_ origin: PhotoOrigin) {
        (title, credit, date, address) = (origin.title, origin.credit, origin.date, origin.address)
    }
}

nonisolated extension PhotoJSON {
    init(_ photo: SelectedPhoto) {
        var facts: StickerFacts?
        var failure: PhotoFailure?
        switch photo.state {
        case .done(let made): facts = made
        case .invalid(let reason): failure = reason
        case .waiting, .loading, .processing: break
        }
        self.init(
            id: photo.id.text, name: photo.name, state: photo.state.word, error: failure.map { ReasonJSON($0) },
            width: facts?.photoWidth, height: facts?.photoHeight, revision: photo.revision,
            sticker: facts.map { Sticker(width: $0.width, height: $0.height, box: $0.box.numbers) },
            instances: facts?.instances.enumerated().map {
                Instance(number: $0.offset + 1, box: $0.element.numbers)
            } ?? [], colors: facts?.colors.map { Color(hex: $0.hex, share: $0.share) } ?? [],
            gradient: facts?.gradient.map { Stop(hex: $0.hex, position: $0.position) } ?? [],
            textColor: facts?.textColor, confidence: facts?.confidence, style: Style(photo.style),
            strokes: Strokes(done: photo.strokeCount, undone: photo.undoneStrokeCount),
            rendering: photo.isRendering, editError: photo.editFailure.map { ReasonJSON($0) },
            source: photo.origin.map { SourceJSON($0) })
    }
}

nonisolated extension PhotoJSON.Style {
    init(_ style: StudioStyle) {
        self.init(
            borderWidth: style.borderWidth, borderColor: style.borderColor, shadow: style.shadow,
            margin: style.margin, background: style.background, instances: style.instances)
    }
}

extension StickerFacts.Box {
    fileprivate nonisolated var numbers: [Int] { [x, y, width, height] }
}
