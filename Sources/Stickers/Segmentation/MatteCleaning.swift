import Imaging

/// What a network is unsure of, far from anything it is sure of, is no subject: haze, crumbs, patches of background.
struct MatteCleaning: Sendable {
    /// How far the soft edge may reach from where the matte crosses one half, as a part of the matte's longer side.
    static let softReach = 0.02
    /// A part is a subject only if the network is this sure of it on average.
    static let leastConfidence: Float = 0.72
    /// Parts smaller than this part of the largest are crumbs.
    static let smallestPart = 0.02
    /// Holes smaller than this part of the subject are filled unless the network is sure that they are holes.
    static let largestDoubtfulHole = 0.03
    /// Below this a hole is sure.
    static let sureBackground: Float = 0.12

    /// The matte without what is doubtful; all 0 when nothing of it is sure.
    ///
    /// - Parameter matte: 0…1, at a network's resolution: each sample is taken for one cell, whatever its shape.
    static func cleaned(_ matte: Matte) -> Matte {
        var core = sureParts(of: matte)
        guard core.boundingBox(above: 0.5) != nil else { return Matte(size: matte.size) }
        fillHoles(&core, of: matte)
        let reach = Float(max(2, softReach * Double(matte.size.longestSide)))
        let near = core.dilated(radius: reach)
        let outside = Plane(size: core.size, samples: core.samples.map { 1 - $0 })
        let edge = outside.dilated(radius: reach)
        var cleaned = matte
        for index in cleaned.samples.indices {
            // Well inside, doubt does not count either.
            cleaned.samples[index] = max(matte.samples[index], 1 - edge.samples[index]) * near.samples[index]
        }
        return cleaned
    }

    /// 1 in the connected parts above one half that are large and sure enough, else 0.
    private static func sureParts(of matte: Matte) -> Plane {
        let parts = ConnectedComponents(of: matte, above: 0.5)
        var sums = [Float](repeating: 0, count: parts.components.count + 1)
        for (index, label) in parts.labels.enumerated() { sums[Int(label)] += matte.samples[index] }
        let weights = parts.components.indices.map { index in
            let confidence = sums[index + 1] / Float(parts.components[index].area)
            return confidence >= leastConfidence ? Double(parts.components[index].area) : 0
        }
        let smallest = max(4, smallestPart * (weights.max() ?? 0))
        let isKept = [false] + weights.map { $0 >= smallest }
        return Plane(size: matte.size, samples: parts.labels.map { isKept[Int($0)] ? 1 : 0 })
    }

    private static func fillHoles(_ core: inout Plane, of matte: Matte) {
        let area = core.samples.count { $0 > 0.5 }
        let gaps = ConnectedComponents(size: core.size) { core.samples[$0] < 0.5 }
        var surest = [Float](repeating: 1, count: gaps.components.count + 1)
        for (index, label) in gaps.labels.enumerated() {
            surest[Int(label)] = min(surest[Int(label)], matte.samples[index])
        }
        let isFilled =
            [false]
            + gaps.components.enumerated().map { index, gap in
                let touchesFrame =
                    gap.box.x == 0 || gap.box.y == 0 || gap.box.maxX == core.width || gap.box.maxY == core.height
                return !touchesFrame && surest[index + 1] > sureBackground
                    && Double(gap.area) < largestDoubtfulHole * Double(area)
            }
        for (index, label) in gaps.labels.enumerated() where isFilled[Int(label)] { core.samples[index] = 1 }
    }
}
