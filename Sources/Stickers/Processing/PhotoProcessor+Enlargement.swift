import Imaging

extension PhotoProcessor {
    /// Up to this side a sticker is always made: what messengers ask for. In pixels.
    package static var alwaysMadeSide: Int { 512 }

    /// How much larger than the photo a sticker is before that counts as enlarged: a tenth too few pixels is not seen.
    package static var unseenEnlargement: Double { 1.1 }

    /// Whether a sticker of these options is enlarged whatever part of the photo it shows.
    ///
    /// - Throws: ``StickerError`` with `.enlargement` where ``allowsEnlargement`` is off.
    func checkEnlargement(of photo: PixelSize) throws(StickerError) {
        guard case .longestSide(let side) = options.size else { return }
        try checkEnlargement(
            to: side, scale: Double(side) / Double(photo.longestSide),
            of: "the photo has \(photo.width) × \(photo.height) pixels")
    }

    /// - Parameter scale: pixels of the sticker for each of the photo.
    func checkEnlargement(
        to side: Int, scale: Double, of what: @autoclosure () -> String
    ) throws(StickerError) {
        guard !allowsEnlargement, side > Self.alwaysMadeSide, scale > Self.unseenEnlargement else { return }
        throw StickerError(
            .enlargement,
            "\(what()), too few for a sticker of \(side): use a smaller --size, or --enlarge to make it anyway")
    }
}
