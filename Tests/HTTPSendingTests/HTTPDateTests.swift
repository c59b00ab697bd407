import HTTPMessages
import TestSupport
import Testing

@testable import HTTPSending

@Suite struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "sun, 6 nov 1994 08:49:37 gmt",
    ])
    func theThreeFormsOfRFC9110AreTheSameMoment(_ text: String) {
        #expect(HTTPDate.seconds(text) == 784_111_777)
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Fri, 31 Dec 2100 23:59:59 GMT", 4_133_980_799), ("Fri, 30 Jun 2017 23:59:60 GMT", 1_498_867_200),
    ])
    func leapDaysLeapSecondsAndCenturies(_ text: String, _ seconds: Double) {
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test func aYearOfTwoDigitsIsOneFrom1971To2070() {
        #expect(HTTPDate.seconds("Wednesday, 01-Jan-70 00:00:00 GMT") == 3_155_760_000)
        #expect(HTTPDate.seconds("Friday, 01-Jan-71 00:00:00 GMT") == 31_536_000)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 PST", 784_140_577), ("Sun, 06 Nov 1994 08:49:37", 784_111_777),
        ("Sun, 06 Nov 1994 08:49 GMT", 784_111_740),
    ])
    func whatServersWriteInsteadIsUnderstood(_ text: String, _ seconds: Double) {
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "0", "-1", "now", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Mon, 01 Jan 1500 00:00:00 GMT",
        "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    ])
    func whatIsNotADateIsNone(_ text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }
}
