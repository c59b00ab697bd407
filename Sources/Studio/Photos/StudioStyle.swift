package import Stickers

/// How a photo's sticker is finished. What its settings are is said by `LookSetting`.
@dynamicMemberLookup
package struct StudioStyle: Hashable, Sendable {
    private(set) var options: ProcessingOptions

    package init(
        _ style: StickerStyle = .dieCut, background: ProcessingOptions.Background = .transparent,
        instances: [Int]? = nil, arrangement: StickerArrangement = .identity
    ) {
        options = ProcessingOptions(style: style, background: background, arrangement: arrangement)
        self.instances = instances
    }

    /// The numbers of the subjects that go on the sticker, from 1, the largest first; `nil` for all.
    package var instances: [Int]? {
        get { if case .instances(let numbers) = options.subjects { numbers.sorted() } else { nil } }
        set { options.subjects = newValue.map { .instances(Set($0)) } ?? .all }
    }

    /// How this one photo's sticker is cropped, moved, turned and scaled.
    package var arrangement: StickerArrangement {
        get { options.arrangement }
        set { options.arrangement = newValue }
    }

    package subscript<Value>(dynamicMember path: WritableKeyPath<StickerStyle, Value>) -> Value {
        get { options.style[keyPath: path] }
        set { options.style[keyPath: path] = newValue }
    }

    /// - Parameter side: the sticker's longest side in pixels.
    func options(side: Int) -> ProcessingOptions {
        var options = options
        options.size = .longestSide(side)
        return options
    }

    /// - Throws: `.badValue` where these cannot be ``instances``.
    static func check(_ instances: [Int]?) throws {
        if let instances, instances.isEmpty || instances.count > 64 || instances.contains(where: { $0 < 1 }) {
            throw StudioError(.badValue, "instances must be null or 1 to 64 numbers from 1")
        }
    }

    /// - Parameter written: as a request says it.
    /// - Throws: `.badValue` with the member and the rule that its value breaks.
    mutating func take(_ written: LookValue, as setting: LookSetting) throws {
        if case .word(let word) = written, let none = setting.wire?.wordForNone, word == none { return }
        guard let value = setting.checkedOnWire(written) else {
            throw StudioError(.badValue, setting.problem(with: written))
        }
        do {
            try setting.set(value, in: &options)
        } catch {
            throw StudioError(.badValue, "text.words: \(error)")
        }
    }

    /// - Parameter written: as the library has it; what breaks a rule is as it is by itself.
    mutating func takeKept(_ written: LookValue?, as setting: LookSetting) {
        let value = written.flatMap(setting.checkedOnWire) ?? setting.wire?.absent
        if let value { try? setting.set(value, in: &options) }
    }
}

extension LookSetting {
    fileprivate func problem(with written: LookValue) -> String {
        guard let wire else { return "\(name) must be \(rule)" }
        let object =
            switch wire.object {
            case .style: ""
            case .text: "text."
            case .bubble: "text.bubble."
            }
        func outside(_ member: String, _ value: Double, _ range: ClosedRange<Double>) -> String {
            // A border of 0 to 0.2, a turn of -180.0 to 180.0.
            let bounds = [range.lowerBound, range.upperBound].map { bound in
                wire.object == .style ? Int(exactly: bound).map(String.init) ?? "\(bound)" : "\(bound)"
            }
            return "\(object)\(member) is \(value); it must be \(bounds.joined(separator: " to "))"
        }
        switch (kind, written) {
        case (.number(_, let range, _, _), .number(let number)): return outside(wire.key, number, range)
        case (.spot, .point(let x, let y)):
            let range = StickerText.coordinates
            return range.contains(x) ? outside("y", y, range) : outside("x", x, range)
        case (.words(let words), .word(let word)):
            return "\(object)\(wire.key) is \(word); it must be \(words.joined(separator: " or "))"
        case (_, .word(let word)):
            let words = wire.words + ["a colour as CSS writes it, like #ffffff or orange"]
            let last = words.suffix(2).joined(separator: " or ")
            return "\(object)\(wire.key) is \(word); it must be "
                + (words.dropLast(2) + [last]).joined(separator: ", ")
        default: return "\(object)\(wire.key) must be \(rule)"
        }
    }
}
