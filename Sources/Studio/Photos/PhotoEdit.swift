import Stickers

/// A change of how a photo's sticker is made: of its style, or of the strokes on it. A value: what comes of it is told
/// without a library and without a task.
enum PhotoEdit: Sendable {
    case style(StudioStyleChange)
    /// Another part of a clip, or another way to repeat.
    case clip(ClipPartChange)
    /// What is under the stroke belongs to the subject, or does not.
    case stroke(MatteStroke)
    /// These subjects go on the sticker; what a box found becomes one of them, or a split parted.
    case choose(SubjectChoice)
    case undoStroke
    case redoStroke
    /// Takes back all strokes; each can come again.
    case undoAllStrokes
    /// Another change, with which the chosen subjects get these numbers.
    indirect case renumbered(PhotoEdit, [Int]?)

    /// - Returns: what is kept of the photo then, as it was where nothing changes.
    /// - Throws: `.badValue` that names the value and the rule.
    func applied(to details: PhotoDetails) throws -> PhotoDetails {
        var edited = details
        switch self {
        case .style(let change):
            edited.style = try change.applied(to: details.style)
            if details.clip != nil { try edited.style.checkForClip(beside: details.style) }
        case .clip(let change):
            guard let part = details.clip else { throw StudioError(.badValue, "it is a photo, not a clip") }
            edited.clip = try change.applied(to: part, found: details.sticker?.found)
        case .stroke(let stroke):
            try check(stroke, beside: details.strokes)
            try check(stroke, on: details.clip, beside: details.strokes)
            edited.add(PhotoBox(stroke)?.stroke ?? stroke.rounded)
        case .choose(let choice):
            try edited.choose(choice)
            if let stroke = choice.stroke { try check(stroke, beside: details.strokes) }
        case .undoStroke: edited.undoStroke()
        case .redoStroke: edited.redoStroke()
        case .undoAllStrokes: edited.undoAllStrokes()
        case .renumbered(let edit, let instances):
            edited = try edit.applied(to: details)
            edited.style.instances = instances
        }
        // Something else may come of it now.
        if edited != details { edited.failure = nil }
        return edited
    }

    private func check(_ stroke: MatteStroke, on clip: ClipPart?, beside others: [MatteStroke]) throws {
        guard clip == nil || others.count < PhotoDetails.mostClipMarks else {
            throw StudioError(
                .badValue, "a clip may have \(PhotoDetails.mostClipMarks) strokes and choices; undo some")
        }
        guard stroke.mode.paints || stroke.mode.chooses == (clip != nil) else {
            throw StudioError(
                .badValue,
                "mode \(stroke.mode.word) does not apply to a \(clip == nil ? "photo" : "clip")")
        }
        switch (clip, stroke.time) {
        case (nil, nil): break
        case (.some, let time?) where (0...ClipPartChange.latest).contains(time): break
        case (nil, .some): throw StudioError(.badValue, "time is for a frame of a clip: leave it out", word: "still")
        default:
            throw StudioError(
                .badValue, "time must be that of a frame of the clip, 0 to \(ClipPartChange.latest) milliseconds",
                word: "clip")
        }
    }

    private func check(_ stroke: MatteStroke, beside others: [MatteStroke]) throws {
        guard stroke.points.count >= (stroke.mode == .split ? 2 : 1), stroke.mode != .box || PhotoBox(stroke) != nil,
            (0...1).contains(stroke.radius),
            (0...1).contains(stroke.hardness), stroke.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        else {
            throw StudioError(
                .badValue,
                "a stroke needs points with finite numbers, and a radius and a hardness of 0 to 1; a box must not be "
                    + "empty; a split needs two points")
        }
        guard others.reduce(stroke.points.count, { $0 + $1.points.count }) <= PhotoDetails.mostStrokePoints else {
            throw StudioError(
                .badValue,
                "the strokes of a photo may have \(PhotoDetails.mostStrokePoints) points; undo some, or draw less finely"
            )
        }
    }
}

extension StudioStyle {
    /// - Throws: `.badValue` for what is not drawn on stickers that move.
    fileprivate func checkForClip(beside before: StudioStyle) throws {
        guard instances == before.instances,
            arrangement == .identity || arrangement == before.arrangement
        else {
            throw StudioError(
                .badValue,
                "the sticker of a clip has no arrangement and no choice of subjects: leave out arrangement and instances",
                word: "clip")
        }
    }
}

extension PhotoDetails {
    /// A photo that failed, without the strokes and the choice of subjects with which it failed, or the text, or the
    /// arrangement.
    var forRetry: PhotoDetails {
        var details = self
        if failure?.code == StickerError.Code.arrangement.word { details.style.arrangement = .identity }
        if failure?.code == StickerError.Code.text.word { details.style.text = nil }
        details.failure = nil
        details.undoAllStrokes()
        details.style.instances = nil
        return details
    }

    /// Whether strokes came or went since then without a choice that was kept with them: chosen subjects may have other
    /// numbers now.
    func hasOtherNumbers(since before: PhotoDetails) -> Bool {
        let (fewer, more) = strokes.count < before.strokes.count ? (strokes, before.strokes) : (before.strokes, strokes)
        guard fewer.count < more.count else { return false }
        guard let kept = boxedChoices[more[fewer.count]] else { return true }
        return style.instances != kept.before && style.instances != kept.after
    }

    fileprivate mutating func add(_ stroke: MatteStroke, _ choice: BoxedChoice? = nil) {
        // Of two that are equal it cannot be told whose choice it is.
        boxedChoices[stroke] = strokes.contains(stroke) ? nil : choice
        strokes.append(stroke)
        undoneStrokes = []
        boxedChoices = boxedChoices.filter { strokes.contains($0.key) }
    }

    fileprivate mutating func choose(_ choice: SubjectChoice) throws {
        let before = style.instances
        try StudioStyle.check(choice.instances)
        style.instances = choice.instances
        guard let stroke = choice.stroke else { return }
        add(stroke, BoxedChoice(before: before, after: choice.instances))
    }

    fileprivate mutating func undoStroke() {
        guard let last = strokes.popLast() else { return }
        undoneStrokes.append(last)
        if let choice = boxedChoices[last], !last.mode.paints || choice.after == style.instances {
            style.instances = choice.before
        }
    }

    fileprivate mutating func redoStroke() {
        guard let last = undoneStrokes.popLast() else { return }
        strokes.append(last)
        if let choice = boxedChoices[last], !last.mode.paints || choice.before == style.instances {
            style.instances = choice.after
        }
    }

    fileprivate mutating func undoAllStrokes() {
        while !strokes.isEmpty { undoStroke() }
    }
}

extension MatteStroke {
    /// To a ten-thousandth of the photo: finer than a person draws, and short as text.
    fileprivate var rounded: MatteStroke {
        // What lies far outside the photo does not count, and is kept at a number that can be written.
        func rounded(_ value: Double) -> Double { (min(max(value, -2), 3) * 10_000).rounded() / 10_000 }
        return MatteStroke(
            mode: mode, radius: rounded(radius), points: points.map { Point(x: rounded($0.x), y: rounded($0.y)) },
            tool: tool, hardness: rounded(hardness), time: time)
    }
}
