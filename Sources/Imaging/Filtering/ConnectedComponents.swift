/// The connected parts of a plane: neighbours in any of the eight directions belong together.
public struct ConnectedComponents: Sendable {
    public struct Component: Hashable, Sendable {
        /// In pixels.
        public let area: Int
        public let box: PixelRect
    }

    public let size: PixelSize
    /// For each pixel, 0 outside every part, else the number of its part in ``components``, from 1.
    public let labels: [Int32]
    /// In the order in which their first pixels come, row by row from the top left.
    public let components: [Component]

    /// The parts where the plane's samples lie above `threshold`.
    public init(of plane: Plane, above threshold: Float) {
        self.init(size: plane.size) { plane.samples[$0] > threshold }
    }

    /// The parts where `isInside`, asked once for each index into the raster, says yes.
    public init(size: PixelSize, where isInside: (Int) -> Bool) {
        let width = size.width
        var labels = [Int32](repeating: 0, count: size.area)
        var parents: [Int32] = [0]
        for y in 0..<size.height {
            for x in 0..<width {
                let index = y * width + x
                guard isInside(index) else { continue }
                var label: Int32 = 0
                func join(_ neighbour: Int32) {
                    guard neighbour != 0 else { return }
                    label = label == 0 ? Self.root(of: neighbour, in: &parents) : Self.join(label, neighbour, &parents)
                }
                if x > 0 { join(labels[index - 1]) }
                if y > 0 {
                    if x > 0 { join(labels[index - width - 1]) }
                    join(labels[index - width])
                    if x + 1 < width { join(labels[index - width + 1]) }
                }
                if label == 0 {
                    label = Int32(parents.count)
                    parents.append(label)
                }
                labels[index] = label
            }
        }
        var numbers = [Int32](repeating: 0, count: parents.count)
        var areas: [Int] = []
        var extents: [(left: Int, top: Int, right: Int, bottom: Int)] = []
        for y in 0..<size.height {
            for x in 0..<width where labels[y * width + x] != 0 {
                let root = Int(Self.root(of: labels[y * width + x], in: &parents))
                if numbers[root] == 0 {
                    areas.append(0)
                    extents.append((x, y, x, y))
                    numbers[root] = Int32(areas.count)
                }
                let number = Int(numbers[root])
                labels[y * width + x] = Int32(number)
                areas[number - 1] += 1
                extents[number - 1].left = min(extents[number - 1].left, x)
                extents[number - 1].right = max(extents[number - 1].right, x)
                extents[number - 1].bottom = y
            }
        }
        self.size = size
        self.labels = labels
        components = zip(areas, extents).map { area, extent in
            Component(
                area: area,
                box: PixelRect(
                    x: extent.left, y: extent.top, width: extent.right - extent.left + 1,
                    height: extent.bottom - extent.top + 1))
        }
    }

    private static func root(of label: Int32, in parents: inout [Int32]) -> Int32 {
        var label = label
        while parents[Int(label)] != label {
            parents[Int(label)] = parents[Int(parents[Int(label)])]
            label = parents[Int(label)]
        }
        return label
    }

    private static func join(_ first: Int32, _ second: Int32, _ parents: inout [Int32]) -> Int32 {
        let firstRoot = root(of: first, in: &parents)
        let secondRoot = root(of: second, in: &parents)
        parents[Int(max(firstRoot, secondRoot))] = min(firstRoot, secondRoot)
        return min(firstRoot, secondRoot)
    }
}
