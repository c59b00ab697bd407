package import Imaging

extension Sticker {
    /// The sticker with something behind it.
    func on(_ background: ProcessingOptions.Background, colorScheme: PhotoColorScheme) -> Sticker {
        guard let behind = background.bitmap(size: bitmap.size, colorScheme: colorScheme) else { return self }
        return Sticker(
            bitmap: bitmap.composited(over: behind), box: box, scale: scale, instance: instance, isTextCut: isTextCut,
            textPlace: textPlace)
    }
}

extension ProcessingOptions.Background {
    /// `nil` for none.
    package func bitmap(size: PixelSize, colorScheme: PhotoColorScheme) -> Bitmap? {
        switch self {
        case .transparent: nil
        case .color(let color): Bitmap(size: size, filledWith: color)
        case .picture(let picture): picture.covering(size)
        case .gradient: colorScheme.gradient.bitmap(size: size)
        }
    }
}
