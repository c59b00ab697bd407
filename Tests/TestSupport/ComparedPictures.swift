public import Imaging

extension Bitmap {
    /// The bitmap with all that cannot be seen set to zeros.
    public var clearedWhereUnseen: Bitmap {
        var cleared = self
        for index in stride(from: 0, to: pixels.count, by: 4) where pixels[index + 3] == 0 {
            for channel in 0..<3 { cleared.pixels[index + channel] = 0 }
        }
        return cleared
    }
}

extension Plane {
    /// Intersection over union at one half.
    public func overlap(with other: Plane) -> Double {
        var (both, either) = (0, 0)
        for (a, b) in zip(samples, other.samples) {
            both += a > 0.5 && b > 0.5 ? 1 : 0
            either += a > 0.5 || b > 0.5 ? 1 : 0
        }
        return either == 0 ? 1 : Double(both) / Double(either)
    }
}
