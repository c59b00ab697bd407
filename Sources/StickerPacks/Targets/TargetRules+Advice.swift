/// What to do about a number of stickers that a platform does not take, in words.
extension TargetRules {
    /// `3 to 30`, or `8, 16, 24, 32 or 40`.
    package var stickerCountText: String {
        guard let counts = stickerCounts, counts.count > 1, let last = counts.last else {
            return CommonRules.text(stickerCount)
        }
        return counts.dropLast().map(String.init).joined(separator: ", ") + " or \(last)"
    }

    /// What is taken instead of so many stickers in all, which packs may share: `leave out 2 for 32, or add 30 for 64`.
    package func advice(onTotal total: Int) -> String {
        let (fewer, more) = nearestTotals(to: total)
        return Self.advice(on: total, fewer: fewer, more: more).joined(separator: ", or ")
    }

    /// The same of the stickers of one pack, which may be split.
    func advice(onPackOf count: Int) -> String {
        let counts = stickerCounts ?? [stickerCount.lowerBound, stickerCount.upperBound]
        var advice = Self.advice(
            on: count, fewer: counts.last { $0 < count }, more: counts.first { $0 > count })
        if takes(count), let most = packSizes(of: count).first, let least = packSizes(of: count).last {
            let sizes = most == least ? "\(most)" : "\(least) to \(most)"
            advice.append("split it into \(packSizes(of: count).count) packs of \(sizes)")
        }
        return advice.joined(separator: ", or ")
    }

    private static func advice(on count: Int, fewer: Int?, more: Int?) -> [String] {
        [fewer.map { "leave out \(count - $0) for \($0)" }, more.map { "add \($0 - count) for \($0)" }]
            .compactMap(\.self)
    }
}
