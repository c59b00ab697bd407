import Clips
import Peel

/// How a cut frame is shown.
struct ClipLook: Sendable {
    /// Whether the matte is shown, in grey, in place of the subject.
    let writesMask: Bool

    /// - Parameters:
    ///   - ground: what stands behind the subject.
    ///   - bleeds: whether transparent pixels get colours of what is near.
    func picture(of frame: CutFrame, on ground: Bitmap?, bleeds: Bool) -> Bitmap {
        if writesMask { return frame.picture.alphaAsGrey }
        guard let ground else { return bleeds ? frame.picture.withBledColors(blockSize: 16) : frame.picture }
        return frame.picture.composited(over: ground)
    }

    /// A PNG of a frame; grey for a matte.
    func file(of frame: CutFrame, on ground: Bitmap?) throws(ImagingError) -> [UInt8] {
        guard writesMask else {
            return try ImageEncoder(.png()).encode(picture(of: frame, on: ground, bleeds: false))
        }
        let pixels = frame.picture.pixels
        let alpha = stride(from: 3, to: pixels.count, by: 4).map { Float(pixels[$0]) / 255 }
        return try ImageEncoder(.png()).encode(Matte(size: frame.picture.size, samples: alpha))
    }
}

extension Bitmap {
    /// Opaque: white where the bitmap is, black where it is not.
    fileprivate var alphaAsGrey: Bitmap {
        var grey = self
        grey.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in stride(from: 0, to: pixels.count, by: 4) {
                let alpha = pixels[index + 3]
                (pixels[index], pixels[index + 1], pixels[index + 2], pixels[index + 3]) = (alpha, alpha, alpha, 255)
            }
        }
        return grey
    }
}
