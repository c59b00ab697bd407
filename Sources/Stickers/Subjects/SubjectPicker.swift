package import Imaging

/// Tells which of a photo's subjects a person means. Subjects have numbers from 1, the largest first.
package struct SubjectPicker: Sendable {
    /// A box means a subject when so much of it is inside.
    private static let mostlyInside = 0.7

    /// The photo's subjects.
    package let instances: Instances
    private let region: PixelRect
    private let photoSize: PixelSize

    /// The subjects of a photo as they are now.
    package init(_ subject: PhotoSubject) {
        instances = Instances(of: subject)
        region = subject.region
        photoSize = subject.photoSize
    }

    /// The numbers of all.
    package var all: [Int] { Array(1...max(1, instances.count)).filter { $0 <= instances.count } }

    /// The subject at a point, or the nearest to it within a small part of the photo; `nil` where there is none.
    package func number(at point: MatteStroke.Point) -> Int? {
        guard point.x.isFinite, point.y.isFinite, (0...1).contains(point.x), (0...1).contains(point.y) else {
            return nil
        }
        return instances.instance(
            at: (point.x * Double(photoSize.width) - Double(region.x)) / Double(region.width),
            (point.y * Double(photoSize.height) - Double(region.y)) / Double(region.height)
        ).map { $0 + 1 }
    }

    /// The subjects of which most is inside a box.
    package func numbers(in box: PhotoBox) -> [Int] {
        var inside = [Int](repeating: 0, count: instances.count)
        var areas = inside
        forEachCell { owner, x, y in
            areas[owner] += 1
            if box.contains(x, y) { inside[owner] += 1 }
        }
        return all.filter { Double(inside[$0 - 1]) >= Self.mostlyInside * Double(max(1, areas[$0 - 1])) }
    }

    /// The numbers that subjects with other numbers have now, after something was added to the photo's subjects.
    ///
    /// - Parameters:
    ///   - numbers: of subjects of `earlier`.
    ///   - earlier: the subjects of the same photo as they were.
    package func numbers(of numbers: Set<Int>, in earlier: SubjectPicker) -> [Int] {
        var chosen = [Int](repeating: 0, count: instances.count)
        var owned = chosen
        forEachCell { owner, x, y in
            guard let before = earlier.owner(x, y) else { return }
            owned[owner] += 1
            if numbers.contains(before + 1) { chosen[owner] += 1 }
        }
        return all.filter { chosen[$0 - 1] * 2 > owned[$0 - 1] }
    }

    /// The numbers that chosen subjects have after strokes of a brush, which may part and join subjects: of those of
    /// which more than half was chosen before, and of those that hold more than a tenth of all that was chosen.
    ///
    /// - Parameter withNew: whether that is chosen, too, of which nothing was there before.
    package func numbers(of numbers: Set<Int>, afterStrokesOn earlier: SubjectPicker, withNew: Bool) -> [Int] {
        var chosen = [Int](repeating: 0, count: instances.count)
        var known = chosen
        forEachCell { owner, x, y in
            guard let index = earlier.index(x, y) else { return }
            known[owner] += 1
            if numbers.contains(Int(earlier.instances.owners[index]) + 1) { chosen[owner] += 1 }
        }
        let sum = chosen.reduce(0, +)
        return all.filter { number in
            let (chosen, known) = (chosen[number - 1], known[number - 1])
            return known == 0 ? withNew : 2 * chosen > known || 10 * chosen > sum
        }
    }

    /// How much of a box is covered by the box around some of the subjects, 0…1.
    func coverage(of box: PhotoBox, by numbers: [Int]) -> Double {
        var (left, top, right, bottom) = (1.0, 1.0, 0.0, 0.0)
        let wanted = Set(numbers)
        forEachCell { owner, x, y in
            guard wanted.contains(owner + 1) else { return }
            (left, right) = (min(left, x), max(right, x))
            (top, bottom) = (min(top, y), max(bottom, y))
        }
        let width = min(right, box.x + box.width) - max(left, box.x)
        let height = min(bottom, box.y + box.height) - max(top, box.y)
        return width > 0 && height > 0 ? width * height / (box.width * box.height) : 0
    }

    /// How much of some subjects is new: not yet one of the subjects before, 0…1.
    func newShare(of numbers: [Int], since earlier: SubjectPicker, _ known: [Int]) -> Double {
        let (wanted, known) = (Set(numbers), Set(known))
        var (new, all) = (0, 0)
        forEachCell { owner, x, y in
            guard wanted.contains(owner + 1) else { return }
            all += 1
            if !(earlier.owner(x, y).map { known.contains($0 + 1) } ?? false) { new += 1 }
        }
        return all == 0 ? 0 : Double(new) / Double(all)
    }

    /// The index of the subject at a place, as parts of the photo.
    private func owner(_ x: Double, _ y: Double) -> Int? {
        guard let index = index(x, y), instances.owners[index] >= 0 else { return nil }
        return Int(instances.owners[index])
    }

    /// The index of the cell at a place, if that is more subject than not.
    private func index(_ x: Double, _ y: Double) -> Int? {
        let matte = instances.matte
        let column = (x * Double(photoSize.width) - Double(region.x)) / Double(region.width) * Double(matte.width)
        let row = (y * Double(photoSize.height) - Double(region.y)) / Double(region.height) * Double(matte.height)
        guard column >= 0, row >= 0, Int(column) < matte.width, Int(row) < matte.height else { return nil }
        let index = Int(row) * matte.width + Int(column)
        return matte.samples[index] > 0.5 ? index : nil
    }

    /// Calls `body` with each cell that is more subject than not: its subject's index, and its middle as parts of the
    /// photo.
    private func forEachCell(_ body: (Int, Double, Double) -> Void) {
        let matte = instances.matte
        for row in 0..<matte.height {
            let y =
                (Double(region.y) + (Double(row) + 0.5) / Double(matte.height) * Double(region.height))
                / Double(photoSize.height)
            for column in 0..<matte.width {
                let index = row * matte.width + column
                guard matte.samples[index] > 0.5, instances.owners[index] >= 0 else { continue }
                let x =
                    (Double(region.x) + (Double(column) + 0.5) / Double(matte.width) * Double(region.width))
                    / Double(photoSize.width)
                body(Int(instances.owners[index]), x, y)
            }
        }
    }
}

extension SubjectPicker {
    /// A finer matte of the whole photo, handed out to the subjects: for each number the part of the matte that is its
    /// own.
    ///
    /// - Parameters:
    ///   - alpha: as a sticker of all subjects on the photo's canvas has it.
    ///   - count: at most so many subjects, the largest first.
    package func mattes(in alpha: Matte, atMost count: Int = 64) -> [(number: Int, part: PixelRect, matte: Matte)] {
        let owners = spreadOwners()
        let matte = instances.matte
        func cell(_ index: Int, of count: Int, photo: Int, start: Int, length: Int, cells: Int) -> Int {
            let place = (Double(index) + 0.5) / Double(count) * Double(photo)
            let cell = Int(((place - Double(start)) / Double(length) * Double(cells)).rounded(.down))
            return min(max(cell, 0), cells - 1)
        }
        let columns = (0..<alpha.width).map {
            cell(
                $0, of: alpha.width, photo: photoSize.width, start: region.x, length: region.width, cells: matte.width)
        }
        let rows = (0..<alpha.height).map {
            cell(
                $0, of: alpha.height, photo: photoSize.height, start: region.y, length: region.height,
                cells: matte.height)
        }
        var boxes = [(left: Int, top: Int, right: Int, bottom: Int)?](repeating: nil, count: instances.count)
        for y in 0..<alpha.height {
            for x in 0..<alpha.width where alpha[x, y] > 0.04 {
                let owner = Int(owners[rows[y] * matte.width + columns[x]])
                guard owner >= 0 else { continue }
                let box = boxes[owner] ?? (x, y, x, y)
                boxes[owner] = (min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y))
            }
        }
        return boxes.enumerated().prefix(count).compactMap { index, box in
            guard let box else { return nil }
            let part = PixelRect(
                x: box.left, y: box.top, width: box.right - box.left + 1, height: box.bottom - box.top + 1)
            var own = alpha.cropped(to: part)
            for y in 0..<part.height {
                for x in 0..<part.width
                where owners[rows[part.y + y] * matte.width + columns[part.x + x]] != Int32(index) { own[x, y] = 0 }
            }
            return (index + 1, part, own)
        }
    }

    /// Cells near a subject belong to it, too: the finer matte may reach there.
    private func spreadOwners() -> [Int32] {
        let (width, height) = (instances.matte.width, instances.matte.height)
        var owners = instances.owners
        for _ in 0..<3 {
            let before = owners
            for y in 0..<height {
                for x in 0..<width where before[y * width + x] < 0 {
                    let across = max(
                        x > 0 ? before[y * width + x - 1] : -1, x + 1 < width ? before[y * width + x + 1] : -1)
                    let down = max(
                        y > 0 ? before[(y - 1) * width + x] : -1, y + 1 < height ? before[(y + 1) * width + x] : -1)
                    owners[y * width + x] = max(across, down)
                }
            }
        }
        return owners
    }
}
