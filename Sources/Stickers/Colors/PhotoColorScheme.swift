public import Imaging

/// One of a photo's dominant colours.
public struct Swatch: Hashable, Sendable {
    /// The colour.
    public let color: SRGBColor
    /// The part of the (weighted) photo that has this colour, 0…1. The shares of a scheme add up to 1.
    public let share: Double

    /// A colour and its share of the photo, 0 to 1.
    package init(color: SRGBColor, share: Double) {
        self.color = color
        self.share = share
    }
}

/// A photo's dominant colours, a gradient of them and a text colour that can be read all over the gradient.
public struct PhotoColorScheme: Hashable, Sendable {
    /// The dominant colours by falling share; those of equal share by falling code (`#ff0000` before `#00ff00`). Empty
    /// for a photo without a visible pixel.
    public let swatches: [Swatch]
    /// A gradient from the top left to the bottom right: from the lighter end of the colours to the darker one, each
    /// beside those that resemble it most.
    ///
    /// These are the colours of the swatches as long as black or white text can be read on all of them. Otherwise they
    /// are lightened or darkened, whichever takes less, until it can; hue and order stay. White when there is no
    /// swatch.
    public let gradient: Gradient
    /// Black or white: at least 4.5 in `SRGBColor.contrast(with:)` to every colour that the gradient shows.
    public let textColor: SRGBColor

    /// A scheme of these colours, the most important first.
    package init(swatches: [Swatch]) {
        self.swatches = swatches.sorted { first, second in
            (first.share, first.color.code) > (second.share, second.color.code)
        }
        (gradient, textColor) = LegibleGradient.make(self.swatches)
    }

    /// The colours of the swatches, in their order.
    public var colors: [SRGBColor] { swatches.map(\.color) }
}

extension SRGBColor {
    fileprivate var code: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }
}
