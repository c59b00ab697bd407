import HTTPMessages
import HTTPSending

/// The directives of a `Cache-Control` field that matter to a private cache (RFC 9111 5.2.2).
struct CacheControl: Hashable, Sendable {
    var noStore = false
    /// Whether to revalidate. A `no-cache` that names fields counts, too, which is the safe reading.
    var noCache = false
    var mustRevalidate = false
    /// The maximum age in seconds. Of several, the first counts; an unreadable number counts as 0.
    var maxAge: Double?

    init(_ fields: HTTPFields) {
        guard let text = fields["Cache-Control"] else {
            noCache = fields["Pragma"]?.lowercased().contains("no-cache") ?? false
            return
        }
        for directive in Self.split(text) {
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
            switch parts.first?.lowercased() {
            case "no-store": noStore = true
            case "no-cache": noCache = true
            case "must-revalidate": mustRevalidate = true
            case "max-age" where maxAge == nil:
                let digits = parts.count > 1 ? parts[1] : ""
                maxAge = Double(UInt32(digits) ?? (digits.count > 9 && digits.allSatisfy(\.isNumber) ? .max : 0))
            default: break
            }
        }
    }

    /// Splits a text at commas outside quotes.
    private static func split(_ text: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }
}

extension TransportHead {
    /// The header of an answer that redirects led to, as that of the first address: it may be kept as long as each
    /// redirect may (RFC 9111 4.2.2), and not at all behind a temporary one without an age, as to a random picture.
    var fieldsForAddress: HTTPFields {
        var fields = fields
        for redirect in redirects {
            let control = CacheControl(redirect.fields)
            let isLasting = redirect.status == 301 || redirect.status == 308
            guard !control.noStore, !control.noCache, isLasting || control.maxAge != nil else {
                fields["Cache-Control"] = "no-store"
                return fields
            }
            guard let age = control.maxAge, age < CacheControl(fields).maxAge ?? .infinity else { continue }
            // Of several, the first counts.
            fields["Cache-Control"] = "max-age=\(Int(age))" + (fields["Cache-Control"].map { ", \($0)" } ?? "")
        }
        return fields
    }
}
