/// An address of a web page, as far as WhatsApp's samples look at it: Java's `URL`, and whether it begins with http or
/// https.
struct WebAddress: Hashable, Sendable {
    /// Without the user before it and the port behind it.
    let host: String

    /// `nil` for any other text.
    init?(_ text: String) {
        let start = text.prefix { $0 != "/" }
        guard ["http:", "https:"].contains(start.lowercased()), text.dropFirst(start.count).hasPrefix("//") else {
            return nil
        }
        let authority = text.dropFirst(start.count + 2).prefix { !"/?#".contains($0) }
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        host = String(place.prefix { $0 != ":" })
        let port = place.dropFirst(host.count)
        guard !host.isEmpty, port.isEmpty || port == ":" || UInt16(port.dropFirst()) != nil else { return nil }
    }
}

extension String {
    /// Whether the text is what Android's `Patterns.EMAIL_ADDRESS` matches.
    var isEmailAddress: Bool {
        let parts = split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...256).contains(parts[0].utf8.count) else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, parts[0].utf8.allSatisfy({ $0.isLetterOrDigit || "+._%-".utf8.contains($0) }) else {
            return false
        }
        return labels.enumerated().allSatisfy { place, label in
            (1...(place == 0 ? 65 : 26)).contains(label.utf8.count)
                && label.utf8.first?.isLetterOrDigit == true
                && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
