import HTTPMessages
import HTTPSending

/// An answer with status 200, and everything that decides whether it may be used again (RFC 9111). It is a pure value.
struct StoredResponse: Hashable, Sendable {
    let address: String
    var fields: HTTPFields
    /// The request's fields that `Vary` names.
    let selectingFields: HTTPFields
    /// The times of the request and the answer, in seconds since 1970.
    var requestTime: Double
    var responseTime: Double
    let body: [UInt8]

    /// The seconds for which an image stays usable in memory if its server gives no rule.
    static let unruledMemoryTime = 300.0
    /// The longest lifetime that is guessed from the picture's age, in seconds.
    private static let longestGuess = 86_400.0
}

extension StoredResponse {
    /// - Returns: `nil` for what may not be stored.
    init?(
        address: String, requestFields: HTTPFields, fields: HTTPFields, requestTime: Double, responseTime: Double,
        body: [UInt8]
    ) {
        let names = (fields["Vary"] ?? "").split(separator: ",").map { String($0.filter { $0 != " " }) }
        guard !CacheControl(fields).noStore, !names.contains("*") else { return nil }
        self.address = address
        self.fields = fields
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.body = body
        var selecting: HTTPFields = [:]
        for name in names { selecting[name] = requestFields[name] ?? "" }
        selectingFields = selecting
    }

    /// Whether a request with these fields may get this answer (`Vary`).
    func answers(_ requestFields: HTTPFields) -> Bool {
        selectingFields.pairs.allSatisfy { requestFields[$0.name] ?? "" == $0.value }
    }

    /// The fields that ask the server whether this is still current; empty if it cannot be asked.
    var validators: HTTPFields {
        var validators: HTTPFields = [:]
        if let tag = fields["ETag"] { validators["If-None-Match"] = tag }
        if let date = fields["Last-Modified"] { validators["If-Modified-Since"] = date }
        return validators
    }

    /// Returns the answer after the server confirmed it.
    func refreshed(with other: HTTPFields, requestTime: Double, responseTime: Double) -> StoredResponse {
        StoredResponse(
            address: address, fields: fields.updated(with: other), selectingFields: selectingFields,
            requestTime: requestTime, responseTime: responseTime, body: body)
    }
}

/// Freshness: RFC 9111 4.2.
extension StoredResponse {
    /// Returns the age in seconds.
    func age(at now: Double) -> Double {
        let date = fields["Date"].flatMap(HTTPDate.seconds) ?? responseTime
        let apparent = max(0, responseTime - date)
        let stated = fields["Age"].flatMap { Double($0) }.map { max(0, $0) } ?? 0
        // A clock that was set back must not make an answer younger.
        return max(apparent, stated + max(0, responseTime - requestTime)) + max(0, now - responseTime)
    }

    /// The lifetime that the server states, in seconds; `nil` without one.
    private var statedLifetime: Double? {
        if let maxAge = CacheControl(fields).maxAge { return maxAge }
        guard let expires = fields["Expires"] else { return nil }
        let date = fields["Date"].flatMap(HTTPDate.seconds) ?? responseTime
        // Anything that is not a date, such as the common 0, means long ago.
        return HTTPDate.seconds(expires).map { max(0, $0 - date) } ?? 0
    }

    /// The guessed lifetime: a tenth of the time for which the picture has not changed.
    private var guessedLifetime: Double {
        guard let modified = fields["Last-Modified"].flatMap(HTTPDate.seconds) else {
            return 0
        }
        let date = fields["Date"].flatMap(HTTPDate.seconds) ?? responseTime
        return min(Self.longestGuess, max(0, (date - modified) / 10))
    }

    func isFresh(at now: Double) -> Bool {
        !CacheControl(fields).noCache && age(at: now) < statedLifetime ?? guessedLifetime
    }

    /// Whether it may be used when it is not fresh and its server cannot be asked.
    var mayBeStale: Bool {
        let control = CacheControl(fields)
        return !control.mustRevalidate && !control.noCache
    }

    /// Returns the time until which an image made from this may stay in memory, in seconds since 1970; `nil` for not at
    /// all.
    func memoryExpiry(at now: Double) -> Double? {
        guard !CacheControl(fields).noCache else { return nil }
        let lifetime = statedLifetime ?? max(guessedLifetime, Self.unruledMemoryTime)
        let left = lifetime - age(at: now)
        return left > 0 ? now + left : nil
    }
}
