/// The fields of a form as a browser or libcurl sends it (RFC 7578).
package struct MultipartForm: Sendable {
    package struct Field: Sendable {
        package var text: String { String(decoding: content, as: UTF8.self) }
        package var content: [UInt8]
        package var fileName: String?
        package var contentType: String?
    }

    package private(set) var fields: [String: Field] = [:]

    /// - Returns: `nil` for what is not such a form.
    package init?(_ body: [UInt8], contentType: String) {
        let mark = "boundary="
        guard let start = contentType.indices.first(where: { contentType[$0...].hasPrefix(mark) }) else { return nil }
        let boundary = Array(("\r\n--" + contentType[start...].dropFirst(mark.count)).utf8)
        let gap = Array("\r\n\r\n".utf8)
        let all = Array("\r\n".utf8) + body
        let places = Self.places(of: boundary, in: all)
        guard places.count > 1 else { return nil }
        for (start, end) in zip(places, places.dropFirst()) {
            let part = Array(all[(start + boundary.count)..<end])
            guard let head = Self.places(of: gap, in: part).first else { return nil }
            var field = Field(content: Array(part[(head + gap.count)...]))
            var name = ""
            for line in String(decoding: part[..<head], as: UTF8.self).split(separator: "\r\n") {
                if line.lowercased().hasPrefix("content-type: ") { field.contentType = String(line.dropFirst(14)) }
                for piece in line.split(separator: ";").map({ $0.drop { $0 == " " } }) {
                    if piece.hasPrefix("name=") { name = String(piece.dropFirst(6).dropLast()) }
                    if piece.hasPrefix("filename=") { field.fileName = String(piece.dropFirst(10).dropLast()) }
                }
            }
            fields[name] = field
        }
    }

    package subscript(name: String) -> String? { fields[name]?.text }

    private static func places(of pattern: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard let first = pattern.first, bytes.count >= pattern.count else { return [] }
        return (0...bytes.count - pattern.count).filter {
            bytes[$0] == first && bytes[$0..<$0 + pattern.count].elementsEqual(pattern)
        }
    }
}
