import HTTPMessages
import HTTPSending
import Testing

@testable import ImageLoading

@Suite struct CacheControlTests {
    private func control(_ text: String) -> CacheControl { CacheControl(["Cache-Control": text]) }

    @Test func directivesAreReadInAnyCaseWithSpacesAndQuotes() {
        #expect(control("Public, MAX-AGE=\"60\" , Must-Revalidate").maxAge == 60)
        #expect(control("max-age = 60").maxAge == 60)
        #expect(control("private,no-store").noStore)
        #expect(control("no-cache=\"Set-Cookie, max-age=5\"").noCache)
        #expect(control("no-cache=\"Set-Cookie, max-age=5\"").maxAge == nil)
    }

    @Test func aNumberThatCannotBeReadCountsAsNoneLeftAHugeOneAsLong() {
        #expect(control("max-age=soon").maxAge == 0)
        #expect(control("max-age=").maxAge == 0)
        #expect(control("max-age=-5").maxAge == 0)
        #expect(control("max-age=99999999999999999999").maxAge == 4_294_967_295)
        #expect(control("max-age=10, max-age=20").maxAge == 10)
    }

    @Test func pragmaCountsOnlyWhereCacheControlIsSilent() {
        #expect(CacheControl(["Pragma": "no-cache"]).noCache)
        #expect(!CacheControl(["Pragma": "no-cache", "Cache-Control": "max-age=5"]).noCache)
    }

    /// What a temporary redirect leads to is not the picture of the address: the next time it is another.
    @Test(
        arguments: [
            (302, "", "no-store"), (307, "no-store", "no-store"), (303, "no-cache, max-age=9", "no-store"),
            (302, "max-age=60", "max-age=60, max-age=2592000, immutable"), (301, "", "max-age=2592000, immutable"),
            (308, "max-age=99999999", "max-age=2592000, immutable"), (301, "no-store", "no-store"),
        ])
    func aRedirectLimitsHowLongAnAnswerIsKept(_ status: Int, _ redirect: String, _ expected: String) {
        let head = TransportHead(
            status: 200, fields: ["Cache-Control": "max-age=2592000, immutable"],
            redirects: [TransportHead(status: status, fields: redirect.isEmpty ? [:] : ["Cache-Control": redirect])])
        #expect(head.fieldsForAddress["Cache-Control"] == expected)
        #expect(CacheControl(head.fieldsForAddress).noStore == (expected == "no-store"))
    }
}
