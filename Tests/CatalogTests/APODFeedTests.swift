import Catalog
import FoundationEssentials
import ImageLoading
import Synchronization
import Testing
import WebTestSupport

/// A time that a test sets.
private final class SharedTime: Sendable {
    private let seconds: Mutex<Double>

    init(_ seconds: Double) {
        self.seconds = Mutex(seconds)
    }

    var date: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    func set(_ seconds: Double) {
        self.seconds.withLock { $0 = seconds }
    }
}

struct APODFeedTests {
    private let service = APODTransport()
    private var loader: ImageLoader {
        var configuration = ImageLoader.Configuration()
        configuration.retry = RetryPolicy(attempts: 1)
        return ImageLoader(configuration, transport: service)
    }
    private var feed: APODFeed {
        APODFeed(service: URL(string: "https://apod.test/planetary/apod")!, key: "K", loader: loader)
    }

    private func day(_ text: String) -> CalendarDate { CalendarDate(text)! }

    @Test func morePicturesThanThereAreAreAskedForFromTheFirstDay() async {
        _ = await feed.allPhotos(.first(1 << 40))
        #expect(service.requests.count == 1)
        #expect(service.requests.first?.contains("start_date=1995-06-16") == true)
    }

    @Test func eachDayIsAskedForByItselfAndOneThatFailsStopsNothing() async {
        service.answer("2025-06-17", with: 500, #"{"code":500,"msg":"Internal Service Error","service_version":"v1"}"#)
        service.answer(
            "2025-06-18", with: 404,
            #"{"code":404,"msg":"No data available for date: 2025-06-18","service_version":"v1"}"#)
        service.answer("2025-06-19", with: 200, "<html>A page</html>")
        let days = ["2025-06-16", "2025-06-17", "2025-06-18", "2025-06-19", "2025-06-20", "1990-01-01"].map(day)
        let found = await feed.allPhotos(.dates(days))
        let (photos, failures) = (found.photos, found.failures)
        #expect(photos.map(\.id) == ["2025-06-20", "2025-06-16"])
        #expect(photos[1].title == "Picture of 2025-06-16")
        #expect(photos[1].description == "What is seen.")
        #expect(photos[1].copyright == "Mauricio Salazar")
        #expect(photos[1].originalURL?.absoluteString == "https://apod.test/image/2025-06-16_hd.jpg")
        #expect(photos[1].pictureURL?.absoluteString == "https://apod.test/image/2025-06-16.jpg")
        #expect(
            Set(failures.map(\.code)) == [.service(status: 500), .noPicture, .notUnderstood, .refused])
        #expect(
            failures.contains {
                $0.description
                    == "the picture of 1990-01-01: the service refused the request: Date must be between Jun 16, 1995 and Dec 31, 2025."
            })
        #expect(service.requests.count == 6)
        #expect(
            service.requests.allSatisfy { $0.hasPrefix("https://apod.test/planetary/apod?api_key=K&thumbs=True&date=") }
        )
    }

    @Test func rangesAndCountsAreOneRequest() async {
        let inRange = await feed.allPhotos(.range(day("2025-06-10"), day("2025-06-16")))
        let (range, none) = (inRange.photos, inRange.failures)
        #expect(none.isEmpty)
        #expect(range.count < 7 && range.count > 3)
        #expect(range.map(\.id) == range.map(\.id).sorted(by: >))
        #expect(await feed.allPhotos(.random(7)).photos.count == 7)
        #expect(service.requests.count == 2)
        let tooMany = await feed.allPhotos(.random(101))
        let (nothing, refused) = (tooMany.photos, tooMany.failures)
        #expect(nothing.isEmpty)
        #expect(refused.map(\.code) == [.refused])
        #expect(await feed.allPhotos(.range(day("2025-06-16"), day("2025-06-10"))).failures.map(\.code) == [.refused])
    }

    @Test func aRateLimitAndAMissingKeyAreToldApart() async {
        service.limitRequests(to: 1)
        let found = await feed.allPhotos(.dates([day("2025-06-16"), day("2025-06-17")]))
        let (photos, failures) = (found.photos, found.failures)
        #expect(photos.count == 1)
        #expect(failures.map(\.code) == [.rateLimited])
        #expect(failures[0].description.contains("30 requests are allowed"))
    }

    @Test func aServiceThatIsOutOfReachIsTold() async {
        service.isUnreachable(true)
        #expect(await feed.allPhotos(.dates([day("2025-06-18")])).failures.map(\.code) == [.loading(.unreachable)])
    }

    /// A feed whose loader tries other failures again, and its time in seconds.
    private func patientFeed(_ time: SharedTime) -> APODFeed {
        var configuration = ImageLoader.Configuration()
        configuration.retry = RetryPolicy(attempts: 3, delay: .milliseconds(1))
        return APODFeed(
            service: URL(string: "https://apod.test/planetary/apod")!, key: "K",
            loader: ImageLoader(configuration, transport: service),
            now: { time.date })
    }

    @Test func oneRefusalStopsTheRestAndSaysWhenToComeBack() async {
        let time = SharedTime(1_000)
        let feed = patientFeed(time)
        service.limitRequests(to: 0)
        let days = (1...30).map { CalendarDate(year: 2025, month: 7, day: $0)! }
        let found = await feed.allPhotos(.dates(days))
        #expect(found.photos.isEmpty)
        #expect(service.requests.count <= 6, "those that were on their way, each once")
        #expect(found.failures.count == 1)
        #expect(found.failures.first?.retryAt == Date(timeIntervalSince1970: 4_600))
        #expect(
            found.failures.first?.description
                == "30 of 30 days: the service is rate-limiting requests (30 requests are allowed); "
                + "try again in 60 minutes, or use a key of your own")
        // Nobody asks before the time has come.
        let asked = service.requests.count
        time.set(4_599)
        let early = await feed.allPhotos(.random(5))
        #expect(early.failures.map(\.code) == [.rateLimited])
        #expect(early.failures.first?.description.contains("try again in 1 s") == true)
        #expect(service.requests.count == asked)
        service.limitRequests(to: 1_000)
        time.set(4_600)
        #expect(await feed.allPhotos(.random(5)).photos.count == 5)
    }

    @Test func aServiceThatDoesNotSayForHowLongIsLeftAloneForAMinute() async {
        let time = SharedTime(1_000)
        let feed = patientFeed(time)
        service.answer("2025-06-16", with: 429, "{}")
        let first = await feed.allPhotos(.dates([day("2025-06-16")]))
        #expect(first.failures.map(\.code) == [.rateLimited] && first.failures[0].retryAt == nil)
        #expect(service.requests.count == 1)
        time.set(1_059)
        #expect(await feed.allPhotos(.dates([day("2025-06-17")])).failures.map(\.code) == [.rateLimited])
        time.set(1_060)
        #expect(await feed.allPhotos(.dates([day("2025-06-17")])).photos.count == 1)
    }

    @Test func filmsAndOthersAreKeptWithWhatTheyHave() async {
        service.answer(
            "2025-06-16", with: 200,
            #"{"date":"2025-06-16","title":"A film","explanation":"","media_type":"video","url":"https://www.youtube.com/embed/x?rel=0","thumbnail_url":"https://img.youtube.com/vi/x/0.jpg"}"#
        )
        service.answer(
            "2025-06-17", with: 200,
            #"{"date":"2025-06-17","title":"Something","explanation":"x","media_type":"other","service_version":"v1"}"#)
        service.answer(
            "2025-06-18", with: 200,
            #"{"date":"2025-06-18","title":"No still","explanation":"x","media_type":"video","url":"//player.test/1","thumbnail_url":""}"#
        )
        let days = ["2025-06-16", "2025-06-17", "2025-06-18"].map(day)
        let photos = await feed.allPhotos(.dates(days)).photos
        #expect(photos.map(\.mediaType) == [.video, .other, .video])
        #expect(photos[2].pictureURL?.absoluteString == "https://img.youtube.com/vi/x/0.jpg")
        #expect(photos.allSatisfy { $0.originalURL == nil })
        #expect(photos.map(\.unsavableReason) == ["video", "other", "video"].map { "is not a picture but \($0)" })
        #expect(photos[0].pictureURL == nil && photos[0].url?.absoluteString == "https://player.test/1")
        #expect(photos[1].url == nil)
    }

    /// The service says so of some days.
    @Test func aPictureWithoutAnAddressIsNamedSo() throws {
        for address in [#""""#, "null", #""data:,x""#] {
            let json = #"{"date":"2025-06-16","title":"A day","media_type":"image","url":\#(address)}"#
            let photo = try SpacePhoto(data: Data(json.utf8))
            #expect(photo.mediaType == .image && photo.unsavableReason == "has no address of its picture")
        }
    }

    @Test func cancellingEndsWhatIsBeingAsked() async {
        service.hold("2025-06-16")
        let feed = feed
        let days = [day("2025-06-16"), day("2025-06-17")]
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            await feed.photos(.dates(days)) { _ in arrival.yield() }
        }
        for await _ in arrived { break }
        // The answer of the second day can come before the first day is asked for.
        await service.untilAsked(for: "2025-06-16")
        task.cancel()
        await task.value
        // Who asked is not kept waiting until the request has ended.
        await service.untilCancelled()
        #expect(service.cancelled == ["2025-06-16"])
    }

    @Test func whatIsCancelledHasNoResult() async {
        let album = AlbumFeed(list: URL(string: "https://apod.test/list.json")!, loader: loader)
        let feeds: [(any CatalogFeed, String)] = [(feed, "count=5"), (album, "list.json")]
        for (feed, part) in feeds {
            service.hold(part)
            let task = Task {
                await feed.photos(.random(5)) { _ in Issue.record("nothing comes") }
            }
            await service.untilAsked(for: part)
            task.cancel()
            await task.value
        }
    }

    @Test func aCancelledTaskAsksNothing() async {
        let feed = feed
        let days = [day("2025-06-16"), day("2025-06-17")]
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in started { break }
            await feed.photos(.dates(days)) { _ in Issue.record("nothing comes") }
        }
        task.cancel()
        start.yield()
        await task.value
        #expect(service.requests.isEmpty)
    }

    @Test func chanceChoosesDaysOnceEachAndNoneThatHasNotCome() {
        let last = day("1995-06-20")
        #expect(
            APODFeed.randomDates(100, until: last).map(\.description)
                == ["1995-06-20", "1995-06-19", "1995-06-18", "1995-06-17", "1995-06-16"])
        var numbers = [3, 3, 0].makeIterator()
        let days = APODFeed.randomDates(2, until: last) { span in
            #expect(span == 5)
            return numbers.next() ?? 1
        }
        #expect(days.map(\.description) == ["1995-06-19", "1995-06-16"])
    }
}
