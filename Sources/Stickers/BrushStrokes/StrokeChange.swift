import Imaging

/// What a stroke changes, on the raster of its window.
struct StrokeChange {
    /// How much of each pixel is on the stroke's side afterwards, 0…1.
    let side: Plane
    /// Where that counts, 0…1; 0 far from the stroke.
    let zone: Plane
    /// Around where it counts, in pixels of the raster; `nil` when nothing changes.
    let box: PixelRect?

    /// A gap in what comes over is filled when it is smaller than this part of it: an eye in a face.
    private static let largestGap: Float = 0.08
    /// The same where a stroke does not reach far.
    private static let largestGapNearby: Float = 0.02

    /// - Parameters:
    ///   - surroundings: what is known around the stroke.
    ///   - coverage: how much of each pixel is under the stroke.
    ///   - comesOver: for each pixel whether it changes sides.
    init(_ surroundings: StrokeSegmentation.Surroundings, coverage: Plane, comesOver: [Bool]) {
        let size = coverage.size
        let isCore = surroundings.isCore
        var changed = Plane(size: size)
        var all = Plane(size: size)
        for index in comesOver.indices {
            let isChanged = isCore[index] || comesOver[index] && !surroundings.isHeld[index]
            changed.samples[index] = isChanged ? 1 : 0
            all.samples[index] = isChanged || surroundings.side.samples[index] > 0.5 ? 1 : 0
        }
        let largestGap = surroundings.brush == nil ? Self.largestGap : Self.largestGapNearby
        Self.fillGaps(of: &all, &changed, isHeld: surroundings.isHeld, upTo: largestGap)
        // The outline lies anywhere within a pixel.
        var soft = all.boxBlurred(radius: 1)
        for index in soft.samples.indices {
            let isHeld = surroundings.isHeld[index] && !isCore[index]
            soft.samples[index] =
                isHeld ? surroundings.side.samples[index] : max(soft.samples[index], coverage.samples[index])
        }
        side = soft
        zone = changed.dilated(radius: 3).boxBlurred(radius: 1)
        box = zone.boundingBox(above: 0.01)
    }

    private static func fillGaps(
        of all: inout Plane, _ changed: inout Plane, isHeld: [Bool], upTo largestGap: Float
    ) {
        let (samples, before, size) = (all.samples, changed.samples, all.size)
        let gaps = ConnectedComponents(size: size) { samples[$0] < 0.5 }
        let largest = largestGap * before.reduce(0, +)
        var isFilled = [false] + gaps.components.map { Float($0.area) < largest && $0.box.isInside(size) }
        guard isFilled.contains(true) else { return }
        var touches = [Bool](repeating: false, count: isFilled.count)
        for (index, label) in gaps.labels.enumerated() where isFilled[Int(label)] {
            if isHeld[index] { isFilled[Int(label)] = false }
            let beside = before[index - 1] + before[index + 1] + before[index - size.width] + before[index + size.width]
            if beside > 0 { touches[Int(label)] = true }
        }
        for (index, label) in gaps.labels.enumerated() where isFilled[Int(label)] && touches[Int(label)] {
            all.samples[index] = 1
            changed.samples[index] = 1
        }
    }
}

extension PixelRect {
    /// Whether it touches none of the sides of a raster.
    fileprivate func isInside(_ size: PixelSize) -> Bool {
        x > 0 && y > 0 && maxX < size.width && maxY < size.height
    }
}
