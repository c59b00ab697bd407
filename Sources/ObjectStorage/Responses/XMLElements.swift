/// Reads the small XML documents of S3: elements, text, character references. Namespaces and attributes are ignored.
///
/// It is strict: anything else (a DOCTYPE, unknown entities, tags that do not match) makes a document unreadable. So
/// nothing can expand, and nothing reaches a general parser.
struct XMLElements {
    /// An element with its elements, or with its text.
    struct Element {
        var name: String
        var children: [Element] = []
        var text = ""

        subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }
    }

    private static let deepest = 16
    private static let most = 20_000
    private var rest: ArraySlice<UInt8>
    private var count = 0

    /// Returns the outermost element; `nil` if the bytes are not such a document.
    static func root(of bytes: [UInt8]) -> Element? {
        var reader = XMLElements(rest: bytes[...])
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.rest = bytes[3...] }
        reader.skipProlog()
        guard reader.take("<"), let root = reader.element(depth: 0) else { return nil }
        reader.skipProlog()
        return reader.rest.isEmpty ? root : nil
    }

    /// Skips blanks, comments and `<?xml …?>`.
    private mutating func skipProlog() {
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            if rest.starts(with: "<?".utf8) {
                guard skip(past: "?>") else { return }
            } else if rest.starts(with: "<!--".utf8) {
                guard skip(past: "-->") else { return }
            } else {
                return
            }
        }
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func skip(past end: String) -> Bool {
        let end = Array(end.utf8)
        while let index = rest.firstIndex(of: end[0]) {
            rest = rest[index...]
            if rest.starts(with: end) {
                rest = rest.dropFirst(end.count)
                return true
            }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Reads an element after its `<`.
    private mutating func element(depth: Int) -> Element? {
        count += 1
        guard depth < Self.deepest, count <= Self.most, let name = self.name(), let isClosed = endOfTag() else {
            return nil
        }
        var element = Element(name: name)
        if isClosed { return element }
        var text: [UInt8] = []
        while let byte = rest.first {
            if take("</") {
                guard self.name() == name else { return nil }
                rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
                guard take(">"), let read = String(validating: text, as: UTF8.self) else { return nil }
                element.text = element.children.isEmpty ? read : ""
                return element
            } else if rest.starts(with: "<!--".utf8) {
                guard skip(past: "-->") else { return nil }
            } else if take("<") {
                guard let child = self.element(depth: depth + 1) else { return nil }
                element.children.append(child)
            } else if byte == UInt8(ascii: "&") {
                guard let character = reference() else { return nil }
                text += character
            } else {
                text.append(byte)
                rest = rest.dropFirst()
            }
        }
        return nil
    }

    /// Reads a name without its namespace's prefix.
    private mutating func name() -> String? {
        let bytes = rest.prefix { CanonicalEncoding.isUnreserved($0) || $0 == UInt8(ascii: ":") }
        guard !bytes.isEmpty, bytes.count <= 100 else { return nil }
        rest = rest.dropFirst(bytes.count)
        return String(decoding: bytes, as: UTF8.self).split(separator: ":").last.map(String.init)
    }

    /// Reads the rest of a tag. Returns whether the element has no content, or `nil` if the tag does not end.
    private mutating func endOfTag() -> Bool? {
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: ">"): return false
            case UInt8(ascii: "/"): return take(">") ? true : nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = rest.firstIndex(of: byte) else { return nil }
                rest = rest[(end + 1)...]
            case UInt8(ascii: "<"): return nil
            default: break
            }
        }
        return nil
    }

    private mutating func reference() -> [UInt8]? {
        guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        switch name {
        case "amp": return Array("&".utf8)
        case "lt": return Array("<".utf8)
        case "gt": return Array(">".utf8)
        case "quot": return Array("\"".utf8)
        case "apos": return Array("'".utf8)
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            return number.flatMap { Unicode.Scalar($0) }.map { Array(String(Character($0)).utf8) }
        }
    }
}
