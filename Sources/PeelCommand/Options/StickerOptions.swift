import Peel

extension ProcessingOptions {
    init(_ values: OptionValues) throws {
        self.init()
        let marks = SubjectMarks(values)
        try values.requireAtMostOne(
            of: [.instance] + (marks == nil ? [.split] : [.at, .notAt, .box].filter(values.has).prefix(1)),
            because: "each selects the subjects of the sticker")
        if let marks, marks.isEach, marks.at.isEmpty, marks.boxes.isEmpty {
            throw UsageError("--split with --not-at alone selects no subject: add --at or --box")
        }
        try values.requireAtMostOne(
            of: [.fullFrame, .square], because: "one keeps the photo's canvas, the other changes it")
        try values.requireAtMostOne(
            of: [.fullFrame, .margin], because: "one keeps the photo's canvas, the other changes it")
        try takeLook(values)
        keepsFullFrame = values.has(.fullFrame)
        isSquare = values.has(.square)
        if let side = values.whole(.size) {
            size = .longestSide(side)
        } else if values.word(.size) != nil || keepsFullFrame {
            size = .original
        }
        if let number = values.whole(.instance) {
            subjects = .instance(number)
        } else if let marks {
            let isOne = marks == SubjectMarks(at: Array(marks.at.prefix(1)))
            subjects = isOne ? .at(x: marks.at[0].x, y: marks.at[0].y) : .marked(marks)
        } else if values.has(.split) {
            subjects = .each
        }
    }
}

extension SubjectMarks {
    /// `nil` without one.
    fileprivate init?(_ values: OptionValues) {
        self.init(
            at: values.places(.at), notAt: values.places(.notAt), boxes: values.boxes(.box), isEach: values.has(.split))
        if at.isEmpty, notAt.isEmpty, boxes.isEmpty { return nil }
    }
}

extension ImageLimits {
    init(_ values: OptionValues) {
        self.init()
        bytes = values.whole(.maxBytes) ?? bytes
        pixels = values.whole(.maxPixels) ?? pixels
        if let bytes = values.whole(.maxMemory) { memory = MemoryBudget(bytes: bytes) }
    }
}
