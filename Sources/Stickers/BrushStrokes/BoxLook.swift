import Imaging
import Profiling

/// A network's look at what is inside a box that a person drew.
struct BoxLook {
    /// What the network saw, spread over a part of the photo.
    struct Object {
        /// 0…1; 0 outside the box.
        let matte: Matte
        /// Where the matte lies, as parts of the photo's width and height.
        let place: FractionalRect
    }

    /// How much around the box is looked at, as a part of its longer side: what an object stands before tells it apart.
    private static let surroundings = 0.15
    /// A box is drawn roughly: so far beyond it the object may reach, as a part of its longer side.
    private static let roughness = 0.04
    /// What is smaller than this part of the box is not what the box was drawn around.
    private static let leastShare = 0.02

    let segmenter: SubjectSegmenter

    /// Looks at the box with a little of what surrounds it and, when nothing is seen so, at the box alone.
    ///
    /// - Parameter overview: the whole photo, upright.
    /// - Returns: `nil` when the network sees no object there.
    func object(in box: PhotoBox, of overview: Bitmap) -> Object? {
        let (width, height) = (Double(overview.width), Double(overview.height))
        let left = Int((box.x * width).rounded(.down))
        let top = Int((box.y * height).rounded(.down))
        let drawn = PixelRect(
            x: left, y: top, width: Int(((box.x + box.width) * width).rounded(.up)) - left,
            height: Int(((box.y + box.height) * height).rounded(.up)) - top
        ).intersection(PixelRect(overview.size))
        guard !drawn.isEmpty else { return nil }
        let around = Int((Self.surroundings * Double(drawn.size.longestSide)).rounded(.up))
        var others: Others?
        for part in [drawn.insetBy(-around).intersection(PixelRect(overview.size)), drawn] {
            guard let matte = look(at: part, keeping: drawn, without: &others, of: overview) else { continue }
            return Object(
                matte: matte,
                place: FractionalRect(
                    x: Double(part.x) / width, y: Double(part.y) / height, width: Double(part.width) / width,
                    height: Double(part.height) / height))
        }
        return nil
    }

    /// What the wider look saw that lies mostly outside the box: a person beside the thing that the box was drawn
    /// around.
    private struct Others {
        /// 1 where they are, else 0, on the raster of that look.
        let plane: Plane
        /// Which part of the photo that is.
        let part: PixelRect

        func spread(over other: PixelRect, size: PixelSize) -> Plane {
            plane.sampled(from: FractionalRect(part), onto: FractionalRect(other), size: size)
        }
    }

    /// - Parameter others: what of an earlier look is not the object; what of this one is not, from then on.
    private func look(
        at part: PixelRect, keeping drawn: PixelRect, without others: inout Others?, of overview: Bitmap
    ) -> Matte? {
        // That there is a subject need not be asked (`SubjectPresence`): a person says so.
        guard let look = Trace.span("box look", { try? segmenter.look(at: overview.cropped(to: part)) }) else {
            return nil
        }
        var matte = MatteCleaning().cleaned(look.matte, of: look.picture.resized(to: look.matte.size, kernel: .linear))
        let leeway = Int((Self.roughness * Double(drawn.size.longestSide)).rounded(.up))
        let kept = drawn.insetBy(-leeway).intersection(part)
        let cells = PixelRect(x: kept.x - part.x, y: kept.y - part.y, width: kept.width, height: kept.height)
            .scaled(x: Double(matte.width) / Double(part.width), y: Double(matte.height) / Double(part.height))
            .intersection(matte.bounds)
        remove(&others, from: &matte, inside: cells, of: part)
        for y in 0..<matte.height {
            for x in 0..<matte.width where !(cells.x..<cells.maxX ~= x && cells.y..<cells.maxY ~= y) { matte[x, y] = 0 }
        }
        let parts = ConnectedComponents(of: matte, above: 0.5)
        let least = Self.leastShare * Double(cells.area)
        let isKept = [true] + parts.components.map { Double($0.area) >= least }
        guard isKept.dropFirst().contains(true) else { return nil }
        for index in matte.samples.indices where !isKept[Int(parts.labels[index])] { matte.samples[index] = 0 }
        return matte
    }

    /// Takes parts away that lie mostly outside the box, or on what an earlier look saw there.
    private func remove(_ others: inout Others?, from matte: inout Matte, inside cells: PixelRect, of part: PixelRect) {
        let parts = ConnectedComponents(of: matte, above: 0.5)
        let earlier = others?.spread(over: part, size: matte.size)
        var own = [Int](repeating: 0, count: parts.components.count + 1)
        for y in cells.y..<cells.maxY {
            for x in cells.x..<cells.maxX where (earlier?.samples[y * matte.width + x] ?? 0) < 0.5 {
                own[Int(parts.labels[y * matte.width + x])] += 1
            }
        }
        let isOther = [false] + parts.components.indices.map { 2 * own[$0 + 1] < parts.components[$0].area }
        guard isOther.contains(true) else { return }
        var plane = Plane(size: matte.size)
        for index in matte.samples.indices where isOther[Int(parts.labels[index])] {
            plane.samples[index] = 1
            matte.samples[index] = 0
        }
        others = Others(plane: plane, part: part)
    }
}
