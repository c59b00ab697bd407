import Imaging

/// A sticker's text beside its subject, worked out in pixels of the photo before anything is rendered.
struct TextSetting {
    /// The edge around the letters, in ems.
    static let edge = 0.09
    /// How far the text goes over the subject's upper or lower edge, in ems.
    static let overlap = 0.45
    /// What letters and the edge around them need at least to be told apart (W3C, WCAG 2.2, 1.4.3: large text).
    static let leastContrast = 3.0

    let picture: TextPicture
    /// In pixels of the photo. Less than was asked for where a word is too wide.
    let em: Double
    /// Whether a word is cut: it is too wide at the smallest size.
    var isCut: Bool { picture.cutsWords }
    /// Letters and edge, in pixels of the photo.
    let box: FractionalRect
    let color: SRGBColor
    let edgeColor: SRGBColor
    /// What lies under words that one can see through, where the subject does not; `nil` for nothing.
    private let backing: SRGBColor?

    /// - Parameters:
    ///   - subject: the box that the text is placed by, in pixels of the photo.
    ///   - frame: what the text must not leave, if anything.
    /// - Throws: ``StickerError`` with `.text` where no font has its characters.
    init(
        _ text: StickerText, by subject: PixelRect, within frame: PixelRect?, style: StickerStyle,
        colors: PhotoColorScheme
    ) throws(StickerError) {
        let side = Double(subject.size.longestSide)
        let room = frame.map { Double($0.width) * 0.92 } ?? side
        var em = text.size * side
        var picture = Self.picture(text, em: em, room: room)
        var measure = picture.measure
        if measure.lineWidth > picture.lineWidth {
            let smallest = min(em, StickerText.sizes.lowerBound * side)
            let fitting = room / (1.001 * measure.lineWidth + 2 * Self.edge)
            em = max(smallest, fitting)
            picture = Self.picture(text, em: em, room: room, cutsWords: fitting < smallest)
            measure = picture.measure
        }
        guard measure.missingCharacters == 0 else {
            throw StickerError(
                .text,
                "no font on this machine has \(measure.missingCharacters) of the text's characters: install one that does "
                    + "(Debian's fonts-noto has most), or change the text")
        }
        guard measure.width > 0, measure.height > 0 else {
            throw StickerError(.text, "nothing of the text can be seen: change it")
        }
        let width = (measure.width + 2 * Self.edge) * em
        let height = (measure.height + 2 * Self.edge) * em
        let overlap = min(Self.overlap * em, height / 2)
        let (left, top) = (Double(subject.x), Double(subject.y))
        var x = left + (Double(subject.width) - width) / 2
        var y: Double
        switch text.place {
        case .top: y = top - height + overlap
        case .middle: y = top + (Double(subject.height) - height) / 2
        case .bottom: y = top + Double(subject.height) - overlap
        case .point(let across, let down):
            x = left + across * Double(subject.width) - width / 2
            y = top + down * Double(subject.height) - height / 2
        }
        if let frame {
            let gap = 0.3 * em
            x = max(Double(frame.x) + gap, min(x, Double(frame.maxX) - width - gap))
            y = max(Double(frame.y) + gap, min(y, Double(frame.maxY) - height - gap))
        }
        self.picture = picture
        self.em = em
        box = FractionalRect(x: x, y: y, width: width, height: height)
        let color = text.color ?? colors.textColor
        guard color.alpha > 0 else {
            throw StickerError(
                .text, "the text's colour, \(color.hex), is transparent: nothing of the text can be seen")
        }
        self.color = color
        backing = color.alpha < 255 && style.borderWidth > 0 ? style.borderColor : nil
        let edges = [style.borderWidth > 0 ? style.borderColor : nil, colors.gradient.color(at: 0.5), .black, .white]
        edgeColor = edges.compactMap(\.self).first { $0.contrast(with: color) >= Self.leastContrast } ?? .black
    }

    private static func picture(
        _ text: StickerText, em: Double, room: Double, cutsWords: Bool = false
    ) -> TextPicture {
        TextPicture(
            text.words, family: text.font.family, lineWidth: max(1, room / em - 2 * edge), cutsWords: cutsWords)
    }

    /// The subject's box and the text's together.
    func content(with subject: PixelRect) -> PixelRect {
        subject.union(
            PixelRect(
                x: Int(box.x.rounded(.down)), y: Int(box.y.rounded(.down)), width: Int(box.width.rounded(.up)),
                height: Int(box.height.rounded(.up))))
    }

    /// Puts the text over a foreground, which grows where the text goes beyond it.
    ///
    /// - Parameters:
    ///   - part: the part of the photo that the foreground is of.
    ///   - staysWithin: the foreground keeps its size, and the text ends there.
    ///   - seen: what is looked at, in the foreground's pixels: the rest is left out. `nil` for all.
    func drawn(
        on foreground: Bitmap, of part: PixelRect, staysWithin: Bool, seen: PixelRect? = nil
    ) -> LetteredForeground {
        let (across, down) = (
            Double(foreground.width) / Double(part.width), Double(foreground.height) / Double(part.height)
        )
        let em = em * (across * down).squareRoot()
        let edge = Self.edge * em
        let margin = Int(edge.rounded(.up)) + 1
        guard let letters = letters(em: em, edge: edge, margin: margin) else {
            return LetteredForeground(foreground)
        }
        let place = PixelRect(
            x: Int(((box.x - Double(part.x)) * across + edge).rounded()) - margin,
            y: Int(((box.y - Double(part.y)) * down + edge).rounded()) - margin, width: letters.width,
            height: letters.height)
        var bounds = staysWithin ? foreground.bounds : foreground.bounds.union(place)
        if let seen { bounds = bounds.intersection(seen) }
        guard !bounds.isEmpty else { return LetteredForeground(foreground) }
        let frame = PixelRect(x: -bounds.x, y: -bounds.y, width: foreground.width, height: foreground.height)
        var subject = Bitmap(size: bounds.size)
        subject.lay(foreground, x: frame.x, y: frame.y)
        var lettered = subject
        if let backing {
            lettered = Bitmap(size: bounds.size)
            lettered.lay(letters.filled(with: backing), x: place.x - bounds.x, y: place.y - bounds.y)
            lettered.lay(subject, x: 0, y: 0)
        }
        lettered.lay(letters.faded(to: color.alpha), x: place.x - bounds.x, y: place.y - bounds.y)
        return LetteredForeground(bitmap: lettered, subject: subject, frame: frame)
    }

    /// The letters over their edge; `nil` when they are too small to be seen.
    private func letters(em: Double, edge: Double, margin: Int) -> Bitmap? {
        guard let letters = picture.drawn(em: em, color: color, margin: margin) else { return nil }
        guard edge >= 0.5 else { return letters }
        let shape = Plane(
            size: letters.size,
            samples: stride(from: 3, to: letters.pixels.count, by: 4).map { Float(letters.pixels[$0]) / 255 })
        let coverage = shape.dilated(radius: Float(edge))
        var edges = Bitmap(size: letters.size)
        for (index, sample) in coverage.samples.enumerated() where sample > 0 {
            edges.pixels[4 * index] = edgeColor.red
            edges.pixels[4 * index + 1] = edgeColor.green
            edges.pixels[4 * index + 2] = edgeColor.blue
            edges.pixels[4 * index + 3] = UInt8((sample * 255).rounded())
        }
        return letters.composited(over: edges)
    }
}

/// A foreground with a text on it.
struct LetteredForeground {
    let bitmap: Bitmap
    /// The same without the text, in the same place.
    let subject: Bitmap
    /// Where the photo's part lies on it, in its pixels.
    let frame: PixelRect

    init(bitmap: Bitmap, subject: Bitmap, frame: PixelRect) {
        self.bitmap = bitmap
        self.subject = subject
        self.frame = frame
    }

    /// One without a text.
    init(_ foreground: Bitmap) {
        self.init(bitmap: foreground, subject: foreground, frame: foreground.bounds)
    }
}

extension StickerText.Font {
    fileprivate var family: TextPicture.Family {
        switch self {
        case .sans: .sans
        case .serif: .serif
        case .mono: .mono
        }
    }
}

extension Bitmap {
    /// The same shape in one colour, as opaque as it is.
    fileprivate func filled(with color: SRGBColor) -> Bitmap {
        var filled = self
        for index in stride(from: 0, to: pixels.count, by: 4) {
            filled.pixels[index] = color.red
            filled.pixels[index + 1] = color.green
            filled.pixels[index + 2] = color.blue
        }
        return filled
    }

    /// - Parameter alpha: of what is opaque, 255 for no change.
    fileprivate func faded(to alpha: UInt8) -> Bitmap {
        guard alpha < 255 else { return self }
        var faded = self
        for index in stride(from: 3, to: pixels.count, by: 4) {
            faded.pixels[index] = UInt8((Int(pixels[index]) * Int(alpha) + 127) / 255)
        }
        return faded
    }

    /// Lays another bitmap over this one. What lies outside is left out.
    fileprivate mutating func lay(_ other: Bitmap, x: Int, y: Int) {
        let place = PixelRect(x: x, y: y, width: other.width, height: other.height).intersection(bounds)
        guard !place.isEmpty else { return }
        let visible = PixelRect(x: place.x - x, y: place.y - y, width: place.width, height: place.height)
        let laid = other.cropped(to: visible).composited(over: cropped(to: place))
        for row in 0..<place.height {
            let target = 4 * ((place.y + row) * width + place.x)
            let source = 4 * row * place.width
            pixels.replaceSubrange(
                target..<target + 4 * place.width, with: laid.pixels[source..<source + 4 * place.width])
        }
    }
}
