import TestSupport

/// Damages files as happens in practice: flipped bits, wrong numbers, parts that are missing, repeated, or taken from
/// another file.
struct Mutator {
    /// The undamaged files to start from.
    let seeds: [[UInt8]]

    /// Returns a broken input. The same generator gives the same input.
    func input(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = pick(&random)
        for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes, &random) }
        return bytes
    }

    private func pick(_ random: inout SeededGenerator) -> [UInt8] {
        seeds.randomElement(using: &random) ?? []
    }

    private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard bytes.count > 8 else { return bytes.append(.random(in: 0...255, using: &random)) }
        let place = place(in: bytes, &random)
        let end = min(bytes.count, place + Int.random(in: 1...max(1, bytes.count / 4), using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 2: setNumber(in: &bytes, at: place, &random)
        case 3: bytes.removeSubrange(place...)
        case 4: bytes.removeSubrange(place..<end)
        case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 6: bytes.replaceSubrange(place..<end, with: repeatElement(0, count: end - place))
        case 7:
            let other = pick(&random)
            bytes.replaceSubrange(place..., with: other[min(place, other.count)...])
        case 8:
            // Nests brackets, and stacks accents.
            let piece = bytes[place..<min(end, place + Int.random(in: 1...4, using: &random))]
            let count = Int.random(in: 1...2_000, using: &random)
            bytes.insert(contentsOf: [ArraySlice<UInt8>](repeating: piece, count: count).joined(), at: place)
        default:
            let noise = (0..<Int.random(in: 1...16, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            bytes.insert(contentsOf: noise, at: place)
        }
    }

    /// Returns a place, half of the time near the beginning, where headers are.
    private func place(in bytes: [UInt8], _ random: inout SeededGenerator) -> Int {
        let end = Bool.random(using: &random) ? min(256, bytes.count) : bytes.count
        return Int.random(in: 0..<end, using: &random)
    }

    /// Writes a wrong length, offset or count in either byte order.
    private func setNumber(in bytes: inout [UInt8], at place: Int, _ random: inout SeededGenerator) {
        let numbers: [UInt32] = [0, 1, 0x7F, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x0001_0000]
        let number = numbers.randomElement(using: &random) ?? 0
        let isBigEndian = Bool.random(using: &random)
        for index in 0..<4 where place + index < bytes.count {
            let shift = UInt32(8 * (isBigEndian ? 3 - index : index))
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }
}
