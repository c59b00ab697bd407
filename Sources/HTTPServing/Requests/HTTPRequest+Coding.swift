import HTTPMessages

extension HTTPRequest {
    /// Whether the client takes an answer in a content coding such as `gzip` (RFC 9110, 12.5.3). One that says nothing
    /// about codings takes none.
    package func accepts(coding: String) -> Bool {
        let offers = fields.list("Accept-Encoding").map { offer in
            let parts = offer.split(separator: ";").map { HTTPFields.trimmed($0).lowercased() }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (name: parts.first ?? "", isTaken: quality > 0)
        }
        let named = offers.first { $0.name == coding } ?? offers.first { $0.name == "*" }
        return named?.isTaken ?? false
    }
}
