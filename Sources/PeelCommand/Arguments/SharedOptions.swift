import Peel

extension ProcessingOptions {
    nonisolated init(_ values: OptionValues, command: Command) throws(UsageError) {
        self.init()
        let marks = SubjectMarks(values)
        try values.requireAtMostOne(
            of: [.instance] + (marks == nil ? [.split] : [.at, .notAt, .box].filter(values.has).prefix(1)),
            because: "each says which subjects the sticker has", command: command)
        if let marks, marks.isEach, marks.at.isEmpty, marks.boxes.isEmpty {
            throw UsageError(
                "--split with --not-at alone has nothing to make a file of: add --at or --box", command: command)
        }
        try values.requireAtMostOne(
            of: [.fullFrame, .square], because: "one keeps the photo's canvas, the other changes it", command: command)
        try values.requireAtMostOne(
            of: [.fullFrame, .margin], because: "one keeps the photo's canvas, the other changes it", command: command)
        style = try StickerStyle(values, command: command)
        keepsFullFrame = values.has(.fullFrame)
        isSquare = values.has(.square)
        strength = values.number(.strength) ?? 0
        arrangement = arrangement.mirrored(values.has(.mirror))
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
        if let color = values.color(.background) {
            background = color == .clear ? .transparent : .color(color)
        } else if values.word(.background) != nil {
            background = .gradient
        }
    }
}

extension SubjectMarks {
    /// `nil` without one.
    fileprivate nonisolated init?(_ values: OptionValues) {
        self.init(
            at: values.places(.at), notAt: values.places(.notAt), boxes: values.boxes(.box), isEach: values.has(.split))
        if at.isEmpty, notAt.isEmpty, boxes.isEmpty { return nil }
    }
}

extension StickerStyle {
    nonisolated init(_ values: OptionValues, command: Command) throws(UsageError) {
        let isPlain = values.word(.style) == "plain"
        self = isPlain ? .plain : .dieCut
        if let percent = values.number(.border) { borderWidth = percent / 100 }
        let ofBorder: [OptionName] = borderWidth > 0 ? [.border, .borderColor, .outline] : [.borderColor, .outline]
        if isPlain, let name = ofBorder.first(where: values.has) {
            throw UsageError(
                "--\(name.rawValue) is for a border, and --style plain has none: leave out one of the two",
                command: command)
        }
        if let percent = values.number(.margin) { margin = percent / 100 }
        hasShadow = values.has(.shadow)
        text = try StickerText(values, command: command)
        outline = values.word(.outline).flatMap(Outline.init(rawValue:)) ?? outline
        guard let color = values.color(.borderColor) else { return }
        if borderWidth == 0 {
            throw UsageError("--border-color is for a border, and there is none: add --border 3", command: command)
        }
        borderColor = color
    }
}

extension StickerEncoding {
    nonisolated init(_ values: OptionValues, fallback: OutputFormat, command: Command) throws(UsageError) {
        let format = values.word(.format).flatMap(OutputFormat.init(rawValue:)) ?? fallback
        if format.qualities == nil, values.has(.quality) {
            let others = OutputFormat.phrase(of: OutputFormat.lossy, joinedBy: "and")
            throw UsageError(
                "--quality is for \(others): \(format.name) keeps every pixel as it is", command: command)
        }
        self.init(format: format, quality: values.whole(.quality) ?? OutputFormat.standardQuality)
    }

    /// The encoding of a file that is named: by its ending, which must not say another format than `--format`.
    nonisolated init(_ values: OptionValues, output: FilePath?) throws(UsageError) {
        let ending = output?.pathExtension ?? ""
        let named = OutputFormat(rawValue: ending)
        if values.word(.format) == nil, named == nil, !ending.isEmpty {
            let endings = OutputFormat.phrase(joinedBy: "or") { ".\($0.pathExtension)" }
            throw UsageError("stickers are written as \(endings), not as .\(FilePath(ending))", command: .cut)
        }
        if let named, let format = values.word(.format), format != named.rawValue {
            throw UsageError("--format \(format) and a file that ends with .\(ending) contradict", command: .cut)
        }
        try self.init(values, fallback: named ?? .png, command: .cut)
    }
}

extension ImageLimits {
    nonisolated init(_ values: OptionValues) {
        self.init()
        bytes = values.whole(.maxBytes) ?? bytes
        pixels = values.whole(.maxPixels) ?? pixels
        if let bytes = values.whole(.maxMemory) { memory = MemoryBudget(bytes: bytes) }
    }
}

extension EngineSettings {
    nonisolated init(_ values: OptionValues) {
        self.init(model: values.path(.model), device: values.word(.device)?.uppercased() ?? "CPU")
    }
}
