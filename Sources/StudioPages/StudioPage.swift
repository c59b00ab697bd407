import CStudioPages

/// A file of the studio's web pages, from inside the program.
package struct StudioPage: Hashable, Sendable {
    /// Under the server's root, with its slash: `/app.js`.
    package let path: String
    package let contentType: String
    /// As it lies in `Web`.
    package let bytes: [UInt8]

    /// All of them; `/index.html` is the studio itself.
    package static let all: [StudioPage] = (0..<studio_page_count()).compactMap { index in
        guard let page = studio_page_at(index)?.pointee else { return nil }
        return StudioPage(
            path: String(cString: page.path), contentType: String(cString: page.content_type),
            bytes: Array(UnsafeRawBufferPointer(start: page.bytes, count: page.count)))
    }

    private static let texts = Dictionary(
        uniqueKeysWithValues: all.filter { !["image/png", "image/jpeg"].contains($0.contentType) }.map {
            (String($0.path.dropFirst()), String(decoding: $0.bytes, as: UTF8.self))
        })

    /// The scripts of all pages, joined: what the page begins with (`/app.js`) comes once, and each part that is opened
    /// later without it.
    package static let scripts = ScriptJoiner(start: "app.js") { texts[$0] }

    /// What browsers get: a script with all that it imports, a style sheet with all that it imports, or the file.
    package var joinedBytes: [UInt8] {
        let name = String(path.dropFirst())
        let joined =
            if contentType.hasPrefix("text/javascript") {
                Self.scripts.joined(name)
            } else if contentType.hasPrefix("text/css") {
                StyleJoiner { Self.texts[$0] }.joined(name)
            } else {
                String?.none
            }
        // What cannot be joined works as well as it is, file by file.
        return joined.map { Array($0.utf8) } ?? bytes
    }
}

/// The description of the studio's API, from inside the program.
package enum StudioAPIDescription {
    /// OpenAPI 3.1, as JSON that people can read.
    package static let json: [UInt8] = {
        var count = 0
        return Array(UnsafeBufferPointer(start: studio_openapi(&count), count: count))
    }()
}
