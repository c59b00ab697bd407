/// The coded data of a HEIF file's items, and whether it is that of one picture. A decoder decodes every picture that
/// it finds there, and shows one of them: a thousand keep it busy for minutes.
struct HEIFCodedData {
    private let file: [UInt8]
    private var extents: [Int: [Range<Int>]] = [:]
    private var configurations: [Int: [(name: String, body: ByteReader)]] = [:]
    /// The bytes that may still be copied to join what is stored in pieces.
    private var bytesToJoin: Int
    /// Whether the places of items are written as no program writes them: a decoder might find others than are counted.
    private var isDamaged = false

    /// An AV1 picture has few layers, and cameras write an HEVC picture in few slices.
    private static let mostPictures = 16
    private static let mostSlices = 256
    private static let mostUnits = 4096

    /// - Parameter description: the boxes in `meta`, as a part of `file`.
    init(_ description: Boxes, in file: [UInt8]) {
        self.file = file
        bytesToJoin = file.count
        let store = description.first("idat").map { $0.bytes.indices }
        if let locations = description.first("iloc") { readExtents(locations, store: store) }
        guard let container = description.first("iprp").map({ Boxes($0.bytes, limit: .max) }),
            let all = container.first("ipco").map({ Boxes($0.bytes, limit: .max).all })
        else { return }
        for associations in container.named("ipma").map(HEIFProperties.associations) {
            for (item, numbers) in associations {
                // A decoder reads a configuration once, however often an item names it.
                var seen: Set<Int> = []
                let properties = numbers.filter { all.indices.contains($0 - 1) && seen.insert($0).inserted }
                configurations[item, default: []] += properties.map { all[$0 - 1] }
                    .filter { $0.name == "hvcC" || $0.name == "av1C" }
            }
        }
    }

    /// Returns whether the item's data is more than a picture, with what its description adds to it.
    mutating func hasTooMuch(_ item: Int, kind: String) -> Bool {
        guard kind == "hvc1" || kind == "av01" else { return false }
        guard !isDamaged, let data = data(of: item) else { return true }
        var count = UnitCount()
        for (name, body) in configurations[item] ?? [] where count.units <= Self.mostUnits {
            if name == "hvcC" { count.addSets(of: body) } else { count.addOpenUnits(ByteReader(body.part(4) ?? [])) }
        }
        if kind == "av01" {
            count.addOpenUnits(ByteReader(data))
        } else {
            let configuration = configurations[item]?.first { $0.name == "hvcC" }?.body
            count.addLayerUnits(ByteReader(data), lengthBytes: (configuration?.number(21, 1) ?? 3) & 3 + 1)
        }
        return count.units > Self.mostUnits || count.slices > Self.mostSlices || count.pictures > Self.mostPictures
    }

    /// Returns the item's bytes; `nil` where joining them would cost more than reading the file.
    private mutating func data(of item: Int) -> ArraySlice<UInt8>? {
        let parts = extents[item] ?? []
        guard parts.count != 1 else { return file[parts[0]] }
        bytesToJoin -= parts.reduce(0) { $0 + $1.count }
        return bytesToJoin >= 0 ? parts.flatMap { file[$0] }[...] : nil
    }

    /// Reads where the items lie (`iloc`, ISO 14496-12 8.11.3).
    private mutating func readExtents(_ body: ByteReader, store: Range<Int>?) {
        guard let version = body.number(0, 1), let sizes = body.number(4, 2) else { return }
        var cursor = Cursor(body, at: 6)
        let (offsetBytes, lengthBytes, baseBytes) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexBytes = version == 0 ? 0 : sizes & 15
        let numberBytes = version < 2 ? 2 : 4
        guard [offsetBytes, lengthBytes, baseBytes, indexBytes].allSatisfy([0, 4, 8].contains) else {
            isDamaged = true
            return
        }
        for _ in 0..<(cursor.next(numberBytes) ?? 0) {
            guard let item = cursor.next(numberBytes), let method = cursor.next(version == 0 ? 0 : 2),
                cursor.next(2) != nil, let base = cursor.next(baseBytes), let count = cursor.next(2)
            else { return }
            guard count <= 1 || indexBytes + offsetBytes + lengthBytes > 0 else {
                isDamaged = true
                return
            }
            let whole = method & 15 == 1 ? store ?? 0..<0 : file.indices
            for _ in 0..<count {
                guard cursor.next(indexBytes) != nil, let offset = cursor.next(offsetBytes),
                    let length = cursor.next(lengthBytes)
                else { return }
                let (start, isTooFar) = whole.lowerBound.addingReportingOverflow(base + offset)
                guard !isTooFar, whole.contains(start), length <= whole.upperBound - start else { continue }
                // A length of 0 is all that is left.
                extents[item, default: []].append(start..<(length == 0 ? whole.upperBound : start + length))
            }
        }
    }

    private struct Cursor {
        private let bytes: ByteReader
        private var position: Int

        init(_ bytes: ByteReader, at position: Int) {
            (self.bytes, self.position) = (bytes, position)
        }

        /// Reads a number of 0, 2, 4 or 8 bytes; the upper one of 8 must be 0, so that sums of them are numbers.
        mutating func next(_ count: Int) -> Int? {
            defer { position += count }
            if count == 8 { return bytes.number(position, 1) == 0 ? bytes.number(position + 1, 7) : nil }
            return bytes.number(position, count)
        }
    }
}

/// Counts the units of a coded picture.
private struct UnitCount {
    private(set) var units = 0
    private(set) var slices = 0
    private(set) var pictures = 0

    /// Adds units of HEVC's network abstraction layer, each after its length (ISO 14496-15 8.3.2).
    mutating func addLayerUnits(_ data: ByteReader, lengthBytes: Int) {
        var position = 0
        while units < 1 << 16, let length = data.number(position, lengthBytes) {
            position += lengthBytes
            addLayerUnit(data, at: position)
            position += length
        }
    }

    /// Adds those in a decoder's configuration (8.3.3.1.2).
    mutating func addSets(of configuration: ByteReader) {
        var position = 23
        for _ in 0..<(configuration.number(22, 1) ?? 0) {
            guard let count = configuration.number(position + 1, 2) else { return }
            position += 3
            for _ in 0..<count {
                guard units < 1 << 16, let length = configuration.number(position, 2) else { return }
                addLayerUnit(configuration, at: position + 2)
                position += 2 + length
            }
        }
    }

    /// The header has 2 bytes (ISO 23008-2 7.3.1.2); the kinds below 32 are slices, whose first bit says that a picture
    /// begins.
    private mutating func addLayerUnit(_ data: ByteReader, at position: Int) {
        units += 1
        guard let kind = data.number(position, 1).map({ $0 >> 1 & 63 }), kind < 32 else { return }
        slices += 1
        if let first = data.number(position + 2, 1), first & 0x80 != 0 { pictures += 1 }
    }

    /// Adds units of AV1 (AV1 Bitstream & Decoding Process Specification, 5.3): those of kind 3 and 6 begin a frame.
    mutating func addOpenUnits(_ data: ByteReader) {
        var position = 0
        while units < 1 << 16, let header = data.number(position, 1) {
            units += 1
            if [3, 6].contains(header >> 3 & 15) { pictures += 1 }
            position += header & 4 == 0 ? 1 : 2
            // Without a length, it reaches to the end.
            guard header & 2 != 0 else { return }
            var (length, shift) = (0, 0)
            while let byte = data.number(position, 1), shift < 56 {
                position += 1
                length |= (byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 { break }
            }
            guard length < data.count else { return }
            position += length
        }
    }
}
