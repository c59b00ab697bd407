/// An sRGB colour with channels from 0 to 255.
struct Color: Equatable, CustomStringConvertible {
    let channels: [Int]

    init(channels: [Int]) {
        self.channels = channels
    }

    /// From `#rrggbb`.
    init(hex: String) {
        let value = Int(hex.dropFirst(), radix: 16) ?? 0
        channels = [value >> 16, (value >> 8) & 0xFF, value & 0xFF]
    }

    func isNear(_ other: Color, within difference: Int = 3) -> Bool {
        zip(channels, other.channels).allSatisfy { abs($0 - $1) <= difference }
    }

    var description: String { "rgb(\(channels.map(String.init).joined(separator: " ")))" }
}
