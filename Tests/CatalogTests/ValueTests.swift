import Catalog
import FoundationEssentials
import HTTPSending
import ImageLoading
import Testing

struct CalendarDateTests {
    @Test func everyDayFollowsTheOneBeforeIt() {
        var days = 0
        for year in [1995, 1996, 1999, 2000, 2001, 2024, 2100] {
            for month in 1...12 {
                for day in 1...31 {
                    guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
                    days += 1
                    #expect(CalendarDate(daysSince1970: date.daysSince1970) == date)
                    #expect(CalendarDate(date.description) == date)
                    #expect(CalendarDate(daysSince1970: date.daysSince1970 + 1) > date)
                }
            }
        }
        #expect(days == 7 * 365 + 3)
        #expect(CalendarDate("1970-01-01")?.daysSince1970 == 0)
        #expect(CalendarDate("2000-03-01")?.daysSince1970 == 11_017)
    }

    @Test func theYears1To9999AreKnownAndNoOthers() async {
        #expect(CalendarDate(daysSince1970: -719_162).description == "0001-01-01")
        #expect(CalendarDate(daysSince1970: 2_932_896).description == "9999-12-31")
        // Beyond what the C library's years can hold, it gives no date at all.
        await #expect(processExitsWith: .failure) { _ = CalendarDate(daysSince1970: 1 << 40) }
        await #expect(processExitsWith: .failure) { _ = CalendarDate(daysSince1970: -719_163) }
    }

    @Test(arguments: [
        "", "2025-6-16", "2025-02-29", "2025-13-01", "2025-00-10", "20250616", "2025-06-16T00", "+025-06-16",
    ])
    func whatIsNoDayIsRefused(text: String) {
        #expect(CalendarDate(text) == nil)
    }
}

struct SpacePhotoTests {
    @Test func whatIsWrittenIsReadAgain() throws {
        let photo = SpacePhoto(
            id: "2025-06-16", title: "Ä", description: "words", date: CalendarDate("2025-06-16"),
            url: URL(string: "https://a.test/b.jpg"), hdURL: URL(string: "https://a.test/c.jpg"), copyright: "me",
            mediaType: .image, thumbnailURL: nil)
        #expect(try JSONDecoder().decode(SpacePhoto.self, from: JSONEncoder().encode(photo)) == photo)
    }

    @Test func isReadFromTheServicesOwnWords() throws {
        let json = """
            {"date":"2025-06-16","title":" A  galaxy\\n","explanation":"Far away.","url":"//a.test/b.jpg",\
            "media_type":"image","copyright":"\\nMe\\n","service_version":"v1"}
            """
        let photo = try SpacePhoto(data: Data(json.utf8))
        #expect(photo.id == "2025-06-16" && photo.date == CalendarDate("2025-06-16"))
        #expect(photo.title == "A galaxy" && photo.copyright == "Me")
        #expect(photo.url == URL(string: "https://a.test/b.jpg"))
    }

    @Test(arguments: ["", "not JSON", "[]", "{}", #"{"date":"soon"}"#, #"{"date":"2025-06-16""#])
    func whatSaysOfNoDayIsATypedError(json: String) throws {
        let error = #expect(throws: CatalogError.self) { try SpacePhoto(data: Data(json.utf8)) }
        #expect(error?.code == .notUnderstood)
        #expect(error?.description.contains("\(json.utf8.count) bytes") == true)
    }

    @Test(arguments: ["{}", "[]", "null", #"{"title":"no date"}"#, #"{"date":"soon"}"#, #"{"date":7}"#])
    func whatIsNoPictureIsRefused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(SpacePhoto.self, from: Data(json.utf8)) }
    }

    @Test func addressesThatAProgramMustNotOpenAreLeftOut() throws {
        let json = #"{"date":"2025-06-16","url":"file:///etc/passwd","hdurl":"javascript:alert(1)"}"#
        let photo = try JSONDecoder().decode(SpacePhoto.self, from: Data(json.utf8))
        #expect(photo.url == nil && photo.hdURL == nil && photo.mediaType == .other)
    }

    @Test func aPictureMayHaveTheAddressOfItsLargestFormAlone() throws {
        let json = #"{"date":"2025-06-16","hdurl":"https://a.test/b.jpg"}"#
        let photo = try JSONDecoder().decode(SpacePhoto.self, from: Data(json.utf8))
        #expect(photo.mediaType == .image && photo.pictureURL == URL(string: "https://a.test/b.jpg"))
    }
}

struct AlbumFeedTests {
    private struct Service: HTTPTransport {
        let body: String

        func send(
            _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
        ) async throws(TransportError) {
            _ = receive(.head(TransportHead(status: 200)))
            _ = receive(.body(Array(body.utf8)))
        }
    }

    private func feed(_ body: String) -> AlbumFeed {
        AlbumFeed(
            list: URL(string: "https://album.test/photos/list.json")!,
            loader: ImageLoader(transport: Service(body: body)))
    }

    @Test func aListIsReadAndWhatIsNoPictureInItIsPassedOver() async {
        let found = await feed(
            #"""
            [{"albumId":1,"id":1,"title":"accusamus","url":"https://x.test/600/92c952","thumbnailUrl":"https://x.test/150/92c952"},
             {"nonsense":true}, {"id":2,"url":"pictures/2.jpg"}, {"id":3,"title":"none"}]
            """#
        ).allPhotos(.dates([]))
        let (photos, failures) = (found.photos, found.failures)
        #expect(failures.isEmpty)
        #expect(photos.map(\.id) == ["1-1", "2", "3"])
        #expect(photos[0].thumbnailURL?.absoluteString == "https://x.test/150/92c952")
        #expect(photos[1].url?.absoluteString == "https://album.test/photos/pictures/2.jpg")
        #expect(photos.map(\.mediaType) == [.image, .image, .other])
        #expect(photos[1].date == nil)
    }

    @Test func aListOfTheWebNamesNoFileOfThisMachine() async {
        let photos = await feed(#"[{"id":1,"title":"a\n\tb","url":"file:///etc/passwd"},{"id":2,"url":"data:,x"}]"#)
            .allPhotos(.first(2)).photos
        #expect(photos.map(\.url) == [nil, nil] && photos.map(\.mediaType) == [.other, .other])
        #expect(photos[0].title == "a b")
    }

    @Test func soManyAsWereAskedFor() async {
        let list = "[\((1...20).map { "{\"id\":\($0),\"url\":\"https://x.test/\($0)\"}" }.joined(separator: ","))]"
        #expect(await feed(list).allPhotos(.first(3)).photos.map(\.id) == ["1", "2", "3"])
        #expect(Set(await feed(list).allPhotos(.random(5)).photos.map(\.id)).count == 5)
    }

    @Test(arguments: ["", "{}", "<html>", "[1,2"])
    func whatIsNoListIsSaid(body: String) async {
        let found = await feed(body).allPhotos(.first(1))
        let (photos, failures) = (found.photos, found.failures)
        #expect(photos.isEmpty)
        #expect(failures.count == 1)
    }
}
