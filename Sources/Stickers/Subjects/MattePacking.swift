import Imaging

/// A matte's samples as 16-bit codes, equal ones next to each other written once: most of a matte is 0 or 1.
///
/// A token is a number n, seven bits a byte, the lowest first, the top bit set in all but the last: when n is even,
/// n / 2 + 1 samples have the code that follows; when it is odd, as many codes follow. Codes are little-endian.
enum MattePacking {
    /// A run costs a token of its own, so two equal samples are none.
    private static let shortestRun = 3

    static func packed(_ matte: Matte) -> [UInt8] {
        let codes = matte.samples.map { Matte.code(of: $0) }
        var bytes: [UInt8] = []
        var literals = 0
        var index = 0
        func runLength(at start: Int) -> Int {
            var end = start + 1
            while end < codes.count, codes[end] == codes[start] { end += 1 }
            return end - start
        }
        while index < codes.count {
            let run = runLength(at: index)
            if run >= shortestRun {
                appendLiterals(codes[literals..<index], to: &bytes)
                append(2 * (run - 1), to: &bytes)
                bytes.append(littleEndian: codes[index])
                literals = index + run
            }
            index += run
        }
        appendLiterals(codes[literals...], to: &bytes)
        return bytes
    }

    /// `nil` when the bytes are not exactly the samples of a matte of this size.
    static func matte(_ size: PixelSize, _ packed: ArraySlice<UInt8>) -> Matte? {
        let samples = packed.withUnsafeBufferPointer { bytes -> [Float]? in
            var samples: [Float] = []
            samples.reserveCapacity(size.area)
            var at = 0
            while at < bytes.count {
                guard let token = token(bytes, &at) else { return nil }
                let count = token / 2 + 1
                guard count <= size.area - samples.count else { return nil }
                let codes = token & 1 == 0 ? 1 : count
                guard codes <= (bytes.count - at) / 2 else { return nil }
                if codes == 1 {
                    samples.append(contentsOf: repeatElement(value(bytes, at), count: count))
                } else {
                    for index in 0..<codes { samples.append(value(bytes, at + 2 * index)) }
                }
                at += 2 * codes
            }
            return samples.count == size.area ? samples : nil
        }
        return samples.map { Matte(size: size, samples: $0) }
    }

    private static func appendLiterals(_ codes: ArraySlice<UInt16>, to bytes: inout [UInt8]) {
        guard !codes.isEmpty else { return }
        append(2 * (codes.count - 1) + 1, to: &bytes)
        for code in codes { bytes.append(littleEndian: code) }
    }

    private static func append(_ token: Int, to bytes: inout [UInt8]) {
        var rest = token
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func token(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Int? {
        var token = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard at < bytes.count else { return nil }
            let byte = bytes[at]
            at += 1
            token |= Int(byte & 127) << shift
            if byte < 128 { return token }
        }
        return nil
    }

    private static func value(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Float {
        Matte.value(ofCode: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)
    }
}
