import FoundationEssentials

/// Reads JSON from untrusted sources in linear time.
///
/// Foundation's decoder is slow for deeply nested values, and Swift compares texts in Unicode's canonical order, which
/// takes quadratic time in the marks on one letter. So a document is checked first.
package enum CheckedJSON {
    /// Why a document is not read.
    package enum Failure: Error, Hashable, CustomStringConvertible {
        /// RFC 8259, section 8.1. Foundation reads other encodings, too.
        case notUTF8
        case tooDeep
        case tooManyMarks

        package var description: String {
            switch self {
            case .notUTF8: "it is not UTF-8"
            case .tooDeep: "values are nested more than \(CheckedJSON.deepest) deep"
            case .tooManyMarks: "more than \(MarkRun.longest) combining marks are on one letter"
            }
        }
    }

    /// The deepest nesting of arrays and objects.
    package static let deepest = 32

    /// Decodes a value from a document that is valid UTF-8 and not too deep.
    ///
    /// - Throws: ``Failure``, or what `JSONDecoder` throws.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: some Collection<UInt8>
    ) throws -> Value {
        try check(bytes)
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Checks what slows the decoder down. Other errors are the decoder's.
    private static func check(_ bytes: some Collection<UInt8>) throws(Failure) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        var scalars = text.unicodeScalars.makeIterator()
        var depth = 0
        while let scalar = scalars.next() {
            switch scalar {
            case "[", "{":
                depth += 1
                guard depth <= deepest else { throw .tooDeep }
            case "]", "}": depth -= 1
            case "\"": try checkText(&scalars)
            case "\0": throw .notUTF8
            default: break
            }
        }
    }

    /// Checks a text of JSON: the number of marks on each character.
    ///
    /// - Parameter scalars: behind the quotation mark that opens the text; behind the one that closes it afterwards.
    private static func checkText(_ scalars: inout String.UnicodeScalarView.Iterator) throws(Failure) {
        var run = MarkRun()
        var half: UInt32?
        while let scalar = scalars.next(), scalar != "\"" {
            guard scalar == "\\" else {
                guard run.takes(scalar) else { throw .tooManyMarks }
                continue
            }
            guard let escape = scalars.next() else { return }
            guard escape == "u" else {
                _ = run.takes(escape)
                continue
            }
            let code = (0..<4).reduce(0) { code, _ in
                code << 4 | (scalars.next().flatMap { Character($0).hexDigitValue }.map(UInt32.init) ?? 0)
            }
            let whole = half.map { 0x10000 + ($0 & 0x3FF) << 10 + code & 0x3FF } ?? code
            half = half == nil && (0xD800..<0xDC00).contains(code) ? code : nil
            if let scalar = Unicode.Scalar(whole), !run.takes(scalar) { throw .tooManyMarks }
        }
    }
}

/// Counts combining marks in a row.
package struct MarkRun {
    /// The longest run of marks. No text has as many; with so many, a comparison takes a fifth of a microsecond per
    /// byte.
    package static let longest = 1_000
    private var count = 0

    package init() {}

    /// Counts a scalar.
    ///
    /// - Returns: `false` for one mark too many.
    package mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        // U+0300 is the first combining mark.
        let isMark = scalar >= "\u{300}" && scalar.properties.canonicalCombiningClass != .notReordered
        count = isMark ? count + 1 : 0
        return count <= Self.longest
    }
}

/// The name of any member of a JSON object.
package struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init(stringLiteral name: String) { stringValue = name }
    package init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<AnyKey> {
    /// The names of the object's members.
    package var names: [String] { allKeys.map(\.stringValue) }
}

/// The unknown one among the names of a JSON object or of a query; the least if there are several.
///
/// - Returns: `nil` if all are known.
package func unknownName(among names: some Sequence<String>, known: some Collection<String>) -> String? {
    names.filter { !known.contains($0) }.min()
}
