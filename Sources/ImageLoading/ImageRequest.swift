public import FoundationEssentials
public import HTTPMessages

/// What to load, at what size and how urgently.
public struct ImageRequest: Hashable, Sendable {
    /// The address: `http:`, `https:`, `file:` or `data:`.
    package var url: URL
    /// The pixels that the longest side of the bitmap needs. The picture is decoded with at least that many, if it has
    /// them, and less than twice that many. `nil` for all pixels.
    package var longestSide: Int?
    /// The priority among waiting requests.
    package var priority: LoadPriority
    /// What caches may answer.
    package var cachePolicy: CachePolicy
    /// Fields of the request, besides those that the loader sends.
    package var fields: HTTPFields
    /// How long the server may be silent; `nil` for the configuration's limit. If several requests share a load, the
    /// first one's limit counts.
    package var idleLimit: Duration?
    /// Whether status 429 (too many requests) is treated like other failures of a server: repeated by the
    /// ``RetryPolicy``, and replaced by a stored answer if the cache policy allows it. Otherwise the request fails at
    /// once. If several requests share a load, the first one's setting counts.
    package var retriesWhenRateLimited: Bool

    /// Creates a request for an address.
    public init(
        _ url: URL, longestSide: Int? = nil, priority: LoadPriority = .normal, cachePolicy: CachePolicy = .standard,
        fields: HTTPFields = [:], idleLimit: Duration? = nil, retriesWhenRateLimited: Bool = true
    ) {
        self.url = url
        self.longestSide = longestSide
        self.priority = priority
        self.cachePolicy = cachePolicy
        self.fields = fields
        self.idleLimit = idleLimit
        self.retriesWhenRateLimited = retriesWhenRateLimited
    }
}

/// The order of waiting requests. Requests of the same priority are served in order.
public enum LoadPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// The priorities, the least urgent first.
    case veryLow, low, normal, high, veryHigh

    public static func < (one: LoadPriority, other: LoadPriority) -> Bool { one.rawValue < other.rawValue }
}

/// What the caches may answer.
public enum CachePolicy: Hashable, Sendable {
    /// Fresh answers come from the cache by the rules of HTTP; others are requested again.
    case standard
    /// The server is always asked. Its answer is stored.
    case reload
    /// Like ``standard``, but if the server cannot be reached, fails or takes too long, a stored answer is used, marked
    /// as `staleDisk`.
    case staleIfUnreachable
    /// The server is never asked. A stored answer is used, fresh or not.
    case cacheOnly
}

/// The origin of an image.
package enum LoadOrigin: Hashable, Sendable {
    /// The memory cache, already decoded.
    case memory
    /// The disk cache, with a fresh answer.
    case disk
    /// The disk cache; the server confirmed that it is unchanged.
    case revalidated
    /// The disk cache, although it is not fresh: the server was not asked or could not be reached.
    case staleDisk
    /// The server.
    case network
    /// A `file:` or `data:` address.
    case local
}

/// The bytes at an address.
package struct LoadedData: Hashable, Sendable {
    /// The body of the answer.
    package let bytes: [UInt8]
    /// The origin of the bytes.
    package let origin: LoadOrigin
    /// The header of the server's answer; empty for `file:` and `data:`.
    package let fields: HTTPFields
    /// The time until which an image made from it may stay in memory, in seconds since 1970; `nil` for not at all.
    let memoryExpiry: Double?

    init(bytes: [UInt8], origin: LoadOrigin, fields: HTTPFields = [:], memoryExpiry: Double? = nil) {
        self.bytes = bytes
        self.origin = origin
        self.fields = fields
        self.memoryExpiry = memoryExpiry
    }
}

/// The key of equal bytes.
struct DataKey: Hashable, Sendable {
    let address: String
    let fields: HTTPFields
    let policy: CachePolicy
}

/// The key of equal bitmaps.
struct ImageKey: Hashable, Sendable {
    let data: DataKey
    let longestSide: Int?
}

extension ImageRequest {
    /// The address for the server, without the fragment.
    var address: String {
        let text = url.absoluteString
        return text.firstIndex(of: "#").map { String(text[..<$0]) } ?? text
    }

    var scheme: String { url.scheme?.lowercased() ?? "" }
    var isLocal: Bool { scheme == "file" || scheme == "data" }
    /// The host whose places a transfer takes.
    var hostGroup: String { "\(url.host()?.lowercased() ?? ""):\(url.port ?? 0)" }

    var dataKey: DataKey { DataKey(address: address, fields: fields, policy: cachePolicy) }
    var imageKey: ImageKey { ImageKey(data: dataKey, longestSide: longestSide) }
    /// The key in memory, which ignores the cache policy.
    var memoryKey: ImageKey {
        ImageKey(
            data: DataKey(address: address, fields: fields, policy: .standard), longestSide: longestSide)
    }

    func error(_ code: ImageLoaderError.Code, _ detail: String? = nil) -> ImageLoaderError {
        ImageLoaderError(code, url, detail)
    }
}
