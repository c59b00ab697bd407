extension PNGWriter {
    /// Returns a bitmap's alpha as PNG's rows, filtered and deflated, without a file around them: PDF's `FlateDecode`
    /// with predictor 15, one component of 8 bits.
    ///
    /// - Returns: `nil` for a bitmap without pixels, or of more than 2 GiB.
    package static func deflatedAlpha(of bitmap: Bitmap) -> [UInt8]? {
        let writer = PNGWriter(size: bitmap.size, colorType: .grey, level: 6)
        let file = bitmap.pixels.withUnsafeBufferPointer { pixels in
            writer.bytes { y, row in
                let start = 4 * y * bitmap.width
                for x in 0..<bitmap.width { row[x] = pixels[start + 4 * x + 3] }
            }
        }
        // Removes the signature, IHDR and IDAT's first eight bytes, and IDAT's checksum and IEND.
        return file.map { Array($0[41..<$0.count - 16]) }
    }

    /// Returns a PNG file of this program with a resolution, which tells other programs how large to print it.
    ///
    /// - Parameter resolution: in dots an inch.
    package static func bytes(_ file: [UInt8], withResolution resolution: Double) -> [UInt8] {
        let perMetre = Int((resolution / 0.0254).rounded())
        var chunk: [UInt8] = []
        let body = bigEndian(perMetre) + bigEndian(perMetre) + [1]
        body.withUnsafeBytes { append("pHYs", $0, to: &chunk) }
        // Inserted after the signature and IHDR.
        return file[..<33] + chunk + file[33...]
    }
}
