public import Imaging

/// Where a photo's subject is: what the network found in the photo, or what was made of that by hand.
///
/// All that is needed to make the photo's sticker again, in whatever style, without the network: keep it beside the
/// photo (``serialized()``) and hand both to ``PhotoProcessor/render(data:subject:colorScheme:)``.
///
/// The samples of its mattes are whole multiples of 1/65535, so that what was kept and read again is equal to what was
/// kept, and gives the same pixels.
public struct PhotoSubject: Equatable, Sendable {
    /// How much of each cell of the region is subject, 0…1. At the network's resolution: a cell need not be square.
    public internal(set) var matte: Matte
    /// The part of the photo that the matte is spread over, in pixels of the whole, upright photo.
    public internal(set) var region: PixelRect
    /// The same for the whole photo and less fine, for what concerns all of it (its colours).
    package internal(set) var overviewMatte: Matte
    /// How often the network was run: 0 for a photo that was cut out before, and has a subject by its own alpha.
    package internal(set) var looks: Int
    /// The size of the whole, upright photo.
    package let photoSize: PixelSize
    /// Whether a person has drawn what belongs to the subject. Its small parts are there on purpose then.
    package internal(set) var isFixedByHand: Bool
    /// The intersection over union that the cut can be expected to have, by the network's own answer: 0…1, in
    /// thousandths. `nil` when the subject is not the network's: it is the photo's own alpha, or was drawn by a person
    /// (`isFixedByHand`).
    public internal(set) var confidence: Double?
    /// Below this ``confidence`` a person should look at the cut: of the photos that were measured, most whose cut is
    /// bad lie below, and most that lie above are cut well (`Training/MODEL_CARD.md`).
    public static let doubtfulConfidence = 0.86

    /// - Parameters:
    ///   - matte: 0…1, spread over `region`; what is not a number counts as 0.
    ///   - region: in pixels of the photo; all of the photo if `nil`.
    ///   - overviewMatte: 0…1, spread over the whole photo; made of `matte` if `nil`.
    ///   - photoSize: the size of the whole, upright photo.
    ///   - looks: how often a network was run; see ``looks``.
    ///   - confidence: 0…1, taken to the nearest thousandth; see ``confidence``.
    /// - Precondition: the mattes have samples, the region is not empty and lies within the photo.
    package init(
        matte: Matte, region: PixelRect? = nil, overviewMatte: Matte? = nil, photoSize: PixelSize, looks: Int = 1,
        isFixedByHand: Bool = false, confidence: Double? = nil
    ) {
        let region = region ?? PixelRect(photoSize)
        precondition(!region.isEmpty && PixelRect(photoSize).intersection(region) == region, "it lies in the photo")
        precondition(matte.size.area > 0, "a matte has samples")
        self.matte = matte.quantized
        self.region = region
        self.photoSize = photoSize
        self.looks = looks
        self.isFixedByHand = isFixedByHand
        self.confidence = confidence.map(Self.inThousandths)
        if let overviewMatte {
            precondition(overviewMatte.size.area > 0, "a matte has samples")
            self.overviewMatte = overviewMatte.quantized
        } else if region == PixelRect(photoSize) {
            self.overviewMatte = self.matte
        } else {
            self.overviewMatte = matte.spread(from: region, over: photoSize, atMost: 320).quantized
        }
    }

    private static func inThousandths(_ number: Double) -> Double { (min(1, max(0, number)) * 1000).rounded() / 1000 }

    mutating func setConfidence(_ confidence: Double) { self.confidence = Self.inThousandths(confidence) }

    /// Where `part` of the matte lies in the photo.
    func photoRect(of part: PixelRect) -> PixelRect {
        let rect = part.scaled(
            x: Double(region.width) / Double(matte.width), y: Double(region.height) / Double(matte.height))
        return PixelRect(x: region.x + rect.x, y: region.y + rect.y, width: rect.width, height: rect.height)
            .intersection(region)
    }
}

extension Matte {
    /// How fine the samples of a kept matte are.
    static let levels: Float = 65535

    /// The samples as the nearest multiples of 1/65535 in 0…1. What is not a number becomes 0.
    var quantized: Matte {
        if size.area == 0 { return self }
        var quantized = self
        quantized.samples.withUnsafeMutableBufferPointer { samples in
            for index in 0..<samples.count { samples[index] = Self.value(ofCode: Self.code(of: samples[index])) }
        }
        return quantized
    }

    @inline(__always)
    static func code(of sample: Float) -> UInt16 {
        sample > 0 ? UInt16(min(sample, 1) * levels + 0.5) : 0
    }

    @inline(__always)
    static func value(ofCode code: UInt16) -> Float { Float(code) / levels }
}
