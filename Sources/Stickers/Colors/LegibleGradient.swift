import Imaging

/// Makes a gradient of swatches on which black or white can be read everywhere.
enum LegibleGradient {
    /// What WCAG 2.2 asks of text (success criterion 1.4.3).
    static let leastContrast = 4.5

    static func make(_ swatches: [Swatch]) -> (gradient: Gradient, textColor: SRGBColor) {
        guard !swatches.isEmpty else { return (Gradient([.white]), .black) }
        let ordered = path(through: swatches.map { (Oklab($0.color), $0) }).map(\.1)
        let gradient = Gradient(ordered.map(\.color))
        let contrasts = contrasts(on: gradient)
        if max(contrasts.black, contrasts.white) >= leastContrast {
            return (gradient, contrasts.black >= contrasts.white ? .black : .white)
        }

        let lightened = adjusted(ordered, for: .black)
        let darkened = adjusted(ordered, for: .white)
        return lightened.change <= darkened.change ? (lightened.gradient, .black) : (darkened.gradient, .white)
    }

    /// The least that black and white text have on any colour of the gradient.
    private static func contrasts(on gradient: Gradient) -> (black: Double, white: Double) {
        let onStops = contrasts(on: gradient.stops.map(\.color))
        // Between the stops it is hardly better, and there is much to look at.
        return max(onStops.black, onStops.white) < leastContrast ? onStops : contrasts(on: gradient.ramp)
    }

    private static func contrasts(on colors: [SRGBColor]) -> (black: Double, white: Double) {
        let luminances = colors.map(\.relativeLuminance)
        return (((luminances.min() ?? 0) + 0.05) / 0.05, 1.05 / ((luminances.max() ?? 1) + 0.05))
    }

    // MARK: - Order

    /// From the lightest through all on a short way: reversing parts of it makes it no shorter (G. A. Croes, "A method
    /// for solving traveling-salesman problems", 1958). The lighter end comes first.
    private static func path(through colors: [(Oklab, Swatch)]) -> [(Oklab, Swatch)] {
        var path = colors.sorted { $0.0.lightness > $1.0.lightness }
        func distance(_ first: Int, _ second: Int) -> Float {
            guard path.indices.contains(first), path.indices.contains(second) else { return 0 }
            return path[first].0.distance(to: path[second].0)
        }
        var isShorter = true
        while isShorter {
            isShorter = false
            for start in path.indices {
                for end in path.indices where end > start {
                    let now = distance(start - 1, start) + distance(end, end + 1)
                    let reversed = distance(start - 1, end) + distance(start, end + 1)
                    // By more than an error of rounding, or it would never end.
                    if reversed < now - 0.000_1 {
                        path[start...end].reverse()
                        isShorter = true
                    }
                }
            }
        }
        return path[0].0.lightness >= path[path.count - 1].0.lightness ? path : path.reversed()
    }

    // MARK: - Lightness

    /// The gradient with the lightness of its colours pressed into the range on which `text` can be read, and how much
    /// that changes lightness on the average of the photo.
    private static func adjusted(_ swatches: [Swatch], for text: SRGBColor) -> (gradient: Gradient, change: Double) {
        let colors = swatches.map { Oklab($0.color) }
        let isLightened = text == .black
        let lightest = colors.map(\.lightness).max() ?? 1
        let darkest = colors.map(\.lightness).min() ?? 0
        // Where text on grey reaches 4.5. Other colours, and those between the stops, may need a step or two more; the
        // last step is all white or all black.
        var limit: Float = isLightened ? 0.56 : 0.57
        while true {
            let range = isLightened ? (limit, max(lightest, limit)) : (min(darkest, limit), limit)
            let pressed = colors.map { color in
                let height = lightest > darkest ? (color.lightness - darkest) / (lightest - darkest) : 1
                return color.withLightness(range.0 + height * (range.1 - range.0))
            }
            let gradient = Gradient(pressed.map(\.srgb))
            let contrasts = contrasts(on: gradient)
            if (isLightened ? contrasts.black : contrasts.white) >= leastContrast {
                let change = zip(swatches, zip(colors, pressed)).reduce(0) { sum, item in
                    sum + item.0.share * Double(abs(item.1.0.lightness - item.1.1.lightness))
                }
                return (gradient, change)
            }
            limit = max(0, min(limit + (isLightened ? 0.01 : -0.01), 1))
        }
    }
}

extension Oklab {
    fileprivate func distance(to other: Oklab) -> Float {
        let (x, y, z) = (lightness - other.lightness, a - other.a, b - other.b)
        return (x * x + y * y + z * z).squareRoot()
    }

    /// As vivid for its lightness as before: a darkened colour loses chroma, a lightened one gains some.
    fileprivate func withLightness(_ lightness: Float) -> Oklab {
        let scale = self.lightness > 0 ? min(lightness / self.lightness, 1.5) : 1
        return Oklab(lightness: lightness, a: a * scale, b: b * scale).fittedToSRGB
    }
}
