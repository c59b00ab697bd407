import Imaging
import Movies

/// The delay of each sample of each plane, computed once for a format and its settings.
///
/// A chroma sample goes with the pixel at the top left of those that share it.
struct DelayPlan {
    /// The delays of the samples in the tiles of a ``TiledPlane``.
    struct Plane {
        /// The index of each tile's first delay, with one entry more than there are tiles.
        var delayStarts: [Int] = [0]
        /// The delays of each tile in frames, in rising order.
        var delays: [Int32] = []
        /// For each sample of each tile, the index of its delay among the tile's.
        var steps: [UInt8] = []
        /// For each sample of each tile, the share of the tile's next delay, one frame later, in 1/256. Empty without
        /// mixing.
        var shares: [UInt8] = []
        /// Which tiles stand for others.
        var sharing = Sharing.none

        enum Sharing {
            case none
            /// All rows of tiles are alike; only the first is stored.
            case rows
            /// All columns of tiles are alike; only the first is stored.
            case columns
        }

        func tile(row: Int, column: Int, columns: Int) -> Int {
            switch sharing {
            case .none: row * columns + column
            case .rows: column
            case .columns: row
            }
        }
    }

    let planes: [Plane]
    /// The frames that the history must hold.
    let depth: Int

    /// Computes the delay of each sample.
    ///
    /// - Parameter depth: frames that the picture reaches back, at least 1.
    init(_ config: ScanConfig, _ geometry: SlitGeometry, _ format: VideoFormat, depth: Int) {
        self.depth = depth
        planes = (0..<format.planeCount).map { index in
            let size = format.planeSize(index)
            let columns = index == 0 ? 1 : format.chroma.horizontal
            let rows = index == 0 ? 1 : format.chroma.vertical
            if config.mode == .map {
                let delays = MapDelays(config, format, depth: depth)
                return Plane(size, isBlended: config.isBlended) { x, y in delays.delay(x * columns, y * rows) }
            }
            let delays = LineDelays(config, geometry, depth: depth)
            guard geometry.isStoredColumns else {
                let column = PixelSize(width: min(size.width, TiledPlane.side), height: size.height)
                var plane = Plane(column, isBlended: config.isBlended) { _, y in delays.delay(ofStored: y * rows) }
                plane.sharing = .columns
                return plane
            }
            let row = PixelSize(width: size.width, height: min(size.height, TiledPlane.side))
            var plane = Plane(row, isBlended: config.isBlended) { x, _ in delays.delay(ofStored: x * columns) }
            plane.sharing = .rows
            return plane
        }
    }
}

extension DelayPlan.Plane {
    /// Computes a plane's delays.
    ///
    /// - Parameter delayAt: in 1/256 of a frame.
    fileprivate init(_ size: PixelSize, isBlended: Bool, _ delayAt: (_ x: Int, _ y: Int) -> Int) {
        let tiles = TiledPlane(offset: 0, width: size.width, height: size.height)
        steps.reserveCapacity(tiles.tileColumns * tiles.tileRows * TiledPlane.area)
        if isBlended { shares.reserveCapacity(steps.capacity) }
        var ages: [(delay: Int32, share: UInt8)] = []
        for row in 0..<tiles.tileRows {
            for column in 0..<tiles.tileColumns {
                ages.removeAll(keepingCapacity: true)
                for index in 0..<TiledPlane.area {
                    // Samples beyond the plane have the delays of its last row and column.
                    let x = min(column * TiledPlane.side + index % TiledPlane.side, size.width - 1)
                    let y = min(row * TiledPlane.side + index / TiledPlane.side, size.height - 1)
                    let delay = delayAt(x, y)
                    ages.append(
                        isBlended ? (Int32(delay >> 8), UInt8(delay & 255)) : (Int32((delay + 128) >> 8), 0))
                }
                append(ages, isBlended: isBlended)
            }
        }
    }

    private mutating func append(_ ages: [(delay: Int32, share: UInt8)], isBlended: Bool) {
        let start = delays.count
        for age in ages {
            insert(age.delay, after: start)
            // Without mixing, the other frame is not read, since waiting for memory is the only cost.
            if age.share > 0 { insert(age.delay + 1, after: start) }
        }
        delayStarts.append(delays.count)
        for age in ages {
            var index = start
            while delays[index] < age.delay { index += 1 }
            steps.append(UInt8(index - start))
            if isBlended { shares.append(age.share) }
        }
    }

    /// Inserts a delay into the few delays of the last tile, in rising order, each once.
    private mutating func insert(_ delay: Int32, after start: Int) {
        var index = start
        while index < delays.count, delays[index] < delay { index += 1 }
        if index == delays.count || delays[index] != delay { delays.insert(delay, at: index) }
    }
}

/// The delays of `delay`, in 1/256 of a frame: slice k of n is `k * (depth - 1) / (n - 1)` frames late.
private struct LineDelays {
    private let geometry: SlitGeometry
    private let width: Int
    private let isBackward: Bool
    private let depth: Int
    private let sliceCount: Int

    init(_ config: ScanConfig, _ geometry: SlitGeometry, depth: Int) {
        self.geometry = geometry
        self.depth = depth
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

    /// Returns the grey of a place. With the axis `rows` the map lies on its side: its columns are the frame's rows.
    private func grey(_ x: Int, _ y: Int) -> Int {
        let turned = config.axis == .rows
        let (x, y) = turned ? (y, x) : (x, y)
        let size = turned ? (upright.height, upright.width) : (upright.width, upright.height)
        switch config.map {
        case .rings: return Self.rings(x, y, of: size)
        case .picture(let picture): return picture.sample(x: x, y: y, of: size)
        }
    }

    /// Returns 255 in the middle and 0 at the corners, linear in the distance.
    private static func rings(_ x: Int, _ y: Int, of size: (width: Int, height: Int)) -> Int {
        let (dx, dy) = (Double(2 * x + 1 - size.width), Double(2 * y + 1 - size.height))
        let (w, h) = (Double(max(1, size.width - 1)), Double(max(1, size.height - 1)))
        let distance = ((dx * dx + dy * dy) / (w * w + h * h)).squareRoot()
        return 255 - Int((255 * min(1, distance)).rounded())
    }
}
