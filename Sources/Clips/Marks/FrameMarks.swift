import Imaging
import Stickers

/// What a person marked on one frame: strokes of a brush, and subjects that are meant or not.
struct FrameMarks: Sendable {
    /// As of ``FrameHold``.
    private(set) var said: Plane?
    /// `nil` where no subject was chosen.
    private(set) var owners: SubjectOwners?
    /// Those with which no subject was found.
    private(set) var missed: [MatteStroke] = []
    /// All subjects, with the strokes.
    let subject: PhotoSubject
    /// Whether none of them is meant.
    let isEmpty: Bool

    /// - Parameters:
    ///   - look: with its picture, and with the network's own matte.
    ///   - before: what was chosen before these marks.
    init(
        _ marks: [MatteStroke], on look: FrameLook, after before: SubjectOwners?, _ segmenter: SubjectSegmenter
    ) {
        var choosing = Choosing(look, before, segmenter)
        for mark in marks {
            if mark.mode.paints {
                let size = look.frameSize.scaled(
                    by: min(1, Double(FrameHold.strokeSide) / Double(look.frameSize.longestSide)))
                guard let covered = choosing.editor.coverage(of: mark, on: size) else { continue }
                let sign: Float = mark.mode == .keep ? 1 : -1
                let new = Plane(size: size, samples: covered.samples.map { sign * $0 })
                said = said?.overlaid(by: new) ?? new
                choosing.apply(mark)
            } else if !choosing.choose(mark) {
                missed.append(mark)
            }
        }
        owners = choosing.owners
        subject = choosing.editor.subject
        isEmpty = choosing.isEmpty
    }
}

/// The subjects of a frame, and which of them are chosen.
private struct Choosing {
    private(set) var editor: StrokeEditor
    private let look: FrameLook
    private let overview: Bitmap
    private let segmenter: SubjectSegmenter
    private var picker: SubjectPicker
    /// Numbers of subjects; `nil` for all.
    private var chosen: Set<Int>?
    private var isExclusive = false
    /// Where those that are meant are.
    private var meant: [MatteStroke.Point] = []

    init(_ look: FrameLook, _ before: SubjectOwners?, _ segmenter: SubjectSegmenter) {
        self.look = look
        self.segmenter = segmenter
        let picture = look.frame.picture
        overview = picture.averaged(
            to: picture.size.scaled(by: min(1, 640 / Double(max(1, picture.size.longestSide)))))
        let subject = PhotoSubject(matte: look.matte, region: look.region, photoSize: look.frameSize)
        editor = StrokeEditor(subject, overview: overview, segmenter: segmenter)
        picker = SubjectPicker(subject)
        if let before {
            isExclusive = before.isExclusive
            chosen = before.chosen(of: picker)
        }
    }

    mutating func apply(_ stroke: MatteStroke) {
        editor.apply(stroke)
        let now = SubjectPicker(editor.subject)
        chosen = chosen.map { Set(now.numbers(of: $0, in: picker)) }
        picker = now
    }

    /// - Returns: whether a subject is there.
    mutating func choose(_ mark: MatteStroke) -> Bool {
        let numbers: Set<Int>
        if mark.points.count > 1 {
            guard let box = PhotoBox(between: mark.points[0], and: mark.points[mark.points.count - 1]),
                let found = editor.subject.choice(of: box, overview: overview, segmenter: segmenter)
            else { return false }
            if let stroke = found.stroke { apply(stroke) }
            numbers = Set(picker.numbers(in: box))
        } else {
            guard let point = mark.points.first else { return false }
            if mark.mode == .without { tellApart(point) }
            guard let number = picker.number(at: point) else { return false }
            numbers = [number]
            if mark.mode != .without { meant.append(point) }
        }
        guard !numbers.isEmpty else { return false }
        switch mark.mode {
        case .only:
            chosen = numbers
            isExclusive = true
        case .with: chosen = (chosen ?? Set(picker.all)).union(numbers)
        default: chosen = (chosen ?? Set(picker.all)).subtracting(numbers)
        }
        return true
    }

    /// Parts the subject at a point from one that is meant and is the same in the matte.
    private mutating func tellApart(_ point: MatteStroke.Point) {
        guard let number = picker.number(at: point),
            let other = meant.first(where: { picker.number(at: $0) == number })
        else { return }
        apply(MatteStroke(mode: .split, radius: 0, points: [other, point]))
    }

    var isEmpty: Bool { chosen?.isEmpty ?? false }

    /// `nil` where no subject was chosen.
    var owners: SubjectOwners? {
        guard let chosen else { return nil }
        let subject = editor.subject
        let raster = look.light.levels[0].size
        func placed(_ matte: Matte) -> Plane { matte.placed(at: subject.region, of: look.frameSize, on: raster) }
        let kept = picker.instances.matte(keeping: chosen.map { $0 - 1 })
        return SubjectOwners(chosen: placed(kept), all: placed(subject.matte), isExclusive: isExclusive)
    }
}

extension SubjectOwners {
    /// The numbers of the subjects of which most is chosen.
    fileprivate func chosen(of picker: SubjectPicker) -> Set<Int> {
        var counts = [Int: (chosen: Int, other: Int)]()
        for (index, owner) in cells.enumerated() where owner != .unknown {
            let point = MatteStroke.Point(
                x: (Double(index % size.width) + 0.5) / Double(size.width),
                y: (Double(index / size.width) + 0.5) / Double(size.height))
            guard let number = picker.number(at: point) else { continue }
            counts[number, default: (0, 0)].chosen += owner == .chosen ? 1 : 0
            counts[number, default: (0, 0)].other += owner == .other ? 1 : 0
        }
        return Set(picker.all.filter { number in counts[number].map { $0.chosen > $0.other } ?? !isExclusive })
    }
}
