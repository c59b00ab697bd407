package import Files
public import Imaging

/// A picture that stands behind stickers. Decoded once, it serves any number of them.
public struct BackgroundPicture: Hashable, Sendable, CustomReflectable {
    /// Upright, in sRGB.
    package let bitmap: Bitmap
    /// Of the picture's file. Two pictures are the same if they come from the same bytes at the same size.
    package let fileDigest: SHA256Digest

    /// Decodes a picture. Blocks.
    ///
    /// - Parameters:
    ///   - data: the picture's file, in any format that photos may have.
    ///   - side: the longest side of the stickers that it will stand behind, in pixels. The picture is not decoded
    ///     larger
    ///     than they need it. `nil` decodes all of it.
    /// - Throws: ``StickerError`` with `.imaging`; `.imaging(.memory)` where decoding it takes more than
    ///   `ImageLimits.memory` has.
    public init(_ data: [UInt8], forStickersOf side: Int?, limits: ImageLimits = ImageLimits()) throws(StickerError) {
        fileDigest = SHA256Digest(of: data)
        bitmap = try StickerError.wrapping { () throws(ImagingError) in
            let source = try ImageSource(data, limits: limits)
            var longest = source.size.longestSide
            if let side {
                // To cover a square, the picture's short side must be as long as the square's.
                let wanted = Double(side) * Double(longest) / Double(max(1, source.size.shortestSide))
                longest = Int(min(wanted.rounded(.up), Double(longest)))
            }
            let reservation = try source.reserveBlocking(source.decodingMemory(atLeast: longest))
            defer { reservation.release() }
            return try source.decode(atLeast: longest)
        }
    }

    /// The middle of the picture, as much of it as fills `size` without being distorted (CSS's `object-fit: cover`).
    package func covering(_ size: PixelSize) -> Bitmap { bitmap.covering(size) }

    public static func == (left: Self, right: Self) -> Bool {
        left.fileDigest == right.fileDigest && left.bitmap.size == right.bitmap.size
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileDigest)
        hasher.combine(bitmap.size)
    }

    /// The file's digest stands for the pixels.
    public var customMirror: Mirror {
        Mirror(self, children: ["file": fileDigest.hex, "size": bitmap.size])
    }
}

extension Bitmap {
    /// The middle of the picture, as much of it as fills `target` without being distorted (CSS's `object-fit: cover`).
    package func covering(_ target: PixelSize) -> Bitmap {
        let scale = max(Double(target.width) / Double(width), Double(target.height) / Double(height))
        let part = PixelSize(
            width: min(width, max(1, Int((Double(target.width) / scale).rounded()))),
            height: min(height, max(1, Int((Double(target.height) / scale).rounded()))))
        let middle = PixelRect(
            x: (width - part.width) / 2, y: (height - part.height) / 2, width: part.width, height: part.height)
        return self.part(middle, of: size, resizedTo: target)
    }
}
