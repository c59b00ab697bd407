import PhotoLibrary
import Printing

/// Which stickers go on pages, and how. What `peel sheet` takes, by the same names.
struct SheetRequest: RequestBody, Sendable {
    /// `nil` for all photos that are done.
    let ids: [PhotoID]?
    /// Are not validated yet.
    let settings: SheetSettings
    /// The page that wants it: of its sheets, the newest alone is kept. `nil` for a program.
    let client: String?

    static let example = #"{"page":"a4","size":50}"#

    enum CodingKeys: String, CodingKey, CaseIterable {
        case ids, client, page, landscape, size, copies, margin, gap, turn, marks, offset, smooth, bleed, backing
        case backingOffset
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, or standard: Value) throws -> Value {
            values.contains(key) ? try values.decode(Value.self, forKey: key) : standard
        }
        func choice<Choice: RawRepresentable<String> & CaseIterable>(
            _ key: CodingKeys, or standard: Choice
        ) throws -> Choice {
            values.contains(key) ? try values.decodeWord(Choice.self, forKey: key) : standard
        }
        ids = try values.decodePhotoIDsIfPresent(forKey: .ids)
        client = try values.decodeClientIfPresent(forKey: .client)
        var settings = SheetSettings()
        settings.page = try choice(.page, or: settings.page)
        settings.isLandscape = try value(.landscape, or: settings.isLandscape)
        settings.stickerSize = try value(.size, or: settings.stickerSize)
        settings.copies = try value(.copies, or: settings.copies)
        settings.gap = try value(.gap, or: settings.gap)
        settings.turning = try choice(.turn, or: settings.turning)
        settings.hasRegistrationMarks = try value(.marks, or: settings.hasRegistrationMarks)
        settings.offset = try value(.offset, or: settings.offset)
        settings.smoothing = try value(.smooth, or: settings.smoothing)
        settings.backing = try choice(.backing, or: settings.backing)
        settings.backingOffset = try value(.backingOffset, or: settings.backingOffset)
        settings.fit(
            margin: try values.decodeIfPresent(Double.self, forKey: .margin),
            bleed: try values.decodeIfPresent(Double.self, forKey: .bleed))
        self.settings = settings
    }
}
