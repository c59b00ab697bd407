import Glibc

/// What a decoder does as often as a file says: scans of a JPEG, frames of a WebP, pictures that a HEIC is made of. A
/// few hundred kilobytes would keep it busy for hours.
struct RepeatedWork {
    /// The name of what there is many of.
    let parts: String
    /// How many there are, or any larger number than ``limit``.
    let count: Int
    /// Far more than cameras and programs write.
    let limit: Int

    /// Counts in linear time; `nil` for other formats.
    init?(_ bytes: [UInt8], _ format: ImageFormat) {
        switch format {
        case .jpeg:
            (parts, limit) = ("scans", 100)
            count = Self.scanCount(bytes, limit: limit)
        case .webp:
            (parts, limit) = ("frames", MovingPicture.mostFrames)
            count = MovingPicture.durations(bytes).count
        case .heic, .avif:
            let most = 4096
            (parts, limit) = ("parts", most)
            // Of several descriptions, which one counts is up to the decoder.
            let descriptions = Boxes(bytes[...], limit: .max).named("meta")
            count = descriptions.map { HEIFParts($0, in: bytes, limit: most).count }.max() ?? 0
        default: return nil
        }
    }

    /// Counts the scans of a JPEG (ISO 10918-1 B.1.1.4). Between markers, 0xFF is followed by 0.
    private static func scanCount(_ bytes: [UInt8], limit: Int) -> Int {
        bytes.withUnsafeBytes { file in
            guard let start = file.baseAddress else { return 0 }
            var (count, position) = (0, 2)
            while count <= limit, position + 1 < file.count,
                let found = memchr(start + position, 0xFF, file.count - position)
            {
                let marker = UnsafeRawPointer(found) - start + 1
                guard marker < file.count else { break }
                switch file[marker] {
                case 0xFF: position = marker
                case 0xD9: return count
                case 0, 1, 0xD0...0xD8: position = marker + 1
                default:
                    if file[marker] == 0xDA { count += 1 }
                    guard marker + 2 < file.count else { return count }
                    position = marker + 1 + max(2, Int(file[marker + 1]) << 8 | Int(file[marker + 2]))
                }
            }
            return count
        }
    }
}

/// The coded pictures of which a HEIF file's primary item is made, each as often as it is decoded.
struct HEIFParts {
    private(set) var count = 0
    private let limit: Int
    private var kinds: [Int: String] = [:]
    /// The items that an item is made of, and the items that belong to it, such as its alpha.
    private var sources: [Int: [Int]] = [:]
    private var counted: [Int: Int] = [:]
    private var data: HEIFCodedData?

    private static let deepest = 8
    /// All layers are as large as the whole. Cameras write none.
    private static let layerWeight = 256

    /// - Parameter description: the body of `meta`, as a part of `file`.
    init(_ description: ByteReader, in file: [UInt8], limit: Int) {
        self.limit = limit
        guard let boxes = description.part(4).map({ Boxes($0, limit: .max) }),
            let primary = boxes.first("pitm").flatMap(HEIFProperties.itemNumber)
        else { return }
        if let items = boxes.first("iinf") { readKinds(items) }
        if let references = boxes.first("iref") { readSources(references) }
        data = HEIFCodedData(boxes, in: file)
        count = count(primary, depth: 0)
        data = nil
    }

    private mutating func readKinds(_ body: ByteReader) {
        guard let entries = body.part(body.number(0, 1) == 0 ? 6 : 8) else { return }
        for entry in Boxes(entries, limit: .max).named("infe") {
            let bytes = entry.number(0, 1) == 2 ? 2 : 4
            guard let item = entry.number(4, bytes) else { continue }
            kinds[item] = entry.name(6 + bytes)
        }
    }

    private mutating func readSources(_ body: ByteReader) {
        guard let references = body.part(4) else { return }
        let bytes = body.number(0, 1) == 0 ? 2 : 4
        for (name, box) in Boxes(references, limit: .max).all where name == "dimg" || name == "auxl" {
            guard let item = box.number(0, bytes), let count = box.number(bytes, 2) else { continue }
            for index in 0..<count {
                guard let other = box.number(bytes + 2 + bytes * index, bytes) else { break }
                if name == "dimg" { sources[item, default: []].append(other) }
                if name == "auxl" { sources[other, default: []].append(item) }
            }
        }
    }

    /// What refers to itself, and a picture with others hidden in it, is more than any limit.
    private mutating func count(_ item: Int, depth: Int) -> Int {
        if let known = counted[item] { return known }
        guard depth < Self.deepest else { return limit + 1 }
        counted[item] = limit + 1
        if data?.hasTooMuch(item, kind: kinds[item] ?? "") == true { return limit + 1 }
        var sum = 1
        let weight = kinds[item] == "iovl" ? Self.layerWeight : 1
        for source in sources[item] ?? [] where sum <= limit { sum += weight * count(source, depth: depth + 1) }
        counted[item] = sum
        return sum
    }
}
