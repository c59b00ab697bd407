import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// When a file counts as arrived: the rules, with the time in the test's hands.
struct PhotoArrivalsTests {
    private let start = ContinuousClock.now
    /// In nanoseconds: a file that was written at `noon` is as old as the test says.
    private let noon = 1_700_000_000_000_000_000

    private func stamp(_ size: Int, age seconds: Int = 0, at second: Int = 0) -> PhotoArrivals.Stamp {
        PhotoArrivals.Stamp(size: size, modificationTime: noon + (second - seconds) * 1_000_000_000)
    }

    private func look(
        at second: Int, _ files: [FilePath: PhotoArrivals.Stamp], isComplete: Bool = true, written: Set<FilePath> = []
    ) -> PhotoArrivals.Look {
        PhotoArrivals.Look(
            now: start + .seconds(second), time: noon + second * 1_000_000_000, files: files, isComplete: isComplete,
            isBeingWritten: { written.contains($0) })
    }

    @Test func whatLiesThereHasArrivedAndWhatIsFreshIsWaitedFor() {
        var arrivals = PhotoArrivals(quiet: .seconds(1))
        let files: [FilePath: PhotoArrivals.Stamp] = ["old.jpg": stamp(10, age: 60), "fresh.jpg": stamp(20)]
        let first = arrivals.arrived(look(at: 0, files))
        #expect(first.files == ["old.jpg"] && first.next == .seconds(1))
        arrivals.take("old.jpg", stamp(10, age: 60))
        let second = arrivals.arrived(look(at: 1, files))
        #expect(second.files == ["fresh.jpg"] && second.next == nil)
        arrivals.take("fresh.jpg", stamp(20))
        #expect(arrivals.arrived(look(at: 2, files)).files.isEmpty)
    }

    @Test func aFileThatGrowsIsWaitedForLongerEachTime() {
        var arrivals = PhotoArrivals(quiet: .seconds(1))
        for second in 0..<3 {
            let look = look(at: second, ["a.jpg": stamp(second + 1, at: second)])
            let (files, next) = arrivals.arrived(look)
            #expect(files.isEmpty && next == .seconds(second + 1))
        }
        let whole: [FilePath: PhotoArrivals.Stamp] = ["a.jpg": stamp(3, at: 2)]
        #expect(arrivals.arrived(look(at: 4, whole)).files.isEmpty)
        #expect(arrivals.arrived(look(at: 5, whole)).files == ["a.jpg"])
        // It went on all the same: that is a change too, and the wait remembers the others.
        arrivals.take("a.jpg", stamp(3, at: 2))
        let (files, next) = arrivals.arrived(look(at: 7, ["a.jpg": stamp(4, at: 7)]))
        #expect(files.isEmpty && next == .seconds(4))
    }

    @Test func aReplacedFileArrivesAnewAndATouchedOneToo() {
        var arrivals = PhotoArrivals(quiet: .seconds(1))
        #expect(arrivals.arrived(look(at: 0, ["a.jpg": stamp(10, age: 9)])).files == ["a.jpg"])
        arrivals.take("a.jpg", stamp(10, age: 9))
        let replaced: [FilePath: PhotoArrivals.Stamp] = ["a.jpg": stamp(11, age: 5)]
        #expect(arrivals.arrived(look(at: 10, replaced)).files.isEmpty)
        #expect(arrivals.arrived(look(at: 12, replaced)).files == ["a.jpg"])
    }

    @Test func aFileThatIsOpenForWritingIsNotTakenHoweverOld() {
        var arrivals = PhotoArrivals(quiet: .seconds(1))
        let files: [FilePath: PhotoArrivals.Stamp] = ["a.jpg": stamp(10, age: 60)]
        let first = arrivals.arrived(look(at: 0, files, written: ["a.jpg"]))
        #expect(first.files.isEmpty && first.next == .seconds(1))
        #expect(arrivals.arrived(look(at: 1, files)).files == ["a.jpg"])
    }

    @Test func aTimeInTheFutureSaysNothing() {
        var arrivals = PhotoArrivals(quiet: .seconds(1))
        let files: [FilePath: PhotoArrivals.Stamp] = ["a.jpg": stamp(10, age: -3600)]
        #expect(arrivals.arrived(look(at: 0, files)).next == .seconds(1))
        #expect(arrivals.arrived(look(at: 1, files)).files == ["a.jpg"])
    }

    /// A sync program gives it the time at which it was taken.
    @Test func aMovieWaitsForThePhotoOfWhichItMayBe() {
        var (alone, half) = (PhotoArrivals(quiet: .seconds(1)), PhotoArrivals(quiet: .seconds(1)))
        let movie: [FilePath: PhotoArrivals.Stamp] = ["IMG_1.MOV": stamp(10, age: 3600)]
        let first = alone.arrived(look(at: 0, movie))
        #expect(first.files.isEmpty && first.next == .seconds(10))
        #expect(alone.arrived(look(at: 10, movie)).files == ["IMG_1.MOV"])
        // The search leaves it out where its photo is there.
        #expect(half.arrived(look(at: 0, movie)).files.isEmpty)
        #expect(half.arrived(look(at: 9, ["IMG_1.HEIC": stamp(30, age: 3600)])).files == ["IMG_1.HEIC"])
    }

    @Test func whatGoesIsForgottenUnlessTheFolderIsGone() {
        var arrivals = PhotoArrivals(quiet: .zero, taken: ["a.jpg": stamp(10)])
        _ = arrivals.arrived(look(at: 0, [:], isComplete: false))
        #expect(arrivals.taken == ["a.jpg": stamp(10)])
        _ = arrivals.arrived(look(at: 1, [:]))
        #expect(arrivals.taken.isEmpty)
    }

    @Test(arguments: [
        ".a.jpg", ".syncthing.a.jpg.tmp", "~syncthing~a.jpg.tmp", "~a.jpg", "a.jpg.part", "a.part.jpg",
        "a.jpg.crdownload",
        "a.TMP.jpg", ".a.jpg.Xy12Zq", "a.txt", "",
    ])
    func namesThatProgramsGiveUntilAFileIsWholeAreNotTaken(name: FilePath) {
        #expect(!PhotoArrivals.mayBeTaken(name))
    }

    @Test(arguments: ["a.jpg", "IMG_1.HEIC", "clip.mp4", "a.b.webp", "part.jpg"])
    func photosAreTaken(name: FilePath) {
        #expect(PhotoArrivals.mayBeTaken(name))
    }

    @Test func whatWasTakenIsRememberedOverStarts() throws {
        let folder = TemporaryFolderBox()
        let memory = TakenPhotos(of: "/photos", in: folder.folder.path)
        let taken: [FilePath: PhotoArrivals.Stamp] = [
            "/photos/a b.jpg": stamp(1), FilePath(bytes: [0x2F, 0xFF, 0x2E, 0x6A]): stamp(2),
        ]
        let digests: Set = [SHA256Digest(of: [1]), SHA256Digest(of: [2])]
        #expect(memory.read().files.isEmpty && memory.read().digests.isEmpty)
        try memory.write(taken.merging(["/photos/a\nb.jpg": stamp(3)]) { $1 }, digests)
        #expect(memory.read().files == taken && memory.read().digests == digests)
        #expect(TakenPhotos(of: "/others", in: folder.folder.path).read().files.isEmpty)
    }
}
