import Glibc
import Imaging

/// The part of a photo that a stroke can change, and a raster over it to work on.
struct StrokeWindow {
    /// In pixels of the overview.
    let part: PixelRect
    let overview: PixelSize
    let size: PixelSize
    /// How far the stroke reaches, in pixels of the raster.
    let extent: Double

    /// `nil` when the brush does not come into the picture.
    init?(_ track: BrushTrack, in overview: Bitmap) {
        let t = StrokeTuning.shared
        let box = track.box
        let reach = box.high - box.low
        let longest = max(reach.x, reach.y)
        let side = Double(overview.size.longestSide)
        let margin = max(t.margin * longest, t.leastMargin * side)
        func whole(_ low: Double, _ high: Double, _ count: Int) -> (Int, Int) {
            (Int(max(0, low.rounded(.down))), Int(min(Double(count), high.rounded(.up))))
        }
        let (x0, x1) = whole(box.low.x, box.high.x, overview.width)
        let (y0, y1) = whole(box.low.y, box.high.y, overview.height)
        guard x1 > x0, y1 > y0 else { return nil }
        let (left, right) = whole(box.low.x - margin, box.high.x + margin, overview.width)
        let (top, bottom) = whole(box.low.y - margin, box.high.y + margin, overview.height)
        part = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
        self.overview = overview.size
        let factor = min(1, t.grid / Double(part.size.longestSide))
        size = part.size.scaled(by: factor)
        extent = max(longest, t.leastMargin * side / 2) * factor
    }

    var scale: SIMD2<Double> {
        SIMD2(Double(size.width) / Double(part.width), Double(size.height) / Double(part.height))
    }

    func picture(of overview: Bitmap) -> Bitmap {
        overview.cropped(to: part).averaged(to: size)
    }

    func coverage(of track: BrushTrack) -> Plane {
        track.coverage(on: size, origin: SIMD2(Double(part.x), Double(part.y)), scale: scale)
    }

    /// The matte on the raster.
    func plane(of subject: PhotoSubject) -> Plane {
        let matte = subject.matte
        let columns = (0..<size.width).map { x in
            let photo = (Double(part.x) + (Double(x) + 0.5) / scale.x) / Double(overview.width) * Double(subject.photoSize.width)
            return (photo - Double(subject.region.x)) / Double(subject.region.width) * Double(matte.width) - 0.5
        }
        let rows = (0..<size.height).map { y in
            let photo = (Double(part.y) + (Double(y) + 0.5) / scale.y) / Double(overview.height) * Double(subject.photoSize.height)
            return (photo - Double(subject.region.y)) / Double(subject.region.height) * Double(matte.height) - 0.5
        }
        return matte.sampled(columns: columns, rows: rows, size: size)
    }

    func held(_ said: [UInt8], _ saidSize: PixelSize, by mode: UInt8) -> [Bool] {
        (0..<size.area).map { index in
            let x = (Double(part.x) + (Double(index % size.width) + 0.5) / scale.x) / Double(overview.width)
            let y = (Double(part.y) + (Double(index / size.width) + 0.5) / scale.y) / Double(overview.height)
            let column = min(Int(x * Double(saidSize.width)), saidSize.width - 1)
            let row = min(Int(y * Double(saidSize.height)), saidSize.height - 1)
            return said[row * saidSize.width + column] == mode
        }
    }

    struct Change {
        /// The side that the stroke is for, 0…1.
        var side: Plane
        /// Where it counts, 0…1.
        var zone: Plane
        /// Around what is changed, in pixels of the raster.
        var box: PixelRect?
    }

    func change(side: Plane, over: [Bool], core: Plane, isCore: [Bool], held: [Bool]) -> Change {
        var changed = Plane(size: size)
        var union = Plane(size: size)
        for index in changed.samples.indices {
            let isChanged = (over[index] || isCore[index]) && !(held[index] && !isCore[index])
            changed.samples[index] = isChanged ? 1 : 0
            union.samples[index] = isChanged || side.samples[index] > 0.5 ? 1 : 0
        }
        union = fillingCrumbs(union, changed: changed, held: held)
        for index in changed.samples.indices where union.samples[index] > 0.5 && side.samples[index] <= 0.5 {
            changed.samples[index] = 1
        }
        var soft = union.boxBlurred(radius: 1)
        for index in soft.samples.indices { soft.samples[index] = max(soft.samples[index], core.samples[index]) }
        let zone = changed.dilated(radius: 3).boxBlurred(radius: 1)
        return Change(side: soft, zone: zone, box: zone.boundingBox(above: 0.01))
    }

    private func fillingCrumbs(_ union: Plane, changed: Plane, held: [Bool]) -> Plane {
        let gaps = ConnectedComponents(size: size) { union.samples[$0] < 0.5 }
        let area = changed.samples.reduce(0, +)
        var touches = [Bool](repeating: false, count: gaps.components.count + 1)
        for y in 1..<max(1, size.height - 1) {
            for x in 1..<max(1, size.width - 1) {
                let label = Int(gaps.labels[y * size.width + x])
                guard label > 0, !touches[label] else { continue }
                let i = y * size.width + x
                if changed.samples[i - 1] + changed.samples[i + 1] + changed.samples[i - size.width] + changed.samples[i + size.width] > 0 {
                    touches[label] = true
                }
            }
        }
        for (index, label) in gaps.labels.enumerated() where label > 0 && held[index] { touches[Int(label)] = false }
        var filled = union
        for (index, label) in gaps.labels.enumerated() where label > 0 && touches[Int(label)] {
            let gap = gaps.components[Int(label) - 1]
            if Float(gap.area) < 0.08 * area, gap.box.x > 0, gap.box.y > 0, gap.box.maxX < size.width, gap.box.maxY < size.height {
                filled.samples[index] = 1
            }
        }
        return filled
    }
}

extension Plane {
    /// The samples between the cells' centres, 0 outside.
    func sampled(columns: [Double], rows: [Double], size: PixelSize) -> Plane {
        var result = Plane(size: size)
        for (y, row) in rows.enumerated() where row > -0.5 && row < Double(height) - 0.5 {
            let r = min(max(row, 0), Double(height - 1))
            let y0 = Int(r), y1 = min(y0 + 1, height - 1)
            let fy = Float(r - Double(y0))
            for (x, column) in columns.enumerated() where column > -0.5 && column < Double(width) - 0.5 {
                let c = min(max(column, 0), Double(width - 1))
                let x0 = Int(c), x1 = min(x0 + 1, width - 1)
                let fx = Float(c - Double(x0))
                let top = samples[y0 * width + x0] * (1 - fx) + samples[y0 * width + x1] * fx
                let bottom = samples[y1 * width + x0] * (1 - fx) + samples[y1 * width + x1] * fx
                result.samples[y * size.width + x] = top * (1 - fy) + bottom * fy
            }
        }
        return result
    }
}

extension PhotoSubject {
    mutating func merge(_ change: StrokeWindow.Change, mode: MatteStroke.Mode, window: StrokeWindow) {
        guard let box = change.box else { return }
        if mode == .keep { extend(to: window.photoRect(of: box, photo: photoSize)) }
        let isOne = region == PixelRect(photoSize) && matte == overviewMatte
        matte = merged(matte, over: region, change, mode, window)
        overviewMatte = isOne ? matte : merged(overviewMatte, over: PixelRect(photoSize), change, mode, window)
    }

    private func merged(
        _ matte: Matte, over region: PixelRect, _ change: StrokeWindow.Change, _ mode: MatteStroke.Mode,
        _ window: StrokeWindow
    ) -> Matte {
        let columns = (0..<matte.width).map { x in
            let photo = (Double(x) + 0.5) / Double(matte.width) * Double(region.width) + Double(region.x)
            let overview = photo / Double(photoSize.width) * Double(window.overview.width)
            return (overview - Double(window.part.x)) * window.scale.x - 0.5
        }
        let rows = (0..<matte.height).map { y in
            let photo = (Double(y) + 0.5) / Double(matte.height) * Double(region.height) + Double(region.y)
            let overview = photo / Double(photoSize.height) * Double(window.overview.height)
            return (overview - Double(window.part.y)) * window.scale.y - 0.5
        }
        let side = change.side.sampled(columns: columns, rows: rows, size: matte.size)
        let zone = change.zone.sampled(columns: columns, rows: rows, size: matte.size)
        var merged = matte
        for index in merged.samples.indices where zone.samples[index] > 0 {
            let before = matte.samples[index]
            let wanted = mode == .keep ? max(before, side.samples[index]) : min(before, 1 - side.samples[index])
            merged.samples[index] = before + zone.samples[index] * (wanted - before)
        }
        return merged.quantized
    }

    private mutating func extend(to wanted: PixelRect) {
        guard region.union(wanted) != region else { return }
        let goal = region.union(wanted)
        let across = Double(region.width) / Double(matte.width)
        let down = Double(region.height) / Double(matte.height)
        func cells(_ distance: Int, _ cell: Double, reachesFrame: Bool) -> Int {
            distance <= 0 ? 0 : reachesFrame ? Int((Double(distance) / cell).rounded()) : Int((Double(distance) / cell).rounded(.up))
        }
        let left = cells(region.x - goal.x, across, reachesFrame: goal.x == 0)
        let right = cells(goal.maxX - region.maxX, across, reachesFrame: goal.maxX == photoSize.width)
        let top = cells(region.y - goal.y, down, reachesFrame: goal.y == 0)
        let bottom = cells(goal.maxY - region.maxY, down, reachesFrame: goal.maxY == photoSize.height)
        let x0 = goal.x == 0 ? 0 : max(0, Int((Double(region.x) - Double(left) * across).rounded()))
        let y0 = goal.y == 0 ? 0 : max(0, Int((Double(region.y) - Double(top) * down).rounded()))
        let x1 = goal.maxX == photoSize.width ? photoSize.width : min(photoSize.width, Int((Double(region.maxX) + Double(right) * across).rounded()))
        let y1 = goal.maxY == photoSize.height ? photoSize.height : min(photoSize.height, Int((Double(region.maxY) + Double(bottom) * down).rounded()))
        var extended = Matte(size: PixelSize(width: left + matte.width + right, height: top + matte.height + bottom))
        for y in 0..<matte.height {
            for x in 0..<matte.width { extended.samples[(y + top) * extended.width + x + left] = matte.samples[y * matte.width + x] }
        }
        region = PixelRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
        if extended.size.longestSide > 1024 {
            extended = extended.resampled(to: extended.size.scaled(by: 1024 / Double(extended.size.longestSide)))
        }
        matte = extended
    }
}

extension StrokeWindow {
    /// Where a part of the raster, and something around it, lies in the photo.
    func photoRect(of box: PixelRect, photo: PixelSize) -> PixelRect {
        let around = box.insetBy(-max(4, box.size.longestSide / 20))
        let x = Double(photo.width) / Double(overview.width)
        let y = Double(photo.height) / Double(overview.height)
        let rect = PixelRect(
            x: Int(((Double(around.x) / scale.x + Double(part.x)) * x).rounded(.down)),
            y: Int(((Double(around.y) / scale.y + Double(part.y)) * y).rounded(.down)),
            width: Int((Double(around.width) / scale.x * x).rounded(.up)),
            height: Int((Double(around.height) / scale.y * y).rounded(.up)))
        return rect.intersection(PixelRect(photo))
    }
}
