import Files

/// What a Signal pack says of itself: a protocol buffer (protobuf.dev, "Encoding").
///
///     message Pack { string title = 1; string author = 2; Sticker cover = 3; repeated Sticker stickers = 4; }
///     message Sticker { uint32 id = 1; string emoji = 2; }
struct SignalManifest: Hashable, Sendable {
    struct Sticker: Hashable, Sendable {
        var id: UInt64
        var emoji: String
    }

    var title = ""
    var author = ""
    var cover: Sticker?
    var stickers: [Sticker] = []

    init(title: String, author: String, cover: Sticker?, stickers: [Sticker]) {
        self.title = title
        self.author = author
        self.cover = cover
        self.stickers = stickers
    }

    // MARK: Writing

    var bytes: [UInt8] {
        var bytes = Protobuf.field(1, Array(title.utf8)) + Protobuf.field(2, Array(author.utf8))
        if let cover { bytes += Protobuf.field(3, Self.bytes(of: cover)) }
        for sticker in stickers { bytes += Protobuf.field(4, Self.bytes(of: sticker)) }
        return bytes
    }

    private static func bytes(of sticker: Sticker) -> [UInt8] {
        Protobuf.field(1, sticker.id) + Protobuf.field(2, Array(sticker.emoji.utf8))
    }

    // MARK: Reading

    /// `nil` for bytes that are not such a message. Fields with other numbers are passed over.
    init?(_ bytes: [UInt8]) {
        var reader = Protobuf.Reader(bytes[...])
        while let field = reader.next() {
            switch field {
            case (1, .bytes(let text)): title = String(decoding: text, as: UTF8.self)
            case (2, .bytes(let text)): author = String(decoding: text, as: UTF8.self)
            case (3, .bytes(let sticker)):
                guard let sticker = Self.sticker(sticker) else { return nil }
                cover = sticker
            case (4, .bytes(let sticker)):
                guard let sticker = Self.sticker(sticker) else { return nil }
                stickers.append(sticker)
            case (1...4, _): return nil
            default: break
            }
        }
        if reader.isDamaged { return nil }
    }

    private static func sticker(_ bytes: ArraySlice<UInt8>) -> Sticker? {
        var reader = Protobuf.Reader(bytes)
        var sticker = Sticker(id: 0, emoji: "")
        while let field = reader.next() {
            switch field {
            case (1, .number(let id)): sticker.id = id
            case (2, .bytes(let text)): sticker.emoji = String(decoding: text, as: UTF8.self)
            case (1...2, _): return nil
            default: break
            }
        }
        return reader.isDamaged ? nil : sticker
    }
}
