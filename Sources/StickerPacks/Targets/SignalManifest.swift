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
        var bytes = Self.field(1, Array(title.utf8)) + Self.field(2, Array(author.utf8))
        if let cover { bytes += Self.field(3, Self.bytes(of: cover)) }
        for sticker in stickers { bytes += Self.field(4, Self.bytes(of: sticker)) }
        return bytes
    }

    private static func bytes(of sticker: Sticker) -> [UInt8] {
        [1 << 3] + varint(sticker.id) + field(2, Array(sticker.emoji.utf8))
    }

    private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        [number << 3 | 2] + varint(UInt64(content.count)) + content
    }

    private static func varint(_ number: UInt64) -> [UInt8] {
        var rest = number
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    // MARK: Reading

    /// `nil` for bytes that are not such a message. Fields with other numbers are passed over.
    init?(_ bytes: [UInt8]) {
        guard let fields = Self.fields(bytes[...]) else { return nil }
        for field in fields {
            switch (field.number, field.value) {
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
    }

    private static func sticker(_ bytes: ArraySlice<UInt8>) -> Sticker? {
        guard let fields = fields(bytes) else { return nil }
        var sticker = Sticker(id: 0, emoji: "")
        for field in fields {
            switch (field.number, field.value) {
            case (1, .number(let id)): sticker.id = id
            case (2, .bytes(let text)): sticker.emoji = String(decoding: text, as: UTF8.self)
            case (1...2, _): return nil
            default: break
            }
        }
        return sticker
    }

    private enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        case other
    }

    private static func fields(_ bytes: ArraySlice<UInt8>) -> [(number: UInt64, value: Value)]? {
        var rest = bytes
        var fields: [(UInt64, Value)] = []
        while !rest.isEmpty {
            guard let tag = readVarint(&rest) else { return nil }
            switch tag & 7 {
            case 0:
                guard let number = readVarint(&rest) else { return nil }
                fields.append((tag >> 3, .number(number)))
            case 2:
                guard let count = readVarint(&rest), count <= UInt64(rest.count) else { return nil }
                fields.append((tag >> 3, .bytes(rest.prefix(Int(count)))))
                rest = rest.dropFirst(Int(count))
            case 1, 5:
                let count = tag & 7 == 1 ? 8 : 4
                guard rest.count >= count else { return nil }
                fields.append((tag >> 3, .other))
                rest = rest.dropFirst(count)
            default: return nil
            }
        }
        return fields
    }

    private static func readVarint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }
}
