import Imaging

/// A setting of how a sticker looks. The command line, `stickers.json`, the studio's API and its library read their
/// options off ``all``: name, limits, how a value is written and read.
package struct LookSetting: Sendable {
    /// What a setting is about. The order of ``all`` is that in which errors and fingerprints name them.
    package enum Topic: Hashable, Sendable {
        /// Words on the sticker.
        case text
        /// The border: stickers that sheets are made of have it, `--style plain` has none.
        case border
        case look
        /// What is taken of the photo.
        case subject
    }

    /// Which values a setting has, and how they are written.
    package enum Kind: Sendable {
        /// In a range; the command line and `stickers.json` write it `unit` times as large.
        case number(String, ClosedRange<Double>, unit: Double = 1, or: KeyValuePairs<String, Double> = [:])
        /// As CSS writes it, or one of some words; the command line also takes a picture where `orPicture` says so.
        case color(or: [String] = [], orPicture: Bool = false)
        case words([String])
        case toggle
        case text(String, suggestions: [String] = [])
        /// One of some words, or a point; `like` is an example of one.
        case spot([String], like: String)

        static func percent(_ range: ClosedRange<Double>) -> Kind { .number("PERCENT", range, unit: 100) }
    }

    /// Which JSON value a setting is.
    package enum Form: Sendable {
        case number, truth, text
    }

    /// How the studio's API and library write it.
    package struct Wire: Sendable {
        /// The object that has the member.
        package enum Object: Sendable {
            case style, text, bubble
        }

        package let object: Object
        package let key: String
        /// What it is called in the query of `/api/v1/cut`; `nil` where it is not taken there.
        package let query: String?
        /// The words for an error about another one, before colours.
        package let words: [String]
        /// What a missing member means to the library, and in a text to the API: the value is left out then.
        package let absent: LookValue?
        /// Written where there is no value.
        package let wordForNone: String?

        static func style(
            _ key: String, query: String? = nil, words: [String] = [], absent: LookValue? = nil
        ) -> Wire {
            Wire(object: .style, key: key, query: query ?? key, words: words, absent: absent, wordForNone: nil)
        }

        static func text(_ key: String, absent: LookValue? = nil, wordForNone: String? = nil) -> Wire {
            Wire(
                object: .text, key: key, query: nil, words: wordForNone.map { [$0] } ?? [], absent: absent,
                wordForNone: wordForNone)
        }

        static func bubble(_ key: String) -> Wire {
            Wire(object: .bubble, key: key, query: nil, words: [], absent: nil, wordForNone: nil)
        }
    }

    /// As the command line and `stickers.json` call it: `border-color`.
    package let name: String
    package let topic: Topic
    package let kind: Kind
    /// One line for the command line's help, no full stop.
    package let help: String
    /// What holds when it is not given, for a person.
    package let fallback: String?
    /// `nil` where the studio says it otherwise, or not at all.
    package let wire: Wire?
    private let read: @Sendable (ProcessingOptions) -> LookValue?
    private let write: @Sendable (inout ProcessingOptions, LookValue) throws(StickerError) -> Void

    init(
        _ name: String, on topic: Topic, _ kind: Kind, help: String, default fallback: String? = nil, wire: Wire?,
        read: @escaping @Sendable (ProcessingOptions) -> LookValue?,
        write: @escaping @Sendable (inout ProcessingOptions, LookValue) throws(StickerError) -> Void
    ) {
        (self.name, self.topic, self.kind, self.help, self.fallback) = (name, topic, kind, help, fallback)
        (self.wire, self.read, self.write) = (wire, read, write)
    }

    init<Value: LookRepresentable>(
        _ name: String, on topic: Topic, _ kind: Kind, help: String, default fallback: String? = nil,
        wire: Wire? = nil, _ path: any WritableKeyPath<ProcessingOptions, Value> & Sendable
    ) {
        self.init(name, on: topic, kind, help: help, default: fallback, wire: wire, read: { $0[keyPath: path].look }) {
            options, look throws(StickerError) in
            if let value = Value(look: look) { options[keyPath: path] = value }
        }
    }

    /// Of a text: without one nothing is read or written.
    init<Value: LookRepresentable>(
        _ name: String, _ kind: Kind, help: String, default fallback: String? = nil, wire: Wire,
        ofText path: any WritableKeyPath<StickerText, Value> & Sendable
    ) {
        self.init(
            name, on: .text, kind, help: help, default: fallback, wire: wire,
            read: { $0.style.text?[keyPath: path].look }
        ) { options, look throws(StickerError) in
            if let value = Value(look: look) { options.style.text?[keyPath: path] = value }
        }
    }

    /// - Returns: `nil` where there is nothing to write.
    package func value(in options: ProcessingOptions) -> LookValue? { read(options) }

    /// - Parameter value: a checked one.
    /// - Throws: ``StickerError`` with `.text` for words that break a rule.
    package func set(_ value: LookValue, in options: inout ProcessingOptions) throws(StickerError) {
        try write(&options, value)
    }
}

// MARK: Reading and writing

extension LookSetting {
    package var form: Form {
        switch kind {
        case .number: .number
        case .toggle: .truth
        case .color, .words, .text, .spot: .text
        }
    }

    /// A value as the command line and `stickers.json` write it, checked.
    ///
    /// - Returns: `nil` for one that breaks the ``rule``.
    package func checked(_ written: LookValue) -> LookValue? {
        switch (kind, written) {
        case (.number(_, let range, let unit, _), .number(let number)):
            unit * range.lowerBound <= number && number <= unit * range.upperBound ? .number(number / unit) : nil
        case (.words(let words), .word(let word)):
            words.contains(word.lowercased()) ? .word(word.lowercased()) : nil
        case (.spot(let words, _), .word(let word)):
            words.contains(word.lowercased()) ? .word(word.lowercased()) : Self.point(word)
        default: checkedOnWire(written)
        }
    }

    /// The same as the studio's API and library write it: fractions, points as two members.
    package func checkedOnWire(_ written: LookValue) -> LookValue? {
        switch (kind, written) {
        case (.number(_, let range, _, _), .number(let number)): range.contains(number) ? written : nil
        case (.color(let words, _), .word(let text)):
            words.contains(text) ? written : SRGBColor(text).map { .color($0.alpha == 0 ? noColor($0) : $0) }
        case (.words(let words), .word(let word)), (.spot(let words, _), .word(let word)):
            words.contains(word) ? written : nil
        case (.spot, .point(let x, let y)):
            StickerText.coordinates.contains(x) && StickerText.coordinates.contains(y) ? written : nil
        case (.text, .word), (.toggle, .isOn): written
        default: nil
        }
    }

    /// A transparent colour is no background, whatever its channels.
    private func noColor(_ color: SRGBColor) -> SRGBColor {
        if case .color(_, orPicture: true) = kind { .clear } else { color }
    }

    /// What its values are, for an error about another one: "border is …".
    package var rule: String {
        switch kind {
        case .number(_, let range, let unit, _):
            "a number from \(Int(unit * range.lowerBound)) to \(Int(unit * range.upperBound))"
        case .color: "a colour as CSS writes it, such as orange or #ff8800"
        case .words(let words): "one of \(words.joined(separator: ", "))"
        case .toggle: "true or false"
        case .text: "a text"
        case .spot(let words, let like):
            "\(words.joined(separator: ", ")), or two numbers of percent of the subject's box from -50 to 150, like \(like)"
        }
    }

    /// Two numbers of percent, as parts of the subject's box.
    private static func point(_ word: String) -> LookValue? {
        let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1],
            StickerText.coordinates.contains(x / 100), StickerText.coordinates.contains(y / 100)
        else { return nil }
        return .point(x: x / 100, y: y / 100)
    }
}
