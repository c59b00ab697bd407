package import Imaging

/// The value of a ``LookSetting``: as it was written, or checked and in the units of ``ProcessingOptions``.
package enum LookValue: Hashable, Sendable {
    case number(Double)
    case isOn(Bool)
    case word(String)
    case color(SRGBColor)
    /// As ``StickerText/Place/point(x:y:)`` has it.
    case point(x: Double, y: Double)
}

/// A part of ``ProcessingOptions`` that is one value.
protocol LookRepresentable: Sendable {
    /// `nil` where there is nothing to write.
    var look: LookValue? { get }
    /// - Parameter look: checked by the setting's kind.
    init?(look: LookValue)
}

extension Double: LookRepresentable {
    var look: LookValue? { .number(self) }

    init?(look: LookValue) {
        guard case .number(let number) = look else { return nil }
        self = number
    }
}

extension Bool: LookRepresentable {
    var look: LookValue? { .isOn(self) }

    init?(look: LookValue) {
        guard case .isOn(let isOn) = look else { return nil }
        self = isOn
    }
}

extension SRGBColor: LookRepresentable {
    var look: LookValue? { .color(self) }

    init?(look: LookValue) {
        guard case .color(let color) = look else { return nil }
        self = color
    }
}

extension Optional: LookRepresentable where Wrapped: LookRepresentable {
    var look: LookValue? { self?.look }

    init?(look: LookValue) {
        guard let value = Wrapped(look: look) else { return nil }
        self = value
    }
}

/// A choice whose raw value is its word.
extension LookRepresentable where Self: RawRepresentable<String> {
    var look: LookValue? { .word(rawValue) }

    init?(look: LookValue) {
        guard case .word(let word) = look else { return nil }
        self.init(rawValue: word)
    }
}

extension StickerStyle.Outline: LookRepresentable {}

extension StickerStyle.Effect: LookRepresentable {}

extension StickerText.Font: LookRepresentable {
    var look: LookValue? { .word(name) }

    init?(look: LookValue) {
        guard case .word(let name) = look else { return nil }
        self.init(name)
    }
}

extension StickerText.Place: LookRepresentable {
    var look: LookValue? {
        switch self {
        case .top: .word("top")
        case .middle: .word("middle")
        case .bottom: .word("bottom")
        case .point(let x, let y): .point(x: x, y: y)
        }
    }

    init?(look: LookValue) {
        switch look {
        case .word("top"): self = .top
        case .word("middle"): self = .middle
        case .word("bottom"): self = .bottom
        case .point(let x, let y): self = .point(x: x, y: y)
        default: return nil
        }
    }
}

extension StickerText.Tail: LookRepresentable {
    var look: LookValue? {
        switch self {
        case .subject: .word("subject")
        case .nowhere: .word("none")
        case .point(let x, let y): .point(x: x, y: y)
        }
    }

    init?(look: LookValue) {
        switch look {
        case .word("subject"): self = .subject
        case .word("none"): self = .nowhere
        case .point(let x, let y): self = .point(x: x, y: y)
        default: return nil
        }
    }
}

extension ProcessingOptions.Background: LookRepresentable {
    var look: LookValue? {
        switch self {
        case .transparent: .word("transparent")
        case .gradient: .word("gradient")
        case .color(let color): .color(color)
        case .picture: nil
        }
    }

    init?(look: LookValue) {
        switch look {
        case .word("gradient"): self = .gradient
        case .color(.clear): self = .transparent
        case .color(let color): self = .color(color)
        default: return nil
        }
    }
}
