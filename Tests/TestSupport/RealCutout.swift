import Files
public import Imaging

/// A real photo cut out by a stored matte: what a sticker's pixels are like.
public enum RealCutout: String, CaseIterable, Sendable {
    case astronaut, chelsea, coffee, rocket

    /// 320 × 320 pixels, or another square that the photo is resampled to.
    public func bitmap(side: Int = 320) throws -> Bitmap {
        let folder = FilePath(#filePath).parent.parent.appending("StickersTests/Fixtures/reference")
        let photo = try ImageSource(folder.appending("\(rawValue).input.png").readBytes()).decode()
        let matte = try ImageSource(folder.appending("\(rawValue).matte.png").readBytes()).decode()
        var cutout = photo
        for offset in stride(from: 0, to: cutout.pixels.count, by: 4) {
            cutout.pixels[offset + 3] = matte.pixels[offset]
        }
        return cutout.resized(to: PixelSize(width: side, height: side))
    }
}
