import HTTPMessages
import HTTPSending
import Imaging
import Synchronization

/// The beginning of a download that broke off, and how the server is asked for the rest.
struct PartialDownload: Hashable, Sendable {
    let bytes: [UInt8]
    /// The value of `If-Range`: a strong entity tag, or a date that can serve as one.
    let validator: String
    /// The header of the answer.
    let fields: HTTPFields

    /// - Returns: `nil` when the server could not continue it, or might mix two versions.
    init?(bytes: [UInt8], fields: HTTPFields) {
        guard !bytes.isEmpty, fields.isIdentityCoded, fields["Accept-Ranges"]?.lowercased() != "none",
            let validator = Self.validator(of: fields)
        else { return nil }
        self.bytes = bytes
        self.validator = validator
        self.fields = fields
    }

    var requestFields: HTTPFields { ["Range": "bytes=\(bytes.count)-", "If-Range": validator] }

    private static func validator(of fields: HTTPFields) -> String? {
        if let tag = fields["ETag"] { return tag.hasPrefix("W/") ? nil : tag }
        // A date is a safe validator only if the picture did not change in the second in which it was sent (RFC 9110
        // 8.8.2.2).
        guard let modified = fields["Last-Modified"], let date = fields["Date"],
            let modifiedTime = HTTPDate.seconds(modified), let sentTime = HTTPDate.seconds(date),
            sentTime - modifiedTime >= 60
        else { return nil }
        return modified
    }
}

/// The beginnings of downloads by address, in memory. The least recently used are removed first.
final class PartialDownloads: Sendable {
    private let kept: Mutex<CostLRU<DataKey, PartialDownload>>

    /// - Parameter limit: in bytes.
    init(limit: Int) {
        kept = Mutex(CostLRU(costLimit: limit, countLimit: 100))
    }

    /// Finds a beginning. It stays until the answer that continues it has begun, so that a failed request does not lose
    /// it.
    func find(_ key: DataKey) -> PartialDownload? {
        kept.withLock { $0.use(key) }
    }

    func keep(_ partial: PartialDownload?, for key: DataKey) {
        kept.withLock { kept in
            if let partial { kept.insert(partial, for: key, cost: partial.bytes.count) } else { kept.remove(key) }
        }
    }

    var count: Int { kept.withLock { $0.count } }
}
