/// A moment as HTTP writes it (RFC 9110 5.6.7), in seconds since 1970.
enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Reads all three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994`.
    ///
    /// - Parameter now: decides the century of a year of two digits: not more than 50 years ahead.
    static func seconds(_ text: String, now: Double = 0) -> Double? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map { $0.lowercased() }
        guard words.count >= 5 else { return nil }
        let isAscTime = months.contains(words[1])
        let (day, month, year, time) =
            isAscTime ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
        guard isAscTime || words.count == 5 || ["gmt", "utc"].contains(words[5]),
            let day = number(day), (1...31).contains(day), let month = months.firstIndex(of: month),
            var fullYear = number(year)
        else { return nil }
        if year.count == 2 {
            let currentYear = 1970 + Int(now / 31_556_952)
            fullYear += currentYear / 100 * 100
            if fullYear > currentYear + 50 { fullYear -= 100 }
        }
        let parts = time.split(separator: ":").map { number(String($0)) }
        guard (1601...9999).contains(fullYear), parts.count == 3, let hour = parts[0], let minute = parts[1],
            let second = parts[2], hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = daysSince1970(year: fullYear, month: month + 1, day: day)
        return Double(days) * 86_400 + Double(hour * 3600 + minute * 60 + second)
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.count <= 4 ? Int(text) : nil
    }

    /// Of the Gregorian calendar, counted from March so that the leap day is the last of its year.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
