/// Where a photo that came from the web is from: what a person who shows it must say.
public nonisolated struct PhotoOrigin: Hashable, Sendable, Codable {
    public let title: String
    /// Whose it is; `nil` when it is in the public domain, or when nobody said.
    public let credit: String?
    /// `2025-06-16`; `nil` where it has none.
    public let date: String?
    /// Of the picture.
    public let address: String

    public init(title: String, credit: String? = nil, date: String? = nil, address: String) {
        self.title = title
        self.credit = credit
        self.date = date
        self.address = address
    }
}
