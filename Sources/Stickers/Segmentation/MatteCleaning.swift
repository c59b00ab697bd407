import Imaging

/// What a network is unsure of, far from anything it is sure of, is no subject: haze, crumbs, patches of background.
struct MatteCleaning: Sendable {
    let rules: CutRules.Cleaning

    init(_ rules: CutRules.Cleaning = CutRules().cleaning) {
        self.rules = rules
    }

    /// The matte without what is doubtful; all 0 when nothing of it is sure.
    ///
    /// - Parameters:
    ///   - matte: 0…1, at a network's resolution: each sample is taken for one cell, whatever its shape.
    ///   - picture: what the network saw, as large as the matte.
    func cleaned(_ matte: Matte, of picture: Bitmap) -> Matte {
        var core = sureParts(of: matte)
        guard core.boundingBox(above: 0.5) != nil else { return Matte(size: matte.size) }
        fillHoles(&core, of: matte, picture)
        let reach = Float(max(2, rules.softReach * Double(matte.size.longestSide)))
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
    private func sureParts(of matte: Matte) -> Plane {
        let parts = ConnectedComponents(of: matte, above: 0.5)
        var sums = [Float](repeating: 0, count: parts.components.count + 1)
        for (index, label) in parts.labels.enumerated() { sums[Int(label)] += matte.samples[index] }
        let confidences = parts.components.indices.map { sums[$0 + 1] / Float(parts.components[$0].area) }
        let largest =
            zip(parts.components, confidences).lazy
            .filter { $0.1 >= rules.leastConfidence }.map(\.0.area).max() ?? 0
        let weights = zip(parts.components, confidences).map { part, confidence in
            let isBeside =
                part.box.touchesFrame(of: matte.size) && Double(part.area) < rules.smallAtFrame * Double(largest)
            return confidence >= (isBeside ? rules.leastConfidenceAtFrame : rules.leastConfidence)
                ? Double(part.area) : 0
        }
        let smallest = max(4, rules.smallestPart * Double(largest))
        let isKept = [false] + weights.map { $0 >= smallest }
        return Plane(size: matte.size, samples: parts.labels.map { isKept[Int($0)] ? 1 : 0 })
    }

    private func fillHoles(_ core: inout Plane, of matte: Matte, _ picture: Bitmap) {
        let gaps = ConnectedComponents(size: core.size) { core.samples[$0] < 0.5 }
        let area = core.size.area - gaps.components.reduce(0) { $0 + $1.area }
        let isSmall = gaps.components.map { gap in
            !gap.box.touchesFrame(of: core.size) && Double(gap.area) < rules.largestDoubtfulHole * Double(area)
        }
        guard isSmall.contains(true) else { return }
        let evidence = ColorEvidence(picture) { index in
            let label = Int(gaps.labels[index])
            return label == 0 ? true : isSmall[label - 1] ? nil : false
        }
        var background = [Float](repeating: 0, count: gaps.components.count + 1)
        for (index, label) in gaps.labels.enumerated() where label > 0 && isSmall[Int(label) - 1] {
            // How sure the network is of it counts like a colour that is seen as much more often in the background.
            background[Int(label)] += evidence.backgroundLogRatio(index) + 2 * (0.25 - matte.samples[index])
        }
        let isFilled = [false] + isSmall.indices.map { isSmall[$0] && background[$0 + 1] <= 0 }
        for (index, label) in gaps.labels.enumerated() where isFilled[Int(label)] { core.samples[index] = 1 }
    }
}

extension PixelRect {
    fileprivate func touchesFrame(of size: PixelSize) -> Bool {
        x == 0 || y == 0 || maxX == size.width || maxY == size.height
    }
}
