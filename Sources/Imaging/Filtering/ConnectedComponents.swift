/// The connected parts of a plane. Neighbours in all eight directions are connected.
package struct ConnectedComponents: Sendable {
    /// A part whose pixels touch.
    package struct Component: Hashable, Sendable {
        /// The number of pixels.
        package let area: Int
        /// The smallest rectangle that contains it.
        package let box: PixelRect
    }

    /// The size of the plane that was searched.
    package let size: PixelSize
    /// The number of each pixel's part in ``components``, from 1; 0 for pixels outside every part.
    package let labels: [Int32]
    /// The parts, in the order of their first pixels, row by row from the top left.
    package let components: [Component]

    /// Finds the parts where the plane's samples are above `threshold`.
    package init(of plane: Plane, above threshold: Float) {
        self = plane.samples.withUnsafeBufferPointer { samples in
            ConnectedComponents(size: plane.size) { samples[$0] > threshold }
        }
    }

    /// Finds the parts where `isInside` returns `true` for an index into the raster.
    ///
    /// Row by row, runs of pixels that touch a run of the row above get its label; labels that meet are joined in a
    /// forest (He, Chao and Suzuki, "A run-based two-scan labeling algorithm", 2008).
    package init(size: PixelSize, where isInside: (Int) -> Bool) {
        var runs = Runs()
        for y in 0..<size.height {
            runs.beginRow()
            let row = y * size.width
            var x = 0
            while x < size.width {
                guard isInside(row + x) else {
                    x += 1
                    continue
                }
                let start = x
                repeat { x += 1 } while x < size.width && isInside(row + x)
                runs.append(start..<x, row: y)
            }
        }
        self.init(size: size, runs: runs)
    }

    private init(size: PixelSize, runs: consuming Runs) {
        var numbers = [Int32](repeating: 0, count: runs.parents.count)
        var parts: [(area: Int, left: Int, top: Int, right: Int, bottom: Int)] = []
        var labels = [Int32](repeating: 0, count: size.area)
        labels.withUnsafeMutableBufferPointer { labels in
            for run in runs.all {
                let root = Int(runs.root(of: run.label))
                if numbers[root] == 0 {
                    parts.append((0, Int(run.start), Int(run.row), Int(run.end), Int(run.row)))
                    numbers[root] = Int32(parts.count)
                }
                let part = Int(numbers[root]) - 1
                parts[part].area += Int(run.end - run.start)
                parts[part].left = min(parts[part].left, Int(run.start))
                parts[part].right = max(parts[part].right, Int(run.end))
                parts[part].bottom = Int(run.row)
                let first = Int(run.row) * size.width
                labels[first + Int(run.start)..<first + Int(run.end)].update(repeating: numbers[root])
            }
        }
        self.size = size
        self.labels = labels
        components = parts.map { part in
            Component(
                area: part.area,
                box: PixelRect(
                    x: part.left, y: part.top, width: part.right - part.left, height: part.bottom - part.top + 1))
        }
    }
}

/// The runs of pixels that are inside, row by row, and the forest of their labels.
struct Runs {
    struct Run {
        let start: Int32
        let end: Int32
        let row: Int32
        let label: Int32
    }

    private(set) var all: [Run] = []
    private(set) var parents: [Int32] = []
    /// The runs of the row above that can still touch another one.
    private var above = 0..<0
    private var rowStart = 0

    init() {}

    mutating func beginRow() {
        above = rowStart..<all.count
        rowStart = all.count
    }

    mutating func append(_ columns: Range<Int>, row: Int) {
        let start = Int32(columns.lowerBound)
        let end = Int32(columns.upperBound)
        while let first = above.first, all[first].end < start { above = first + 1..<above.upperBound }
        var label: Int32?
        for index in above {
            guard all[index].start <= end else { break }
            label = label.map { join($0, all[index].label) } ?? root(of: all[index].label)
        }
        if label == nil { parents.append(Int32(parents.count)) }
        all.append(Run(start: start, end: end, row: Int32(row), label: label ?? Int32(parents.count - 1)))
    }

    mutating func root(of label: Int32) -> Int32 {
        var label = label
        while parents[Int(label)] != label {
            parents[Int(label)] = parents[Int(parents[Int(label)])]
            label = parents[Int(label)]
        }
        return label
    }

    private mutating func join(_ first: Int32, _ second: Int32) -> Int32 {
        let firstRoot = root(of: first)
        let secondRoot = root(of: second)
        let root = min(firstRoot, secondRoot)
        parents[Int(max(firstRoot, secondRoot))] = root
        return root
    }
}
