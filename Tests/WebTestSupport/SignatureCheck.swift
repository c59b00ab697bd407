import Files
import HTTPMessages

/// Works out by itself how a request to S3 is to be signed (Signature Version 4), from what the request means, not from
/// how it is written.
struct SignatureCheck {
    /// What the request is about, decoded; `nil` when that cannot be told.
    let parts: (bucket: String, key: String, query: [String: String])?
    /// Why it must be refused; `nil` when all is right.
    let complaint: String?

    init(_ request: LoopbackServer.Request, accessKey: String, secretKey: String, sessionToken: String?) {
        let halves = request.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let names = halves[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var query: [String: String] = [:]
        for item in (halves.count > 1 ? halves[1] : "").split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.text(of: pair[0]),
                let value = PercentCoding.text(of: pair.count > 1 ? pair[1] : "")
            else {
                parts = nil
                complaint = nil
                return
            }
            query[name] = value
        }
        guard let bucket = PercentCoding.text(of: names[0]),
            let key = PercentCoding.text(of: names.count > 1 ? names[1] : "")
        else {
            parts = nil
            complaint = nil
            return
        }
        parts = (bucket, key, query)
        let path = "/" + Self.encoded(names.count > 1 ? "\(bucket)/\(key)" : bucket, "/")
        complaint = Self.complaint(
            request, path, query: query, accessKey: accessKey, secretKey: secretKey, sessionToken: sessionToken)
    }

    private static func complaint(
        _ request: LoopbackServer.Request, _ path: String, query: [String: String], accessKey: String,
        secretKey: String, sessionToken: String?
    ) -> String? {
        guard let authorization = request.fields["authorization"], let date = request.fields["x-amz-date"],
            let digest = request.fields["x-amz-content-sha256"]
        else { return "a field is missing" }
        guard digest == SHA256Digest(of: request.body).hex else { return "the body's digest is wrong" }
        guard request.fields["x-amz-security-token"] == sessionToken else { return "the session's token is wrong" }
        func word(_ name: String) -> String {
            authorization.split { $0 == " " || $0 == "," }.first { $0.hasPrefix("\(name)=") }
                .map { String($0.dropFirst(name.count + 1)) } ?? ""
        }
        let signed = word("SignedHeaders").split(separator: ";").map(String.init)
        let needed =
            ["host", "x-amz-content-sha256", "x-amz-date"] + (sessionToken == nil ? [] : ["x-amz-security-token"])
        guard needed.allSatisfy(signed.contains), signed == signed.sorted(),
            signed.allSatisfy({ request.fields[$0] != nil })
        else { return "signed are \(signed)" }
        let scope = word("Credential").split(separator: "/").map(String.init)
        guard scope.count == 5, scope[0] == accessKey, scope[3] == "s3", scope[4] == "aws4_request" else {
            return "the scope is \(scope)"
        }
        let canonicalQuery = query.map { "\(encoded($0, ""))=\(encoded($1, ""))" }.sorted().joined(separator: "&")
        let fields = signed.map { "\($0):\(HTTPFields.trimmed(request.fields[$0] ?? ""))\n" }.joined()
        let canonical = [request.method, path, canonicalQuery, fields, signed.joined(separator: ";"), digest]
            .joined(separator: "\n")
        let toSign = [
            "AWS4-HMAC-SHA256", date, scope[1...].joined(separator: "/"), SHA256Digest(of: Array(canonical.utf8)).hex,
        ].joined(separator: "\n")
        var key = Array("AWS4\(secretKey)".utf8)
        for part in scope[1...] { key = hmac(key, Array(part.utf8)) }
        let signature = hmac(key, Array(toSign.utf8)).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        return signature == word("Signature") ? nil : "the signature is wrong for\n\(canonical)"
    }

    /// RFC 2104.
    static func hmac(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? bytes(SHA256Digest(of: key)) : key
        block += [UInt8](repeating: 0, count: 64 - block.count)
        let inner = bytes(SHA256Digest(of: block.map { $0 ^ 0x36 } + message))
        return bytes(SHA256Digest(of: block.map { $0 ^ 0x5C } + inner))
    }

    private static func bytes(_ digest: SHA256Digest) -> [UInt8] {
        let digits = Array(digest.hex)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    }

    static func encoded(_ text: String, _ kept: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isKept =
                byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
                || kept.contains(character)
            let hex = String(byte, radix: 16, uppercase: true)
            return isKept ? String(character) : "%" + (hex.count < 2 ? "0" : "") + hex
        }.joined()
    }
}
