import Execution
import Files
import Glibc
import Imaging
import Stickers
import Synchronization
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct PartWorkerTests {
    private let fixture = PartFixture()

    private func outcomes(_ worker: PartWorker) async throws -> [FilePath: PhotoReport.Outcome] {
        var outcomes: [FilePath: PhotoReport.Outcome] = [:]
        try await worker.run { report in
            #expect(report.isRecorded)
            outcomes[report.photo.source] = report.photo.outcome
        }
        return outcomes
    }

    private func isKept(_ outcome: PhotoReport.Outcome?) -> Bool {
        if case .kept = outcome { true } else { false }
    }

    private func isMade(_ outcome: PhotoReport.Outcome?) -> Bool {
        if case .made = outcome { true } else { false }
    }

    @Test func eachPhotoHasARecordAndItsStickers() async throws {
        var photos = try fixture.balls(2)
        photos.append(PartPhoto(try fixture.temporary.write("no photo", to: "photos/bad.jpg"), source: "bad.jpg"))
        photos.append(PartPhoto(fixture.temporary.path.appending("none.jpg")))
        let outcomes = try await outcomes(fixture.worker(photos))
        #expect(outcomes.count == 4)
        let records = Dictionary(uniqueKeysWithValues: try fixture.records().map { ($0.photo.source, $0) })
        #expect(Set(records.values.map(\.photo)) == Set(photos))
        #expect(records["bad.jpg"]?.status == .failed && records["bad.jpg"]?.photoSHA256 != nil)
        #expect(records["none.jpg"]?.status == .unread && records["none.jpg"]?.photoSHA256 == nil)
        #expect(records["none.jpg"]?.reason == "cannot be read: there is no such file or folder")
        for name in ["0.png", "1.png"] as [FilePath] {
            let record = try #require(records[name])
            #expect(record.status == .made && record.reason == nil && record.stickers.count == 1)
            let sticker = record.stickers[0]
            let file = try fixture.output.appending(sticker.file).readBytes()
            #expect(file.count == sticker.byteCount && SHA256Digest(of: file).hex == sticker.sha256)
            #expect(sticker.file.hasPrefix("stickers/") && sticker.colors.isEmpty == false)
            #expect(record.confidence == sticker.confidence)
            #expect(isMade(outcomes[name]))
        }
    }

    @Test func theSamePartTwiceAndTwoWorkersAtOnceAreHarmless() async throws {
        let photos = try fixture.balls(6)
        try await fixture.worker(photos).run()
        let once = try fixture.contents()
        try await fixture.worker(photos).run()
        #expect(try fixture.contents() == once)

        let other = PartFixture()
        // Both have read the same photo before either goes on.
        let arrivals = Mutex<[FilePath: Int]>([:])
        let both = Mutex<[FilePath: Promise<Void>]>([:])
        let meet: @Sendable (PartPhoto) async throws -> Void = { photo in
            let meeting = both.withLock { both in
                let meeting = both[photo.source] ?? Promise<Void>()
                both[photo.source] = meeting
                return meeting
            }
            let count = arrivals.withLock { arrivals in
                arrivals[photo.source, default: 0] += 1
                return arrivals[photo.source]
            }
            if count == 2 { meeting.set(()) }
            await meeting.value
        }
        // The same photos at the same paths, into another output.
        let processor = try fixture.processor()
        let store = other.store
        let workers = try await (0..<2).asyncMap { _ in
            try await PartWorker(photos, output: store, processor: processor) { photo in
                PackPhoto(name: photo.photo, source: photo.source) {
                    try await meet(photo)
                    return try photo.photo.readBytes()
                }
            }
        }
        async let first: Void = workers[0].run()
        async let second: Void = workers[1].run()
        _ = try await (first, second)
        #expect(try other.contents() == once)
    }

    @Test func oneThatResumesMakesOnlyWhatIsMissing() async throws {
        let photos = try fixture.balls(5)
        try await fixture.worker(Array(photos.prefix(3))).run()
        let read = Mutex<Set<FilePath>>([])
        let worker = try await fixture.worker(photos, resumes: true) { photo in
            read.withLock { _ = $0.insert(photo.source) }
        }
        let resumed = try await outcomes(worker)
        #expect(resumed.filter { isKept($0.value) }.keys.count == 3)
        #expect(read.withLock { $0 } == ["3.png", "4.png"])
        #expect(try fixture.records().count == 5)
    }

    @Test func whatHasChangedIsMadeAnew() async throws {
        var photos = try fixture.balls(4)
        photos[3].version = "1"
        try await fixture.worker(photos).run()
        let records = Dictionary(uniqueKeysWithValues: try fixture.records().map { ($0.photo.source, $0) })
        // A sticker that was removed, one that was cut short, a photo of another version; of one that has another place
        // alone the record is written anew.
        try fixture.output.appending(try #require(records["0.png"]?.stickers[0].file)).removeFile()
        try AtomicFile.write([1, 2, 3], to: fixture.output.appending(try #require(records["1.png"]?.stickers[0].file)))
        photos[2].order = 7
        photos[3].version = "2"
        let outcomes = try await outcomes(fixture.worker(photos, resumes: true))
        #expect(isMade(outcomes["0.png"]) && isMade(outcomes["1.png"]) && isMade(outcomes["3.png"]))
        #expect(isKept(outcomes["2.png"]))
        #expect(Set(try fixture.records().map(\.photo)) == Set(photos))
    }

    @Test func whatAnotherHasDoneWhileItWasReadIsNotMadeAgain() async throws {
        let fixture = PartFixture(threadCount: 1)
        let photos = try fixture.balls(3)
        let worker = try await fixture.worker(photos, resumes: true) { photo in
            if photo.source == "0.png" { try await fixture.worker(photos).run() }
        }
        let outcomes = try await outcomes(worker)
        #expect(photos.allSatisfy { isKept(outcomes[$0.source]) }, "\(outcomes)")
    }

    /// While the sticker of the first photo is written, another worker records that photo.
    @Test func aWorkerThatMeetsAnotherGoesElsewhere() async throws {
        let fixture = PartFixture(threadCount: 1)
        let photos = try fixture.balls(8)
        let other = try await PartFixture(threadCount: 1, in: fixture.temporary).worker([photos[0]])
        let store = MeetingStore(store: fixture.store) { try await other.run() }
        let worker = try await PartWorker(
            photos, output: store, processor: fixture.processor(), settings: PackSettings(start: .resuming))
        var sources: [FilePath] = []
        try await worker.run { sources.append($0.photo.source) }
        #expect(sources == [0, 4, 5, 6, 7, 1, 2, 3].map { FilePath("\($0).png") })
        #expect(Set(try fixture.records().map(\.photo)) == Set(photos))
    }

    @Test(arguments: 0...9) func whateverTheOrderEachPhotoIsTakenOnce(count: Int) {
        for meeting in 0...count {
            let order = WorkOrder(count: count)
            var taken: [Int] = []
            while let next = order.next() {
                taken.append(next)
                if taken.count == meeting { order.goElsewhere() }
            }
            #expect(taken.sorted() == Array(0..<count))
            #expect(Array(taken.prefix(meeting)) == Array(0..<meeting))
        }
    }

    @Test func badPhotosAreNotTriedAgainUnlessTheyCouldNotBeRead() async throws {
        let bad = PartPhoto(try fixture.temporary.write("no photo", to: "bad.jpg"))
        let late = PartPhoto(fixture.temporary.path.appending("late.png"))
        try await fixture.worker([bad, late]).run()
        try fixture.temporary.write(SyntheticPhoto.ball().png(), to: "late.png")
        let read = Mutex<Set<FilePath>>([])
        let worker = try await fixture.worker([bad, late], resumes: true) { photo in
            read.withLock { _ = $0.insert(photo.source) }
        }
        let outcomes = try await outcomes(worker)
        #expect(read.withLock { $0 } == ["late.png"])
        #expect(isMade(outcomes["late.png"]))
        guard case .failed = outcomes["bad.jpg"] else {
            Issue.record("a bad photo is said to be bad again: \(outcomes)")
            return
        }
    }

    @Test func aReasonThatMayPassIsNotRecorded() async throws {
        let photos = try fixture.balls(3)
        var reports: [FilePath: PartWorker.Report] = [:]
        try await fixture.worker(photos) { photo in
            if photo.source == "1.png" { throw FileError("read", photo.photo, errorNumber: ESTALE) }
        }.run { reports[$0.photo.source] = $0 }
        #expect(reports["1.png"]?.isRecorded == false)
        #expect(Set(try fixture.records().map(\.photo.source)) == ["0.png", "2.png"])
    }

    @Test func aPhotoWhoseFolderIsNotThereIsNotRecorded() async throws {
        let folder = fixture.temporary.path.appending("mounted")
        let photo = PartPhoto(folder.appending("a.png"))
        var reports: [PartWorker.Report] = []
        try await fixture.worker([photo]).run { reports.append($0) }
        #expect(reports.map(\.isRecorded) == [false] && reports[0].photoSHA256 == nil)
        #expect((try? fixture.records()) ?? [] == [])
        let bytes = try SyntheticPhoto.ball().png()
        try fixture.temporary.write(bytes, to: "mounted/a.png")
        try await fixture.worker([photo], resumes: true).run { reports.append($0) }
        #expect(reports.map(\.isRecorded) == [false, true])
        #expect(reports[1].photoSHA256 == SHA256Digest(of: bytes).hex && reports[1].seconds > 0)
        // What was made stays, also where the folder goes away again.
        try fixture.temporary.path.appending("mounted/a.png").removeFile()
        #expect(folder.withCString { rmdir($0) } == 0)
        let before = try fixture.contents()
        try await fixture.worker([photo]).run { reports.append($0) }
        #expect(try reports[2].isRecorded == false && fixture.contents() == before)
    }

    @Test func otherSettingsNeedAnotherOutput() async throws {
        let photos = try fixture.balls(1)
        try await fixture.worker(photos).run()
        let before = try fixture.contents()
        for settings in [PackSettings(encoder: ImageEncoder(.png())), PackSettings(minimumConfidence: 0.5)] {
            let error = await #expect(throws: PackError.self) { try await fixture.worker(photos, settings) }
            #expect(error?.code == .otherRun && error?.isTemporary == false)
        }
        #expect(try fixture.contents() == before)
    }

    @Test func stoppingFinishesThePhotosInWork() async throws {
        let photos = try fixture.balls(12)
        let isStopped = Atomic(false)
        var count = 0
        try await fixture.worker(photos).run { _ in
            count += 1
            isStopped.store(true, ordering: .relaxed)
        } isStopped: {
            isStopped.load(ordering: .relaxed)
        }
        #expect((1...fixture.executor.threadCount).contains(count))
        #expect(try fixture.records().count == count)
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "mounting a small disk takes root"))
    func aFullDiskEndsTheWorkAndCanBeGoneOnWith() async throws {
        let photos = try fixture.balls(12)
        try fixture.output.createFolder()
        // Room for the first few: folders alone take a page each.
        try #require(SmallDisk.mount(fixture.output, kilobytes: 64))
        defer { SmallDisk.unmount(fixture.output) }
        let error = await #expect(throws: PackError.self) { try await fixture.worker(photos).run() }
        #expect(error?.code == .file(.system(ENOSPC)) && error?.isTemporary == true)
        let records = try fixture.records()
        #expect(records.count < 12)
        for record in records {
            for sticker in record.stickers {
                #expect(try SHA256Digest(ofFileAt: fixture.output.appending(sticker.file)).hex == sticker.sha256)
            }
        }
        SmallDisk.unmount(fixture.output)
        try #require(SmallDisk.mount(fixture.output, kilobytes: 4096))
        try await fixture.worker(photos, resumes: true).run()
        #expect(try fixture.records().count == 12)
    }

    @Test(arguments: [
        "", "{}", "nonsense",
        #"{"photo":{"photo":"a","source":"a","order":0},"status":"made","stickers":[],"seconds":1}"#,
    ])
    func aDamagedRecordIsNone(text: String) async throws {
        let photos = try fixture.balls(1)
        try await fixture.worker(photos).run()
        let whole = try fixture.contents()
        try AtomicFile.write(
            Array(text.utf8), to: fixture.output.appending(PhotoRecord.name(of: photos[0])))
        let outcomes = try await outcomes(fixture.worker(photos, resumes: true))
        #expect(isMade(outcomes["0.png"]))
        #expect(try fixture.contents() == whole)
    }

    @Test func aRecordDoesNotLeadOutOfTheOutput() async throws {
        let photos = try fixture.balls(1)
        try await fixture.worker(photos).run()
        var record = try #require(try fixture.records().first)
        for file in ["/etc/passwd", "stickers/../../photos/0.png", "stickers/aa/other.webp"] {
            record.stickers[0].file = file
            #expect(PhotoRecord(reading: record.bytes) == nil)
        }
    }

    /// Of an output that others write into: such numbers ended the worker that read them.
    @Test(arguments: [(1e300, 1), (-0.5, 1), (1.5, 1), (0.5, 1e300), (0.5, -1)] as [(Double, Double)])
    func aRecordHasNumbersInTheirRanges(confidence: Double, seconds: Double) async throws {
        try await fixture.worker(try fixture.balls(1)).run()
        var record = try #require(try fixture.records().first)
        (record.confidence, record.seconds) = (confidence, seconds)
        #expect(PhotoRecord(reading: record.bytes) == nil)
        var entry = record.stickers[0]
        entry.file = "stickers/0.webp"
        #expect(entry.isSafe)
        entry.confidence = confidence
        #expect(entry.isSafe == (0...1).contains(confidence))
    }
}

extension Range<Int> {
    fileprivate func asyncMap<Value>(_ make: (Int) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for number in self { values.append(try await make(number)) }
        return values
    }
}

/// A folder in which something else happens before the first file is written.
private final class MeetingStore: WorkStore {
    let store: FolderWorkStore
    let meeting: @Sendable () async throws -> Void
    private let hasMet = Atomic(false)
    var path: FilePath { store.path }

    init(store: FolderWorkStore, meeting: @escaping @Sendable () async throws -> Void) {
        self.store = store
        self.meeting = meeting
    }

    func write(_ bytes: [UInt8], to name: String) async throws(PackError) {
        if name.hasPrefix("stickers/"),
            hasMet.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
        {
            do { try await meeting() } catch { throw PackError(.unfinished, path, "\(error)") }
        }
        try await store.write(bytes, to: name)
    }

    func read(_ name: String, limit: Int) async throws(PackError) -> [UInt8]? {
        try await store.read(name, limit: limit)
    }
    func byteCount(of name: String) async throws(PackError) -> Int? { try await store.byteCount(of: name) }
    func names(in folder: String) async throws(PackError) -> [String] { try await store.names(in: folder) }
    func remove(_ name: String) async throws(PackError) { try await store.remove(name) }
}
