package import Imaging

/// The separate subjects of a photo: connected parts of its coarse matte.
package struct Instances: Sendable {
    /// Every part of the matte that is at least this fraction of the whole subject is a subject of its own.
    package static let smallestShare = 0.02

    /// One subject.
    package struct Instance: Hashable, Sendable {
        /// In pixels of the matte.
        package let area: Int
        /// In pixels of the matte; around what is more subject than not.
        package let box: PixelRect
    }

    /// The largest first. Empty when there is no subject.
    package let all: [Instance]
    let matte: Matte
    /// For each pixel of the matte the index into `all` that it belongs to, -1 for none.
    let owners: [Int32]

    /// The same for a subject that a person has drawn: small parts are there on purpose.
    package static let smallestShareByHand = 0.0005

    /// The subjects of a photo.
    package init(of subject: PhotoSubject) {
        self.init(
            of: subject.matte, smallestShare: subject.isFixedByHand ? Self.smallestShareByHand : Self.smallestShare)
    }

    /// - Parameters:
    ///   - matte: the network's matte; what is above one half counts as subject, 8-connected.
    ///   - smallestShare: the part of the whole subject that a part must be to be a subject of its own.
    package init(of matte: Matte, smallestShare: Double = Self.smallestShare) {
        let parts = ConnectedComponents(of: matte, above: 0.5)
        let subjectArea = parts.components.reduce(0) { $0 + $1.area }
        let share = smallestShare * Double(subjectArea)
        let large = parts.components.indices.filter { Double(parts.components[$0].area) >= share }
        // Of a flock of many equal ones, none has the share: then each of them counts.
        let kept = (large.isEmpty ? Array(parts.components.indices) : large)
            .sorted { (parts.components[$0].area, $1) > (parts.components[$1].area, $0) }
        all = kept.map { Instance(area: parts.components[$0].area, box: parts.components[$0].box) }
        self.matte = matte
        var indices = [Int32](repeating: -1, count: parts.components.count + 1)
        for (index, part) in kept.enumerated() { indices[part + 1] = Int32(index) }
        owners = Self.grown(parts.labels.map { indices[Int($0)] }, over: matte)
    }

    /// Whether the subject is one that stands apart from others.
    package var count: Int { all.count }

    /// The matte of some of the subjects alone, with the soft and the small parts that hang on them. What hangs on
    /// none of the subjects is dirt and is on no matte.
    ///
    /// - Parameter instances: indices into ``all``.
    package func matte(keeping instances: some Sequence<Int>) -> Matte {
        var isKept = [Bool](repeating: false, count: all.count)
        for instance in instances { isKept[instance] = true }
        var kept = matte
        for index in kept.samples.indices {
            let owner = Int(owners[index])
            if owner < 0 || !isKept[owner] { kept.samples[index] = 0 }
        }
        return kept
    }

    /// The whole matte, with what hangs on none of the subjects.
    package var matteWithDirt: Matte {
        var kept = matte
        for index in kept.samples.indices where kept.samples[index] <= Self.softest { kept.samples[index] = 0 }
        return kept
    }

    /// The subject at a point or, where there is none, the nearest within a fiftieth of the matte's longest side.
    ///
    /// - Parameters:
    ///   - x: 0 at the left edge of the region … 1 at its right edge; the point may lie outside.
    ///   - y: 0 at the top … 1 at the bottom.
    /// - Returns: an index into ``all``.
    package func instance(at x: Double, _ y: Double) -> Int? {
        guard (-1...2).contains(x), (-1...2).contains(y) else { return nil }
        let column = Int((x * Double(matte.width)).rounded(.down))
        let row = Int((y * Double(matte.height)).rounded(.down))
        let reach = max(1, matte.size.longestSide / 50)
        var nearest: (distance: Int, owner: Int)?
        for dy in -reach...reach {
            for dx in -reach...reach where matte.bounds.contains(x: column + dx, y: row + dy) {
                let owner = Int(owners[(row + dy) * matte.width + column + dx])
                let distance = dx * dx + dy * dy
                if owner >= 0, distance < nearest?.distance ?? (reach * reach + 1) { nearest = (distance, owner) }
            }
        }
        return nearest?.owner
    }

    /// What is not above it belongs to nothing.
    private static let softest: Float = 0.04

    /// Hands every pixel that is softly connected to a subject to the subject that reaches it first.
    private static func grown(_ seeds: [Int32], over matte: Matte) -> [Int32] {
        func forEachNeighbour(of index: Int, _ body: (Int) -> Void) {
            let x = index % matte.width
            let y = index / matte.width
            for dy in max(y - 1, 0)...min(y + 1, matte.height - 1) {
                for dx in max(x - 1, 0)...min(x + 1, matte.width - 1) { body(dy * matte.width + dx) }
            }
        }
        var owners = seeds
        // Few pixels are soft: only what is beside them can grow.
        var isFront = [Bool](repeating: false, count: seeds.count)
        for index in seeds.indices where seeds[index] < 0 && matte.samples[index] > Self.softest {
            forEachNeighbour(of: index) { isFront[$0] = seeds[$0] >= 0 }
        }
        var front = isFront.indices.filter { isFront[$0] }
        var next: [Int] = []
        while !front.isEmpty {
            next.removeAll(keepingCapacity: true)
            for index in front {
                forEachNeighbour(of: index) { neighbour in
                    guard owners[neighbour] < 0, matte.samples[neighbour] > Self.softest else { return }
                    owners[neighbour] = owners[index]
                    next.append(neighbour)
                }
            }
            swap(&front, &next)
        }
        return owners
    }
}

extension PixelRect {
    fileprivate func contains(x pointX: Int, y pointY: Int) -> Bool {
        pointX >= x && pointX < maxX && pointY >= y && pointY < maxY
    }
}
