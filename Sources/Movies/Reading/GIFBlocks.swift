/// The blocks of a GIF file (GIF89a, appendices A and B). FFmpeg does not tell that one is cut off.
struct GIFBlocks {
    private let input: any ByteInput
    private let stopSignal: StopSignal
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var (place, filled) = (0, 0)

    private init(_ input: any ByteInput, _ stopSignal: StopSignal) {
        (self.input, self.stopSignal) = (input, stopSignal)
    }

    /// Whether a file ends before a picture does, or where one was announced. Blocks. The input stays where it was.
    ///
    /// A file that only lacks its last marks has all its pictures, and bytes behind its trailer are no part of it:
    /// neither is cut short. A pipe cannot be read twice.
    static func areCutShort(in input: any ByteInput, stopSignal: StopSignal) -> Bool {
        guard input.byteCount != nil else { return false }
        let position = input.position
        defer { _ = input.seek(to: position) }
        guard input.seek(to: 0) else { return false }
        var blocks = GIFBlocks(input, stopSignal)
        return blocks.endTooSoon() && !stopSignal.isStopped
    }

    private mutating func endTooSoon() -> Bool {
        guard skip(10), let flags = next(), skip(2 + Self.colorTable(flags)) else { return true }
        var isAnnounced = false
        while let kind = next() {
            switch kind {
            case 0x21:
                guard let label = next(), skipData() else { return true }
                // A graphic control extension is about the picture or the plain text that follows.
                if label == 0xF9 || label == 0x01 { isAnnounced = label == 0xF9 }
            case 0x2C:
                guard skip(8), let flags = next(), skip(Self.colorTable(flags) + 1), skipData() else { return true }
                isAnnounced = false
            // The trailer, or damage, behind which nothing is known.
            default: return false
            }
        }
        return isAnnounced
    }

    private static func colorTable(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }

    /// Skips parts of data up to the empty one, or up to the file's end where the last one is not full: programs fill
    /// all before it.
    private mutating func skipData() -> Bool {
        var last = UInt8.max
        while let length = next() {
            if length == 0 { return true }
            guard skip(Int(length)) else { return false }
            last = length
        }
        return last < .max
    }

    private mutating func next() -> UInt8? {
        guard fill() else { return nil }
        defer { place += 1 }
        return buffer[place]
    }

    private mutating func skip(_ count: Int) -> Bool {
        var rest = count
        while rest > 0 {
            guard fill() else { return false }
            let step = min(rest, filled - place)
            place += step
            rest -= step
        }
        return true
    }

    /// Reads on if nothing is left. Returns `false` at the end.
    private mutating func fill() -> Bool {
        if place < filled { return true }
        guard !stopSignal.isStopped else { return false }
        let input = input
        (place, filled) = (0, buffer.withUnsafeMutableBytes { input.read(into: $0) })
        return filled > 0
    }
}
