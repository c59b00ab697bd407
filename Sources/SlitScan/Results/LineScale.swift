import Imaging
import Movies

/// Scales a line of stored pixels that are not square to its shown length, with linear interpolation.
struct LineScale {
    /// The shown length in pixels.
    let length: Int
    private let storedLength: Int

    init(_ format: VideoFormat, axis: ScanConfig.Axis) {
        storedLength = SlitGeometry(format, axis: axis).lineLength
        length = axis == .columns ? format.displaySize.height : format.displaySize.width
    }

    /// Appends a line as RGB.
    ///
    /// - Parameters:
    ///   - pixels: RGBA.
    ///   - first: the index of the line's first byte; `step`: from pixel to pixel.
    func append(_ pixels: [UInt8], first: Int, step: Int, to line: inout [UInt8]) {
        pixels.withUnsafeBufferPointer { pixels in
            guard length != storedLength else {
                for pixel in 0..<length {
                    let place = first + pixel * step
                    line.append(pixels[place])
                    line.append(pixels[place + 1])
                    line.append(pixels[place + 2])
                }
                return
            }
            for pixel in 0..<length {
                // In 1/256 of a stored pixel, centre on centre.
                let position = max(0, (2 * pixel + 1) * storedLength * 128 / length - 128)
                let near = min(position >> 8, storedLength - 1)
                let (a, b) = (first + near * step, first + min(near + 1, storedLength - 1) * step)
                let share = position & 255
                for channel in 0..<3 {
                    let sum = Int(pixels[a + channel]) * (256 - share) + Int(pixels[b + channel]) * share
                    line.append(UInt8((sum + 128) >> 8))
                }
            }
        }
    }
}
