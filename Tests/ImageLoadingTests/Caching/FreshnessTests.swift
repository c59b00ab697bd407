import HTTPMessages
import TestSupport
import Testing

@testable import ImageLoading

/// RFC 9111, with an answer that came at 1994-11-06 08:49:37.
@Suite struct FreshnessTests {
    static let came = 784_111_777.0

    private func response(_ fields: HTTPFields, requested: Double = 0) throws -> StoredResponse {
        try #require(
            StoredResponse(
                address: "http://a/", requestFields: [:], fields: fields, requestTime: Self.came - requested,
                responseTime: Self.came, body: [1]))
    }

    @Test func maxAgeCountsFromTheAnswer() throws {
        let response = try response(["Cache-Control": "max-age=60"])
        #expect(response.isFresh(at: Self.came + 59))
        #expect(!response.isFresh(at: Self.came + 60))
    }

    @Test func maxAgeWinsOverExpiresAndExpiresCountsFromDate() throws {
        let both = try response([
            "Cache-Control": "max-age=10", "Expires": "Sun, 06 Nov 1994 09:49:37 GMT",
            "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
        ])
        #expect(!both.isFresh(at: Self.came + 11))
        let expires = try response([
            "Expires": "Sun, 06 Nov 1994 08:50:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
        ])
        #expect(expires.isFresh(at: Self.came + 59))
        #expect(!expires.isFresh(at: Self.came + 61))
        #expect(try !response(["Expires": "0"]).isFresh(at: Self.came))
    }

    @Test func timeOnTheWayAndInOtherCachesCounts() throws {
        let response = try response(["Cache-Control": "max-age=60", "Age": "40"], requested: 5)
        #expect(response.age(at: Self.came) == 45)
        #expect(response.isFresh(at: Self.came + 14))
        #expect(!response.isFresh(at: Self.came + 15))
        let late = try self.response(["Cache-Control": "max-age=60", "Date": "Sun, 06 Nov 1994 08:48:37 GMT"])
        #expect(!late.isFresh(at: Self.came))
    }

    @Test func aClockThatIsSetBackMakesNothingYounger() throws {
        #expect(try response(["Age": "7"]).age(at: Self.came - 1000) == 7)
    }

    @Test func withoutARuleATenthOfTheTimeSinceTheLastChangeIsGuessedUpToADay() throws {
        let hours = try response([
            "Last-Modified": "Sun, 06 Nov 1994 07:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
        ])
        #expect(hours.isFresh(at: Self.came + 359))
        #expect(!hours.isFresh(at: Self.came + 361))
        let years = try response([
            "Last-Modified": "Sun, 06 Nov 1984 07:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
        ])
        #expect(years.isFresh(at: Self.came + 86_399))
        #expect(!years.isFresh(at: Self.came + 86_401))
        #expect(try !response([:]).isFresh(at: Self.came))
    }

    @Test func noCacheIsNeverFreshAndNeverStaleEnough() throws {
        let response = try response(["Cache-Control": "no-cache, max-age=100"])
        #expect(!response.isFresh(at: Self.came))
        #expect(!response.mayBeStale)
        #expect(response.memoryExpiry(at: Self.came) == nil)
        #expect(try !self.response(["Cache-Control": "must-revalidate"]).mayBeStale)
        #expect(try self.response(["Cache-Control": "max-age=0"]).mayBeStale)
    }

    @Test func inMemoryAnImageWithoutAnyRuleStaysFiveMinutes() throws {
        #expect(try response([:]).memoryExpiry(at: Self.came) == Self.came + 300)
        #expect(try response(["Cache-Control": "max-age=20"]).memoryExpiry(at: Self.came + 5) == Self.came + 20)
        #expect(try response(["Cache-Control": "max-age=0"]).memoryExpiry(at: Self.came) == nil)
    }

    @Test func noStoreAndVaryWithAStarAreNotStored() {
        for fields: HTTPFields in [["Cache-Control": "no-store"], ["Vary": "*"], ["Vary": "Accept, *"]] {
            let response = StoredResponse(
                address: "http://a/", requestFields: [:], fields: fields, requestTime: 0, responseTime: 0, body: [])
            #expect(response == nil)
        }
    }

    @Test func varyLetsAnAnswerServeOnlyRequestsThatSayTheSame() throws {
        let response = try #require(
            StoredResponse(
                address: "http://a/", requestFields: ["Accept": "image/*", "X-Size": "2"],
                fields: ["Vary": "accept , x-size, x-none"], requestTime: 0, responseTime: 0, body: []))
        #expect(response.answers(["X-SIZE": "2", "accept": "image/*", "other": "1"]))
        #expect(!response.answers(["X-Size": "3", "Accept": "image/*"]))
        #expect(!response.answers(["X-Size": "2"]))
        #expect(!response.answers(["X-Size": "2", "Accept": "image/*", "x-none": "1"]))
    }

    @Test func afterA304TheNewFieldsCountAndTheLengthStaysThatOfTheBody() throws {
        let old = try response(["ETag": "\"1\"", "Cache-Control": "max-age=1", "Content-Length": "1", "X-Old": "yes"])
        let new = old.refreshed(
            with: ["cache-control": "max-age=100", "Content-Length": "0"], requestTime: Self.came + 50,
            responseTime: Self.came + 50)
        #expect(new.isFresh(at: Self.came + 149))
        #expect(new.fields["Content-Length"] == "1")
        #expect(new.fields["X-Old"] == "yes")
        #expect(new.fields["ETag"] == "\"1\"")
        #expect(new.body == [1])
    }

    @Test func validatorsAreWhatTheServerGave() throws {
        let date = "Sun, 06 Nov 1994 07:49:37 GMT"
        let both = try response(["ETag": "W/\"x\"", "Last-Modified": date])
        #expect(both.validators == ["If-None-Match": "W/\"x\"", "If-Modified-Since": date])
        #expect(try response([:]).validators.isEmpty)
    }
}
