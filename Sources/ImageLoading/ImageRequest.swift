public import FoundationEssentials
public import HTTPMessages

/// What to load, how large and how urgently.
public struct ImageRequest: Hashable, Sendable {
    /// `http:`, `https:`, `file:` or `data:`.
    public var url: URL
    /// How many pixels the longest side of the bitmap needs: the picture is decoded with at least that many, and less
    /// than twice that many, where it has them. `nil` for all there are.
    public var longestSide: Int?
    /// Which requests come first.
    public var priority: LoadPriority
    /// What may be answered from caches.
    public var cachePolicy: CachePolicy
    /// Sent along with the request, beside those that the loader sends itself.
    public var fields: HTTPFields
    /// How long the server may be silent; the configuration's when `nil`. Of several requests for the same image at the
    /// same time, the first one's counts.
    public var idleLimit: Duration?
    /// Whether an answer with status 429 (too many requests) is treated like other troubles of a server: tried again as
    /// the ``RetryPolicy`` says, and replaced by what is stored where the cache policy allows it. Otherwise the request
    /// fails with it at once. Of several requests for the same image at the same time, the first one's counts.
    public var retriesWhenRateLimited: Bool

    /// A request for an address.
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

/// Which of the waiting requests comes next. Requests of the same priority come in the order in which they were asked.
public enum LoadPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// From what can wait to what is waited for.
    case veryLow, low, normal, high, veryHigh

    public static func < (one: LoadPriority, other: LoadPriority) -> Bool { one.rawValue < other.rawValue }
}

/// What the caches may answer.
public enum CachePolicy: Hashable, Sendable {
    /// What is fresh by the rules of HTTP comes from the cache, what is not is asked for again.
    case standard
    /// The server is asked in any case. What it answers is stored.
    case reload
    /// As ``standard``; but when the server cannot be reached, answers with an error of its own or takes too long, what
    /// is stored will do, marked as ``LoadOrigin/staleDisk``.
    case staleIfUnreachable
    /// The server is never asked. What is stored will do, fresh or not.
    case cacheOnly
}

/// Where an image came from.
public enum LoadOrigin: Hashable, Sendable {
    /// The memory cache, decoded before.
    case memory
    /// The disk cache, and fresh.
    case disk
    /// The disk cache; the server said that it is unchanged.
    case revalidated
    /// The disk cache, although it is no longer fresh: the server was not asked or could not be reached.
    case staleDisk
    /// The server sent it now.
    case network
    /// A `file:` or `data:` address.
    case local
}

/// The bytes behind an address.
public struct LoadedData: Hashable, Sendable {
    /// The body of the answer.
    public let bytes: [UInt8]
    /// Where the bytes came from.
    public let origin: LoadOrigin
    /// The header of the server's answer; empty for `file:` and `data:`.
    public let fields: HTTPFields
    /// Until when an image made of it may stay in memory, in seconds since 1970; `nil`: not at all.
    let memoryExpiry: Double?

    init(bytes: [UInt8], origin: LoadOrigin, fields: HTTPFields = [:], memoryExpiry: Double? = nil) {
        self.bytes = bytes
        self.origin = origin
        self.fields = fields
        self.memoryExpiry = memoryExpiry
    }
}

/// What stands for the same bytes.
struct DataKey: Hashable, Sendable {
    let address: String
    let fields: HTTPFields
    let policy: CachePolicy
}

/// What stands for the same bitmap.
struct ImageKey: Hashable, Sendable {
    let data: DataKey
    let longestSide: Int?
}

extension ImageRequest {
    /// The address as the server gets it: without the fragment.
    var address: String {
        let text = url.absoluteString
        return text.firstIndex(of: "#").map { String(text[..<$0]) } ?? text
    }

    var scheme: String { url.scheme?.lowercased() ?? "" }
    var isLocal: Bool { scheme == "file" || scheme == "data" }
    /// The site whose places a transfer takes.
    var hostGroup: String { "\(url.host()?.lowercased() ?? ""):\(url.port ?? 0)" }

    var dataKey: DataKey { DataKey(address: address, fields: fields, policy: cachePolicy) }
    var imageKey: ImageKey { ImageKey(data: dataKey, longestSide: longestSide) }
    /// In memory, an image is the same whichever policy it was loaded with.
    var memoryKey: ImageKey {
        ImageKey(
            data: DataKey(address: address, fields: fields, policy: .standard), longestSide: longestSide)
    }

    func error(_ code: ImageLoaderError.Code, _ detail: String? = nil) -> ImageLoaderError {
        ImageLoaderError(code, url, detail)
    }
}
