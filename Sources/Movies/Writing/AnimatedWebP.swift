/// The chunks of an animated WebP file (Google, WebP Container Specification).
enum AnimatedWebP {
    /// Sets how long the last frame is shown, which libwebp makes the mean of the others.
    ///
    /// - Parameters:
    ///   - file: a whole file. A file without animation stays as it is.
    ///   - duration: of the whole clip, in milliseconds.
    static func setDuration(_ duration: Int64, of file: UnsafeMutableBufferPointer<UInt8>) {
        func number(at offset: Int, bytes: Int) -> Int {
            (0..<bytes).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
        }
        var offset = 12
        var (before, last): (Int, Int?) = (0, nil)
        while offset + 24 <= file.count {
            let length = number(at: offset + 4, bytes: 4)
            if file[offset..<offset + 4].elementsEqual("ANMF".utf8) {
                // X, Y, width and height come first, in 3 bytes each.
                if let last { before += number(at: last, bytes: 3) }
                last = offset + 8 + 12
            }
            offset += 8 + length + length % 2
        }
        guard let last else { return }
        let rest = min(max(1, Int(duration) - before), 1 << 24 - 1)
        for byte in 0..<3 { file[last + byte] = UInt8(truncatingIfNeeded: rest >> (8 * byte)) }
    }
}
