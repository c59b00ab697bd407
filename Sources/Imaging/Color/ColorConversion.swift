/// Converts numbers that a `ColorDescription` describes to 8-bit sRGB. HDR is tone-mapped.
package struct ColorConversion: Sendable {
    private let light: [Float]
    private let columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
    private let isHDR: Bool
    /// The luminance of each channel, for HLG.
    private let weights: SIMD3<Float>?
    private let tables = SRGBTransfer.tables

    /// Creates the conversion from a description to sRGB.
    ///
    /// - Parameter bits: of the numbers, 8…16.
    /// - Returns: `nil` when the description's primaries span no triangle.
    package init?(_ description: ColorDescription, bits: Int) {
        guard let toXYZ = description.primaries.toXYZ, let toSRGB = description.primaries.toSRGB else { return nil }
        let columns = toSRGB.columns.map { SIMD3<Float>($0) }
        self.columns = (columns[0], columns[1], columns[2])
        isHDR = description.transfer.isHDR
        weights =
            description.transfer == .hlg
            ? SIMD3(toXYZ.columns.map { Float($0.y) }) : nil
        let count = 1 << bits
        let (black, white) =
            description.isNarrowRange
            ? (Double(16 * count / 256), Double(235 * count / 256)) : (0, Double(count - 1))
        light = (0..<count).map { code in
            Float(description.transfer.light(of: max(0, min((Double(code) - black) / (white - black), 1))))
        }
    }

    /// Converts a row of planar samples.
    ///
    /// - Parameters:
    ///   - source: the first sample of each channel.
    ///   - target: where the first byte of each channel goes.
    package func convert(
        _ source: Channels<UnsafePointer<UInt16>>, to target: Channels<UnsafeMutablePointer<UInt8>>, count: Int
    ) {
        convert(source, step: 1, to: target, step: 1, count: count)
    }

    /// Converts a row of samples to sRGB.
    ///
    /// - Parameters:
    ///   - sourceStep: from a sample to that of the next pixel.
    ///   - target: may be where the source is, if no sample is overwritten before it is read.
    func convert<Sample: FixedWidthInteger & UnsignedInteger>(
        _ source: Channels<UnsafePointer<Sample>>, step sourceStep: Int,
        to target: Channels<UnsafeMutablePointer<UInt8>>, step targetStep: Int, count: Int
    ) {
        light.withUnsafeBufferPointer { light in
            for index in 0..<count {
                let from = index * sourceStep
                let color = color([
                    light[min(Int(source.red[from]), light.count - 1)],
                    light[min(Int(source.green[from]), light.count - 1)],
                    light[min(Int(source.blue[from]), light.count - 1)],
                ])
                let to = index * targetStep
                target.red[to] = color.x
                target.green[to] = color.y
                target.blue[to] = color.z
            }
        }
    }

    /// A value for each of red, green and blue.
    package struct Channels<Value> {
        let red, green, blue: Value

        /// Creates a value for each channel.
        package init(red: Value, green: Value, blue: Value) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }
    }

    @inline(__always)
    private func color(_ light: SIMD3<Float>) -> SIMD3<UInt8> {
        let displayed = weights.map { HDRLight.shown(light, luminanceWeights: $0) } ?? light
        var color = columns.0 * displayed.x + columns.1 * displayed.y + columns.2 * displayed.z
        if isHDR { color = HDRLight.rolledOff(color) }
        return SIMD3(
            tables.code(ofLinearLight: color.x), tables.code(ofLinearLight: color.y),
            tables.code(ofLinearLight: color.z))
    }
}
