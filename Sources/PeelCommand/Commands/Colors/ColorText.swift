import Peel

/// A photo's colours for a terminal: a band in which each has the width of its share, then each with its number.
func swatches(_ scheme: PhotoColorScheme, name: String) -> String {
    let width = 40
    var band = ""
    var covered = 0.0
    var drawn = 0
    for (index, swatch) in scheme.swatches.enumerated() {
        covered += swatch.share
        let isLast = index == scheme.swatches.count - 1
        // Rounding the sum, not each part, makes the band as wide as it should be.
        let end = isLast ? width : max(drawn, min(width, Int((covered * Double(width)).rounded())))
        band += background(swatch.color) + String(repeating: " ", count: end - drawn)
        drawn = end
    }
    var text = "\(name)\n  \(band)\(reset)\n"
    for swatch in scheme.swatches {
        text += "  \(background(swatch.color))    \(reset) \(swatch.color.hex) \(percent(swatch.share))\n"
    }
    return text
}

/// A photo's colours for a pipe: one line, tab between the name and each colour with its share.
func plainColors(_ scheme: PhotoColorScheme, name: String) -> String {
    ([name] + scheme.swatches.map { "\($0.color.hex) \(decimal($0.share, digits: 4))" }).joined(separator: "\t") + "\n"
}

private let reset = "\u{1B}[0m"

/// The escape sequence for a 24-bit background (ISO 8613-6, SGR 48;2).
private func background(_ color: SRGBColor) -> String {
    "\u{1B}[48;2;\(color.red);\(color.green);\(color.blue)m"
}

private func percent(_ share: Double) -> String {
    let text = decimal(share * 100, digits: 1) + " %"
    return String(repeating: " ", count: max(0, 7 - text.count)) + text
}
