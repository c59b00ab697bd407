extension SRGBColor {
    /// The relative luminance of the colour as if opaque, 0 (black) … 1 (white).
    ///
    /// W3C, Web Content Accessibility Guidelines 2.2, "relative luminance".
    package var relativeLuminance: Double {
        let light = SRGBTransfer.linearLight
        return 0.2126 * light[Int(red)] + 0.7152 * light[Int(green)] + 0.0722 * light[Int(blue)]
    }

    /// Returns the contrast with another colour, both as if opaque: 1 none … 21 black on white. Text is easy to read
    /// from 4.5 on.
    ///
    /// W3C, Web Content Accessibility Guidelines 2.2, "contrast ratio"; 4.5 is success criterion 1.4.3.
    package func contrast(with other: SRGBColor) -> Double {
        let luminances = (relativeLuminance, other.relativeLuminance)
        return (max(luminances.0, luminances.1) + 0.05) / (min(luminances.0, luminances.1) + 0.05)
    }
}
