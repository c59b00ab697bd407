import Imaging

/// What strokes that take away leave of what they were meant to take: crumbs at their rim, hardly seen until each has a
/// border of its own.
struct StrokeLeftovers {
    /// What strokes have said, on a raster over the whole photo.
    let said: [MatteStroke.Mode?]
    let size: PixelSize
    /// How near to a crumb a stroke must have taken something away, in cells of the raster.
    private static let reach = 2

    /// A subject without parts that stand apart, are smaller than one in ``CutRules/crumbsBelowOneIn`` parts of all of
    /// it, lie beside what a stroke has taken away, and of which no stroke has kept anything.
    func removed(from subject: PhotoSubject) -> PhotoSubject {
        guard said.contains(.remove) else { return subject }
        var rest = subject
        rest.matte = removed(from: subject.matte, over: subject.region, in: subject.photoSize)
        let isOne = subject.region == PixelRect(subject.photoSize) && subject.matte == subject.overviewMatte
        guard !isOne else {
            rest.overviewMatte = rest.matte
            return rest
        }
        rest.overviewMatte = removed(
            from: subject.overviewMatte, over: PixelRect(subject.photoSize), in: subject.photoSize)
        return rest
    }

    private func removed(from matte: Matte, over region: PixelRect, in photo: PixelSize) -> Matte {
        let found = ConnectedComponents(of: matte, above: 0.04)
        let area = found.components.reduce(0) { $0 + $1.area }
        let parts = CutRules().crumbsBelowOneIn
        let isCrumb = [false] + found.components.map { $0.area * parts < area }
        guard isCrumb.contains(true) else { return matte }
        let across = Double(region.width) / Double(matte.width) * Double(size.width) / Double(photo.width)
        let down = Double(region.height) / Double(matte.height) * Double(size.height) / Double(photo.height)
        let left = Double(region.x) * Double(size.width) / Double(photo.width)
        let top = Double(region.y) * Double(size.height) / Double(photo.height)
        var isKept = [Bool](repeating: false, count: isCrumb.count)
        var isBesideTaken = isKept
        for y in 0..<matte.height {
            for x in 0..<matte.width {
                let part = Int(found.labels[y * matte.width + x])
                guard isCrumb[part] else { continue }
                let column = min(size.width - 1, Int(left + (Double(x) + 0.5) * across))
                let row = min(size.height - 1, Int(top + (Double(y) + 0.5) * down))
                if said[row * size.width + column] == .keep { isKept[part] = true }
                if !isBesideTaken[part] { isBesideTaken[part] = isTaken(nearColumn: column, row: row) }
            }
        }
        var rest = matte
        for (index, label) in found.labels.enumerated() {
            let part = Int(label)
            if isCrumb[part], isBesideTaken[part], !isKept[part] { rest.samples[index] = 0 }
        }
        return rest
    }

    private func isTaken(nearColumn column: Int, row: Int) -> Bool {
        for y in max(0, row - Self.reach)...min(size.height - 1, row + Self.reach) {
            for x in max(0, column - Self.reach)...min(size.width - 1, column + Self.reach)
            where said[y * size.width + x] == .remove { return true }
        }
        return false
    }
}
