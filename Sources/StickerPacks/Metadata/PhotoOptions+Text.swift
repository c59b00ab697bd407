import Imaging
import Stickers

extension PhotoOptions.Given {
    /// - Throws: `StickerError` with `.text`, which names the option.
    func stickerText() throws(StickerError) -> StickerText? {
        guard let text else {
            guard let other = textOptions.first(where: \.isGiven) else { return nil }
            throw StickerError(.text, "\(other.key.rawValue) is for a text, and there is none: add text")
        }
        let place: StickerText.Place? = if let word = place { StickerText.Place(word: word) } else { .bottom }
        guard let place else { throw StickerError(.text, "text-at is \(StickerText.Place.rule)") }
        let sizes = 100 * StickerText.sizes.lowerBound...100 * StickerText.sizes.upperBound
        return try StickerText(
            text, place: place,
            size: try Self.number(size, .size, sizes).map { $0 / 100 } ?? StickerText.standardSize,
            color: try Self.color(color, "text-color", .text), font: font.map { StickerText.Font($0) } ?? .sans,
            lettering: try lettering())
    }

    private var textOptions: [(key: CodingKeys, isGiven: Bool)] {
        [
            (.place, place != nil), (.size, size != nil), (.color, color != nil), (.font, font != nil),
            (.turn, turn != nil), (.bend, bend != nil), (.letterOutline, letterOutline != nil),
            (.letterShadow, letterShadow != nil), (.bubble, bubble != nil), (.tail, tail != nil),
        ]
    }

    private func lettering() throws(StickerError) -> StickerText.Lettering {
        StickerText.Lettering(
            turn: try Self.number(turn, .turn, StickerText.Lettering.turns) ?? 0,
            bend: try Self.number(bend, .bend, StickerText.Lettering.bends) ?? 0,
            outline: try Self.color(letterOutline, "text-outline", .text),
            shadow: try Self.color(letterShadow, "text-shadow", .text), bubble: try stickerBubble())
    }

    private func stickerBubble() throws(StickerError) -> StickerText.Bubble? {
        guard let color = try Self.color(bubble, "text-bubble", .text) else {
            if tail == nil { return nil }
            throw StickerError(.text, "text-tail is for a bubble, and there is none: add text-bubble")
        }
        let tail: StickerText.Tail? = if let word = tail { StickerText.Tail(word: word) } else { .subject }
        guard let tail else { throw StickerError(.text, "text-tail is \(StickerText.Tail.rule)") }
        return StickerText.Bubble(color: color, tail: tail)
    }

    private static func number(
        _ number: Double?, _ key: CodingKeys, _ range: ClosedRange<Double>
    ) throws(StickerError) -> Double? {
        guard let number else { return nil }
        guard range.contains(number) else {
            throw StickerError(
                .text, "\(key.rawValue) is a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        return number
    }

    static func color(
        _ text: String?, _ name: String, _ code: StickerError.Code
    ) throws(StickerError) -> SRGBColor? {
        guard let text else { return nil }
        guard let color = SRGBColor(text) else {
            throw StickerError(code, "\(name) is a colour as CSS writes it, such as orange or #ff8800")
        }
        return color
    }

    /// As the command line would say it.
    mutating func take(_ lettering: StickerText.Lettering) {
        turn = lettering.turn == 0 ? nil : lettering.turn
        bend = lettering.bend == 0 ? nil : lettering.bend
        letterOutline = lettering.outline?.hex
        letterShadow = lettering.shadow?.hex
        bubble = lettering.bubble?.color.hex
        tail = lettering.bubble.map(\.tail.word).flatMap { $0 == StickerText.Tail.subject.word ? nil : $0 }
    }
}

extension StickerText.Tail {
    fileprivate var word: String {
        switch self {
        case .subject: "subject"
        case .nowhere: "none"
        case .point(let x, let y): "\(100 * x),\(100 * y)"
        }
    }
}
