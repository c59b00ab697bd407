import Imaging

extension PhotoSubject {
    // The format, all numbers little-endian: 8 bytes of magic, version (2 bytes), flags, looks, the confidence in
    // thousandths (2 bytes; 65535 for none; not in version 1), then as 4 bytes each the sizes of photo, region (x, y,
    // width, height), matte and overview matte; for each matte its length in bytes (4 bytes) and as much of packed
    // samples; FNV-1a over all that comes before (4 bytes).
    private static let magic = Array("PeelSubj".utf8)
    private static let version: UInt16 = 2
    private static let noConfidence = UInt16.max

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let isFixedByHand = Flags(rawValue: 1)
        /// The overview matte is the matte, and is not written again.
        static let hasOneMatte = Flags(rawValue: 2)
        static let all: Flags = [.isFixedByHand, .hasOneMatte]
    }

    /// The subject as bytes: some tens of kilobytes. The same subject gives the same bytes.
    public func serialized() -> [UInt8] {
        var flags: Flags = isFixedByHand ? .isFixedByHand : []
        if overviewMatte == matte { flags.insert(.hasOneMatte) }
        var bytes = Self.magic
        bytes.append(littleEndian: Self.version)
        bytes.append(flags.rawValue)
        bytes.append(UInt8(min(max(looks, 0), 255)))
        bytes.append(littleEndian: confidence.map { UInt16(($0 * 1000).rounded()) } ?? Self.noConfidence)
        for number in [
            photoSize.width, photoSize.height, region.x, region.y, region.width, region.height, matte.width,
            matte.height, overviewMatte.width, overviewMatte.height,
        ] {
            bytes.append(littleEndian: UInt32(number))
        }
        for matte in flags.contains(.hasOneMatte) ? [matte] : [matte, overviewMatte] {
            let packed = MattePacking.packed(matte)
            bytes.append(littleEndian: UInt32(packed.count))
            bytes += packed
        }
        bytes.append(littleEndian: Self.checksum(bytes[...]))
        return bytes
    }

    /// Reads what ``serialized()`` wrote.
    ///
    /// - Throws: ``StickerError`` with `.subjectData` when the bytes are not those of a subject, are damaged or of a
    ///   later version.
    public init(serialized bytes: [UInt8]) throws(StickerError) {
        var reader = ByteReader(bytes[...])
        guard try reader.bytes(Self.magic.count).elementsEqual(Self.magic) else {
            throw StickerError(.subjectData, "the bytes are not those of a subject")
        }
        let version = try reader.number(UInt16.self)
        guard (1...Self.version).contains(version) else {
            throw StickerError(
                .subjectData,
                "the subject has version \(version); this program reads version \(Self.version) and earlier")
        }
        guard bytes.count >= 4 else { throw Self.damaged }
        let end = bytes.count - 4
        var checksum = ByteReader(bytes[end...])
        guard try checksum.number(UInt32.self) == Self.checksum(bytes[..<end]) else { throw Self.damaged }
        let flags = Flags(rawValue: try reader.number(UInt8.self))
        guard flags.isSubset(of: .all) else { throw Self.damaged }
        let looks = Int(try reader.number(UInt8.self))
        let thousandths = version == 1 ? Self.noConfidence : try reader.number(UInt16.self)
        guard thousandths <= 1000 || thousandths == Self.noConfidence else { throw Self.damaged }
        var numbers: [Int] = []
        for _ in 0..<10 { numbers.append(Int(try reader.number(UInt32.self))) }
        // Of the photo nothing is allocated; a run may have allowed more pixels than is usual.
        let photo = try Self.size(numbers[0], numbers[1], atMost: .max)
        let region = PixelRect(x: numbers[2], y: numbers[3], width: numbers[4], height: numbers[5])
        guard !region.isEmpty, PixelRect(photo).intersection(region) == region else { throw Self.damaged }
        // A network's matte may be finer than a small photo.
        let largest = min(max(photo.area, 1 << 22), ImageLimits().pixels)
        let matteSize = try Self.size(numbers[6], numbers[7], atMost: largest)
        let overviewSize = try Self.size(numbers[8], numbers[9], atMost: largest)
        let matte = try Self.matte(matteSize, from: &reader)
        let overview: Matte
        if flags.contains(.hasOneMatte) {
            guard overviewSize == matteSize else { throw Self.damaged }
            overview = matte
        } else {
            overview = try Self.matte(overviewSize, from: &reader)
        }
        guard reader.remaining == 4 else { throw Self.damaged }
        self.init(
            matte: matte, region: region, overviewMatte: overview, photoSize: photo, looks: looks,
            isFixedByHand: flags.contains(.isFixedByHand),
            confidence: thousandths == Self.noConfidence ? nil : Double(thousandths) / 1000)
    }

    private static func matte(_ size: PixelSize, from reader: inout ByteReader) throws(StickerError) -> Matte {
        let length = Int(try reader.number(UInt32.self))
        guard let matte = MattePacking.matte(size, try reader.bytes(length)) else { throw damaged }
        return matte
    }

    private static func size(_ width: Int, _ height: Int, atMost area: Int) throws(StickerError) -> PixelSize {
        let (product, isTooLarge) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !isTooLarge, product <= area else {
            throw StickerError(
                .subjectData, "the subject says it has \(width) × \(height) samples; the limit is \(area)")
        }
        return PixelSize(width: width, height: height)
    }

    static var damaged: StickerError { StickerError(.subjectData, "the subject's bytes are damaged or cut short") }

    /// FNV-1a (Fowler, Noll and Vo; RFC 9923).
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { bytes in
            var hash: UInt32 = 0x811C_9DC5
            for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
            return hash
        }
    }
}

/// Takes numbers from bytes, and never more than there are.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var remaining: Int { rest.count }

    mutating func bytes(_ count: Int) throws(StickerError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw PhotoSubject.damaged }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _: Number.Type
    ) throws(StickerError) -> Number {
        try bytes(Number.bitWidth / 8).reversed().reduce(0) { ($0 << 8) | Number($1) }
    }
}

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
