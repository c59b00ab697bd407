import Peel

extension OptionSpec {
    /// The options of a sticker's look, in their order.
    static func look(_ topics: LookSetting.Topic...) -> [OptionSpec] {
        LookSetting.all.filter { topics.contains($0.topic) }.flatMap { setting -> [OptionSpec] in
            let name = OptionName(setting.name)
            let option = OptionSpec(
                name, letter: name == .border ? "b" : nil, OptionValueKind(setting.kind), setting.help,
                default: setting.fallback, in: setting.topic == .subject ? .subject : .look)
            guard name == .textFont else { return [option] }
            return [option, OptionSpec(.font, letter: nil, option.value, "the same as --text-font", in: .look)]
        }
    }
}

extension OptionValueKind {
    /// `nil` for a switch.
    fileprivate init?(_ kind: LookSetting.Kind) {
        switch kind {
        case .number(let name, let range, let unit, let words):
            self = .number(name, unit * range.lowerBound...unit * range.upperBound, or: words)
        case .color(let words, let orPicture): self = .color(or: words, orFile: orPicture)
        case .words(let words): self = .words(words)
        case .toggle: return nil
        case .text(let name, let suggestions): self = .text(name, suggestions: suggestions)
        case .spot(let words, _): self = .text("PLACE", suggestions: words)
        }
    }
}

extension LookSetting {
    /// What is given of it, and by which option; `nil` for nothing.
    fileprivate func given(in values: OptionValues) -> (option: OptionName, written: LookValue)? {
        let name = OptionName(name)
        let option = name == .textFont && values.has(.font) ? .font : name
        let written: LookValue? =
            switch form {
            case .number: values.number(option).map { .number($0) }
            case .truth: values.has(option) ? .isOn(true) : nil
            case .text: values.color(option).map { .color($0) } ?? values.word(option).map { .word($0) }
            }
        return written.map { (option, $0) }
    }

    /// - Throws: `StickerError` with `.text`.
    fileprivate func understood(_ written: LookValue) throws -> LookValue? {
        switch (OptionName(name), written) {
        case (_, .color): written
        // A shell's quotes keep a backslash; a line feed in them is typed by few.
        case (.text, .word(let words)): .word(words.replacing("\\n", with: "\n"))
        case (.textFont, .word(let name)): .word(try StickerText.Font(name).found().name)
        default: checked(written)
        }
    }
}

extension ProcessingOptions {
    /// Takes what is given of a sticker's look.
    ///
    /// - Parameter topics: others are not the look's: `--margin` of a sheet is the page's.
    mutating func takeLook(
        _ values: OptionValues, of topics: Set<LookSetting.Topic> = Set(LookSetting.all.map(\.topic))
    ) throws {
        try values.requireAtMostOne(of: [.textFont, .font], because: "they mean the same")
        let isPlain = values.word(.style) == "plain"
        if isPlain { style = .plain }
        for setting in LookSetting.all where topics.contains(setting.topic) {
            guard let (option, written) = setting.given(in: values) else { continue }
            try setting.requireWhatItIsFor(values, option)
            let value: LookValue?
            do {
                value = try setting.understood(written)
                if let value { try setting.set(value, in: &self) }
            } catch {
                throw UsageError("--\(option.rawValue): \(error)")
            }
            if value == nil { throw UsageError("--\(option.rawValue) takes \(setting.rule)") }
        }
        let ofBorder = LookSetting.all.filter { $0.topic == .border && (style.borderWidth > 0 || $0.name != "border") }
        if isPlain, let (option, _) = ofBorder.lazy.compactMap({ $0.given(in: values) }).first {
            throw UsageError(
                "--\(option.rawValue) needs a border, but --style plain has none: leave out one of the two")
        }
        if style.borderWidth == 0, values.has(.borderColor) {
            throw UsageError("--border-color needs a border: add --border 3")
        }
    }
}

extension LookSetting {
    /// - Throws: `UsageError` for a setting of a text, or of its bubble, where there is none.
    fileprivate func requireWhatItIsFor(_ values: OptionValues, _ option: OptionName) throws {
        if topic == .text, !values.has(.text) {
            throw UsageError("--\(option.rawValue) needs a text: add --text WORDS")
        }
        if option == .textTail, !values.has(.textBubble) {
            throw UsageError("--text-tail needs a bubble: add --text-bubble white")
        }
    }
}
