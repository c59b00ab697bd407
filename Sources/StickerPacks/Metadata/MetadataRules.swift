/// The rules for what a person says of a pack and of its photos, in the file beside the photos as in the
/// studio.
package enum MetadataRules {
    /// - Parameter name: what the text is, such as `title`.
    /// - Returns: why the text cannot be that; `nil` when it can.
    package static func problem(of text: String, as name: String) -> String? {
        let scalars = text.unicodeScalars
        if scalars.allSatisfy(\.properties.isWhitespace) { return "\(name) is empty: leave it out" }
        if scalars.count > PackMetadata.longestText {
            return "\(name) has \(scalars.count) characters; at most \(PackMetadata.longestText) are allowed"
        }
        if scalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "\(name) must be one line, without tabs and other control characters"
        }
        return nil
    }

    /// Why a text is no emoji.
    ///
    /// - Parameter given: the text, in quotes, or what there is in its place.
    package static func noEmoji(_ given: String) -> String { "emoji must have only emoji, not \(given)" }

    /// - Returns: why there cannot be so many emoji; `nil` when there can.
    package static func problem(ofEmojiCount count: Int) -> String? {
        guard !(1...PackMetadata.mostEmoji).contains(count) else { return nil }
        return "emoji must have 1 to \(PackMetadata.mostEmoji) emoji, not \(count)"
    }
}
