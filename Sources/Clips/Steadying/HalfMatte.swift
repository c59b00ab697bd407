import Imaging

/// A matte of a frame that waits for its neighbours, in half of a ``Matte``'s memory. With 8 bits, some pixels would be
/// taken for sure that are not.
struct HalfMatte: Sendable {
    let size: PixelSize
    /// 0…65,535.
    private let samples: [UInt16]

    init(_ matte: Matte) {
        size = matte.size
        samples = [UInt16](unsafeUninitializedCapacity: matte.samples.count) { levels, count in
            matte.samples.withUnsafeBufferPointer { samples in
                for index in samples.indices { levels[index] = UInt16(min(max(samples[index], 0), 1) * 65_535 + 0.5) }
            }
            count = matte.samples.count
        }
    }

    /// The samples in 0…1.
    var matte: Matte {
        let floats = [Float](unsafeUninitializedCapacity: samples.count) { floats, count in
            samples.withUnsafeBufferPointer { samples in
                for index in samples.indices { floats[index] = samples[index].float * (1 / 65_535) }
            }
            count = samples.count
        }
        return Matte(size: size, samples: floats)
    }

    /// Interpolates linearly between samples, as ``Plane`` does.
    @inline(__always)
    func sampled(_ u: Float, _ v: Float) -> Float {
        samples.withUnsafeBufferPointer { Plane.sampled($0, width: size.width, height: size.height, u, v) }
            * (1 / 65_535)
    }
}
