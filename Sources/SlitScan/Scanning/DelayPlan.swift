import Imaging
import Movies

/// How late each sample of each plane is, made once for a format and its settings.
///
/// A chroma sample goes with the pixel at the top left of those that share it.
struct DelayPlan {
    /// Neighbours in a row that come from the same frame, or from the same two.
    struct Run {
        var start: Int32
        var count: Int32
        /// In frames.
        var delay: Int32
        /// How much of the frame one later is mixed in, in 1/256. Negative when each sample has a fraction of its own.
        var fraction: Int32
    }

    struct Plane {
        var runs: [Run] = []
        /// Where the runs of a row begin: one entry more than there are rows, or two when all rows are alike.
        var rowStarts: [Int] = [0]
        /// How much of the frame one later than the run's is mixed in, in 1/256, for each sample of a run whose
        /// ``Run/fraction`` is negative: of one row when all rows are alike, or of all rows.
        var fractions: [UInt8] = []

        /// Whether all rows are alike.
        var isUniform: Bool { rowStarts.count == 2 }

        func runs(ofRow row: Int) -> Range<Int> {
            isUniform ? 0..<rowStarts[1] : rowStarts[row]..<rowStarts[row + 1]
        }
    }

    let planes: [Plane]
    /// The frames that the history must hold.
    let depth: Int

    /// - Parameter depth: frames that the picture reaches back, at least 1.
    init(_ config: ScanConfig, _ geometry: SlitGeometry, _ format: VideoFormat, depth: Int) {
        self.depth = depth
        planes = (0..<format.planeCount).map { index in
            let size = format.planeSize(index)
            let columns = index == 0 ? 1 : format.chroma.horizontal
            let rows = index == 0 ? 1 : format.chroma.vertical
            if config.mode == .map {
                let delays = MapDelays(config, format, depth: depth)
                return Self.mapped(size, isBlended: config.isBlended) { x, y in delays.delay(x * columns, y * rows) }
            }
            let delays = LineDelays(config, geometry, depth: depth)
            let step = geometry.isStoredColumns ? columns : rows
            return Self.lines(size, delays, step: step, isColumns: geometry.isStoredColumns)
        }
    }

    private static func lines(_ size: PixelSize, _ delays: LineDelays, step: Int, isColumns: Bool) -> Plane {
        var plane = Plane()
        guard isColumns else {
            for y in 0..<size.height {
                let (delay, fraction) = split(delays.delay(ofStored: y * step), isBlended: delays.isBlended)
                plane.runs.append(Run(start: 0, count: Int32(size.width), delay: delay, fraction: fraction))
                plane.rowStarts.append(plane.runs.count)
            }
            return plane
        }
        return mapped(PixelSize(width: size.width, height: 1), isBlended: delays.isBlended) { x, _ in
            delays.delay(ofStored: x * step)
        }
    }

    private static func mapped(_ size: PixelSize, isBlended: Bool, _ delayAt: (Int, Int) -> Int) -> Plane {
        var plane = Plane()
        if isBlended { plane.fractions.reserveCapacity(size.area) }
        for y in 0..<size.height {
            let rowStart = plane.runs.count
            for x in 0..<size.width {
                let (delay, fraction) = split(delayAt(x, y), isBlended: isBlended)
                if isBlended { plane.fractions.append(UInt8(fraction)) }
                if plane.runs.count == rowStart || plane.runs[plane.runs.count - 1].delay != delay {
                    plane.runs.append(Run(start: Int32(x), count: 0, delay: delay, fraction: 0))
                }
                plane.runs[plane.runs.count - 1].count += 1
                // Where nothing is mixed, the other frame is not read: waiting for memory is all that this costs.
                if fraction != 0 { plane.runs[plane.runs.count - 1].fraction = -1 }
            }
            plane.rowStarts.append(plane.runs.count)
        }
        return plane
    }

    /// - Parameter delay: in 1/256 of a frame.
    private static func split(_ delay: Int, isBlended: Bool) -> (delay: Int32, fraction: Int32) {
        isBlended ? (Int32(delay >> 8), Int32(delay & 255)) : (Int32((delay + 128) >> 8), 0)
    }
}

/// The delays of `delay`, in 1/256 of a frame: slice k of n is `k * (depth - 1) / (n - 1)` frames late.
private struct LineDelays {
    let isBlended: Bool
    private let geometry: SlitGeometry
    private let width: Int
    private let isBackward: Bool
    private let depth: Int
    private let sliceCount: Int

    init(_ config: ScanConfig, _ geometry: SlitGeometry, depth: Int) {
        self.geometry = geometry
        self.depth = depth
        isBlended = config.isBlended
        isBackward = config.direction == .backward
        width = config.width
        sliceCount = geometry.sliceCount(width: config.width)
    }

    func delay(ofStored line: Int) -> Int {
        guard sliceCount > 1 else { return 0 }
        let slice = geometry.stored(line) / width
        let late = isBackward ? sliceCount - 1 - slice : slice
        return (late * (depth - 1) * 256 + (sliceCount - 1) / 2) / (sliceCount - 1)
    }
}

/// The delays of `map`, in 1/256 of a frame: a sample of grey g is `(255 - g) * (depth - 1) / 255` frames late.
private struct MapDelays {
    private let config: ScanConfig
    private let stored: PixelSize
    private let upright: PixelSize
    private let columns: SlitGeometry
    private let rows: SlitGeometry
    private let depth: Int

    init(_ config: ScanConfig, _ format: VideoFormat, depth: Int) {
        self.config = config
        self.depth = depth
        stored = format.size
        upright = format.orientation.uprightSize(ofStored: format.size)
        columns = SlitGeometry(format, axis: .columns)
        rows = SlitGeometry(format, axis: .rows)
    }

    func delay(_ x: Int, _ y: Int) -> Int {
        let uprightX = columns.stored(columns.isStoredColumns ? x : y)
        let uprightY = rows.stored(rows.isStoredColumns ? x : y)
        let grey = grey(uprightX, uprightY)
        let late = config.direction == .backward ? grey : 255 - grey
        return (late * (depth - 1) * 256 + 127) / 255
    }

    /// With the axis `rows` the map lies on its side: its columns are the frame's rows.
    private func grey(_ x: Int, _ y: Int) -> Int {
        let turned = config.axis == .rows
        let (x, y) = turned ? (y, x) : (x, y)
        let size = turned ? (upright.height, upright.width) : (upright.width, upright.height)
        switch config.map {
        case .rings: return Self.rings(x, y, of: size)
        case .picture(let picture): return picture.sample(x: x, y: y, of: size)
        }
    }

    /// 255 in the middle, 0 at the corners, linear in the distance.
    private static func rings(_ x: Int, _ y: Int, of size: (width: Int, height: Int)) -> Int {
        let (dx, dy) = (Double(2 * x + 1 - size.width), Double(2 * y + 1 - size.height))
        let (w, h) = (Double(max(1, size.width - 1)), Double(max(1, size.height - 1)))
        let distance = ((dx * dx + dy * dy) / (w * w + h * h)).squareRoot()
        return 255 - Int((255 * min(1, distance)).rounded())
    }
}
