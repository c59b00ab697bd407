extension Plane {
    /// How far an arc may deviate from its chord within a pixel of the coarse raster, in pixels of the plane.
    private static let sagitta: Float = 0.03

    /// Grows the shape by a disc, and fills bays and gaps into which a disc of radius `closing` does not fit: a
    /// morphological closing (Serra 1982) of ``dilated(radius:)``. Elsewhere the outline keeps its distance.
    ///
    /// The larger the radius, the less the outline bends from pixel to pixel: it is worked out as a distance on a
    /// coarser raster, by 2 from a radius of 17 pixels and by 4 from one of 67, which is then enlarged.
    ///
    /// - Parameters:
    ///   - radius: in pixels, at least 0.5.
    ///   - closing: in pixels, at least 0.5.
    package func dilated(radius: Float, closing: Float) -> Plane {
        let factor = Int((8 * Self.sagitta * min(radius, closing)).squareRoot())
        return dilated(radius: radius, closing: closing, by: max(1, factor))
    }

    /// Computes the outline on a coarser raster, which is faster for large radii.
    ///
    /// - Parameter factor: how many pixels each way one of the raster has on which the outline is worked out.
    func dilated(radius: Float, closing: Float, by factor: Int) -> Plane {
        let inside = Float(factor)
        // The shape needs room to grow beyond the plane, where it is empty.
        let room = Int(((radius + closing) / inside).rounded(.up)) + 2
        let around = shrunk(by: factor, room: room)
        let grown = around.dilated(radius: (radius + closing) / inside)
        var outline = grown.complement.discDistances(radius: closing / inside, exactFrom: closing / inside - 2)
        if factor == 1 {
            outline.transform { min(max($0 - closing + 0.5, 0), 1) }
            return outline.cropped(to: PixelRect(x: room, y: room, width: width, height: height))
        }
        // The signed distance from the outline in coarse pixels, as far as the cubic reaches; 0.5 is the outline.
        let depth: Float = 3
        outline.transform { min(max(($0 - closing / inside) / (2 * depth) + 0.5, 0), 1) }
        let cells = PixelSize(width: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
        var fine = outline.cropped(to: PixelRect(x: room, y: room, width: cells.width, height: cells.height))
            .resampled(to: PixelSize(width: cells.width * factor, height: cells.height * factor))
        fine.transform { min(max(($0 - 0.5) * 2 * depth * inside + 0.5, 0), 1) }
        return fine.cropped(to: bounds)
    }

    /// Returns the mean of each square of `factor` pixels, with `room` empty ones around.
    func shrunk(by factor: Int, room: Int) -> Plane {
        let cells = PixelSize(width: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
        var shrunk = Plane(size: PixelSize(width: cells.width + 2 * room, height: cells.height + 2 * room))
        let share = 1 / Float(factor * factor)
        samples.withUnsafeBufferPointer { input in
            shrunk.samples.withUnsafeMutableBufferPointer { output in
                for y in 0..<height {
                    let row = (y / factor + room) * (cells.width + 2 * room) + room
                    for cell in 0..<cells.width {
                        var sum: Float = 0
                        for x in cell * factor..<min((cell + 1) * factor, width) { sum += input[y * width + x] }
                        output[row + cell] += sum * share
                    }
                }
            }
        }
        return shrunk
    }

    private var complement: Plane {
        var complement = self
        complement.transform { 1 - $0 }
        return complement
    }

    @inline(__always)
    mutating func transform(_ body: (Float) -> Float) {
        samples.withUnsafeMutableBufferPointer { samples in
            for index in 0..<samples.count { samples[index] = body(samples[index]) }
        }
    }
}
