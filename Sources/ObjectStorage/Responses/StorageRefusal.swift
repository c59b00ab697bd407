import HTTPMessages
import HTTPSending

/// The error in the body of a server's answer.
struct StorageRefusal {
    /// The code of S3, such as `NoSuchKey` or `SlowDown`.
    var code = ""
    var message = ""
    /// The region of the bucket, if the request went to another one.
    var region: String?

    /// - Parameter secret: what the request contained, and a server's words must not show.
    init(_ answer: CollectedAnswer, hiding secret: SentSecret?) {
        region = answer.fields["x-amz-bucket-region"]
        guard let root = XMLElements.root(of: answer.body), root.name == "Error" else { return }
        code = Self.printable(root["Code"] ?? "", 100, hiding: secret)
        message = Self.printable(root["Message"] ?? "", 300, hiding: secret)
        region = root["Region"] ?? region
    }

    /// Returns a server's text for a person: one line, no control characters.
    private static func printable(_ text: String, _ most: Int, hiding secret: SentSecret?) -> String {
        let line = String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.map(Character.init))
        // Before it is cut short: a part of a secret may be too short to be known.
        let shown = secret?.hidden(in: line) ?? line
        return String(shown.unicodeScalars.prefix(most).map(Character.init))
    }

    private static let expired: Set<String> = ["ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired"]
    private static let refused: Set<String> = [
        "AccessDenied", "AllAccessDisabled", "InvalidAccessKeyId", "SignatureDoesNotMatch", "RequestTimeTooSkewed",
        "InvalidToken", "AccountProblem", "InvalidSecurity",
    ]
    static let repeated: Set<String> = [
        "SlowDown", "RequestTimeout", "InternalError", "ServiceUnavailable", "Throttling", "ThrottlingException",
        "RequestThrottled", "OperationAborted",
    ]
    static let repeatedStatuses: Set<Int> = [408, 429, 500, 502, 503, 504, 509]

    /// - Parameter request: what was asked.
    func error(_ status: Int, of request: StorageRequest) -> ObjectStoreError {
        let object = request.object
        let said = [code, message].filter { !$0.isEmpty }.joined(separator: ": ")
        let words = said.isEmpty ? "the server answers with \(status)" : said
        if code == "NoSuchBucket" || (status == 404 && object.key.isEmpty) {
            return ObjectStoreError(.noSuchBucket, "there is no bucket \(object.bucket)")
        }
        if Self.expired.contains(code) {
            return ObjectStoreError(.expired, "\(object): the credentials have expired (\(words))")
        }
        if (300..<400).contains(status) || code == "AuthorizationHeaderMalformed" {
            let place = region.map { "is in the region \($0): set AWS_REGION to it" } ?? "is somewhere else (\(words))"
            return ObjectStoreError(.wrongRegion, "the bucket \(object.bucket) \(place)")
        }
        if status == 401 || status == 403 || Self.refused.contains(code) {
            let hint = code == "RequestTimeTooSkewed" ? "set this machine's clock" : "look at credentials and policies"
            return ObjectStoreError(.refused, "\(object): the server refuses (\(words)): \(hint)")
        }
        if status == 404 { return ObjectStoreError(.noSuchObject, "\(object): there is no such object") }
        if status == 507 { return ObjectStoreError(.unavailable, "\(object): the storage is full (\(words))") }
        if Self.repeatedStatuses.contains(status) || Self.repeated.contains(code) {
            return ObjectStoreError(.unavailable, "\(object): the storage is unavailable (\(words)): try later")
        }
        return ObjectStoreError(.badAnswer, "\(object): the storage refuses the request (\(words))")
    }
}
