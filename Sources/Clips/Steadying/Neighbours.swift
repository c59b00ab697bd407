import Glibc
import Imaging

/// A frame, the frames around it, and the motion to each of them.
struct Neighbours: Sendable {
    /// The number of frames before and after that count.
    static let reach = 2
    /// Two frames whose likeness is less in the mean are not of one scene.
    private static let leastLikeness: Float = 0.4
    /// The scale of likeness: two frames look alike where their lightness, 0…1, differs by much less.
    private static let likeness: Float = 0.08

    /// One of the frames around.
    struct Neighbour: Sendable {
        /// The place relative to the frame: -2, -1, 1, 2.
        let distance: Int
        let look: FrameLook
        /// The motion from the frame to this one, and how much both look alike.
        let motion: MotionMap
    }

    let own: FrameLook
    let all: [Neighbour]

    /// Takes the motions that ``RefinedAlpha`` kept.
    init(_ looks: [FrameLook], _ motions: [(distance: Int, motion: MotionMap)], of place: Int) {
        own = looks[place]
        all = motions.map { Neighbour(distance: $0.distance, look: looks[place + $0.distance], motion: $0.motion) }
    }

    /// - Precondition: there is a motion between each two looks that are in reach.
    init(_ looks: [FrameLook], _ motions: [FrameMotion], of place: Int) {
        let own = looks[place]
        var all: [Neighbour] = []
        for direction in [1, -1] {
            var flow: FlowField?
            for distance in 1...Self.reach {
                let other = place + direction * distance
                guard looks.indices.contains(other) else { break }
                let step = direction > 0 ? motions[other - 1].forth : motions[other].back
                let whole = flow?.followed(by: step) ?? step
                flow = whole
                all.append(
                    Neighbour(
                        distance: direction * distance, look: looks[other],
                        motion: MotionMap(
                            whole, alike: Self.likeness(of: own.light, to: looks[other].light, along: whole))))
            }
        }
        self.own = own
        self.all = all
    }

    /// Whether the film was cut before the frame.
    var beginsScene: Bool {
        guard let before = all.first(where: { $0.distance == -1 })?.motion else { return false }
        return before.samples.reduce(0) { $0 + $1.z } < Self.leastLikeness * Float(before.samples.count)
    }

    /// How much a frame looks like another, 0…1 for each sample of the motion to it.
    static func likeness(
        of own: OpticalFlow.Pyramid, to other: OpticalFlow.Pyramid, along flow: FlowField
    ) -> Plane {
        let (light, otherLight) = (own.levels[0], other.levels[0])
        var difference = Plane(size: light.size)
        for row in 0..<light.height {
            for column in 0..<light.width {
                let index = row * light.width + column
                let (u, v) = (Float(column) + flow.x.samples[index], Float(row) + flow.y.samples[index])
                difference.samples[index] = abs(light.samples[index] - otherLight.sampled(u, v))
            }
        }
        var alike = difference.boxBlurred(radius: 1).boxBlurred(radius: 1)
        for index in alike.samples.indices {
            let share = alike.samples[index] / Self.likeness
            alike.samples[index] = expf(-share * share)
        }
        return alike
    }
}

/// The motion between a frame and the next.
struct FrameMotion: Sendable {
    /// The motion from the frame to the next.
    let forth: FlowField
    /// The motion from the next to the frame.
    let back: FlowField

    init(from first: OpticalFlow.Pyramid, to second: OpticalFlow.Pyramid) {
        forth = OpticalFlow.flow(from: first, to: second)
        back = OpticalFlow.flow(from: second, to: first)
    }
}

/// The motion of each sample of one frame to another, and how much both look alike there.
struct MotionMap: Sendable {
    let size: PixelSize
    /// x and y: the motion, in samples; z: the likeness, 0…1. Together, since they are asked for together.
    let samples: [SIMD4<Float>]

    /// - Precondition: both have one size.
    init(_ flow: FlowField, alike: Plane) {
        size = flow.size
        samples = [SIMD4<Float>](unsafeUninitializedCapacity: alike.samples.count) { samples, count in
            for index in alike.samples.indices {
                samples[index] = SIMD4(flow.x.samples[index], flow.y.samples[index], alike.samples[index], 0)
            }
            count = alike.samples.count
        }
    }
}

/// Reads a ``MotionMap`` along a row of another raster, by linear interpolation; beyond the edge, the edge's sample
/// counts.
struct MotionRow {
    private let upper: UnsafePointer<SIMD4<Float>>
    private let lower: UnsafePointer<SIMD4<Float>>
    private let share: Float
    private let last: Int

    /// - Parameters:
    ///   - samples: of a map of `size`; they outlive the row.
    ///   - v: the place from top to bottom; 0 is the middle of the first row.
    @inline(__always)
    init(_ samples: UnsafePointer<SIMD4<Float>>, size: PixelSize, at v: Float) {
        let y = min(max(v, 0), Float(size.height - 1))
        let top = min(Int(y), max(0, size.height - 2))
        share = y - Float(top)
        upper = samples + top * size.width
        lower = samples + min(top + 1, size.height - 1) * size.width
        last = size.width - 1
    }

    /// - Parameter u: the place from left to right; 0 is the middle of the first column.
    @inline(__always)
    func sampled(_ u: Float) -> SIMD4<Float> {
        let x = min(max(u, 0), Float(last))
        let left = min(Int(x), max(0, last - 1))
        let right = min(left + 1, last)
        let part = x - Float(left)
        let above = upper[left] + (upper[right] - upper[left]) * part
        let below = lower[left] + (lower[right] - lower[left]) * part
        return above + (below - above) * share
    }

    /// Interpolates all of the row at once, where many of its places are asked for.
    ///
    /// - Precondition: `line` has a sample more than the map's width. The last one is written twice, so that each has
    ///   one to its right.
    func blend(into line: UnsafeMutableBufferPointer<SIMD4<Float>>) {
        for index in 0...last { line[index] = upper[index] + (lower[index] - upper[index]) * share }
        line[last + 1] = line[last]
    }
}

/// The map between the samples of two planes over parts of a frame, such as a matte and the raster of motions: a factor
/// and an offset in each direction.
struct RasterMap {
    let scale: (x: Float, y: Float)
    let offset: (x: Float, y: Float)

    /// - Parameters:
    ///   - part: in pixels of the frame, the part that `size` samples lie over.
    ///   - target: the same of the other plane.
    init(_ part: PixelRect, _ size: PixelSize, to target: PixelRect, _ targetSize: PixelSize) {
        let toTarget = (
            x: Float(targetSize.width) / Float(target.width), y: Float(targetSize.height) / Float(target.height)
        )
        scale = (
            Float(part.width) / Float(size.width) * toTarget.x, Float(part.height) / Float(size.height) * toTarget.y
        )
        offset = (
            Float(part.x - target.x) * toTarget.x + 0.5 * scale.x - 0.5,
            Float(part.y - target.y) * toTarget.y + 0.5 * scale.y - 0.5
        )
    }

    /// Samples are counted from the middle of the first.
    @inline(__always)
    func callAsFunction(_ x: Float, _ y: Float) -> (x: Float, y: Float) { (column(x), row(y)) }

    /// - Parameter x: counted from the middle of the first sample.
    @inline(__always)
    func column(_ x: Float) -> Float { x * scale.x + offset.x }

    /// - Parameter y: counted from the middle of the first sample.
    @inline(__always)
    func row(_ y: Float) -> Float { y * scale.y + offset.y }
}
