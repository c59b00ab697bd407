import HTTPMessages
import HTTPSending

/// What the header of an answer says.
extension HTTPFields {
    /// Returns the header of a stored answer after the server confirmed it: new fields replace old ones.
    func updated(with other: HTTPFields) -> HTTPFields {
        // The length belongs to the new answer, which has no body.
        let replacing = other.fields.filter { !Self.isSame($0.name, "Content-Length") }
        var result = self
        result.removeAll { field in replacing.contains { Self.isSame($0.name, field.name) } }
        for field in replacing { result.append(field.name, field.value) }
        return result
    }

    /// The number in `Content-Length`; `nil` without a trustworthy one.
    var contentLength: Int? {
        guard let text = self["Content-Length"], let length = Int(text), length >= 0 else { return nil }
        return length
    }

    /// Whether the body is not content-encoded.
    var isIdentityCoded: Bool {
        guard let coding = self["Content-Encoding"]?.lowercased() else { return true }
        return coding == "identity" || coding.isEmpty
    }

    /// The seconds that a server asks to wait, from its answer on, 30 years at most; `nil` if it does not ask.
    var retryAfter: Double? {
        guard let text = self["Retry-After"] else { return nil }
        func bounded(_ seconds: Double) -> Double { min(max(0, seconds), 1e9) }
        if let seconds = Double(text) { return seconds.isFinite ? bounded(seconds) : nil }
        let sent = self["Date"].flatMap { HTTPDate.seconds($0) }
        guard let date = HTTPDate.seconds(text), let sent else { return nil }
        return bounded(date - sent)
    }
}
