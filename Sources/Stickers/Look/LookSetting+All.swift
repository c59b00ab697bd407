import Imaging

extension LookSetting {
    /// Every setting. Those of a text follow its words.
    package static let all: [LookSetting] =
        texts + [
            LookSetting(
                "border", on: .border, .percent(0...StickerStyle.widest),
                help: "border width in percent of the long side, with --outline tight of the short one", default: "3",
                wire: .style("borderWidth", query: "border"), \.style.borderWidth),
            LookSetting(
                "border-color", on: .border, .color(), help: "colour of the border, as CSS writes it: red, #f80",
                default: "white", wire: .style("borderColor", query: "color"), \.style.borderColor),
            LookSetting(
                "outline", on: .border, .words(StickerStyle.Outline.allCases.map(\.rawValue)),
                help: "border with a smooth edge, or tight along every hair",
                default: StickerStyle.Outline.smooth.rawValue,
                // Stickers were drawn tight before there was another.
                wire: .style("outline", absent: StickerStyle.Outline.tight.look), \.style.outline),
            LookSetting(
                "effect", on: .look, .words(StickerStyle.Effect.allCases.map(\.rawValue)),
                help: "effect: the photo in its border, a comic, a cushion, a shiny film, or a glow behind",
                default: StickerStyle.Effect.outline.rawValue,
                wire: .style("effect", absent: StickerStyle.Effect.outline.look), \.style.effect),
            LookSetting(
                "shadow", on: .look, .toggle, help: "a soft shadow below the border", wire: .style("shadow"),
                \.style.hasShadow),
            LookSetting(
                "margin", on: .look, .percent(0...StickerStyle.widest),
                help: "space around in percent of the long side",
                default: "1", wire: .style("margin"), \.style.margin),
            LookSetting(
                "strength", on: .subject,
                .number("X", -1...1, or: ["cautious": -1, "normal": 0, "greedy": 1]),
                help: "how much belongs to the subject, -1 cautious to 1 greedy", default: "0", \.strength),
            LookSetting(
                "mirror", on: .look, .toggle, help: "mirror the subject, but not the words",
                \.arrangement.mirrors),
            LookSetting(
                "background", on: .look, .color(or: ["gradient"], orPicture: true),
                help: "background; FILE is a picture that fills it", default: "transparent",
                wire: .style("background", words: ["transparent", "gradient"]), \.background),
        ]

    /// Those that `stickers.json` may say of one photo.
    package static let ofOnePhoto = all.filter { $0.name != "background" }

    package static let text = LookSetting(
        "text", on: .text, .text("WORDS"), help: "words on the sticker, up to 80 characters; \\n begins a line",
        wire: .text("words"), read: { $0.style.text.map { .word($0.words) } },
        write: { options, look throws(StickerError) in
            if case .word(let words) = look { options.style.text = try StickerText(words) }
        })

    package static let font = LookSetting(
        "text-font",
        .text("FAMILY", suggestions: StickerText.Font.generic.map(\.name) + StickerText.Font.forStickers),
        help: "sans, serif, mono or the name of an installed font", default: "sans", wire: .text("font"), ofText: \.font
    )

    package static let bubble = LookSetting(
        "text-bubble", .color(), help: "colour of a speech bubble around it", default: "none", wire: .bubble("color"),
        ofText: \.bubbleColor)

    package static let tail = LookSetting(
        "text-tail", .spot(["subject", "none"], like: "50,20"),
        help: "subject, none or X,Y in percent of the subject's box: where the bubble points", default: "subject",
        wire: .bubble("tail"), ofText: \.tail)

    private static let texts: [LookSetting] = [
        text,
        LookSetting(
            "text-at", .spot(["top", "middle", "bottom"], like: "50,90"),
            help: "top, middle, bottom or X,Y in percent of the subject's box", default: "bottom", wire: .text("place"),
            ofText: \.place),
        LookSetting(
            "text-size", .percent(StickerText.sizes),
            help: "height of its letters in percent of the subject's long side",
            default: "14", wire: .text("size"), ofText: \.size),
        LookSetting(
            "text-color", .color(), help: "colour of its letters",
            default: "black or white, by the photo's colours",
            wire: .text("color", wordForNone: "photo"), ofText: \.color),
        font,
        LookSetting(
            "text-turn", .number("DEGREES", StickerText.Lettering.turns), help: "turn it clockwise", default: "0",
            wire: .text("turn", absent: .number(0)), ofText: \.lettering.turn),
        LookSetting(
            "text-bend", .number("DEGREES", StickerText.Lettering.bends),
            help: "bend it along a part of a circle; below 0, its middle sinks", default: "0",
            wire: .text("bend", absent: .number(0)), ofText: \.lettering.bend),
        LookSetting(
            "text-outline", .color(), help: "colour around its letters, or around its bubble",
            default: "one that differs from the letters", wire: .text("outline"), ofText: \.lettering.outline),
        LookSetting(
            "text-shadow", .color(), help: "colour of a shadow to its lower right", default: "none",
            wire: .text("shadow"),
            ofText: \.lettering.shadow),
        bubble, tail,
    ]
}

extension StickerArrangement {
    fileprivate var mirrors: Bool {
        get { isMirrored }
        set { self = mirrored(newValue) }
    }
}

extension StickerText {
    fileprivate var bubbleColor: SRGBColor? {
        get { lettering.bubble?.color }
        set { lettering.bubble = newValue.map { Bubble(color: $0) } }
    }

    fileprivate var tail: Tail? {
        get { lettering.bubble?.tail }
        set { if let newValue { lettering.bubble?.tail = newValue } }
    }
}
