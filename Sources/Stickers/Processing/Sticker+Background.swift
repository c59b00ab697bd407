import Imaging

extension Sticker {
    /// The sticker with something behind it.
    func on(_ background: ProcessingOptions.Background, colorScheme: PhotoColorScheme) -> Sticker {
        let behind: Bitmap
        switch background {
        case .transparent: return self
        case .color(let color): behind = Bitmap(size: bitmap.size, filledWith: color)
        case .picture(let picture): behind = picture.covering(bitmap.size)
        case .gradient: behind = colorScheme.gradient.bitmap(size: bitmap.size)
        }
        return Sticker(
            bitmap: bitmap.composited(over: behind), box: box, scale: scale, instance: instance, isTextCut: isTextCut,
            textPlace: textPlace)
    }
}
