import Imaging

/// A matte of a frame that waits for its neighbours, in a quarter of a ``Matte``'s memory: 255 levels, as the cut has.
struct ByteMatte: Sendable {
    let size: PixelSize
    private let samples: [UInt8]

    init(_ matte: Matte) {
        size = matte.size
        samples = [UInt8](unsafeUninitializedCapacity: matte.samples.count) { bytes, count in
            matte.samples.withUnsafeBufferPointer { samples in
                for index in samples.indices { bytes[index] = UInt8(min(max(samples[index], 0), 1) * 255 + 0.5) }
            }
            count = matte.samples.count
        }
    }

    /// The samples in 0…1.
    var matte: Matte {
        let floats = [Float](unsafeUninitializedCapacity: samples.count) { floats, count in
            samples.withUnsafeBufferPointer { samples in
                for index in samples.indices { floats[index] = Float(samples[index]) * (1 / 255) }
            }
            count = samples.count
        }
        return Matte(size: size, samples: floats)
    }

    /// Interpolates linearly between samples, as ``Plane`` does.
    @inline(__always)
    func sampled(_ u: Float, _ v: Float) -> Float {
        samples.withUnsafeBufferPointer { Plane.sampled($0, size.width, size.height, u, v) } * (1 / 255)
    }
}
