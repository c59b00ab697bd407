public import Imaging

/// A cut-out subject with its border, ready to be written to a file.
public struct Sticker: Equatable, Sendable {
    /// The picture. Nothing of the photo stays under fully transparent pixels.
    public let bitmap: Bitmap
    /// Where the subject stands in the photo, in pixels of the whole, upright photo.
    public let box: PixelRect
    /// How many of its pixels, in a row, stand for one of the photo's.
    package let scale: Double
    /// Which subject it is, from 1, the largest first; `nil` when all or several subjects are on this sticker.
    public let instance: Int?
    /// Whether a word of its text is cut: it is too wide at the smallest size that a text may have.
    package let isTextCut: Bool
    /// Where its words are; `nil` for none.
    package let textPlace: TextPlace?

    /// A sticker of its parts.
    package init(
        bitmap: Bitmap, box: PixelRect, scale: Double, instance: Int?, isTextCut: Bool = false,
        textPlace: TextPlace? = nil
    ) {
        self.bitmap = bitmap
        self.box = box
        self.scale = scale
        self.instance = instance
        self.isTextCut = isTextCut
        self.textPlace = textPlace
    }
}

/// What a photo became: its stickers, its colours and what they were made of. A value, free to cross isolation
/// boundaries.
public struct ProcessedPhoto: Sendable {
    /// One sticker, or one for each subject when they were asked for apart. Never empty. A subject of which refining
    /// leaves nothing has none; the others keep their numbers.
    public let stickers: [Sticker]
    /// The photo's colours.
    public let colorScheme: PhotoColorScheme
    /// The size of the whole photo, upright.
    public let photoSize: PixelSize
    /// How many separate subjects were found, at least 1.
    package let instanceCount: Int
    /// Where they are, the largest first, in pixels of the whole, upright photo: the first is that of subject 1.
    package let instanceBoxes: [PixelRect]
    /// What the stickers were made of. Kept, it makes others of them without the network:
    /// ``PhotoProcessor/render(data:subject:colorScheme:)``. `nil` only in a value made without a network.
    public let subject: PhotoSubject?
    /// How sure the network is of the subject and of its edge; see ``PhotoSubject/confidence``. Of a clip, the mean of
    /// its frames.
    public let confidence: Double?
    /// How long each step took.
    package let timings: StageTimings

    /// A result of its parts.
    ///
    /// - Parameter confidence: if there is no subject that has one.
    package init(
        stickers: [Sticker], colorScheme: PhotoColorScheme, photoSize: PixelSize, instanceCount: Int,
        instanceBoxes: [PixelRect] = [], subject: PhotoSubject? = nil, confidence: Double? = nil,
        timings: StageTimings = StageTimings()
    ) {
        precondition(!stickers.isEmpty, "a processed photo has a sticker")
        self.stickers = stickers
        self.colorScheme = colorScheme
        self.photoSize = photoSize
        self.instanceCount = instanceCount
        self.instanceBoxes = instanceBoxes
        self.subject = subject
        self.confidence = subject?.confidence ?? confidence
        self.timings = timings
    }

    /// The only sticker, or that of the largest subject.
    public var sticker: Bitmap { stickers[0].bitmap }
}
