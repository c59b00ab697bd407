import CPango

/// Words in bold letters, in centred lines. They are measured in ems and drawn at any size.
///
/// Pango finds the fonts: a character that the font does not have comes from another one, right-to-left text runs from
/// the right, and emoji keep their colours where a font has them.
package struct TextPicture: Hashable, Sendable {
    /// A family of fonts.
    package enum Family: Hashable, Sendable {
        /// The generic families; each machine has some font for them.
        case sans, serif, mono
        /// A family among ``TextPicture/families()``; another one is replaced.
        case named(String)
    }

    /// The measures of the visible text.
    package struct Measure: Hashable, Sendable {
        /// The left edge, in ems from the middle of the straight text.
        package let left: Double
        /// The upper edge, in ems from the middle of the straight text.
        package let top: Double
        /// The width of what can be seen, in ems.
        package let width: Double
        /// The height of what can be seen, in ems.
        package let height: Double
        /// The width of the longest line, in ems: more than ``TextPicture/lineWidth`` if a single word is wider.
        package let lineWidth: Double
        /// The number of characters that no font has.
        package let missingCharacters: Int
    }

    /// The text, with line feeds between lines.
    package let words: String
    package let family: Family
    /// The longest line, in ems; a longer one is broken between words.
    package let lineWidth: Double
    /// Whether a word that is longer than a line is broken, between any two graphemes.
    package let cutsWords: Bool
    /// The clockwise turn around the middle, in degrees.
    package let turn: Double
    /// The part of a circle that the text takes, in degrees: above 0 it rises in the middle, below 0 it sinks. It is
    /// less if the letters' lower ends would collide.
    package let bend: Double

    package init(
        _ words: String, family: Family, lineWidth: Double, cutsWords: Bool = false, turn: Double = 0, bend: Double = 0
    ) {
        self.words = words
        self.family = family
        self.lineWidth = lineWidth
        self.cutsWords = cutsWords
        self.turn = turn
        self.bend = bend
    }

    /// Returns the names of the font families on this machine, sorted for people. Reads the machine's settings the
    /// first time on a thread.
    package static func families() -> [String] {
        guard let names = peel_text_families() else { return [] }
        defer { g_free(names) }
        let families = Set(String(cString: names).split(separator: "\n").map(String.init))
        return families.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    }

    /// The same text without a turn.
    package var upright: TextPicture {
        TextPicture(words, family: family, lineWidth: lineWidth, cutsWords: cutsWords, bend: bend)
    }

    /// The measures, computed without drawing in the caller's isolation.
    package var measure: Measure {
        let layout = Layout(self)
        return Measure(
            left: (layout.ink.x - layout.form.x) / PEEL_TEXT_EM, top: (layout.ink.y - layout.form.y) / PEEL_TEXT_EM,
            width: layout.ink.width / PEEL_TEXT_EM, height: layout.ink.height / PEEL_TEXT_EM,
            lineWidth: layout.width / PEEL_TEXT_EM,
            missingCharacters: Int(pango_layout_get_unknown_glyphs_count(layout.handle)))
    }

    /// The lines of the text after breaking.
    var lines: [String] {
        let layout = Layout(self)
        let bytes = Array(words.utf8)
        return (0..<pango_layout_get_line_count(layout.handle)).compactMap { index in
            pango_layout_get_line_readonly(layout.handle, index).map { line in
                let start = Int(line.pointee.start_index)
                return String(decoding: bytes[start..<start + Int(line.pointee.length)], as: UTF8.self)
            }
        }
    }

    /// Draws what ``measure`` measures, with `margin` transparent pixels on each side.
    ///
    /// - Parameters:
    ///   - em: the height of the letters in pixels.
    ///   - color: of all that has no colour of its own; its alpha does not count.
    /// - Returns: `nil` when there is nothing to see, or no memory for it.
    package func drawn(em: Double, color: SRGBColor, margin: Int) -> Bitmap? {
        let layout = Layout(self)
        let scale = em / PEEL_TEXT_EM
        let ink = layout.ink
        let size = PixelSize(
            width: Int((ink.width * scale).rounded(.up)) + 2 * margin,
            height: Int((ink.height * scale).rounded(.up)) + 2 * margin)
        guard ink.width > 0, ink.height > 0, size.longestSide < 1 << 15 else { return nil }
        var pixels = [UInt8](repeating: 0, count: 4 * size.area)
        let isDrawn = pixels.withUnsafeMutableBufferPointer { pixels in
            peel_text_draw(
                layout.handle, layout.form, pixels.baseAddress, CInt(size.width), CInt(size.height),
                CInt(4 * size.width), scale,
                Double(margin) - ink.x * scale, Double(margin) - ink.y * scale, Double(color.red) / 255,
                Double(color.green) / 255, Double(color.blue) / 255) == 0
        }
        guard isDrawn else { return nil }
        pixels.withUnsafeMutableBytes { Self.makeStraight($0) }
        return Bitmap(size: size, pixels: pixels)
    }

    /// Converts cairo's words of premultiplied alpha, red, green and blue to bytes of straight red, green, blue and
    /// alpha.
    private static func makeStraight(_ pixels: UnsafeMutableRawBufferPointer) {
        for offset in stride(from: 0, to: pixels.count, by: 4) {
            let word = pixels.load(fromByteOffset: offset, as: UInt32.self)
            let alpha = word >> 24
            func straight(_ channel: UInt32) -> UInt32 {
                alpha == 0 ? 0 : min(255, ((channel & 0xff) * 255 + alpha / 2) / alpha)
            }
            let rgba = straight(word >> 16) | straight(word >> 8) << 8 | straight(word) << 16 | alpha << 24
            pixels.storeBytes(of: rgba.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
    }
}

/// The owner of a Pango layout. It stays in the function that made it, because Pango's font map belongs to one thread.
private struct Layout: ~Copyable {
    let handle: OpaquePointer
    /// The visible box in the layout's own pixels.
    let ink: PeelTextBox
    let form: PeelTextForm
    /// The width of the longest line, including the space of its letters, in the same pixels.
    let width: Double

    /// The least distance of the letters' lower ends from the middle of the circle, in ems.
    private static let leastRadius = 0.35

    private static let isSilent: Bool = {
        peel_text_silence()
        return true
    }()

    init(_ text: TextPicture) {
        _ = Self.isSilent
        var words = text.words
        handle = words.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                peel_text_layout(
                    bytes.baseAddress, CInt(bytes.count), text.family.name, max(1, text.lineWidth * PEEL_TEXT_EM),
                    text.cutsWords ? 1 : 0)
            }
        }
        let straight = peel_text_straight_ink(handle)
        form = Self.form(of: text, straight)
        ink = form.turn == 0 && form.curvature == 0 ? straight : peel_text_ink(handle, form)
        var logical = PangoRectangle()
        pango_layout_get_extents(handle, nil, &logical)
        width = Double(logical.width) / Double(PANGO_SCALE)
    }

    private static func form(of text: TextPicture, _ straight: PeelTextBox) -> PeelTextForm {
        let most = 1 / (straight.height / 2 + leastRadius * PEEL_TEXT_EM)
        let wanted = text.bend * .pi / 180 / max(1, straight.width)
        return PeelTextForm(
            turn: text.turn * .pi / 180, curvature: min(max(wanted, -most), most),
            x: straight.x + straight.width / 2, y: straight.y + straight.height / 2)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(handle))
    }
}

extension TextPicture.Family {
    /// The name for fontconfig.
    fileprivate var name: String {
        switch self {
        case .sans: "Sans"
        case .serif: "Serif"
        case .mono: "Monospace"
        case .named(let name): name
        }
    }
}
