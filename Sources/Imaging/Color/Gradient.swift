/// An opaque linear gradient from the top left to the bottom right corner.
///
/// Colours between two stops lie on the straight line between them in `Oklab`: lightness changes evenly, and there is
/// neither the grey of complementary colours mixed as sRGB codes nor the bright band of mixed light. It is CSS's
/// `linear-gradient(to bottom right in oklab, …)`.
public struct Gradient: Hashable, Sendable {
    /// A colour and its position on the gradient.
    public struct Stop: Hashable, Sendable {
        /// The colour, whose alpha is ignored.
        public let color: SRGBColor
        /// The position, 0 (top left) … 1 (bottom right).
        public let position: Double

        /// Creates a colour at a position from 0 to 1.
        package init(color: SRGBColor, position: Double) {
            self.color = color
            self.position = position
        }
    }

    /// The stops, at least one, with positions in 0…1 that never fall. Before the first and after the last, the colour
    /// is constant.
    public let stops: [Stop]

    /// Creates a gradient from its stops.
    ///
    /// - Precondition: there is a stop, and positions are in 0…1 and never fall.
    package init(stops: [Stop]) {
        precondition(!stops.isEmpty, "a gradient must have a stop")
        precondition(
            zip([0] + stops.map(\.position), stops.map(\.position) + [1]).allSatisfy { $0 <= $1 },
            "the stops of a gradient must be in order within 0…1")
        self.stops = stops
    }

    /// Creates a gradient with colours at equal distances. One colour alone fills everything.
    ///
    /// - Precondition: there is a colour.
    public init(_ colors: [SRGBColor]) {
        let last = Double(max(1, colors.count - 1))
        self.init(stops: colors.enumerated().map { Stop(color: $1, position: Double($0) / last) })
    }

    /// All colours that a bitmap or ``color(at:)`` can show, at equal distances from position 0 to 1.
    ///
    /// So many that neighbours differ by at most four of 255 in a channel between any four colours.
    package var ramp: [SRGBColor] {
        let colors = stops.map { Oklab($0.color) }
        var next = 0
        return (0...Self.steps).map { step in
            let position = Double(step) / Double(Self.steps)
            while next < stops.count, stops[next].position <= position { next += 1 }
            guard next > 0 else { return colors[0].srgb }
            guard next < stops.count else { return colors[next - 1].srgb }
            let (from, to) = (stops[next - 1].position, stops[next].position)
            return colors[next - 1].mixed(with: colors[next], Float((position - from) / (to - from))).srgb
        }
    }

    private static let steps = 2048

    /// Returns the colour at `position`, 0 (top left) … 1 (bottom right); one of ``ramp``.
    package func color(at position: Double) -> SRGBColor {
        ramp[Int((max(0, min(position, 1)) * Double(Self.steps)).rounded())]
    }

    /// Draws the gradient. The position of a pixel is the mean of its horizontal and vertical position.
    public func bitmap(size: PixelSize) -> Bitmap {
        // As in `Bitmap`, nothing is written to the empty array that threads share.
        guard size.area > 0 else { return Bitmap(size: size) }
        let ramp = ramp.map { color in
            UInt32(littleEndian: UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xff00_0000)
        }
        let steps = Float(Self.steps)
        let columns = (0..<size.width).map { (Float($0) + 0.5) / Float(size.width) / 2 * steps + 0.5 }
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { pixels, count in
            pixels.withMemoryRebound(to: UInt32.self) { pixels in
                ramp.withUnsafeBufferPointer { ramp in
                    columns.withUnsafeBufferPointer { columns in
                        for y in 0..<size.height {
                            let down = (Float(y) + 0.5) / Float(size.height) / 2 * steps
                            let row = y * size.width
                            for x in columns.indices { pixels[row + x] = ramp[Int(columns[x] + down)] }
                        }
                    }
                }
            }
            count = 4 * size.area
        }
        return Bitmap(size: size, pixels: pixels)
    }
}
