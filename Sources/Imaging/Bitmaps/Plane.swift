/// A channel of floating-point samples, row by row from the top left, such as an alpha matte, a guide or a weight.
public struct Plane: Equatable, Sendable {
    /// The width and height in samples.
    public let size: PixelSize
    /// `width * height` samples; no padding between rows. A matte's samples lie in 0…1.
    public var samples: [Float]

    /// The width in samples.
    @inlinable package var width: Int { size.width }
    /// The height in samples.
    @inlinable package var height: Int { size.height }
    /// The rectangle of all samples.
    package var bounds: PixelRect { PixelRect(size) }

    /// Creates a plane from its samples.
    ///
    /// - Precondition: `samples` holds one sample for each pixel.
    package init(size: PixelSize, samples: [Float]) {
        precondition(samples.count == size.area, "a plane must have one sample a pixel")
        self.size = size
        self.samples = samples
    }

    /// Creates a plane with the same value everywhere.
    package init(size: PixelSize, filledWith sample: Float = 0) {
        self.size = size
        samples = [Float](repeating: sample, count: size.area)
    }

    /// The sample at a place, (0, 0) at the top left.
    ///
    /// - Precondition: 0 ≤ x < width, 0 ≤ y < height.
    public subscript(x: Int, y: Int) -> Float {
        get { samples[y * width + x] }
        set { samples[y * width + x] = newValue }
    }

    /// Returns a copy of a part.
    ///
    /// - Precondition: `rect` lies within the plane.
    package func cropped(to rect: PixelRect) -> Plane {
        precondition(bounds.intersection(rect) == rect, "the part must lie within the plane")
        if rect == bounds { return self }
        var cropped: [Float] = []
        cropped.reserveCapacity(rect.area)
        for row in rect.y..<rect.maxY {
            cropped += samples[row * width + rect.x..<row * width + rect.maxX]
        }
        return Plane(size: rect.size, samples: cropped)
    }
}

/// The fraction of each pixel that belongs to the subject: 0 none, 1 all.
public typealias Matte = Plane
