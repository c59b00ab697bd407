import Glibc
import Imaging

/// Turns pixels into the numbers that a network was trained on.
enum NetworkInput {
    /// Writes channel by channel, row by row.
    ///
    /// - Precondition: `samples` holds three numbers a pixel.
    static func write(
        _ bitmap: Bitmap, _ normalisation: SubjectModel.Family.Normalisation,
        to samples: UnsafeMutableBufferPointer<Float>
    ) {
        let count = bitmap.size.area
        precondition(samples.count == 3 * count, "the network takes three numbers a pixel")
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            let brightest = normalisation.dividesByBrightest ? max(1, Self.brightest(pixels)) : 255
            for channel in 0..<3 {
                let scale = 1 / (Float(brightest) * normalisation.deviation[channel])
                let offset = -normalisation.mean[channel] / normalisation.deviation[channel]
                let plane = UnsafeMutableBufferPointer(rebasing: samples[channel * count..<(channel + 1) * count])
                for index in 0..<count {
                    let alpha = Float(pixels[4 * index + 3])
                    let sample = Float(pixels[4 * index + channel])
                    let shown = alpha == 255 ? sample : (sample * alpha + 128 * (255 - alpha)) / 255
                    plane[index] = shown * scale + offset
                }
            }
        }
    }

    private static func brightest(_ pixels: UnsafeBufferPointer<UInt8>) -> UInt8 {
        var brightest: UInt8 = 0
        for index in stride(from: 0, to: pixels.count, by: 4) {
            brightest = max(brightest, pixels[index], max(pixels[index + 1], pixels[index + 2]))
        }
        return brightest
    }
}

/// Turns a network's numbers into a matte.
enum NetworkOutput {
    /// - Parameters:
    ///   - dimensions: the last two are height and width; what stands before them is 1.
    ///   - samples: in 0…1, or logits (then they leave that range, and the sigmoid brings them back).
    static func matte(
        _ dimensions: [Int], _ samples: UnsafeBufferPointer<Float>, family: SubjectModel.Family
    ) throws(OpenVINOFailure) -> Matte {
        guard dimensions.count >= 2, dimensions.dropLast(2).allSatisfy({ $0 == 1 }),
            let height = dimensions.dropLast().last, let width = dimensions.last, width > 0, height > 0
        else { throw OpenVINOFailure(reason: "its output is not one matte (1 × 1 × height × width) but \(dimensions)") }
        var lowest = Float.infinity
        var highest = -Float.infinity
        for sample in samples {
            guard sample.isFinite else { throw OpenVINOFailure(reason: "its output is not a number") }
            lowest = min(lowest, sample)
            highest = max(highest, sample)
        }
        let size = PixelSize(width: width, height: height)
        if lowest < -0.01 || highest > 1.01 {
            return Matte(size: size, samples: samples.map(sigmoid))
        }
        // Where there is no subject, stretching would show noise.
        let stretches = family.stretchesAnswer && highest > 0.5 && highest > lowest
        let low = stretches ? lowest : 0
        let scale = stretches ? 1 / (highest - lowest) : 1
        return Matte(size: size, samples: samples.map { min(1, max(0, ($0 - low) * scale)) })
    }

    private static func sigmoid(_ logit: Float) -> Float {
        1 / (1 + exp(-logit))
    }
}
