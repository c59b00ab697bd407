import FoundationEssentials

extension SpacePhoto {
    /// The name for its original as a file: its day or number, its title, and the extension of its address.
    ///
    /// No slash, no control character, not hidden, at most 150 bytes; two pictures may have the same.
    package var fileName: String { fileName(title) }

    /// The name with the owner, so that a downloaded file shows it: `2025-06-16 Sunrise (Jane Doe).jpg`.
    package var creditedFileName: String {
        guard let copyright else { return fileName }
        return fileName("\(String(title.prefix(60))) (\(String(copyright.prefix(60))))")
    }

    private func fileName(_ words: String) -> String {
        var stem = ""
        for scalar in (isNamedByAddress ? words : "\(date?.description ?? id) \(words)").unicodeScalars {
            let isUnsafe = scalar.isInvisibleControl || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
            stem.unicodeScalars.append(isUnsafe ? "_" : scalar)
        }
        while stem.utf8.count > 140 { stem.removeLast() }
        // By scalars: a mark after a dot makes one character with it.
        while let last = stem.unicodeScalars.last, last == "." || last == " " { stem.unicodeScalars.removeLast() }
        if let first = stem.unicodeScalars.first, first == "." || first == "-" {
            stem = "_" + String(stem.unicodeScalars.dropFirst())
        }
        return "\(stem).\(fileExtension)"
    }

    private var fileExtension: String {
        let given = originalURL?.pathExtension.lowercased() ?? ""
        let isPlain = (2...4).contains(given.utf8.count) && given.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        return isPlain ? given : "jpg"
    }
}

extension Unicode.Scalar {
    /// Whether it is invisible and changes how other text is shown. Joiners, which belong to words and to emoji, do not
    /// count.
    fileprivate var isInvisibleControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}
