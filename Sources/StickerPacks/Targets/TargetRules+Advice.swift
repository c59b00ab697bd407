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
        Self.advice(remedies(onTotal: total)).joined(separator: ", or ")
    }

    /// The same in parts.
    func remedies(onTotal total: Int) -> [RuleTerms.Remedy] {
        let (fewer, more) = nearestTotals(to: total)
        return Self.remedies(on: total, fewer: fewer, more: more)
    }

    /// The same of the stickers of one pack, which may be split.
    func advice(onPackOf count: Int) -> String {
        var advice = Self.advice(nearestRemedies(onPackOf: count))
        if takes(count), let most = packSizes(of: count).first, let least = packSizes(of: count).last {
            let sizes = most == least ? "\(most)" : "\(least) to \(most)"
            advice.append("split it into \(packSizes(of: count).count) packs of \(sizes)")
        }
        return advice.joined(separator: ", or ")
    }

    /// The same in parts. None for a number that is taken.
    func remedies(onPackOf count: Int) -> [RuleTerms.Remedy] {
        if takesInOnePack(count) { return [] }
        let packs = takes(count) ? [RuleTerms.Remedy(kind: .split, count: packSizes(of: count).count)] : []
        return nearestRemedies(onPackOf: count) + packs
    }

    private func nearestRemedies(onPackOf count: Int) -> [RuleTerms.Remedy] {
        let counts = stickerCounts ?? [stickerCount.lowerBound, stickerCount.upperBound]
        return Self.remedies(on: count, fewer: counts.last { $0 < count }, more: counts.first { $0 > count })
    }

    private static func remedies(on count: Int, fewer: Int?, more: Int?) -> [RuleTerms.Remedy] {
        [
            fewer.map { RuleTerms.Remedy(kind: .leaveOut, count: count - $0, total: $0) },
            more.map { RuleTerms.Remedy(kind: .add, count: $0 - count, total: $0) },
        ].compactMap(\.self)
    }

    private static func advice(_ remedies: [RuleTerms.Remedy]) -> [String] {
        remedies.map { remedy in
            let phrase = remedy.kind == .add ? "add" : "leave out"
            return "\(phrase) \(remedy.count ?? 0) for \(remedy.total ?? 0)"
        }
    }
}
