/// The origin of a photo from the web, and the credit that must be shown with it. It is in the library as it is here.
package struct PhotoOrigin: Hashable, Sendable, Codable {
    package let title: String
    /// The owner; `nil` when it is in the public domain, or not known.
    package let credit: String?
    /// `2025-06-16`; `nil` where it has none.
    package let date: String?
    /// Of the picture.
    package let address: String
    /// Where the same bytes were found as well; `nil` for nowhere.
    private(set) var otherAddresses: [String]?

    private static let mostOthers = 8

    package init(title: String, credit: String? = nil, date: String? = nil, address: String) {
        self.title = title
        self.credit = credit
        self.date = date
        self.address = address
    }

    var addresses: [String] { [address] + (otherAddresses ?? []) }

    /// Whether a person learns more from it than from another.
    func saysMore(than other: PhotoOrigin) -> Bool {
        credit != nil || (other.credit == nil && (date != nil || other.date == nil))
    }

    mutating func addOthers(of other: PhotoOrigin) {
        for address in other.addresses where !addresses.contains(address) && addresses.count <= Self.mostOthers {
            otherAddresses = (otherAddresses ?? []) + [address]
        }
    }
}
