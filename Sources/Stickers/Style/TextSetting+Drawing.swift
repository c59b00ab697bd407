import Imaging

extension TextSetting {
    /// Of a shadow, in ems.
    static let shadowOffset = Point(0.06, 0.08)

    /// Puts the text over a foreground, which grows where the text goes beyond it.
    ///
    /// - Parameters:
    ///   - part: the part of the photo that the foreground is of.
    ///   - staysWithin: the foreground keeps its size, and the text ends there.
    ///   - seen: what is looked at, in the foreground's pixels: the rest is left out. `nil` for all.
    func drawn(
        on foreground: Bitmap, of part: PixelRect, staysWithin: Bool, seen: PixelRect? = nil
    ) -> LetteredForeground {
        let scale = Point(
            Double(foreground.width) / Double(part.width), Double(foreground.height) / Double(part.height))
        let layers = layers(at: scale, from: Point(Double(part.x), Double(part.y)))
        guard let first = layers.first else { return LetteredForeground(foreground) }
        let places = layers.dropFirst().reduce(first.place) { $0.union($1.place) }
        var bounds = staysWithin ? foreground.bounds : foreground.bounds.union(places)
        if let seen { bounds = bounds.intersection(seen) }
        guard !bounds.isEmpty else { return LetteredForeground(foreground) }
        let frame = PixelRect(x: -bounds.x, y: -bounds.y, width: foreground.width, height: foreground.height)
        var subject = Bitmap(size: bounds.size)
        subject.lay(foreground, x: frame.x, y: frame.y)
        var lettered = subject
        if let backing = colors.backing {
            lettered = Bitmap(size: bounds.size)
            for layer in layers where !layer.isShadow {
                lettered.lay(layer.bitmap.filled(with: backing), x: layer.x - bounds.x, y: layer.y - bounds.y)
            }
            lettered.lay(subject, x: 0, y: 0)
        }
        for layer in layers {
            lettered.lay(layer.bitmap.faded(to: layer.alpha), x: layer.x - bounds.x, y: layer.y - bounds.y)
        }
        return LetteredForeground(bitmap: lettered, subject: subject, frame: frame) {
            var words = Bitmap(size: bounds.size)
            for layer in layers {
                words.lay(layer.bitmap.faded(to: layer.alpha), x: layer.x - bounds.x, y: layer.y - bounds.y)
            }
            return words
        }
    }

    /// The text on a canvas of its own, and what lies below the subject where one can see through the letters.
    ///
    /// - Parameter toCanvas: moves, and scales alike in both directions.
    func drawn(on canvas: PixelSize, by toCanvas: PixelTransform) -> (backing: Bitmap?, words: Bitmap) {
        let scale = toCanvas.scale
        let layers = layers(at: Point(repeating: scale), from: Point(-toCanvas.dx, -toCanvas.dy) / scale)
        var words = Bitmap(size: canvas)
        for layer in layers { words.lay(layer.bitmap.faded(to: layer.alpha), x: layer.x, y: layer.y) }
        let backing = colors.backing.map { color in
            var backing = Bitmap(size: canvas)
            for layer in layers where !layer.isShadow {
                backing.lay(layer.bitmap.filled(with: color), x: layer.x, y: layer.y)
            }
            return backing
        }
        return (backing, words)
    }

    /// What is drawn over the subject, the lowest first; none where the letters are too small to be seen.
    private func layers(at scale: Point, from origin: Point) -> [TextLayer] {
        let em = em * (scale.x * scale.y).squareRoot()
        let edge = Self.edge * em
        let margin = Int(edge.rounded(.up)) + 1
        guard let letters = letters(em: em, edge: edge, margin: margin) else { return [] }
        let corner = (Point(body.x, body.y) - origin) * scale + inset * em
        var layers = [
            TextLayer(
                bitmap: letters, x: Int(corner.x.rounded()) - margin, y: Int(corner.y.rounded()) - margin,
                alpha: colors.letters.alpha)
        ]
        if let bubble {
            layers.insert(bubble.layer(em: em, around: (middle - origin) * scale, line: colors.outline), at: 0)
        }
        guard let shadow = colors.shadow else { return layers }
        let offset = Self.shadowOffset * em
        let cast = bubble == nil ? layers : [layers[0]]
        return cast.map { $0.shadow(shadow, right: Int(offset.x.rounded()), down: Int(offset.y.rounded())) } + layers
    }

    /// The letters over their edge; `nil` when they are too small to be seen.
    private func letters(em: Double, edge: Double, margin: Int) -> Bitmap? {
        guard let letters = picture.drawn(em: em, color: colors.letters, margin: margin) else { return nil }
        guard edge >= 0.5, bubble == nil, colors.outline.alpha > 0 else { return letters }
        let shape = Plane(
            size: letters.size,
            samples: stride(from: 3, to: letters.pixels.count, by: 4).map { Float(letters.pixels[$0]) / 255 })
        return letters.composited(over: Bitmap(shape.dilated(radius: Float(edge)), color: colors.outline))
    }
}

/// A part of a text's picture, in the pixels of a foreground.
private struct TextLayer {
    let bitmap: Bitmap
    let x: Int
    let y: Int
    /// Of what is opaque in it.
    var alpha: UInt8 = 255
    var isShadow = false

    var place: PixelRect { PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height) }

    /// The same shape in one colour.
    func shadow(_ color: SRGBColor, right: Int, down: Int) -> TextLayer {
        TextLayer(bitmap: bitmap.filled(with: color), x: x + right, y: y + down, alpha: color.alpha, isShadow: true)
    }
}

extension TextBubble {
    /// - Parameters:
    ///   - middle: in pixels.
    ///   - line: the colour around the bubble.
    fileprivate func layer(em: Double, around middle: Point, line: SRGBColor) -> TextLayer {
        let place = box.scaled(x: em, y: em).moved(by: middle).covering(margin: 1)
        let corner = middle - Point(Double(place.x), Double(place.y))
        var inside = Plane(size: place.size, insideOf: [body.map { $0 * em + corner }])
        if let tail {
            let end = Plane(size: place.size, insideOf: [tail.map { $0 * em + corner }])
            for index in inside.samples.indices {
                inside.samples[index] = max(inside.samples[index], end.samples[index])
            }
        }
        var bitmap = Bitmap(inside, color: color)
        if line.alpha > 0 {
            let width = Float(max(1, Self.line * em))
            // Under a bubble that one can see through there is no line.
            var around = inside.dilated(radius: width)
            if color.alpha < 255 {
                for index in around.samples.indices { around.samples[index] -= inside.samples[index] }
            }
            bitmap = bitmap.composited(over: Bitmap(around, color: line))
        }
        return TextLayer(bitmap: bitmap, x: place.x, y: place.y)
    }
}

/// A foreground with a text on it.
struct LetteredForeground {
    let bitmap: Bitmap
    /// The same without the text, in the same place.
    let subject: Bitmap
    /// The text alone, in the same place. Drawn when it is asked for.
    var words: Bitmap { drawnWords() }
    /// Where the photo's part lies on it, in its pixels.
    let frame: PixelRect
    private let drawnWords: () -> Bitmap

    init(bitmap: Bitmap, subject: Bitmap, frame: PixelRect, words: @escaping () -> Bitmap) {
        self.bitmap = bitmap
        self.subject = subject
        self.frame = frame
        drawnWords = words
    }

    /// One without a text.
    init(_ foreground: Bitmap) {
        self.init(bitmap: foreground, subject: foreground, frame: foreground.bounds) {
            Bitmap(size: foreground.size)
        }
    }
}

extension Bitmap {
    /// A colour, as dense as a coverage says.
    fileprivate init(_ coverage: Plane, color: SRGBColor) {
        self.init(size: coverage.size)
        for (index, sample) in coverage.samples.enumerated() where sample > 0 {
            pixels[4 * index] = color.red
            pixels[4 * index + 1] = color.green
            pixels[4 * index + 2] = color.blue
            pixels[4 * index + 3] = UInt8((sample * Float(color.alpha)).rounded())
        }
    }

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
