import Imaging

/// A picture's pixels in connected groups of like colour that keep to its edges.
///
/// SNIC: Achanta & Süsstrunk, "Superpixels and Polygons using Simple Non-Iterative Clustering" (CVPR 2017), with one
/// more channel, so that groups keep to the edges of the matte that there is, too.
struct PixelClusters {
    let size: PixelSize
    /// For each pixel the group that it belongs to.
    let labels: [Int32]
    /// Of each group the mean of the features.
    let features: [SIMD4<Float>]
    /// Of each group the mean position in pixels.
    let centers: [SIMD2<Float>]
    let areas: [Int]

    /// - Parameters:
    ///   - pixels: each pixel's features.
    ///   - spacing: how far groups lie apart, in pixels.
    ///   - tolerance: the difference of features that counts as much as `spacing` in place.
    init(_ pixels: [SIMD4<Float>], size: PixelSize, spacing: Int, tolerance: Float) {
        self.size = size
        let (width, height) = (size.width, size.height)
        let columns = max(1, (width + spacing / 2) / spacing)
        let rows = max(1, (height + spacing / 2) / spacing)
        var sums = [SIMD4<Float>](repeating: .zero, count: columns * rows)
        var places = [SIMD2<Float>](repeating: .zero, count: columns * rows)
        var areas = [Int](repeating: 0, count: columns * rows)
        var labels = [Int32](repeating: -1, count: size.area)
        var queue = BucketQueue(capacity: 4 * size.area + columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let x = (2 * column + 1) * width / (2 * columns)
                let y = (2 * row + 1) * height / (2 * rows)
                queue.push(pixel: Int32(y * width + x), label: Int32(row * columns + column), at: 0)
            }
        }
        let byPlace = 1 / Float(spacing * spacing)
        let byFeature = 1 / (tolerance * tolerance)
        pixels.withUnsafeBufferPointer { pixels in
            while let entry = queue.pop() {
                let index = Int(entry.pixel)
                guard labels[index] < 0 else { continue }
                let label = Int(entry.label)
                labels[index] = entry.label
                let (x, y) = (index % width, index / width)
                sums[label] += pixels[index]
                places[label] += SIMD2(Float(x), Float(y))
                areas[label] += 1
                let share = 1 / Float(areas[label])
                let (mean, center) = (sums[label] * share, places[label] * share)
                func offer(_ neighbour: Int, _ x: Int, _ y: Int) {
                    guard labels[neighbour] < 0 else { return }
                    let difference = pixels[neighbour] - mean
                    let way = SIMD2(Float(x), Float(y)) - center
                    let distance = (difference * difference).sum() * byFeature + (way * way).sum() * byPlace
                    queue.push(pixel: Int32(neighbour), label: entry.label, at: distance.squareRoot())
                }
                if x > 0 { offer(index - 1, x - 1, y) }
                if x + 1 < width { offer(index + 1, x + 1, y) }
                if y > 0 { offer(index - width, x, y - 1) }
                if y + 1 < height { offer(index + width, x, y + 1) }
            }
        }
        self.labels = labels
        self.areas = areas
        features = zip(sums, areas).map { $0 / Float(max($1, 1)) }
        centers = zip(places, areas).map { $0 / Float(max($1, 1)) }
    }

    var count: Int { areas.count }

    /// Two groups side by side.
    struct Border {
        let first: Int32
        let second: Int32
        /// How many pairs of pixels touch.
        var length: Float
    }

    /// All pairs of groups that touch, in a fixed order.
    func borders() -> [Border] {
        var keys: [UInt64] = []
        keys.reserveCapacity(size.area / 2)
        let width = size.width
        labels.withUnsafeBufferPointer { labels in
            func note(_ first: Int32, _ second: Int32) {
                guard first != second else { return }
                keys.append(UInt64(min(first, second)) << 32 | UInt64(max(first, second)))
            }
            for y in 0..<size.height {
                for x in 0..<width {
                    let index = y * width + x
                    if x + 1 < width { note(labels[index], labels[index + 1]) }
                    if y + 1 < size.height { note(labels[index], labels[index + width]) }
                }
            }
        }
        keys.sort()
        var borders: [Border] = []
        var last: UInt64?
        for key in keys {
            if key == last {
                borders[borders.count - 1].length += 1
            } else {
                borders.append(Border(first: Int32(key >> 32), second: Int32(truncatingIfNeeded: key), length: 1))
                last = key
            }
        }
        return borders
    }
}

/// Pixels by distance, nearest first, to a sixteenth; those of one bucket in the order in which they came.
private struct BucketQueue {
    private static let bucketCount = 1024
    private var firsts = [Int32](repeating: -1, count: bucketCount)
    private var lasts = [Int32](repeating: -1, count: bucketCount)
    private var entries: [(pixel: Int32, label: Int32, next: Int32)] = []
    private var lowest = 0

    init(capacity: Int) {
        entries.reserveCapacity(capacity)
    }

    mutating func push(pixel: Int32, label: Int32, at distance: Float) {
        let bucket = Int(min(distance * 16, Float(Self.bucketCount - 1)))
        let entry = Int32(entries.count)
        entries.append((pixel, label, -1))
        if firsts[bucket] < 0 {
            firsts[bucket] = entry
        } else {
            entries[Int(lasts[bucket])].next = entry
        }
        lasts[bucket] = entry
        lowest = min(lowest, bucket)
    }

    mutating func pop() -> (pixel: Int32, label: Int32)? {
        while lowest < Self.bucketCount {
            let entry = firsts[lowest]
            if entry >= 0 {
                firsts[lowest] = entries[Int(entry)].next
                return (entries[Int(entry)].pixel, entries[Int(entry)].label)
            }
            lowest += 1
        }
        return nil
    }
}
