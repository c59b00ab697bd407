import Glibc

/// A day of the Gregorian calendar, without a time or a time zone.
public struct CalendarDate: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The year, 1…9999.
    package let year: Int
    /// The month, 1…12.
    package let month: Int
    /// The day of the month, 1…31.
    package let day: Int

    /// Creates a day from its numbers.
    ///
    /// - Returns: `nil` for a day that does not exist.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
        // glibc treats February 30 as a day of March.
        guard Self(daysSince1970: daysSince1970) == self else { return nil }
    }

    /// Reads a date such as `2025-06-16`; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let numbers = parts.compactMap { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The day that it is in this machine's time zone.
    public static var today: CalendarDate {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return CalendarDate(parts)
    }

    /// The date as `2025-06-16`.
    public var description: String {
        func padded(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    public static func < (one: CalendarDate, other: CalendarDate) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = CalendarDate(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) is not a day like 2025-06-16")
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The number of days from 1970-01-01 to this one.
    package var daysSince1970: Int {
        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        // Seconds without leap seconds; before 1970 they are negative, and still whole days.
        return timegm(&parts) / 86_400
    }

    /// The days from 0001-01-01 to 9999-12-31, for which `gmtime_r` does not overflow.
    private static let knownDays = -719_162...2_932_896

    /// Creates a day from the number of days since 1970-01-01.
    ///
    /// - Precondition: the day lies in the years 1 to 9999.
    package init(daysSince1970 days: Int) {
        precondition(Self.knownDays.contains(days), "the year must be 1 to 9999")
        var seconds = days * 86_400
        var parts = tm()
        gmtime_r(&seconds, &parts)
        self.init(parts)
    }

    private init(_ parts: tm) {
        year = Int(parts.tm_year) + 1900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
    }
}
