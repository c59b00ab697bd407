/// The taken cells of a page, a bit each. It quickly finds where in a row of places a sticker fits.
struct PageRaster: Sendable {
    let width: Int
    let height: Int
    private let wordsPerRow: Int
    /// The levels. In level k, the bit of a cell is set if it or any of the 2^k - 1 cells to its right is taken, so two
    /// bits tell whether a run of cells is free.
    private var levels: [[UInt64]]
    private var blocked: [UInt64]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        // One more word, so that shifting reads no other row.
        wordsPerRow = width / 64 + 2
        let levelCount = Int.bitWidth - max(1, width).leadingZeroBitCount
        levels = [[UInt64]](repeating: [UInt64](repeating: 0, count: wordsPerRow * max(0, height)), count: levelCount)
        blocked = [UInt64](repeating: 0, count: wordsPerRow)
    }

    /// Marks cells as taken; those outside the page are left out.
    mutating func take(_ runs: [Footprint.Run], atX x: Int, y: Int) {
        var changed: Set<Int> = []
        for run in runs {
            let row = y + Int(run.row)
            let (first, end) = (max(0, x + Int(run.first)), min(width, x + Int(run.end)))
            guard (0..<height).contains(row), first < end else { continue }
            changed.insert(row)
            for cell in first..<end { levels[0][row * wordsPerRow + cell / 64] |= 1 << UInt64(cell % 64) }
        }
        for row in changed { updateLevels(row) }
    }

    private mutating func updateLevels(_ row: Int) {
        let start = row * wordsPerRow
        for level in 1..<max(1, levels.count) {
            for word in 0..<wordsPerRow {
                let below = levels[level - 1][start + word]
                levels[level][start + word] = below | shifted(level - 1, start, word, by: 1 << (level - 1))
            }
        }
    }

    /// Returns a word of a level's row, shifted towards lower bits.
    private func shifted(_ level: Int, _ start: Int, _ word: Int, by count: Int) -> UInt64 {
        let (from, bits) = (word + count / 64, UInt64(count % 64))
        let low = from < wordsPerRow ? levels[level][start + from] : 0
        guard bits > 0 else { return low }
        let high = from + 1 < wordsPerRow ? levels[level][start + from + 1] : 0
        return low >> bits | high << (64 - bits)
    }

    /// Returns the place nearest to the top, then to the left, at which all cells of a footprint are free.
    ///
    /// - Parameter lastY: no place below it is looked at.
    mutating func firstPlace(for footprint: Footprint, lastY: Int) -> (x: Int, y: Int)? {
        let (columns, last) = (width - footprint.width, min(height - footprint.height, lastY))
        guard columns >= 0, last >= 0 else { return nil }
        let words = columns / 64 + 1
        for y in 0...last {
            if let x = firstColumn(for: footprint.body, y: y, words: words, columns: columns) { return (x, y) }
        }
        return nil
    }

    private mutating func firstColumn(
        for body: [Footprint.Run], y: Int, words: Int, columns: Int
    ) -> Int? {
        let (wordsPerRow, levels) = (wordsPerRow, levels)
        return blocked.withUnsafeMutableBufferPointer { blocked -> Int? in
            for word in 0..<words { blocked[word] = 0 }
            // Places beyond the last column count as blocked.
            let spare = UInt64(words * 64 - 1 - columns)
            if spare > 0 { blocked[words - 1] = ~0 << (64 - spare) }
            for (number, run) in body.enumerated() {
                let length = Int(run.end - run.first)
                let level = Int.bitWidth - 1 - length.leadingZeroBitCount
                let start = (y + Int(run.row)) * wordsPerRow
                let (from, to) = (Int(run.first), Int(run.end) - (1 << level))
                levels[level].withUnsafeBufferPointer { row in
                    Self.merge(row, from: start, wordsPerRow: wordsPerRow, shift: from, into: blocked, words: words)
                    if to != from {
                        Self.merge(row, from: start, wordsPerRow: wordsPerRow, shift: to, into: blocked, words: words)
                    }
                }
                if number % 8 == 7, blocked[..<words].allSatisfy({ $0 == ~0 }) { return nil }
            }
            for word in 0..<words where blocked[word] != ~0 {
                return word * 64 + (~blocked[word]).trailingZeroBitCount
            }
            return nil
        }
    }

    @inline(__always)
    private static func merge(
        _ level: UnsafeBufferPointer<UInt64>, from start: Int, wordsPerRow: Int, shift: Int,
        into blocked: UnsafeMutableBufferPointer<UInt64>, words: Int
    ) {
        let (skip, bits) = (shift / 64, UInt64(shift % 64))
        for word in 0..<words {
            let from = word + skip
            let low = from < wordsPerRow ? level[start + from] : 0
            let high = from + 1 < wordsPerRow ? level[start + from + 1] : 0
            // Shifting by 64 gives 0 with Swift's smart shift.
            blocked[word] |= low >> bits | high << (64 - bits)
        }
    }
}
