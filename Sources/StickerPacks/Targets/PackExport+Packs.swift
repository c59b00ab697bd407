import Files

/// Which stickers a platform gets, in which packs, and what they are called there. Touches no file.
extension PackExport {
    /// The stickers that a platform gets, and those that it does not.
    struct Choice {
        var stickers: [Sticker]
        var leftOut: [Sticker] = []
        /// Those that do not go into packs of the others' kind.
        var ofOtherKind: [Sticker] = []
    }

    func choice(for rules: TargetRules) -> Choice {
        let living = stickers.filter(\.isLiving)
        guard !living.isEmpty else { return choice(of: stickers, for: rules) }
        let still = stickers.filter { !$0.isLiving }
        switch rules.livingPacks {
        case .mixed: return choice(of: stickers, for: rules)
        case .leftOut:
            var chosen = choice(of: still, for: rules)
            chosen.ofOtherKind = living
            return chosen
        case .apart:
            // Too few of a kind make no pack, and do not hold up those of the other.
            let groups = [(still, rules), (living, rules.ofLivingPacks)].map { stickers, rules in
                (all: stickers, rules: rules, isEnough: stickers.count >= rules.stickerCount.lowerBound)
            }
            let isAnyEnough = groups.contains(where: \.isEnough)
            var chosen = Choice(stickers: [])
            for group in groups {
                if isAnyEnough, !group.isEnough {
                    chosen.ofOtherKind += group.all
                    continue
                }
                let part = choice(of: group.all, for: group.rules)
                chosen.stickers += part.stickers
                chosen.leftOut += part.leftOut
            }
            return chosen
        }
    }

    private func choice(of stickers: [Sticker], for rules: TargetRules) -> Choice {
        guard details.keepsBest, !rules.takes(stickers.count),
            let count = rules.nearestTotals(to: stickers.count).fewer
        else { return Choice(stickers: stickers) }
        // Of those that the network has no say about, a person has cut out each.
        func confidence(_ index: Int) -> Double { stickers[index].confidence ?? 1 }
        let order = stickers.indices.sorted { (-confidence($0), $0) < (-confidence($1), $1) }
        let (kept, others) = (order.prefix(count).sorted(), order.dropFirst(count).sorted())
        return Choice(stickers: kept.map { stickers[$0] }, leftOut: others.map { stickers[$0] })
    }

    /// The check of what was written. A number of stickers that makes no packs is told as a whole: the sizes of the
    /// packs are Peel's own.
    func withAdvice(_ check: PackReport, on stickers: [Sticker], _ rules: TargetRules) -> PackReport {
        var check = check
        let living = rules.livingPacks == .apart ? stickers.count(where: \.isLiving) : 0
        let kinds = [(stickers.count - living, false), (living, true)].filter { $0.0 > 0 || stickers.isEmpty }
        for (total, isLiving) in kinds {
            let common = CommonRules(rules: rules, isLiving: isLiving)
            guard !common.rules.takes(total),
                let index = check.rules.firstIndex(where: { $0.rule == common.stickerCount.name && !$0.isKept })
            else { continue }
            check.rules[index].value = "\(total)"
            check.rules[index].at = nil
            check.rules[index].failures = [PackReport.Failure(at: nil, value: "\(total)")]
            check.rules[index].moreFailures = nil
            check.rules[index].remedy = common.rules.advice(onTotal: total)
            check.rules[index].terms?.found = .count(total)
            check.rules[index].terms?.remedies = common.rules.remedies(onTotal: total)
        }
        return check
    }

    /// As many packs as the platform needs.
    func packs(of chosen: [Sticker], for rules: TargetRules) -> [TargetPack] {
        let stickers = chosen.enumerated().map { index, sticker in
            let rules = sticker.isLiving && rules.livingPacks == .apart ? rules.ofLivingPacks : rules
            return TargetSticker(
                name: Self.name(sticker, number: index + 1, of: chosen.count), file: sticker.file,
                source: sticker.source,
                emoji: (sticker.emoji ?? details.emoji).prefix(rules.emojiCount?.upperBound ?? 0).map {
                    $0.qualifiedEmoji ?? $0
                },
                title: sticker.title, description: Self.description(of: sticker, atMost: rules.descriptionLength),
                keepsCanvas: sticker.keepsCanvas, isLiving: sticker.isLiving)
        }
        let living = rules.livingPacks == .apart ? stickers.count(where: \.isLiving) : 0
        let sizes = [(stickers.count - living, rules), (living, rules.ofLivingPacks)].filter { $0.0 > 0 }
            .flatMap { count, rules in rules.packSizes(of: count) }
        let title = title(in: sizes.count, rules)
        var first = 0
        return sizes.enumerated().map { index, size in
            defer { first += size }
            return TargetPack(
                number: index + 1, count: sizes.count, title: title, author: details.author,
                stickers: Array(stickers[first..<first + size]), coverSource: details.cover)
        }
    }

    /// Numbers of packs are added to the title.
    private func title(in packCount: Int, _ rules: TargetRules) -> String {
        guard details.shortensTitle, let most = rules.titleLength?.upperBound else { return details.title }
        return Self.shortened(details.title, to: most - (packCount == 1 ? 0 : " \(packCount)".utf16.count))
    }

    func shortenedEmojiCount(of chosen: [Sticker], _ rules: TargetRules) -> Int {
        guard let most = rules.emojiCount?.upperBound else { return 0 }
        return chosen.count { ($0.emoji ?? details.emoji).count > most }
    }

    /// `07-cat`: numbers keep the order, and names tell people which it is.
    private static func name(_ sticker: Sticker, number: Int, of count: Int) -> String {
        let digits = String(number)
        let width = max(2, String(count).count)
        let stem = FilePath(sticker.photoName).stem.description.unicodeScalars.prefix(40).map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-")
                ? Character(scalar) : "_"
        }
        return String(repeating: "0", count: width - digits.count) + digits + "-" + String(stem)
    }

    /// The sticker's text, whatever its length: the check says when it is too long. Else its title, or its photo's
    /// name, shortened; `nil` for a name with digits, which cameras give.
    private static func description(of sticker: Sticker, atMost limit: Int?) -> String? {
        if let text = sticker.text { return text }
        if let title = sticker.title ?? sticker.photoTitle, !title.isEmpty { return shortened(title, to: limit) }
        let stem = FilePath(sticker.photoName).stem.description
        guard !stem.contains(where: \.isNumber) else { return nil }
        return shortened(stem.split { $0 == "_" || $0 == "-" || $0 == " " }.joined(separator: " "), to: limit)
    }

    /// As many whole characters of a text as have so many code units of UTF-16.
    static func shortened(_ text: String, to limit: Int?) -> String {
        var count = 0
        return String(
            text.prefix {
                count += $0.utf16.count
                return count <= limit ?? .max
            })
    }
}
