import Imaging
import Stickers

extension PhotoColorScheme {
    /// Black or white, whichever can be read better on the mean of the colours.
    var packTextColor: SRGBColor {
        let mean =
            swatches.reduce(0) { sum, swatch in
                let color = swatch.color
                return sum + 0.2126 * Double(color.red) + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue)
            } / Double(swatches.count)
        return mean < 118 ? .white : .black
    }
}
