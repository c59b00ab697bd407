import Catalog
import FoundationEssentials
import ImageLoading
import Testing

struct CatalogSourceTests {
    private func day(_ text: String) -> CalendarDate { CalendarDate(text)! }

    @Test func wordsMeanPicturesOfAFeed() throws {
        #expect(try CatalogSource("apod").kind == .apod(.first(1)))
        #expect(try CatalogSource("apod:today").kind == .apod(.first(1)))
        #expect(try CatalogSource("apod:2025-06-16").kind == .apod(.dates([day("2025-06-16")])))
        #expect(
            try CatalogSource("apod:2025-06-01..2025-06-16").kind
                == .apod(.range(day("2025-06-01"), day("2025-06-16"))))
        guard case .apod(.dates(let days)) = try CatalogSource("apod:random:10").kind else {
            Issue.record("random days are days")
            return
        }
        #expect(Set(days).count == 10 && days.allSatisfy { $0 >= APODFeed.firstDate })
        #expect(try CatalogSource("APOD:Today").kind == .apod(.first(1)))
        #expect(try CatalogSource("Apod:Random").isRandom)
        #expect(try CatalogSource("Album:https://x.test/List").kind == .album(URL(string: "https://x.test/List")!))
        #expect(try CatalogSource("HTTPS://x.test/a").kind == .picture(URL(string: "HTTPS://x.test/a")!))
        #expect(try CatalogSource("album:https://x.test/list").kind == .album(URL(string: "https://x.test/list")!))
    }

    @Test(arguments: [
        "apod:", "apod:tomorrow", "apod:2025-02-30", "apod:1995-06-15", "apod:2025-06-16..2025-06-01", "apod:random:0",
        "apod:random:101", "apod:random:x", "apod:random:1:2", "album:", "album:x", "album:ftp://x.test/list",
        "album:https:///list", "photos", "https://", "http:x",
    ])
    func whatIsNoneSaysTheRule(text: String) {
        if text == "apod:" {
            #expect((try? CatalogSource(text))?.kind == .apod(.first(1)))
            return
        }
        let failure = #expect(throws: CatalogError.self) { try CatalogSource(text) }
        #expect(failure?.code == .refused)
        #expect(failure?.description.hasPrefix(text) == true)
    }

    @Test(arguments: [
        ("https://x.test/a/My%20cat.PNG", "My cat", "My cat.png"), ("https://x.test", "x.test", "x.test.jpg"),
        ("https://x.test/a?id=3", "a", "a.jpg"),
    ])
    func aPictureIsCalledAsItsFile(address: String, title: String, name: String) async throws {
        let (feed, query) = try CatalogSource(address).feed(loader: ImageLoader())
        let found = await feed.allPhotos(query)
        #expect(found.photos.map(\.title) == [title] && found.photos.map(\.fileName) == [name])
        #expect(found.photos.first?.originalURL?.absoluteString == address && found.failures.isEmpty)
    }

    @Test func onlyWhatBeginsAsOneIsMeantAsOne() {
        #expect(CatalogSource.isMeant(by: "apod:x") && CatalogSource.isMeant(by: "album:x"))
        #expect(CatalogSource.isMeant(by: "APOD") && CatalogSource.isMeant(by: "Album:x"))
        #expect(!CatalogSource.isMeant(by: "apod.jpg") && !CatalogSource.isMeant(by: "./apod:x"))
    }

    @Test(arguments: [
        ("A/B: \"C\"?", "https://x.test/a.PNG", "2025-06-16 A_B_ _C__.png"),
        ("Dots...", "https://x.test/a", "2025-06-16 Dots.jpg"),
        ("\n-x", "https://x.test/a.jpg?x=1", "2025-06-16 _-x.jpg"),
        ("\u{9B}2J\u{202E}gpj", "https://x.test/a.jpg", "2025-06-16 _2J_gpj.jpg"),
        (String(repeating: "é", count: 200), "https://x.test/a.jp2", nil),
    ])
    func aFileNameIsOneThatEverySystemTakes(title: String, address: String, name: String?) {
        let photo = SpacePhoto(id: "1", title: title, date: day("2025-06-16"), url: URL(string: address))
        if let name { #expect(photo.fileName == name) }
        #expect(photo.fileName.utf8.count <= 150)
    }
}
