import Imaging

/// The motion of each sample of one frame to another, in samples of the raster on which both were compared.
struct FlowField: Sendable {
    /// The motion to the right.
    var x: Plane
    /// The motion downwards.
    var y: Plane

    var size: PixelSize { x.size }

    /// Creates a field without motion.
    init(size: PixelSize) {
        x = Plane(size: size)
        y = Plane(size: size)
    }

    /// Returns the field on another raster over the same frame, with steps in its samples.
    func resampled(to target: PixelSize) -> FlowField {
        var result = FlowField(size: target)
        let (sx, sy) = (Float(size.width) / Float(target.width), Float(size.height) / Float(target.height))
        for row in 0..<target.height {
            for column in 0..<target.width {
                let (u, v) = ((Float(column) + 0.5) * sx - 0.5, (Float(row) + 0.5) * sy - 0.5)
                let index = row * target.width + column
                result.x.samples[index] = x.sampled(u, v) / sx
                result.y.samples[index] = y.sampled(u, v) / sy
            }
        }
        return result
    }

    /// Returns the motion of this field, then of `next`.
    func followed(by next: FlowField) -> FlowField {
        var result = self
        for row in 0..<size.height {
            for column in 0..<size.width {
                let index = row * size.width + column
                let (u, v) = (Float(column) + x.samples[index], Float(row) + y.samples[index])
                result.x.samples[index] += next.x.sampled(u, v)
                result.y.samples[index] += next.y.sampled(u, v)
            }
        }
        return result
    }
}

extension Plane {
    /// Interpolates linearly between samples; beyond the edge, the edge's sample counts.
    ///
    /// - Parameters:
    ///   - u: 0 is the middle of the first column.
    ///   - v: 0 is the middle of the first row.
    @inline(__always)
    func sampled(_ u: Float, _ v: Float) -> Float {
        samples.withUnsafeBufferPointer { Self.sampled($0, width: width, height: height, u, v) }
    }

    @inline(__always)
    static func sampled(
        _ samples: UnsafeBufferPointer<some FloatConvertible>, width: Int, height: Int, _ u: Float, _ v: Float
    ) -> Float {
        let x = min(max(u, 0), Float(width - 1))
        let y = min(max(v, 0), Float(height - 1))
        let left = min(Int(x), max(0, width - 2))
        let top = min(Int(y), max(0, height - 2))
        let (fx, fy) = (x - Float(left), y - Float(top))
        let right = min(left + 1, width - 1)
        let below = min(top + 1, height - 1)
        let upper = samples[top * width + left].float * (1 - fx) + samples[top * width + right].float * fx
        let lower = samples[below * width + left].float * (1 - fx) + samples[below * width + right].float * fx
        return upper * (1 - fy) + lower * fy
    }
}

/// A sample that stands for a number.
protocol FloatConvertible {
    var float: Float { get }
}

extension Float: FloatConvertible {
    var float: Float { self }
}

extension UInt16: FloatConvertible {
    var float: Float { Float(self) }
}
