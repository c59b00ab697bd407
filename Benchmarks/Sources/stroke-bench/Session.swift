import Peel

/// One person at one photo after the other.
struct Session {
    static let goal = 0.95
    static let mostStrokes = 20

    struct Result {
        /// The intersection over union before the first stroke and after each.
        var steps: [Double]
        /// For each stroke the part of the frame that changed sides farther away than three radii.
        var farChanges: [Double] = []
        /// What applying each took, in milliseconds.
        var times: [Double] = []

        /// How many strokes it took; at most 20 are counted.
        var counted: Int { steps.firstIndex { $0 >= Session.goal } ?? Session.mostStrokes }
    }

    let processor: PhotoProcessor
    let tool: Tool
    let startsFromNothing: Bool
    let pictures: FilePath?

    /// `nil` where the first cut is good enough, or the mask has nothing.
    func mend(_ sample: Sample, number: Int) async throws -> Result? {
        let data = try sample.photo.readBytes()
        let picture = try await processor.strokeOverview(data: data)
        let mask = try ImageSource(sample.mask.readBytes()).decode().resized(to: picture.size)
        let wanted = Wanted(mask)
        guard wanted.isInside.contains(true) else { return nil }
        let first = await subject(of: data, in: picture)
        var editor = StrokeEditor(first, overview: picture, segmenter: processor.segmenter)
        var person = Person(size: picture.size, dice: Dice(state: UInt64(number)))
        var now = inside(first, in: picture)
        var result = Result(steps: [wanted.overlap(now)])
        guard result.steps[0] < Self.goal else { return nil }
        while result.steps.count <= Self.mostStrokes, result.steps[result.steps.count - 1] < Self.goal {
            guard let stroke = person.stroke(from: now, to: wanted, tool: tool) else { break }
            let clock = ContinuousClock()
            let before = now
            let time = clock.measure { if tool != .perfect { editor.apply(stroke) } }
            now =
                tool == .perfect
                ? perfect(now, wanted, stroke, size: picture.size) : inside(editor.subject, in: picture)
            result.steps.append(wanted.overlap(now))
            result.times.append(Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1000)
            result.farChanges.append(farChange(from: before, to: now, stroke, size: picture.size))
            try draw(
                picture, before: before, after: now, wanted, stroke, name: "\(number)-\(result.times.count)")
        }
        return result
    }

    private func subject(of data: [UInt8], in picture: Bitmap) async -> PhotoSubject {
        if !startsFromNothing, let found = try? await processor.process(data: data).subject { return found }
        let size = (try? ImageSource(data).size) ?? picture.size
        return PhotoSubject(matte: Matte(size: processor.segmenter.inputSize), photoSize: size, looks: 1)
    }

    /// For each pixel of the picture whether the cut has it: the matte, brought to the photo's edges.
    private func inside(_ subject: PhotoSubject, in picture: Bitmap) -> [Bool] {
        let across = Double(picture.width) / Double(subject.photoSize.width)
        let down = Double(picture.height) / Double(subject.photoSize.height)
        let part = subject.region.scaled(x: across, y: down).intersection(PixelRect(picture.size))
        let alpha = AlphaRefiner().refine(subject.matte, guide: picture.cropped(to: part))
        var isInside = [Bool](repeating: false, count: picture.size.area)
        for y in 0..<part.height {
            for x in 0..<part.width { isInside[(part.y + y) * picture.width + part.x + x] = alpha[x, y] > 0.5 }
        }
        return isInside
    }

    /// After a stroke that takes exactly what is wrong and connected to it, as far as a smart one may reach.
    private func perfect(_ now: [Bool], _ wanted: Wanted, _ stroke: MatteStroke, size: PixelSize) -> [Bool] {
        let far = stroke.distances(on: size)
        let radius = Float(stroke.radius * Double(size.longestSide))
        let isKept = stroke.mode == .keep
        var isOpen = now.indices.map { now[$0] != isKept && wanted.isInside[$0] == isKept && far[$0] <= 3 * radius }
        var after = now
        var front = now.indices.filter { isOpen[$0] && far[$0] <= radius }
        while let index = front.popLast() {
            after[index] = isKept
            let (x, y) = (index % size.width, index / size.width)
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                guard (0..<size.width).contains(x + dx), (0..<size.height).contains(y + dy) else { continue }
                let next = index + dx + dy * size.width
                if isOpen[next] { front.append(next) }
                isOpen[next] = false
            }
        }
        return after
    }

    private func farChange(from before: [Bool], to after: [Bool], _ stroke: MatteStroke, size: PixelSize) -> Double {
        let far = stroke.distances(on: size)
        let limit = Float(3 * stroke.radius * Double(size.longestSide) + 1)
        let changed = far.indices.count { before[$0] != after[$0] && far[$0] > limit }
        return Double(changed) / Double(size.area)
    }

    /// The photo with the cut before and after, what is wrong tinted: red for surplus, blue for missing; the stroke's
    /// way.
    private func draw(
        _ picture: Bitmap, before: [Bool], after: [Bool], _ wanted: Wanted, _ stroke: MatteStroke, name: String
    ) throws {
        guard let pictures else { return }
        let far = stroke.distances(on: picture.size)
        let radius = Float(stroke.radius * Double(picture.size.longestSide))
        var sheet = Bitmap(size: PixelSize(width: 2 * picture.width, height: picture.height))
        for (half, isInside) in [before, after].enumerated() {
            for index in 0..<picture.size.area {
                let (x, y) = (index % picture.width, index / picture.width)
                var color = picture[x, y]
                func mix(_ part: UInt8, _ other: Int, _ share: Int) -> UInt8 {
                    UInt8((Int(part) * (10 - share) + other * share) / 10)
                }
                if !isInside[index] {
                    color = SRGBColor(
                        red: mix(color.red, 255, 7), green: mix(color.green, 255, 7), blue: mix(color.blue, 255, 7))
                }
                if wanted.isWrong(isInside[index], at: index) {
                    color = SRGBColor(
                        red: mix(color.red, isInside[index] ? 255 : 0, 5), green: mix(color.green, 0, 5),
                        blue: mix(color.blue, isInside[index] ? 0 : 255, 5))
                }
                if far[index] < 1 || abs(far[index] - radius) < 0.8 {
                    color =
                        stroke.mode == .keep
                        ? SRGBColor(red: 0, green: 220, blue: 0) : SRGBColor(red: 255, green: 220, blue: 0)
                }
                sheet[half * picture.width + x, y] = color
            }
        }
        try AtomicFile.write(try ImageEncoder(.png()).encode(sheet), to: pictures.appending("\(name).png"))
    }
}

extension MatteStroke {
    /// How far each pixel is from the stroke's way.
    func distances(on size: PixelSize) -> [Float] {
        let places = points.map { SIMD2(Float($0.x) * Float(size.width), Float($0.y) * Float(size.height)) }
        return (0..<size.area).map { index in
            let place = SIMD2(Float(index % size.width) + 0.5, Float(index / size.width) + 0.5)
            var least = Float.infinity
            for number in places.indices {
                let (start, end) = (places[max(number - 1, 0)], places[number])
                let way = end - start
                let length = (way * way).sum()
                let share = length > 0 ? min(max(((place - start) * way).sum() / length, 0), 1) : 0
                let rest = place - start - way * share
                least = min(least, (rest * rest).sum())
            }
            return least.squareRoot()
        }
    }
}
