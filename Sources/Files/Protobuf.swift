/// The encoding of protocol buffers (protobuf.dev, "Encoding"): a message is a series of fields, each a number and a
/// value.
package enum Protobuf {
    package enum Value {
        case number(UInt64)
        /// Text, bytes or a nested message.
        case bytes(ArraySlice<UInt8>)
        /// Four or eight bytes, which are skipped.
        case fixed
    }

    /// Reads the fields of one message in their order.
    package struct Reader {
        private var rest: ArraySlice<UInt8>
        /// Whether reading ended before the message did.
        package private(set) var isDamaged = false

        package init(_ message: ArraySlice<UInt8>) {
            rest = message
        }

        /// Returns the next field; `nil` at the end and if the message is damaged.
        package mutating func next() -> (field: UInt64, value: Value)? {
            guard !rest.isEmpty else { return nil }
            // A key of more than 32 bits has another meaning for programs that drop the upper ones.
            guard let key = varint(), key <= UInt32.max, let value = value(ofKind: key & 7) else {
                isDamaged = true
                rest = []
                return nil
            }
            return (key >> 3, value)
        }

        private mutating func value(ofKind kind: UInt64) -> Value? {
            switch kind {
            case 0: varint().map { .number($0) }
            case 1: take(8).map { _ in .fixed }
            case 2: varint().flatMap { take($0) }.map { .bytes($0) }
            case 5: take(4).map { _ in .fixed }
            default: nil
            }
        }

        private mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
            guard count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(Int(count)) }
            return rest.prefix(Int(count))
        }

        private mutating func varint() -> UInt64? {
            var number: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                guard let byte = rest.popFirst() else { return nil }
                number |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return number }
            }
            return nil
        }
    }

    /// A field that holds bytes.
    package static func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(content.count)) + content
    }

    /// A field that holds a number.
    package static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] {
        varint(number << 3) + varint(value)
    }

    /// Encodes a number with seven bits a byte, the lowest first.
    private static func varint(_ number: UInt64) -> [UInt8] {
        var rest = number
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
