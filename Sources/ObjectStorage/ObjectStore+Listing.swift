import Files
import HTTPSending

extension ObjectStore {
    /// The contents of a folder: its objects, and its folders without their contents.
    package struct Folder: Hashable, Sendable {
        /// The names of objects, without the folder's name.
        package var objects: [String] = []
        /// The names of folders, without this one's name and the slash.
        package var folders: [String] = []
    }

    /// Passes on all objects whose names begin with `prefix`, sorted by bytes, in pages of at most 1,000.
    ///
    /// - Parameter body: returns `false` when no more are wanted.
    package func forEachPage(
        of prefix: ObjectAddress, _ body: ([ListedObject]) throws(ObjectStoreError) -> Bool
    ) async throws(ObjectStoreError) {
        try await forEachListPage(of: prefix, delimiter: nil) { page throws(ObjectStoreError) in
            try body(page.objects)
        }
    }

    /// Returns the names in a folder; none if it does not exist.
    package func contents(of folder: ObjectAddress) async throws(ObjectStoreError) -> Folder {
        let prefix = folder.asFolder
        var contents = Folder()
        try await forEachListPage(of: prefix, delimiter: "/") { page throws(ObjectStoreError) in
            for object in page.objects {
                guard let name = object.key.rest(after: prefix.key), !name.isEmpty else { continue }
                contents.objects.append(String(name))
            }
            for folder in page.folders where folder.utf8.last == UInt8(ascii: "/") {
                guard let name = folder.rest(after: prefix.key) else { continue }
                contents.folders.append(String(decoding: name.utf8.dropLast(), as: UTF8.self))
            }
            return true
        }
        return contents
    }

    private func forEachListPage(
        of prefix: ObjectAddress, delimiter: String?, _ body: (ListPage) throws(ObjectStoreError) -> Bool
    ) async throws(ObjectStoreError) {
        let bucket = ObjectAddress(bucket: prefix.bucket, key: "")
        var progress = ListProgress(prefix: prefix)
        var token: String?
        while true {
            // Names may have characters that XML cannot contain.
            var query = ["list-type": "2", "encoding-type": "url", "prefix": prefix.key]
            query["delimiter"] = delimiter
            query["continuation-token"] = token
            let answer = try await send(StorageRequest(method: .get, object: bucket, query: query, limit: 16 << 20))
            guard let page = ListPage(answer.body) else {
                throw ObjectStoreError(.badAnswer, "\(prefix): the answer is not an S3 list")
            }
            try progress.take(page)
            guard try body(page), let next = page.next else { return }
            token = next
        }
    }
}

/// Ensures that a list ends: the names of each page must come after those of the page before, in S3's order, by bytes.
/// Names, and pages of few names, have a limit.
struct ListProgress {
    let prefix: ObjectAddress
    private let mostNames: Int
    private var last: [UInt8] = []
    private var emptyPages = 0
    private var pageCount = 0
    private var nameCount = 0
    /// The most empty pages one after another. A page may be empty if names were removed meanwhile.
    private static let mostEmptyPages = 100
    /// The most pages beyond one for each ten names. Servers give up to 1,000 names a page, and fewer where many names
    /// were removed.
    static let mostSparsePages = 1_000

    /// - Parameter mostNames: `peel split` needs 2.1 KB for each.
    init(prefix: ObjectAddress, mostNames: Int = 50_000_000) {
        self.prefix = prefix
        self.mostNames = mostNames
    }

    mutating func take(_ page: ListPage) throws(ObjectStoreError) {
        let names = (page.objects.map(\.key) + page.folders).map { Array($0.utf8) }
        guard names.allSatisfy({ $0.starts(with: prefix.key.utf8) }) else {
            throw ObjectStoreError(.badAnswer, "\(prefix): the list has names with another prefix")
        }
        try count(names.count)
        guard let first = names.min(by: Self.precedes), let greatest = names.max(by: Self.precedes) else {
            emptyPages += 1
            guard emptyPages <= Self.mostEmptyPages else {
                throw ObjectStoreError(.badAnswer, "\(prefix): the list does not end: \(emptyPages) pages are empty")
            }
            return
        }
        emptyPages = 0
        guard last.isEmpty || Self.precedes(last, first) else {
            throw ObjectStoreError(.badAnswer, "\(prefix): the list does not end: a page repeats earlier names")
        }
        last = greatest
    }

    private mutating func count(_ names: Int) throws(ObjectStoreError) {
        pageCount += 1
        nameCount += names
        guard nameCount <= mostNames else {
            throw ObjectStoreError(.badAnswer, "\(prefix): the list has more than \(mostNames) names")
        }
        guard pageCount <= Self.mostSparsePages + nameCount / 10 else {
            throw ObjectStoreError(
                .badAnswer, "\(prefix): the list does not end: \(pageCount) pages have \(nameCount) names")
        }
    }

    private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }
}
