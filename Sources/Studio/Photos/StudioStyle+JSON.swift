import Files
import Imaging
import Stickers

extension LookSetting {
    /// The names of the members of an object that are values of settings, with those of their points.
    static func names(in object: Wire.Object) -> Set<String> {
        let settings = written(in: object)
        let hasPoint = settings.contains { if case .spot = $0.kind { true } else { false } }
        return Set(settings.compactMap(\.wire?.key) + (hasPoint ? ["x", "y"] : []))
    }

    fileprivate static func written(in object: Wire.Object) -> [LookSetting] {
        all.filter { $0.wire?.object == object }
    }
}

// MARK: Writing

extension StudioStyle {
    /// - Parameter isKept: whether it is for the library, where settings that came later are left out if they are as
    ///   before.
    func encode(to encoder: any Encoder, isKept: Bool) throws {
        var members = encoder.container(keyedBy: AnyKey.self)
        try members.encode(options, in: .style, leavesOut: isKept)
        try members.encodeIfPresent(instances, forKey: "instances")
        if !arrangement.isIdentity { try members.encode(arrangement, forKey: "arrangement") }
        guard let text = options.style.text else { return }
        var textMembers = members.nestedContainer(keyedBy: AnyKey.self, forKey: "text")
        try textMembers.encode(options, in: .text, leavesOut: true)
        guard text.lettering.bubble != nil else { return }
        var bubbleMembers = textMembers.nestedContainer(keyedBy: AnyKey.self, forKey: "bubble")
        try bubbleMembers.encode(options, in: .bubble, leavesOut: true)
    }
}

extension KeyedEncodingContainer<AnyKey> {
    fileprivate mutating func encode(
        _ options: ProcessingOptions, in object: LookSetting.Wire.Object, leavesOut: Bool
    ) throws {
        for setting in LookSetting.written(in: object) {
            guard let wire = setting.wire else { continue }
            let key = AnyKey(stringValue: wire.key)
            switch setting.value(in: options) {
            case let value where leavesOut && value != nil && value == wire.absent: break
            case .number(let number): try encode(number, forKey: key)
            case .isOn(let isOn): try encode(isOn, forKey: key)
            case .word(let word): try encode(word, forKey: key)
            case .color(let color): try encode(color.hex, forKey: key)
            case .point(let x, let y):
                try encode("point", forKey: key)
                try encode(x, forKey: "x")
                try encode(y, forKey: "y")
            case nil: try encodeIfPresent(wire.wordForNone, forKey: key)
            }
        }
    }
}

// MARK: Reading

/// A value that was written for a setting.
struct WrittenLook: Sendable {
    let setting: LookSetting
    var value: LookValue
}

extension KeyedDecodingContainer<AnyKey> {
    /// What is written of an object's settings. `null` is as missing.
    func looks(in object: LookSetting.Wire.Object) throws -> [WrittenLook] {
        try LookSetting.written(in: object).compactMap { setting in
            try value(of: setting).map { WrittenLook(setting: setting, value: $0) }
        }
    }

    /// Those of a text and of its bubble.
    func textLooks() throws -> [WrittenLook] {
        let looks = try looks(in: .text)
        guard contains("bubble"), try !decodeNil(forKey: "bubble") else { return looks }
        let members = try nestedContainer(keyedBy: AnyKey.self, forKey: "bubble")
        var bubble = try members.looks(in: .bubble)
        if !bubble.contains(where: { $0.setting.name == LookSetting.bubble.name }) {
            bubble.insert(WrittenLook(setting: .bubble, value: .word("#ffffff")), at: 0)
        }
        return looks + bubble
    }

    private func value(of setting: LookSetting) throws -> LookValue? {
        let key = AnyKey(stringValue: setting.wire?.key ?? setting.name)
        switch setting.form {
        case .number: return try decodeIfPresent(Double.self, forKey: key).map { .number($0) }
        case .truth: return try decodeIfPresent(Bool.self, forKey: key).map { .isOn($0) }
        case .text: break
        }
        let word = try decodeIfPresent(String.self, forKey: key)
        guard case .spot(let words, _) = setting.kind else { return word.map { .word($0) } }
        switch (word, try decodeIfPresent(Double.self, forKey: "x"), try decodeIfPresent(Double.self, forKey: "y")) {
        case (nil, nil, nil): return nil
        case (let word?, nil, nil) where words.contains(word): return .word(word)
        case ("point", let x?, let y?): return .point(x: x, y: y)
        default:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: Array(codingPath.prefix { $0.stringValue != "bubble" }),
                    debugDescription:
                        "place must be top, middle, bottom or point, and a bubble's tail subject, none or point; "
                        + "only a point has x and y"))
        }
    }
}

extension StudioStyle {
    /// As the library has it.
    init(keptIn decoder: any Decoder) throws {
        self.init()
        let members = try decoder.container(keyedBy: AnyKey.self)
        let looks = try members.looks(in: .style)
        for setting in LookSetting.written(in: .style) {
            let look = looks.first { $0.setting.name == setting.name }
            if look == nil, let wire = setting.wire, wire.absent == nil {
                throw DecodingError.keyNotFound(
                    AnyKey(stringValue: wire.key),
                    .init(codingPath: decoder.codingPath, debugDescription: "the style has no \(wire.key)"))
            }
            takeKept(look?.value, as: setting)
        }
        instances = try members.decodeIfPresent([Int].self, forKey: "instances")
        arrangement = try members.decodeIfPresent(StickerArrangement.self, forKey: "arrangement") ?? .identity
        guard members.contains("text"), try !members.decodeNil(forKey: "text") else { return }
        let text = try members.nestedContainer(keyedBy: AnyKey.self, forKey: "text")
        for look in (try? text.textLooks()) ?? [] { takeKept(look.value, as: look.setting) }
    }
}
