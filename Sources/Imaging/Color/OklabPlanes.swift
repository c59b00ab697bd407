/// Many colours in Oklab, with an array for each axis.
package struct OklabPlanes: Equatable, Sendable {
    /// The lightness of each pixel, 0 (black) to 1 (white).
    package private(set) var lightness: [Float]
    /// The green-red value of each pixel; green is negative.
    package private(set) var a: [Float]
    /// The blue-yellow value of each pixel; blue is negative.
    package private(set) var b: [Float]

    /// The number of pixels.
    package var count: Int { lightness.count }

    /// The colour of a pixel.
    package subscript(index: Int) -> Oklab {
        Oklab(lightness: lightness[index], a: a[index], b: b[index])
    }

    /// Converts the pixels of a bitmap, row by row. Transparent pixels count with their hidden colour.
    package init(_ bitmap: Bitmap) {
        let count = bitmap.size.area
        let light = SRGBTransfer.tables.linearLight
        func channel(_ offset: Int) -> [Float] {
            if count == 0 { return [] }
            return [Float](unsafeUninitializedCapacity: count) { samples, initialized in
                light.withUnsafeBufferPointer { light in
                    bitmap.pixels.withUnsafeBufferPointer { bytes in
                        for index in 0..<count { samples[index] = light[Int(bytes[4 * index + offset])] }
                    }
                }
                initialized = count
            }
        }
        self.init(linearRed: channel(0), green: channel(1), blue: channel(2))
    }

    /// Converts sRGB codes in 0…255, which may be fractions, such as averages. Light is interpolated between two codes.
    package init(encodedRed red: [Float], green: [Float], blue: [Float]) {
        let light = SRGBTransfer.tables.linearLight
        func channel(_ codes: [Float]) -> [Float] {
            light.withUnsafeBufferPointer { light in
                codes.map { code in
                    let below = Int(code)
                    return light[below] + (light[below + 1] - light[below]) * (code - Float(below))
                }
            }
        }
        self.init(linearRed: channel(red), green: channel(green), blue: channel(blue))
    }

    /// Converts linear light in 0…1.
    ///
    /// - Precondition: the three are equally many.
    package init(linearRed red: consuming [Float], green: consuming [Float], blue: consuming [Float]) {
        precondition(red.count == green.count && red.count == blue.count, "the channels must have the same length")
        lightness = red
        a = green
        b = blue
        lightness.withUnsafeMutableBufferPointer { first in
            a.withUnsafeMutableBufferPointer { second in
                b.withUnsafeMutableBufferPointer { third in
                    // As constants; otherwise each store might move the buffers, and the loop would not vectorise.
                    let (first, second, third) = (first, second, third)
                    for index in 0..<first.count {
                        let color = Oklab(linearRed: first[index], green: second[index], blue: third[index])
                        first[index] = color.lightness
                        second[index] = color.a
                        third[index] = color.b
                    }
                }
            }
        }
    }
}
