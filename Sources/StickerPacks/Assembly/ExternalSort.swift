import Files
import Glibc

/// Sorts any number of values in bounded memory: runs of sorted values go to files without a name, and are merged.
///
/// Equal values keep the order in which they came. At most ``mostRuns`` files are open.
struct ExternalSort<Element: Codable> {
    private static var mostRuns: Int { 64 }

    private let folder: FilePath
    private let runLength: Int
    private let precedes: (Element, Element) -> Bool
    private var run: [Element] = []
    private var runs: [SortedRun<Element>] = []
    /// How many values were added.
    private(set) var count = 0

    /// - Parameters:
    ///   - folder: where the files lie; they have no name there.
    ///   - runLength: how many values are held in memory, at least 1.
    init(in folder: FilePath, runLength: Int = 20_000, by precedes: @escaping (Element, Element) -> Bool) {
        self.folder = folder
        self.runLength = runLength
        self.precedes = precedes
    }

    mutating func append(_ element: Element) throws(PackError) {
        run.append(element)
        count += 1
        guard run.count >= runLength else { return }
        run = Self.stablySorted(run, precedes)
        var next = 0
        let full = run
        run = []
        runs.append(
            try SortedRun(in: folder) {
                defer { next += 1 }
                return next < full.count ? full[next] : nil
            })
        if runs.count == Self.mostRuns {
            var merged = SortedValues(runs, rest: [], by: precedes)
            runs = [try SortedRun(in: folder) { () throws(PackError) in try merged.next() }]
        }
    }

    /// The values in their order. To be called once.
    func sorted() -> SortedValues<Element> {
        SortedValues(runs, rest: Self.stablySorted(run, precedes), by: precedes)
    }

    private static func stablySorted(
        _ elements: [Element], _ precedes: (Element, Element) -> Bool
    ) -> [Element] {
        // Swift's sort is stable, though its documentation does not promise it.
        elements.enumerated().sorted { left, right in
            if precedes(left.element, right.element) { return true }
            return precedes(right.element, left.element) ? false : left.offset < right.offset
        }.map(\.element)
    }
}

/// What an ``ExternalSort`` hands out.
struct SortedValues<Element: Codable> {
    private let runs: [SortedRun<Element>]
    private var rest: ArraySlice<Element>
    private let precedes: (Element, Element) -> Bool

    fileprivate init(
        _ runs: [SortedRun<Element>], rest: [Element], by precedes: @escaping (Element, Element) -> Bool
    ) {
        self.runs = runs
        self.rest = rest[...]
        self.precedes = precedes
    }

    /// The next value; `nil` at the end.
    mutating func next() throws(PackError) -> Element? {
        var first: (run: SortedRun<Element>?, value: Element)?
        for run in runs {
            guard let head = run.head else { continue }
            if let value = first?.value, !precedes(head, value) { continue }
            first = (run, head)
        }
        if let head = rest.first, first.map({ precedes(head, $0.value) }) ?? true {
            rest.removeFirst()
            return head
        }
        try first?.run?.advance()
        return first?.value
    }
}

/// A file of sorted values, of which the first one is held.
private final class SortedRun<Element: Codable> {
    private var lines: JSONLines<Element>
    private(set) var head: Element?

    /// - Parameter next: the values in their order, `nil` at the end.
    init(in folder: FilePath, _ next: () throws(PackError) -> Element?) throws(PackError) {
        let name = FilePath(".peel-sort-\(String(UInt64.random(in: .min ... .max), radix: 16))")
        let file = try Self.open(folder.appending(name))
        var buffer: [UInt8] = []
        while let value = try next() {
            buffer += PackManifest.json(value, [])
            if buffer.count >= 1 << 20 {
                try asPackError { () throws(FileError) in try file.write(buffer) }
                buffer = []
            }
        }
        try asPackError { () throws(FileError) in
            try file.write(buffer)
            try file.rewind()
        }
        lines = JSONLines(file)
        head = try lines.next()
    }

    private static func open(_ path: FilePath) throws(PackError) -> OpenFile {
        try asPackError { () throws(FileError) in
            let file = try OpenFile("write", path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
            // It goes with its owner, also where that is killed.
            try path.removeFile()
            return file
        }
    }

    func advance() throws(PackError) {
        head = try lines.next()
    }
}
