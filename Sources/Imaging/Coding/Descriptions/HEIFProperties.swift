/// The properties of a HEIF file's primary item (ISO 23008-12 9.3) that describe its colours.
struct HEIFProperties {
    /// The boxes of properties with their names; an item may have two `colr`.
    private var properties: [(name: String, body: ByteReader)] = []

    /// Reads the properties; `nil` if the file's structure is damaged or has no primary item.
    init?(_ bytes: [UInt8]) {
        let file = Boxes(bytes[...])
        guard let meta = file.first("meta")?.part(4), let primary = Boxes(meta).first("pitm").flatMap(Self.itemNumber),
            let container = Boxes(meta).first("iprp").map({ Boxes($0.bytes) }),
            let all = container.first("ipco").map({ Boxes($0.bytes).all })
        else { return nil }
        let used = container.named("ipma").map { Self.associations($0) }
        func properties(of item: Int) -> [(name: String, body: ByteReader)] {
            used.flatMap { $0[item] ?? [] }.filter { all.indices.contains($0 - 1) }.map { all[$0 - 1] }
        }
        self.properties = properties(of: primary)
        // Tiles of a picture may have properties that the whole does not have.
        if let tile = Boxes(meta).first("iref").flatMap({ Self.firstTile(of: primary, $0) }) {
            self.properties += properties(of: tile)
        }
    }

    /// The container's description in numbers (`colr` of kind `nclx`), else the one in HEVC's own header.
    var description: ColorDescription? {
        for (name, body) in properties where name == "colr" && body.name(0) == "nclx" {
            if let primaries = body.number(4, 2), let transfer = body.number(6, 2),
                let description = ColorDescription(primaries: primaries, transfer: transfer)
            {
                return description
            }
        }
        return properties.first { $0.name == "hvcC" }.flatMap { HEVCColors(configuration: $0.body).description }
    }

    // MARK: The boxes

    static func itemNumber(_ body: ByteReader) -> Int? {
        body.number(0, 1) == 0 ? body.number(4, 2) : body.number(4, 4)
    }

    /// The numbers of the properties of each item (`ipma`, 9.3.1), counted from 1.
    static func associations(_ body: ByteReader) -> [Int: [Int]] {
        guard let version = body.number(0, 1), let flags = body.number(1, 3), let count = body.number(4, 4) else {
            return [:]
        }
        let (itemBytes, indexBytes) = (version < 1 ? 2 : 4, flags & 1 == 0 ? 1 : 2)
        var associations: [Int: [Int]] = [:]
        var position = 8
        for _ in 0..<count {
            guard let item = body.number(position, itemBytes), let used = body.number(position + itemBytes, 1) else {
                break
            }
            position += itemBytes + 1
            for _ in 0..<used {
                // The first bit says whether a reader must know the property.
                guard let index = body.number(position, indexBytes) else { break }
                associations[item, default: []].append(index & (indexBytes == 1 ? 0x7F : 0x7FFF))
                position += indexBytes
            }
        }
        return associations
    }

    /// Returns the first item that an item is derived from (`iref` with `dimg`, ISO 14496-12 8.11.12).
    private static func firstTile(of item: Int, _ body: ByteReader) -> Int? {
        guard let version = body.number(0, 1), let references = body.part(4) else { return nil }
        let bytes = version == 0 ? 2 : 4
        return Boxes(references).named("dimg").first { $0.number(0, bytes) == item }?.number(bytes + 2, bytes)
    }
}

/// A sequence of boxes (ISO 14496-12 4.2).
struct Boxes {
    /// The first boxes, up to a damaged one.
    let all: [(name: String, body: ByteReader)]

    init(_ bytes: ArraySlice<UInt8>, limit: Int = 1000) {
        let reader = ByteReader(bytes)
        var all: [(name: String, body: ByteReader)] = []
        var position = 0
        while all.count < limit, let short = reader.number(position, 4), let name = reader.name(position + 4) {
            // 1: a longer size follows, whose lower 7 bytes suffice. 0: the box reaches to the end.
            let header = short == 1 ? 16 : 8
            let size = short == 1 ? reader.number(position + 9, 7) : short == 0 ? reader.count - position : short
            guard let size, size >= header, let body = reader.part(position + header, size - header) else { break }
            all.append((name, ByteReader(body)))
            position += size
        }
        self.all = all
    }

    func named(_ name: String) -> [ByteReader] {
        all.filter { $0.name == name }.map(\.body)
    }

    func first(_ name: String) -> ByteReader? {
        all.first { $0.name == name }?.body
    }
}
