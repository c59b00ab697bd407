import HTTPSending

/// The token of a Telegram bot, as @BotFather gives it: `123456:AAb-cd_ef`. It grants everything that the bot may do.
///
/// It prints as `(token)`, so that it reaches no log by accident.
public struct BotToken: Hashable, Sendable, CustomStringConvertible {
    let secret: String

    /// Reads a token.
    ///
    /// - Parameter text: white space around it is left out.
    /// - Returns: `nil` for what is not written like a token.
    public init?(_ text: String) {
        let secret = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        let parts = secret.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, secret.utf8.count <= 256, !parts[0].isEmpty, !parts[1].isEmpty,
            parts[0].utf8.allSatisfy({ ("0"..."9").contains(UnicodeScalar($0)) }),
            parts[1].unicodeScalars.allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_")
            })
        else { return nil }
        self.secret = secret
    }

    /// Removes words that have a part of the token from a server's text, which may echo the requested address.
    func hidden(in words: String) -> String {
        SentSecret(secret, shownAs: description).hidden(in: words)
    }

    /// The text `(token)`, so that no log holds the token.
    public var description: String { "(token)" }
    /// The text `(token)`.
}
