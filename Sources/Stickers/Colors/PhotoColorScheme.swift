public import Imaging

/// One of a photo's dominant colours.
public struct Swatch: Hashable, Sendable {
    public let color: SRGBColor
    /// The part of the (weighted) photo that has this colour, 0…1. The shares of a scheme add up to 1.
    public let share: Double

    public init(color: SRGBColor, share: Double) {
        self.color = color
        self.share = share
    }
}

/// A photo's dominant colours, the gradient they make and a text colour that can be read on it.
public struct PhotoColorScheme: Hashable, Sendable {
    /// Sorted by share, the largest first. At least one.
    public let swatches: [Swatch]

    public init(swatches: [Swatch]) {
        precondition(!swatches.isEmpty, "a colour scheme has at least one colour")
        self.swatches = swatches
    }

    public var colors: [SRGBColor] { swatches.map(\.color) }
}
