import Imaging

extension PhotoSubject {
    /// So many cells the matte has over an object at least, along its longer side, where it may have as many in all.
    private static let fewestCells = 192.0
    private static let mostCells = 1024.0
    /// Just below what counts as subject: parts the object from what it lies on, and is hardly seen.
    private static let seam: Float = 0.45
    /// What is left of another subject beside the object, and is smaller than this part of it, is its edge.
    private static let leastRest = 0.04
    /// A part of the object of which so much is known already is a piece of another subject.
    private static let mostlyKnown = 0.7
    /// New parts count as the object from this size on, as a part of all that the network saw.
    private static let leastNew = 0.1

    /// Makes an object a subject of its own, also where it is a part of another one or touches it.
    mutating func add(_ object: BoxLook.Object) {
        // The photo's own alpha says what is seen of it: there is nothing to be found beside.
        guard looks > 0 else { return }
        let object = BoxLook.Object(matte: newParts(of: object), place: object.place)
        guard let cells = object.matte.boundingBox(above: 0.5) else { return }
        markFixedByHand()
        let place = photoPlace(of: object)
        let size = object.matte.size
        let around = cells.insetBy(-max(2, size.longestSide / 40)).intersection(PixelRect(size))
        let box = place.pixels(under: around, of: size).intersection(PixelRect(photoSize))
        guard !box.isEmpty else { return }
        let whole = overviewMatte
        extend(to: box)
        refineCells(for: box)
        let side = object.matte.sampled(from: place, onto: FractionalRect(region), size: matte.size)
        matte = Self.joined(matte, side)
        part(side)
        let overview = object.matte.sampled(
            from: place, onto: FractionalRect(PixelRect(photoSize)), size: whole.size)
        overviewMatte = Self.joined(whole, overview)
    }

    /// In pixels of the photo.
    private func photoPlace(of object: BoxLook.Object) -> FractionalRect {
        FractionalRect(
            x: object.place.x * Double(photoSize.width), y: object.place.y * Double(photoSize.height),
            width: object.place.width * Double(photoSize.width), height: object.place.height * Double(photoSize.height))
    }

    /// The object's matte without the pieces of known subjects that lie apart from it: the box took them in by chance.
    /// Where nothing else was seen, a piece is what the box was drawn for, and stays.
    private func newParts(of object: BoxLook.Object) -> Matte {
        var matte = object.matte
        let parts = ConnectedComponents(of: matte, above: 0.5)
        guard parts.components.count > 1 else { return matte }
        let known = overviewMatte.sampled(
            from: FractionalRect(PixelRect(photoSize)), onto: photoPlace(of: object), size: matte.size)
        var knownAreas = [Int](repeating: 0, count: parts.components.count + 1)
        for (label, sample) in zip(parts.labels, known.samples) where sample > 0.5 { knownAreas[Int(label)] += 1 }
        let isPiece = parts.components.enumerated().map { index, part in
            Double(knownAreas[index + 1]) > Self.mostlyKnown * Double(part.area)
        }
        var (newArea, area) = (0, 0)
        for (part, isPiece) in zip(parts.components, isPiece) {
            area += part.area
            newArea += isPiece ? 0 : part.area
        }
        guard newArea < area, Double(newArea) >= Self.leastNew * Double(area) else { return matte }
        let isNew = [false] + isPiece.map { !$0 }
        let new = Plane(size: matte.size, samples: parts.labels.map { isNew[Int($0)] ? 1 : 0 })
        // What is new keeps its soft edge, which has no label.
        let kept = new.dilated(radius: 3)
        for (index, label) in parts.labels.enumerated()
        where !isNew[Int(label)] && (label > 0 || kept.samples[index] < 0.5) {
            matte.samples[index] = 0
        }
        return matte
    }

    private static func joined(_ matte: Matte, _ side: Matte) -> Matte {
        Matte(size: matte.size, samples: zip(matte.samples, side.samples).map { max($0, $1) }).quantized
    }

    private mutating func refineCells(for box: PixelRect) {
        let seen =
            Double(box.size.longestSide) / Double(region.size.longestSide) * Double(matte.size.longestSide)
        refineCells(by: Self.fewestCells / seen)
    }

    /// Gives the matte so many times as many cells in a row, or as many as it may have. What is hardly more changes
    /// nothing.
    mutating func refineCells(by factor: Double) {
        let factor = min(factor, Self.mostCells / Double(matte.size.longestSide))
        if factor > 1.2 { matte = matte.resampled(to: matte.size.scaled(by: factor)).quantized }
    }

    /// Draws a seam around the object.
    mutating func part(_ object: Matte) {
        let (width, height) = (matte.width, matte.height)
        func isBeside(_ x: Int, _ y: Int) -> Bool {
            for row in max(0, y - 1)...min(height - 1, y + 1) {
                for column in max(0, x - 1)...min(width - 1, x + 1) where object[column, row] > 0.5 { return true }
            }
            return false
        }
        for y in 0..<height {
            for x in 0..<width where matte[x, y] > Self.seam && object[x, y] <= 0.5 && isBeside(x, y) {
                matte[x, y] = Self.seam
            }
        }
        // Slivers of the other subject along the seam.
        let reach = 3
        var isNear = Plane(size: matte.size, samples: object.samples.map { $0 > 0.5 ? 1 : 0 })
        let area = isNear.samples.reduce(0, +)
        isNear = isNear.dilated(radius: Float(reach))
        let (matteSamples, objectSamples) = (matte.samples, object.samples)
        let rests = ConnectedComponents(size: matte.size) { matteSamples[$0] > 0.5 && objectSamples[$0] <= 0.5 }
        var isSliver = [false] + rests.components.map { Double($0.area) < Self.leastRest * Double(area) }
        var touches = [Bool](repeating: false, count: isSliver.count)
        for (index, label) in rests.labels.enumerated() where isNear.samples[index] > 0.5 { touches[Int(label)] = true }
        for index in isSliver.indices where !touches[index] { isSliver[index] = false }
        for (index, label) in rests.labels.enumerated() where isSliver[Int(label)] { matte.samples[index] = Self.seam }
        matte = matte.quantized
    }
}
