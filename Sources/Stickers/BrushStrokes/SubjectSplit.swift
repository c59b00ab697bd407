import Glibc
import Imaging

/// The line that parts one subject between two places on it: along edges of the photo, and where the subject is narrow.
///
/// A minimum cut over a raster of the subject (Boykov & Jolly, "Interactive Graph Cuts", ICCV 2001): of all lines from
/// one side of the outline to another that have a place on either side, the shortest, where a step along an edge is
/// short, and pixels with the colours of a place rather lie on its side. The places are discs, as large as the subject
/// is wide there, so that a line around a place is no short one.
struct SubjectSplit {
    /// 1 where the subject, and what is beside it, lies on the first place's side, else 0.
    let side: Plane
    /// Where the raster lies, in pixels of the photo.
    let place: FractionalRect

    /// Pixels of the raster's longer side.
    private static let longestSide = 160
    /// How much of the way to the outline a disc takes.
    private static let discShare: Float = 0.8
    /// A step along an edge costs this part of one across even ground, at least.
    private static let leastCost: Float = 0.2
    /// An edge is one from this part of the mean contrast on.
    private static let edgeContrast: Float = 0.5
    /// A side that is hardly more than its place's disc was cut off around the finger: no line was found.
    private static let leastSide: Float = 1.3
    /// How much a pixel's colour counts beside a step of the line: a little for each, and much where all of a thing has
    /// the colours of one place. Of 240 pairs of photographed things it parts 31 wrongly (an IoU under 0.6), where no
    /// colours part 39; three times as much parts more of what has several colours.
    private static let colorCost: Float = 0.007
    /// The line is drawn by the colours of the places, and again by those on its two sides.
    private static let rounds = 2
    /// How far groups of like pixels lie apart, in pixels.
    private static let spacing = 3
    /// How different in colour what is outside the subject counts.
    private static let outside: Float = 40
    /// The whole number that a cost of 1 is.
    private static let unit: Float = 1000
    /// Colours are 100 times Oklab, hue and chroma stretched.
    private static let chromaStretch: Float = 3.75

    /// - Parameter overview: the whole photo, upright.
    /// - Returns: `nil` where the places do not lie on one subject, or there is no line between them.
    init?(
        _ subject: PhotoSubject, between first: MatteStroke.Point, and second: MatteStroke.Point, on overview: Bitmap
    ) {
        let picker = SubjectPicker(subject)
        guard let number = picker.number(at: first), number == picker.number(at: second), overview.size.area > 0
        else { return nil }
        let instances = picker.instances
        let matte = instances.matte(keeping: [number - 1])
        let cells = instances.all[number - 1].box.insetBy(-2).intersection(matte.bounds)
        let part = subject.photoRect(of: cells)
        let place = FractionalRect(part)
        let scale = Double(overview.width) / Double(subject.photoSize.width)
        let seen = part.scaled(x: scale, y: Double(overview.height) / Double(subject.photoSize.height))
            .intersection(PixelRect(overview.size))
        let longest = min(Self.longestSide, seen.size.longestSide)
        guard longest > 0 else { return nil }
        let size = seen.size.scaled(by: Double(longest) / Double(seen.size.longestSide))
        let inside = matte.cropped(to: cells).resampled(to: size).samples.map { $0 > 0.5 }
        let raster = Raster(size: size, isInside: inside)
        func cell(_ point: MatteStroke.Point) -> Int? {
            raster.nearestInside(
                (point.x * Double(subject.photoSize.width) - place.x) / place.width * Double(size.width),
                (point.y * Double(subject.photoSize.height) - place.y) / place.height * Double(size.height))
        }
        guard let one = cell(first), let other = cell(second), one != other,
            let discs = raster.discs(one, other, share: Self.discShare)
        else { return nil }
        let picture = overview.cropped(to: seen).averaged(to: size)
        let isOurs = Self.cut(raster, discs, picture)
        for (disc, isOfSide) in [(discs.first, true), (discs.second, false)] {
            let area = isOurs.indices.count { inside[$0] && isOurs[$0] == isOfSide }
            guard Float(area) >= Self.leastSide * Float(disc.count) + 2 else { return nil }
        }
        side = raster.spread(isOurs)
        self.place = place
    }

    /// By pixel, whether it is on the first disc's side.
    private static func cut(_ raster: Raster, _ discs: (first: [Int], second: [Int]), _ picture: Bitmap) -> [Bool] {
        let colors = OklabPlanes(picture)
        let features = raster.isInside.indices.map { pixel in
            SIMD4(
                100 * colors.lightness[pixel], 100 * chromaStretch * colors.a[pixel],
                100 * chromaStretch * colors.b[pixel], raster.isInside[pixel] ? 0 : outside)
        }
        let steps = raster.steps
        let contrasts = steps.map { step in
            let difference = features[step.from] - features[step.to]
            return (difference * difference).sum()
        }
        let usual = max(1, contrasts.reduce(0, +) / Float(max(contrasts.count, 1)))
        let clusters = PixelClusters(features, size: raster.size, spacing: spacing, tolerance: 7)
        var ours = clusters.areas(of: discs.first)
        var others = clusters.areas(of: discs.second)
        var isOurs: [Bool] = []
        for _ in 0..<rounds {
            let evidence = ColorDensities(
                clusters, over: ours, staying: others, colorWidth: 5,
                placeWidth: Float(raster.size.longestSide))
            let told = (0..<clusters.count).map { node in
                let seen = evidence.densities(at: node)
                return colorCost * min(max(log((seen.over + 0.003) / (seen.staying + 0.003)), -2.5), 2.5)
            }
            var cut = MinimumCut(nodeCount: raster.isInside.count, edgeCount: steps.count)
            for (step, contrast) in zip(steps, contrasts) {
                let cost = (exp(-contrast / (edgeContrast * usual)) + leastCost) * step.width
                cut.connect(step.from, step.to, cost: Int32(unit * cost) + 1)
            }
            for (pixel, isInside) in raster.isInside.enumerated() where isInside {
                cut.favour(pixel, by: Int32((unit * told[Int(clusters.labels[pixel])]).rounded()))
            }
            for pixel in discs.first { cut.favour(pixel, by: MinimumCut.infinite) }
            for pixel in discs.second { cut.favour(pixel, by: -MinimumCut.infinite) }
            isOurs = raster.connected(cut.solve(), discs)
            ours = clusters.areas(of: isOurs.indices.filter { raster.isInside[$0] && isOurs[$0] })
            others = clusters.areas(of: isOurs.indices.filter { raster.isInside[$0] && !isOurs[$0] })
        }
        return isOurs
    }

    /// The pixels of a subject, some of a small picture's.
    private struct Raster {
        let size: PixelSize
        let isInside: [Bool]

        /// Two neighbours, both inside, and how much of a line between them each of its steps is.
        struct Step {
            let from: Int
            let to: Int
            let width: Float
        }

        var steps: [Step] {
            var steps: [Step] = []
            for y in 0..<size.height {
                for x in 0..<size.width where isInside[y * size.width + x] {
                    for (dx, dy, width) in [(1, 0, Float(1)), (0, 1, 1), (1, 1, 0.7), (-1, 1, 0.7)] {
                        let (u, v) = (x + dx, y + dy)
                        guard u >= 0, u < size.width, v < size.height, isInside[v * size.width + u] else { continue }
                        steps.append(Step(from: y * size.width + x, to: v * size.width + u, width: width))
                    }
                }
            }
            return steps
        }

        /// What does not hang together with its own side's disc is the other's, if it hangs together with that.
        func connected(_ isOurs: [Bool], _ discs: (first: [Int], second: [Int])) -> [Bool] {
            let first = reached(from: discs.first) { isOurs[$0] }
            let second = reached(from: discs.second) { !isOurs[$0] }
            let toFirst = reached(from: first.indices.filter { first[$0] }) { !isOurs[$0] && !second[$0] }
            let toSecond = reached(from: second.indices.filter { second[$0] }) { isOurs[$0] && !first[$0] }
            return isOurs.indices.map { isOurs[$0] && !toSecond[$0] || toFirst[$0] }
        }

        /// The seeds, and what hangs together with them.
        private func reached(from seeds: [Int], through isOpen: (Int) -> Bool) -> [Bool] {
            var isReached = [Bool](repeating: false, count: isInside.count)
            for pixel in seeds { isReached[pixel] = true }
            var front = seeds
            while let pixel = front.popLast() {
                let (x, y) = (pixel % size.width, pixel / size.width)
                for v in max(0, y - 1)...min(size.height - 1, y + 1) {
                    for u in max(0, x - 1)...min(size.width - 1, x + 1) {
                        let next = v * size.width + u
                        guard isInside[next], !isReached[next], isOpen(next) else { continue }
                        isReached[next] = true
                        front.append(next)
                    }
                }
            }
            return isReached
        }

        /// - Returns: `nil` where nothing is inside.
        func nearestInside(_ x: Double, _ y: Double) -> Int? {
            func square(_ index: Int) -> Double {
                let (dx, dy) = (
                    Double(index % size.width) + 0.5 - x, Double(index / size.width) + 0.5 - y
                )
                return dx * dx + dy * dy
            }
            return isInside.indices.filter { isInside[$0] }.min { square($0) < square($1) }
        }

        /// Around two pixels, as far as both have room; `nil` where they are too near each other.
        func discs(_ first: Int, _ second: Int, share: Float) -> (first: [Int], second: [Int])? {
            let between = distance(first, second)
            guard between >= 3 else { return nil }
            let radii = [first, second].map { share * distanceToOutline($0) }
            let fit = min(1, 0.8 * between / (radii[0] + radii[1]))
            let discs = zip([first, second], radii).map { middle, radius in
                isInside.indices.filter { isInside[$0] && distance(middle, $0) <= max(1, fit * radius) }
            }
            return (discs[0], discs[1])
        }

        private func distance(_ one: Int, _ other: Int) -> Float {
            let (dx, dy) = (one % size.width - other % size.width, one / size.width - other / size.width)
            return Float(dx * dx + dy * dy).squareRoot()
        }

        private func distanceToOutline(_ pixel: Int) -> Float {
            let (x, y) = (pixel % size.width, pixel / size.width)
            let toFrame = Float(min(min(x, size.width - 1 - x), min(y, size.height - 1 - y)) + 1)
            return isInside.indices.reduce(toFrame) { isInside[$1] ? $0 : min($0, distance(pixel, $1)) }
        }

        /// What is inside keeps its side, and all else takes that of what is nearest to it.
        func spread(_ isOurs: [Bool]) -> Plane {
            var isKnown = isInside
            var plane = Plane(size: size, samples: isOurs.indices.map { isInside[$0] && isOurs[$0] ? 1 : 0 })
            var front = isInside.indices.filter { isInside[$0] }
            while !front.isEmpty {
                var next: [Int] = []
                for pixel in front {
                    let (x, y) = (pixel % size.width, pixel / size.width)
                    for v in max(0, y - 1)...min(size.height - 1, y + 1) {
                        for u in max(0, x - 1)...min(size.width - 1, x + 1) where !isKnown[v * size.width + u] {
                            isKnown[v * size.width + u] = true
                            plane.samples[v * size.width + u] = plane.samples[pixel]
                            next.append(v * size.width + u)
                        }
                    }
                }
                front = next
            }
            return plane
        }
    }
}

extension PhotoSubject {
    /// Parts the subject at two places into two. Both remain; one seam lies between them.
    ///
    /// - Returns: whether a line was found.
    mutating func split(between first: MatteStroke.Point, and second: MatteStroke.Point, on overview: Bitmap) -> Bool {
        // The photo's own alpha has no room for a seam.
        guard looks > 0, let number = SubjectPicker(self).number(at: first),
            let split = SubjectSplit(self, between: first, and: second, on: overview)
        else { return false }
        let isOne = region == PixelRect(photoSize) && matte == overviewMatte
        let own = Instances(of: self).matte(keeping: [number - 1])
        let ours = split.side.sampled(from: split.place, onto: FractionalRect(region), size: matte.size)
        var sides = [own, own]
        for index in own.samples.indices { sides[ours.samples[index] > 0.5 ? 1 : 0].samples[index] = 0 }
        let areas = sides.map { side in side.samples.count { $0 > 0.5 } }
        guard areas[0] > 0, areas[1] > 0 else { return false }
        markFixedByHand()
        // Around the smaller one: what is left of the other beside it, and is small, is its edge.
        part(sides[areas[0] < areas[1] ? 0 : 1])
        if isOne { overviewMatte = matte }
        return true
    }
}

extension PixelClusters {
    /// Of each group so many pixels are among some.
    fileprivate func areas(of pixels: [Int]) -> [Float] {
        var areas = [Float](repeating: 0, count: count)
        for pixel in pixels { areas[Int(labels[pixel])] += 1 }
        return areas
    }
}
