import Files
import Imaging
import Stickers

/// The parts of a style that a request changes.
struct StudioStyleChange: RequestBody, Sendable {
    static let names = LookSetting.names(in: .style).union(["instances", "text", "arrangement"])
    static let example = ##"{"borderWidth":0.03,"borderColor":"#ffffff"}"##

    private let looks: [WrittenLook]
    /// `null` stands for all, which is not the same as no such key.
    private let instances: [Int]??
    /// Replaces all of it; `null` stands for none.
    private var text: [WrittenLook]??
    /// `null` stands for the identity.
    private let arrangement: StickerArrangement?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyKey.self)
        looks = try members.looks(in: .style).map(\.asRequested)
        for look in looks {
            guard case .words(let words) = look.setting.kind, case .word(let word) = look.value, !words.contains(word)
            else { continue }
            throw DecodingError.dataCorruptedError(
                forKey: AnyKey(stringValue: look.setting.wire?.key ?? look.setting.name), in: members,
                debugDescription: "\(word) is not one of \(words.joined(separator: ", "))")
        }
        instances =
            members.contains("instances") ? .some(try members.decodeIfPresent([Int].self, forKey: "instances")) : nil
        text = members.contains("text") ? .some(try members.decodeIfPresent(TextBody.self, forKey: "text")?.looks) : nil
        arrangement =
            try members.contains("arrangement")
            ? members.decodeIfPresent(ArrangementBody.self, forKey: "arrangement")?.arrangement ?? .identity : nil
    }

    /// That of a text that the request brings.
    var font: StickerText.Font? {
        guard let looks = text ?? nil else { return nil }
        let name = looks.first { $0.setting.name == LookSetting.font.name }?.value
        return if case .word(let name)? = name { StickerText.Font(name) } else { .sans }
    }

    /// The same with the name of its text's font as the machine writes it.
    func with(_ font: StickerText.Font) -> StudioStyleChange {
        guard let looks = text ?? nil else { return self }
        var change = self
        change.text = looks.map { look in
            look.setting.name == LookSetting.font.name
                ? WrittenLook(setting: look.setting, value: .word(font.name)) : look
        }
        return change
    }

    /// - Throws: `.badValue` with the member and the rule that its value breaks.
    func applied(to style: StudioStyle) throws -> StudioStyle {
        var style = style
        for look in looks { try style.take(look.value, as: look.setting) }
        if let instances {
            let numbers = instances.map { Array(Set($0)) }
            try StudioStyle.check(numbers)
            style.instances = numbers
        }
        if let text {
            style.text = nil
            for look in text ?? [] { try style.take(look.value, as: look.setting) }
        }
        if let arrangement { style.arrangement = arrangement }
        return style
    }
}

extension WrittenLook {
    /// Words in place of a colour count in whatever case.
    fileprivate var asRequested: WrittenLook {
        guard case .color = setting.kind, case .word(let word) = value, SRGBColor(word) == nil else { return self }
        return WrittenLook(setting: setting, value: .word(word.lowercased()))
    }
}

/// A text as a request says it: all of it. What is missing is as in a text of these words alone.
private struct TextBody: Decodable, Sendable {
    let looks: [WrittenLook]

    init(from decoder: any Decoder) throws {
        try JSONReading.refuseUnknownNames(in: decoder, known: LookSetting.names(in: .text).union(["bubble"]))
        let members = try decoder.container(keyedBy: AnyKey.self)
        if members.contains("bubble"), try !members.decodeNil(forKey: "bubble") {
            try JSONReading.refuseUnknownNames(
                in: members.superDecoder(forKey: "bubble"), known: LookSetting.names(in: .bubble))
        }
        _ = try members.decode(String.self, forKey: "words")
        looks = try members.textLooks().map(\.asRequested)
    }
}

/// An arrangement as a request says it: all of it. What is missing is as in the identity.
private struct ArrangementBody: Decodable, Sendable {
    let arrangement: StickerArrangement

    private enum Key: String, CodingKey, CaseIterable {
        case x, y, turn, scale, crop, mirrored
    }

    private static let cropNames: Set = ["x", "y", "width", "height"]

    init(from decoder: any Decoder) throws {
        try JSONReading.refuseUnknownNames(in: decoder, known: Set(Key.allCases.map(\.rawValue)))
        let values = try decoder.container(keyedBy: Key.self)
        if values.contains(.crop), try !values.decodeNil(forKey: .crop) {
            try JSONReading.refuseUnknownNames(in: values.superDecoder(forKey: .crop), known: Self.cropNames)
        }
        arrangement = try StickerArrangement(from: decoder)
    }
}
