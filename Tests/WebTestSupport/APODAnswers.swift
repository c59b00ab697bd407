package import Catalog
import FoundationEssentials

/// What the service of the Astronomy Picture of the Day says, by its own rules (github.com/nasa/apod-api), and what it
/// gets wrong now and then: some days of June 2025 have a trouble each, see ``Trouble``.
package struct APODAnswers: Sendable {
    package struct Answer: Sendable {
        package var status: Int
        package var body: String
        /// In seconds.
        package var retryAfter: Int?
    }

    /// Days with something special about them, by what it is.
    package enum Trouble: String, CaseIterable, Sendable {
        case video = "2025-06-17"
        case noPicture = "2025-06-18"
        case serviceError = "2025-06-19"
        case other = "2025-06-20"
        case pageForDescription = "2025-06-21"
        case pageForPicture = "2025-06-22"
        case pictureCutShort = "2025-06-23"
        case redirectLoop = "2025-06-24"
        case endlessPicture = "2025-06-25"
        case rateLimited = "2025-06-26"
        case pictureThatNeverComes = "2025-06-27"

        package var date: CalendarDate { CalendarDate(rawValue) ?? .today }
    }

    /// Days whose largest form has a trouble, and whose other form is fine.
    package enum OriginalTrouble: String, CaseIterable, Sendable {
        case gone = "2001-02-01"
        case page = "2001-02-02"
        case cutShort = "2001-02-04"
    }

    package static let today = CalendarDate("2025-12-31") ?? .today
    /// Where pictures are, up to their names.
    package let pictures: String

    package init(pictures: String) {
        self.pictures = pictures
    }

    /// - Parameter draw: which draw it is, of those that leave the days to chance. Each brings others.
    package func answer(_ query: [String: String], draw: Int = 0) -> Answer {
        guard query["api_key"] != nil else {
            return Answer(
                status: 403, body: #"{"error":{"code":"API_KEY_MISSING","message":"No api_key was supplied."}}"#)
        }
        if let count = query["count"] {
            guard let number = Int(count), (1...100).contains(number) else {
                return refusal("Count must be positive and cannot exceed 100")
            }
            let days = (0..<number).map { APODFeed.firstDate.daysSince1970 + 40 * $0 + draw % 40 }
            return Answer(status: 200, body: "[\(days.map(picture).joined(separator: ","))]")
        }
        if let start = query["start_date"].flatMap({ CalendarDate($0) }) {
            let end = query["end_date"].flatMap { CalendarDate($0) } ?? Self.today
            guard start <= end else { return refusal("start_date cannot be after end_date") }
            // Days without a picture are passed over.
            let days = (start.daysSince1970...end.daysSince1970).filter { $0 % 5 != 0 }
            return Answer(status: 200, body: "[\(days.map(picture).joined(separator: ","))]")
        }
        let day = query["date"] ?? Self.today.description
        guard let date = CalendarDate(day), (APODFeed.firstDate...Self.today).contains(date) else {
            return refusal("Date must be between Jun 16, 1995 and Dec 31, 2025.")
        }
        return trouble(on: day) ?? Answer(status: 200, body: picture(date.daysSince1970))
    }

    private func trouble(on day: String) -> Answer? {
        switch Trouble(rawValue: day) {
        case .video:
            Answer(
                status: 200,
                body: #"{"date":"\#(day)","title":"A film of the sun","explanation":"It turns.","media_type":"video","#
                    + #""url":"https://www.youtube.com/embed/x?rel=0","thumbnail_url":"\#(pictures)\#(day).jpg","#
                    + #""service_version":"v1"}"#)
        case .noPicture:
            Answer(
                status: 404, body: #"{"code":404,"msg":"No data available for date: \#(day)","service_version":"v1"}"#)
        case .serviceError:
            Answer(status: 500, body: #"{"code":500,"msg":"Internal Service Error","service_version":"v1"}"#)
        case .other:
            Answer(
                status: 200,
                body: #"{"date":"\#(day)","title":"An animation","explanation":"It moves.","media_type":"other","#
                    + #""service_version":"v1"}"#)
        case .pageForDescription: Answer(status: 200, body: "<html><body>We are moving house.</body></html>")
        case .rateLimited: Self.rateLimited
        default: nil
        }
    }

    package static let rateLimited = Answer(
        status: 429, body: #"{"error":{"code":"OVER_RATE_LIMIT","message":"You have exceeded your rate limit."}}"#,
        retryAfter: 3600)

    private func refusal(_ words: String) -> Answer {
        Answer(status: 400, body: #"{"code":400,"msg":"\#(words)","service_version":"v1"}"#)
    }

    private func picture(_ days: Int) -> String {
        let date = CalendarDate(daysSince1970: days)
        return """
            {"date":"\(date)","title":"Picture of \(date)","explanation":"What is seen.","media_type":"image",\
            "url":"\(pictures)\(date).jpg","hdurl":"\(pictures)\(date)_hd.jpg",\
            "copyright":"\\nMauricio Salazar\\n","service_version":"v1"}
            """
    }

    /// What stands behind the `?` of an address.
    package static func query(of address: String) -> [String: String] {
        let items = URLComponents(string: address)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
