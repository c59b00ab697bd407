import Imaging

/// What strokes that take away leave of what they were meant to take: crumbs at their rim, hardly seen until each has a
/// border of its own.
struct StrokeLeftovers {
    /// The subject before all strokes, with the same raster as after them.
    let before: PhotoSubject
    /// What strokes have said, on a raster over the whole photo.
    let said: [MatteStroke.Mode?]
    let size: PixelSize
    /// A part is a crumb if it is smaller than one in so many parts of all that is left.
    private static let parts = 50

    /// The subject without crumbs. Before the strokes a crumb was joined to something of which at least twice as much
    /// is left, and no stroke has kept any of it.
    func removed(from subject: PhotoSubject) -> PhotoSubject {
        guard said.contains(.remove) else { return subject }
        let whole = PixelRect(subject.photoSize)
        var rest = subject
        rest.matte = removed(from: subject.matte, before.matte, over: subject.region, in: subject.photoSize)
        if subject.region == whole, subject.matte == subject.overviewMatte {
            rest.overviewMatte = rest.matte
        } else {
            rest.overviewMatte = removed(
                from: subject.overviewMatte, before.overviewMatte, over: whole, in: subject.photoSize)
        }
        return rest
    }

    private func removed(from matte: Matte, _ before: Matte, over region: PixelRect, in photo: PixelSize) -> Matte {
        let found = ConnectedComponents(of: matte, above: 0.04)
        let area = found.components.reduce(0) { $0 + $1.area }
        var isCrumb = [false] + found.components.map { $0.area * Self.parts < area }
        guard isCrumb.contains(true), before.size == matte.size else { return matte }
        let (across, down) = (
            Double(size.width) / Double(photo.width), Double(size.height) / Double(photo.height)
        )
        let things = ConnectedComponents(of: before, above: 0.04)
        // By the number of a part: the thing that it was part of, the largest where it was part of several.
        var origins = [Int](repeating: 0, count: isCrumb.count)
        func cells(ofThing thing: Int) -> Int { thing == 0 ? 0 : things.components[thing - 1].area }
        for y in 0..<matte.height {
            let row = (Double(region.y) + (Double(y) + 0.5) / Double(matte.height) * Double(region.height)) * down
            for x in 0..<matte.width {
                let part = Int(found.labels[y * matte.width + x])
                guard part > 0 else { continue }
                let thing = Int(things.labels[y * matte.width + x])
                if cells(ofThing: thing) > cells(ofThing: origins[part]) { origins[part] = thing }
                guard isCrumb[part] else { continue }
                let column =
                    (Double(region.x) + (Double(x) + 0.5) / Double(matte.width) * Double(region.width)) * across
                let cell = min(size.height - 1, Int(row)) * size.width + min(size.width - 1, Int(column))
                if said[cell] == .keep { isCrumb[part] = false }
            }
        }
        var largest = [Int](repeating: 0, count: things.components.count + 1)
        for (thing, part) in zip(origins.dropFirst(), found.components) where thing > 0 {
            largest[thing] = max(largest[thing], part.area)
        }
        for (number, part) in found.components.enumerated() where largest[origins[number + 1]] < 2 * part.area {
            isCrumb[number + 1] = false
        }
        var rest = matte
        for (index, label) in found.labels.enumerated() where isCrumb[Int(label)] { rest.samples[index] = 0 }
        return rest
    }
}
