extension ObjectStore {
    /// What a folder has: its objects, and the folders in it with all that they hold left out.
    package struct Folder: Hashable, Sendable {
        /// Their names without the folder's.
        package var objects: [String] = []
        /// Their names without this one's, and without the slash.
        package var folders: [String] = []
    }

    /// Hands over all objects whose names begin with that of `prefix`, by their names' bytes, a page of at most 1,000 at a
    /// time.
    ///
    /// - Parameter body: returns `false` when no more are wanted.
    package func forEachPage(
        of prefix: ObjectAddress, _ body: ([ListedObject]) throws(ObjectStoreError) -> Bool
    ) async throws(ObjectStoreError) {
        try await forEachListPage(of: prefix, delimiter: nil) { page throws(ObjectStoreError) in
            try body(page.objects)
        }
    }

    /// The names in a folder; no names if there is no such folder.
    package func contents(of folder: ObjectAddress) async throws(ObjectStoreError) -> Folder {
        let prefix = folder.asFolder
        var contents = Folder()
        try await forEachListPage(of: prefix, delimiter: "/") { page throws(ObjectStoreError) in
            for object in page.objects where object.key != prefix.key && object.key.hasPrefix(prefix.key) {
                contents.objects.append(String(object.key.dropFirst(prefix.key.count)))
            }
            for folder in page.folders where folder.hasPrefix(prefix.key) && folder.hasSuffix("/") {
                contents.folders.append(String(folder.dropFirst(prefix.key.count).dropLast()))
            }
            return true
        }
        return contents
    }

    private func forEachListPage(
        of prefix: ObjectAddress, delimiter: String?, _ body: (ListPage) throws(ObjectStoreError) -> Bool
    ) async throws(ObjectStoreError) {
        let bucket = ObjectAddress(bucket: prefix.bucket, key: "")
        var token: String?
        while true {
            // Names may have characters that XML does not have.
            var query = ["list-type": "2", "encoding-type": "url", "prefix": prefix.key]
            query["delimiter"] = delimiter
            query["continuation-token"] = token
            let answer = try await send(StorageRequest(method: .get, object: bucket, query: query, limit: 16 << 20))
            guard let page = ListPage(answer.body) else {
                throw ObjectStoreError(.badAnswer, "\(prefix): the answer is not a list of S3's")
            }
            guard try body(page), let next = page.next else { return }
            guard next != token else {
                throw ObjectStoreError(.badAnswer, "\(prefix): the list does not go on: the same page is named twice")
            }
            token = next
        }
    }
}
