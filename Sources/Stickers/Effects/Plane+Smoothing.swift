package import Imaging

extension Plane {
    /// The alpha of a bitmap, 0…1.
    package init(alphaOf bitmap: Bitmap) {
        self.init(
            size: bitmap.size,
            samples: [Float](unsafeUninitializedCapacity: bitmap.size.area) { output, count in
                bitmap.pixels.withUnsafeBufferPointer { pixels in
                    for index in 0..<bitmap.size.area { output[index] = Float(pixels[4 * index + 3]) * (1 / 255) }
                }
                count = bitmap.size.area
            })
    }

    /// Nearly a Gaussian: a box three times, whose deviation is the square root of `radius * (radius + 1)`.
    func smoothed(radius: Int) -> Plane {
        boxBlurred(radius: radius).boxBlurred(radius: radius).boxBlurred(radius: radius)
    }

    /// Each sample by the one in its place.
    func times(_ other: Plane) -> Plane {
        combined(with: other) { $0 * $1 }
    }

    /// Each sample through the one in its place, of which less than a thousandth counts as a thousandth.
    func over(_ other: Plane) -> Plane {
        combined(with: other) { $0 / max($1, 0.001) }
    }

    /// - Precondition: the planes have one size.
    @inline(__always)
    func combined(with other: Plane, _ combine: (Float, Float) -> Float) -> Plane {
        precondition(size == other.size, "planes of one size are combined")
        return Plane(
            size: size,
            samples: [Float](unsafeUninitializedCapacity: size.area) { output, count in
                samples.withUnsafeBufferPointer { first in
                    other.samples.withUnsafeBufferPointer { second in
                        for index in 0..<first.count { output[index] = combine(first[index], second[index]) }
                    }
                }
                count = size.area
            })
    }
}
