/// How a person has cropped, moved, turned and scaled one photo's sticker.
///
/// The crop is of the photo: the sticker is made as if the photo ended there, and so shows the same of its subject in
/// every size and style. What is left is laid out as any sticker, and then moved, turned and scaled on a square canvas.
package struct StickerArrangement: Hashable, Sendable {
    /// The part of the photo that the sticker is made of. All are parts of the photo's width or height, 0…1.
    package struct Crop: Hashable, Sendable {
        /// The left edge.
        package let x: Double
        /// The upper edge.
        package let y: Double
        /// From the left edge to the right one, at least ``StickerArrangement/leastCrop``.
        package let width: Double
        /// From the upper edge to the lower one, at least ``StickerArrangement/leastCrop``.
        package let height: Double

        /// - Throws: ``StickerError`` with `.arrangement` for a part that is not inside the photo, or too thin.
        package init(x: Double, y: Double, width: Double, height: Double) throws(StickerError) {
            // Sums of decimal fractions are a little off.
            let end = 1 + 1e-9
            guard x >= 0, y >= 0, x + width <= end, y + height <= end, width >= StickerArrangement.leastCrop,
                height >= StickerArrangement.leastCrop
            else {
                throw StickerError(
                    .arrangement,
                    "crop is \(width) × \(height) at \(x), \(y); it must lie within 0 to 1, and be "
                        + "\(StickerArrangement.leastCrop) wide and high or more")
            }
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// How far the sticker is moved to the right, as a part of the canvas, -1…1.
    package let x: Double
    /// How far it is moved down, as a part of the canvas, -1…1.
    package let y: Double
    /// How far it is turned clockwise around its middle, in degrees, -180…180.
    package let turn: Double
    /// How much larger it is made, around its middle, 0.25…4. Border and shadow keep their width.
    package let scale: Double
    /// `nil` for the whole photo.
    package let crop: Crop?
    /// Whether left and right of the subject are exchanged. Words stay as they are read.
    package let isMirrored: Bool

    /// The values that ``x`` and ``y`` may have.
    package static let offsets = -1.0...1.0
    /// The values that ``turn`` may have.
    package static let turns = -180.0...180.0
    /// The values that ``scale`` may have.
    package static let scales = 0.25...4.0
    /// The least width and height of a crop, as parts of the photo's.
    package static let leastCrop = 0.01

    /// Leaves the sticker as it is.
    package static let identity = StickerArrangement()

    private init() {
        (x, y, turn, scale, crop, isMirrored) = (0, 0, 0, 1, nil, false)
    }

    /// - Throws: ``StickerError`` with `.arrangement` for a value that is out of its range.
    package init(
        x: Double = 0, y: Double = 0, turn: Double = 0, scale: Double = 1, crop: Crop? = nil, isMirrored: Bool = false
    ) throws(StickerError) {
        for (name, value, range) in [
            ("x", x, Self.offsets), ("y", y, Self.offsets), ("turn", turn, Self.turns), ("scale", scale, Self.scales),
        ] where !range.contains(value) {
            throw StickerError(
                .arrangement, "\(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound)")
        }
        (self.x, self.y, self.turn, self.scale) = (x, y, turn, scale)
        let isWhole = crop.map { $0.x == 0 && $0.y == 0 && $0.width >= 1 && $0.height >= 1 } ?? true
        self.crop = isWhole ? nil : crop
        self.isMirrored = isMirrored
    }

    /// Whether it leaves the sticker as it is.
    package var isIdentity: Bool { !isPlaced && crop == nil && !isMirrored }

    /// Whether the sticker is moved, turned or scaled, and so has a square canvas on which its place means something.
    package var isPlaced: Bool { x != 0 || y != 0 || turn != 0 || scale != 1 }

    /// The same, mirrored or not.
    package func mirrored(_ isMirrored: Bool) -> StickerArrangement {
        let other = try? StickerArrangement(x: x, y: y, turn: turn, scale: scale, crop: crop, isMirrored: isMirrored)
        return other ?? self
    }

    /// The crop alone, and whether it is mirrored.
    package var croppedOnly: StickerArrangement {
        guard isPlaced else { return self }
        return (try? StickerArrangement(crop: crop, isMirrored: isMirrored)) ?? .identity
    }
}

// MARK: As JSON

extension StickerArrangement: Codable {
    private enum CodingKeys: String, CodingKey {
        case x, y, turn, scale, crop
        case isMirrored = "mirrored"
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(x, forKey: .x)
        try values.encode(y, forKey: .y)
        try values.encode(turn, forKey: .turn)
        try values.encode(scale, forKey: .scale)
        try values.encodeIfPresent(crop, forKey: .crop)
        // What was kept before there were mirrored ones stays as it is.
        if isMirrored { try values.encode(true, forKey: .isMirrored) }
    }

    /// What is missing is as in ``identity``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the rule that a value breaks.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let x = try values.decodeIfPresent(Double.self, forKey: .x) ?? 0
        let y = try values.decodeIfPresent(Double.self, forKey: .y) ?? 0
        let turn = try values.decodeIfPresent(Double.self, forKey: .turn) ?? 0
        let scale = try values.decodeIfPresent(Double.self, forKey: .scale) ?? 1
        let crop = try values.decodeIfPresent(Crop.self, forKey: .crop)
        let isMirrored = try values.decodeIfPresent(Bool.self, forKey: .isMirrored) ?? false
        self = try decoder.holding { () throws(StickerError) in
            try StickerArrangement(x: x, y: y, turn: turn, scale: scale, crop: crop, isMirrored: isMirrored)
        }
    }
}

extension StickerArrangement.Crop: Codable {
    private enum CodingKeys: String, CodingKey {
        case x, y, width, height
    }

    /// - Throws: `DecodingError`; `.dataCorrupted` with the rule that a value breaks.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let x = try values.decode(Double.self, forKey: .x)
        let y = try values.decode(Double.self, forKey: .y)
        let width = try values.decode(Double.self, forKey: .width)
        let height = try values.decode(Double.self, forKey: .height)
        self = try decoder.holding { () throws(StickerError) in
            try StickerArrangement.Crop(x: x, y: y, width: width, height: height)
        }
    }
}

extension Decoder {
    /// A value that has rules of its own; one that it breaks is a `DecodingError` that names it.
    fileprivate func holding<Value>(_ make: () throws(StickerError) -> Value) throws -> Value {
        do throws(StickerError) {
            return try make()
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}
