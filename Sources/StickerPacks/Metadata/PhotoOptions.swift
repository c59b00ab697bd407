import Files
import Imaging
package import Stickers

/// What is made otherwise of a photo than of the others of its pack. In files it is an object whose members are called
/// as the options of the command line are:
///
///     {"text": "Miaow!", "text-at": "top", "text-size": 20, "text-color": "#ff8800", "text-font": "serif"}
///     {"text": "Wow", "text-font": "Comic Neue", "text-turn": -8, "text-bend": 90, "text-outline": "white",
///     "text-shadow": "#0008"}
///     {"text": "Hm?", "text-at": "85,-5", "text-bubble": "white", "text-tail": "60,25"}
///     {"border": 5, "border-color": "gold", "outline": "tight", "shadow": true, "margin": 3, "strength": 0.5}
///     {"mirror": true, "effect": "comic"}
///
/// Other options make other stickers: they are part of what a sticker is known by.
package struct PhotoOptions: Hashable, Sendable {
    /// The words on the photo's stickers, in place of those of all; `nil` for those of all.
    package let text: StickerText?
    /// As they were given, so that they are written with the same bytes again.
    private let given: [String: LookValue]
    private let values: [String: LookValue]

    /// Options by the names and with the values that the command line takes; what is not among them is as of all.
    ///
    /// - Throws: `StickerError` with `.text` for what is wrong with the words, else with `.style`, which name the
    ///   option.
    init(_ given: [String: LookValue]) throws(StickerError) {
        var values: [String: LookValue] = [:]
        var options = ProcessingOptions()
        for setting in LookSetting.ofOnePhoto {
            guard let written = given[setting.name] else { continue }
            let code: StickerError.Code = setting.topic == .text ? .text : .style
            if code == .text, given["text"] == nil {
                throw StickerError(.text, "\(setting.name) needs a text: add text")
            }
            if setting.name == LookSetting.tail.name, given[LookSetting.bubble.name] == nil {
                throw StickerError(.text, "text-tail needs a bubble: add text-bubble")
            }
            guard let value = setting.checked(written) else {
                let hint = setting.suggestion(for: written).map { "; did you mean '\($0)'?" } ?? ""
                throw StickerError(code, "\(setting.name) must be \(setting.rule)\(hint)")
            }
            try setting.set(value, in: &options)
            values[setting.name] = value
        }
        (text, self.given, self.values) = (options.style.text, given, values)
    }

    /// What a photo's options may have.
    static let memberNames = LookSetting.ofOnePhoto.map(\.name)

    /// What the options are known by, in fixed words. Those of a text alone are the words that they always were.
    var fingerprintParts: [String] {
        let parts = LookSetting.ofOnePhoto.compactMap { setting -> String? in
            guard setting.topic != .text, let value = values[setting.name] else { return nil }
            return switch value {
            case .number(let number): "\(setting.name) \(number)"
            case .isOn(let isOn): "\(setting.name) \(isOn)"
            case .word(let word): "\(setting.name) \(word)"
            case .color(let color): "\(setting.name) \(SettingsFingerprint.canonicalText(of: color))"
            case .point(let x, let y): "\(setting.name) \(x),\(y)"
            }
        }
        guard let text else { return parts }
        return ["text \(SettingsFingerprint.canonicalText(of: text))"] + parts
    }

    /// The options of all with those of the photo.
    func applied(to options: ProcessingOptions) -> ProcessingOptions {
        var options = options
        for setting in LookSetting.ofOnePhoto {
            guard let value = values[setting.name] else { continue }
            // What breaks a rule was refused when the options were made.
            try? setting.set(value, in: &options)
        }
        return options
    }
}

extension LookSetting {
    /// A value of similar spelling, for the error about an unknown one.
    fileprivate func suggestion(for written: LookValue) -> String? {
        guard case .word(let word) = written else { return nil }
        return switch kind {
        case .words(let words), .spot(let words, _): nearest(to: word.lowercased(), among: words)
        case .color(let words, _): nearest(to: word.lowercased(), among: words + SRGBColor.names)
        case .number, .toggle, .text: nil
        }
    }
}

extension PhotoOptions: Codable {
    /// Throws for values that the command line would refuse.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyKey.self)
        var given: [String: LookValue] = [:]
        for setting in LookSetting.ofOnePhoto {
            let name = AnyKey(stringValue: setting.name)
            given[setting.name] =
                switch setting.form {
                case .number: try members.decodeIfPresent(Double.self, forKey: name).map { .number($0) }
                case .truth: try members.decodeIfPresent(Bool.self, forKey: name).map { .isOn($0) }
                case .text: try members.decodeIfPresent(String.self, forKey: name).map { .word($0) }
                }
        }
        do throws(StickerError) {
            try self.init(given)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: AnyKey.self)
        for (name, value) in given {
            switch value {
            case .number(let number): try members.encode(number, forKey: AnyKey(stringValue: name))
            case .isOn(let isOn): try members.encode(isOn, forKey: AnyKey(stringValue: name))
            case .word(let word): try members.encode(word, forKey: AnyKey(stringValue: name))
            case .color, .point: preconditionFailure("what is given is a number, a truth or a text")
            }
        }
    }
}
