import Imaging

extension PhotoSubject {
    /// A matte's longest side at most, once strokes reach beyond its region.
    private static let longestExtended = 1024

    /// What a stroke changes becomes part of the mattes. Outside the change no sample changes, unless the region has to
    /// grow beyond what a matte may have: then the cells become larger.
    mutating func merge(_ change: StrokeChange, _ mode: MatteStroke.Mode, of window: StrokeWindow) {
        guard let box = change.box else { return }
        markFixedByHand()
        let isOne = region == PixelRect(photoSize) && matte == overviewMatte
        if mode == .keep { extend(to: window.photoRect(of: box, in: photoSize)) }
        matte = merged(matte, over: region, with: change, mode: mode, in: window)
        overviewMatte =
            isOne
            ? matte
            : merged(overviewMatte, over: PixelRect(photoSize), with: change, mode: mode, in: window)
    }

    mutating func markFixedByHand() {
        isFixedByHand = true
        confidence = nil
    }

    /// Paints over the mattes.
    ///
    /// - Parameter unpainted: as the subject was before all painting, on the same raster, and afterwards again.
    mutating func paint(_ footprint: StrokeFootprint, _ mode: MatteStroke.Mode, over unpainted: inout PhotoSubject) {
        markFixedByHand()
        let isOne = region == PixelRect(photoSize) && matte == overviewMatte
        if mode == .keep {
            extend(to: footprint.photoRect(in: photoSize))
            unpainted.extend(to: footprint.photoRect(in: photoSize))
        }
        matte = footprint.painted(matte, mode, over: unpainted.matte, region: region, photo: photoSize)
        overviewMatte =
            isOne
            ? matte
            : footprint.painted(
                overviewMatte, mode, over: unpainted.overviewMatte, region: PixelRect(photoSize), photo: photoSize)
    }

    private func merged(
        _ matte: Matte, over region: PixelRect, with change: StrokeChange, mode: MatteStroke.Mode,
        in window: StrokeWindow
    ) -> Matte {
        let place = window.place(in: photoSize)
        let side = change.side.sampled(from: place, onto: FractionalRect(region), size: matte.size)
        let zone = change.zone.sampled(from: place, onto: FractionalRect(region), size: matte.size)
        var merged = matte
        for index in merged.samples.indices where zone.samples[index] > 0 {
            let before = matte.samples[index]
            let wanted = mode == .keep ? max(before, side.samples[index]) : min(before, 1 - side.samples[index])
            let mixed = before + min(zone.samples[index], 1) * (wanted - before)
            merged.samples[index] = Matte.value(ofCode: Matte.code(of: mixed))
        }
        return merged
    }

    /// Grows the region by whole cells of the matte. It moves by less than a pixel of the photo or, where it comes to
    /// end at the photo's frame, by less than a cell.
    mutating func extend(to wanted: PixelRect) {
        let goal = region.union(wanted)
        guard goal != region else { return }
        let limit = max(Self.longestExtended, matte.size.longestSide)
        var (columns, rows, size) = extensions(to: goal)
        if size.longestSide > limit {
            // Before it grows: so many small cells over all of a large photo would take gigabytes.
            matte = matte.resampled(to: matte.size.scaled(by: Double(limit) / Double(size.longestSide))).quantized
            (columns, rows, size) = extensions(to: goal)
        }
        var extended = Matte(size: size)
        for y in 0..<matte.height {
            let start = (y + rows.before) * size.width + columns.before
            extended.samples.replaceSubrange(
                start..<start + matte.width, with: matte.samples[y * matte.width..<(y + 1) * matte.width])
        }
        matte = extended
        region = PixelRect(
            x: columns.range.lowerBound, y: rows.range.lowerBound, width: columns.range.count, height: rows.range.count)
    }

    private func extensions(to goal: PixelRect) -> (columns: Extension, rows: Extension, size: PixelSize) {
        let columns = Extension(
            from: region.x..<region.maxX, cells: matte.width, to: goal.x..<goal.maxX, within: photoSize.width)
        let rows = Extension(
            from: region.y..<region.maxY, cells: matte.height, to: goal.y..<goal.maxY, within: photoSize.height)
        let size = PixelSize(
            width: columns.before + matte.width + columns.after, height: rows.before + matte.height + rows.after)
        return (columns, rows, size)
    }
}

/// How a row of cells grows on both sides.
private struct Extension {
    let before: Int
    let after: Int
    /// What the row covers then.
    let range: Range<Int>

    init(from region: Range<Int>, cells: Int, to goal: Range<Int>, within length: Int) {
        let cell = Double(region.count) / Double(cells)
        func count(_ distance: Int, toFrame: Bool) -> Int {
            Int((Double(distance) / cell).rounded(toFrame ? .toNearestOrAwayFromZero : .up))
        }
        let before = count(region.lowerBound - goal.lowerBound, toFrame: goal.lowerBound == 0)
        let after = count(goal.upperBound - region.upperBound, toFrame: goal.upperBound == length)
        let first = Int((Double(region.lowerBound) - Double(before) * cell).rounded())
        let end = Int((Double(region.upperBound) + Double(after) * cell).rounded())
        self.before = before
        self.after = after
        range = (goal.lowerBound == 0 ? 0 : max(0, first))..<(goal.upperBound == length ? length : min(length, end))
    }
}
