public import Imaging
import Profiling

/// What a person marked on a photo to say which of its subjects are meant, in pixels of the whole, upright photo.
///
/// All subjects at `at` and in `boxes` are meant, and none at `notAt`; without the first two all but those. Subjects
/// that are one in the matte are told apart where a line between the places is found (``MatteStroke/Mode/split``).
public struct SubjectMarks: Hashable, Sendable {
    /// A pixel of the photo, from its top left corner.
    public struct Place: Hashable, Sendable {
        /// From the left.
        package var x: Int
        /// From the top.
        package var y: Int

        /// A pixel.
        public init(x: Int, y: Int) {
            (self.x, self.y) = (x, y)
        }
    }

    /// The subjects here are meant.
    package var at: [Place]
    /// Those here are not.
    package var notAt: [Place]
    /// What is inside is meant, also where nothing was found before.
    package var boxes: [PixelRect]
    /// One sticker for each box and each place of ``at``, which are told apart; all on one sticker if not.
    package var isEach: Bool

    /// Marks.
    public init(at: [Place] = [], notAt: [Place] = [], boxes: [PixelRect] = [], isEach: Bool = false) {
        (self.at, self.notAt, self.boxes, self.isEach) = (at, notAt, boxes, isEach)
    }
}

extension PhotoProcessor {
    /// The subject as the options' marks part it, and the numbers of the subjects on each sticker; none without marks.
    ///
    /// - Throws: ``StickerError`` with `.noSuchInstance` that names the mark where nothing is, or the two between which
    ///   no line was found.
    func marked(
        _ subject: PhotoSubject, on overview: Bitmap
    ) throws(StickerError) -> (subject: PhotoSubject, stickers: [Set<Int>]) {
        guard case .marked(let marks) = options.subjects else { return (subject, []) }
        return try Trace.span("marks") { () throws(StickerError) in
            var marking = SubjectMarking(subject, overview: overview, segmenter: segmenter)
            let stickers = try marking.stickers(marks)
            return (marking.subject, stickers)
        }
    }
}

/// Marks on their way to subjects.
private struct SubjectMarking {
    typealias Place = SubjectMarks.Place

    private(set) var subject: PhotoSubject
    private var picker: SubjectPicker
    /// For each box, then for each place that is meant, the numbers of its subjects.
    private var meant: [Set<Int>] = []
    private let overview: Bitmap
    private let segmenter: SubjectSegmenter

    init(_ subject: PhotoSubject, overview: Bitmap, segmenter: SubjectSegmenter) {
        self.subject = subject
        picker = SubjectPicker(subject)
        self.overview = overview
        self.segmenter = segmenter
    }

    /// The numbers of the subjects on each sticker.
    mutating func stickers(_ marks: SubjectMarks) throws(StickerError) -> [Set<Int>] {
        for box in marks.boxes { try add(box) }
        for place in marks.at { meant.append([try number(at: place)]) }
        let places = marks.boxes.map { Place(x: $0.x + $0.width / 2, y: $0.y + $0.height / 2) } + marks.at
        for (index, place) in places.enumerated() {
            for other in marks.notAt { try tellApart(place, index, from: other) }
            guard marks.isEach else { continue }
            for (earlier, other) in places[..<index].enumerated() {
                if try tellApart(place, index, from: other) { meant[earlier].remove(try number(at: place)) }
            }
        }
        var others: Set<Int> = []
        for place in marks.notAt { others.insert(try number(at: place)) }
        if meant.isEmpty { meant = [Set(picker.all)] }
        let stickers = marks.isEach ? meant : [meant.reduce([]) { $0.union($1) }]
        let left = stickers.map { $0.subtracting(others) }
        guard left.allSatisfy({ !$0.isEmpty }) else {
            throw StickerError(
                .noSuchInstance, "nothing is left of the subject without the excluded places; mark what to keep, too")
        }
        return left
    }

    private mutating func add(_ box: PixelRect) throws(StickerError) {
        let (first, last) = (point(box.x, box.y), point(box.maxX, box.maxY))
        guard let drawn = PhotoBox(between: first, and: last),
            let choice = subject.choice(of: drawn, overview: overview, segmenter: segmenter)
        else {
            throw StickerError(
                .noSuchInstance,
                "nothing stands out in the box \(box.x),\(box.y),\(box.width),\(box.height) \(photo)")
        }
        if let stroke = choice.stroke { apply(stroke) }
        meant.append(Set(choice.numbers))
    }

    /// Parts what lies at two places where it is one subject.
    ///
    /// - Returns: whether it was one.
    @discardableResult
    private mutating func tellApart(
        _ place: Place, _ index: Int, from other: Place
    ) throws(StickerError) -> Bool {
        guard meant[index].contains(try number(at: other)) else { return false }
        let line = MatteStroke(mode: .split, radius: 0, points: [middle(of: place), middle(of: other)])
        guard apply(line) else {
            throw StickerError(
                .noSuchInstance,
                "no line was found between \(place.x),\(place.y) and \(other.x),\(other.y), which are on one "
                    + "subject; mark places farther inside each, or draw a box around one")
        }
        meant[index].remove(try number(at: other))
        return true
    }

    /// - Returns: whether it changed something.
    @discardableResult
    private mutating func apply(_ stroke: MatteStroke) -> Bool {
        let after = subject.applying([stroke], to: overview, segmenter: segmenter)
        guard after != subject else { return false }
        let now = SubjectPicker(after)
        meant = meant.map { now.numbers(of: $0, in: picker) }.map { Set($0) }
        (subject, picker) = (after, now)
        return true
    }

    private func number(at place: Place) throws(StickerError) -> Int {
        guard let number = picker.number(at: middle(of: place)) else {
            throw StickerError(.noSuchInstance, "there is no subject at \(place.x),\(place.y) \(photo)")
        }
        return number
    }

    private func middle(of place: Place) -> MatteStroke.Point {
        .init(
            x: (Double(place.x) + 0.5) / Double(subject.photoSize.width),
            y: (Double(place.y) + 0.5) / Double(subject.photoSize.height))
    }

    private func point(_ x: Int, _ y: Int) -> MatteStroke.Point {
        .init(x: Double(x) / Double(subject.photoSize.width), y: Double(y) / Double(subject.photoSize.height))
    }

    private var photo: String {
        "(the photo has \(subject.photoSize.width) × \(subject.photoSize.height) pixels)"
    }
}
