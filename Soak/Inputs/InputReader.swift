import Files
import Glibc
import Peel
import TestSupport

/// `peel-soak read KIND FROM COUNT SEED FIXTURES FOLDER`: reads broken inputs one after the other. Each depends only on
/// the seed and its number. A crash, and an input that takes too long, end the process.
struct InputReader {
    /// The seconds that any input may take.
    static let longest: CUnsignedInt = 30
    /// The microseconds of processor time that an input may take for each of its bytes, in addition.
    private static let longestByte = 50.0

    private let kind: InputKind
    private let numbers: Range<Int>
    private let seed: UInt64
    private let folder: FilePath
    private let mutator: Mutator

    init(_ arguments: [String]) throws(SoakError) {
        guard arguments.count == 6, let kind = InputKind(rawValue: arguments[0]), let first = Int(arguments[1]),
            let count = Int(arguments[2]), first <= count, let seed = UInt64(arguments[3])
        else { throw SoakError("read KIND FROM COUNT SEED FIXTURES FOLDER") }
        self.kind = kind
        numbers = first..<count
        self.seed = seed
        folder = FilePath(arguments[5])
        do {
            mutator = Mutator(seeds: try Self.seeds(kind, fixtures: FilePath(arguments[4])))
        } catch {
            throw SoakError("\(error)")
        }
    }

    private static func seeds(_ kind: InputKind, fixtures: FilePath) throws -> [[UInt8]] {
        switch kind {
        case .image: try BrokenImages.seeds(fixtures)
        case .manifest: [try BrokenManifests.seed()]
        case .catalog: BrokenCatalogs.seeds
        case .pack: BrokenPacks.seeds
        }
    }

    /// Writes the input of a number to a file that stays, so that the reason can be found.
    func keep(_ number: Int, in folder: FilePath) throws -> FilePath {
        var random = random(number)
        try folder.createFolder()
        let file = folder.appending("\(kind.rawValue)-\(seed)-\(number)")
        try AtomicFile.write(mutator.input(&random), to: file)
        return file
    }

    private func random(_ number: Int) -> SeededGenerator {
        SeededGenerator(seed: seed &* 0x1_0000_0001 &+ UInt64(number))
    }

    func run() async throws {
        let progress = open(folder.appending("progress").description, O_WRONLY)
        guard progress >= 0 else { throw SoakError("no file for the progress") }
        defer { close(progress) }
        let images = kind == .image ? try BrokenImages() : nil
        let manifests = BrokenManifests(folder)
        let catalogs = BrokenCatalogs()
        let packs = BrokenPacks(folder)
        // After a fifth of the inputs, everything that is loaded once has been loaded.
        let warm = numbers.lowerBound + numbers.count / 5
        var facts = ProcessFacts(getpid())
        var readable = 0
        for number in numbers {
            if number == warm { facts = ProcessFacts(getpid()) }
            InputProgress.write(number, to: progress)
            alarm(Self.longest)
            var random = random(number)
            let input = mutator.input(&random)
            let start = clock()
            let isRead =
                switch kind {
                case .image: try images?.read(input, number) ?? false
                case .manifest: try manifests.read(input)
                case .catalog: try await catalogs.read(input, &random)
                case .pack: try packs.read(input)
                }
            if isRead { readable += 1 }
            try checkTime(since: start, byteCount: input.count)
        }
        alarm(0)
        report("\(kind.rawValue): \(readable) of \(numbers.count) could be read all the same")
        try checkGrowth(from: facts)
    }

    /// A photo's whole path through the program takes seconds, a document milliseconds.
    private func checkTime(since start: clock_t, byteCount: Int) throws(SoakError) {
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        guard seconds <= (kind == .image ? 10 : 0.5) + Double(byteCount) * Self.longestByte / 1e6 else {
            throw SoakError("\(byteCount) bytes took \(seconds) s")
        }
    }

    private func checkGrowth(from warm: ProcessFacts?) throws(SoakError) {
        guard let warm, let last = ProcessFacts(getpid()) else { return }
        report(
            "\(kind.rawValue): resident \(warm.residentBytes >> 20) MiB after a fifth, \(last.residentBytes >> 20) at the "
                + "end; descriptors \(warm.descriptors.count), \(last.descriptors.count)")
        let growth = ProcessFacts.growth(from: [warm], to: [last])
        guard growth.isEmpty else { throw SoakError(growth.joined(separator: "; ")) }
    }
}
