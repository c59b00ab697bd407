/// In how many bits a network's weights are, read out of its ONNX file.
///
/// The file is a protocol buffer: fields of a number and a value, where a value may hold fields in turn. Read are the few that
/// lead to the types of constants and to the names of operations (`onnx.proto3`); all others are skipped. What cannot be read of
/// a damaged file is passed over: to refuse it is OpenVINO's part.
enum ONNXWeights {
    /// Whether any constant is stored in 8 bits or fewer, or the network rounds to so many itself (`QuantizeLinear`).
    ///
    /// - Parameter network: an ONNX file, or any bytes.
    static func areInFewBits(_ network: [UInt8]) -> Bool {
        hasFewBits(network[...], as: .model, depth: 0)
    }

    /// What a message is, and which of its fields lead on.
    private enum Message {
        case model, graph, node, attribute, tensor

        func part(inField field: UInt64) -> Message? {
            switch (self, field) {
            case (.model, 7), (.attribute, 6), (.attribute, 11): .graph
            case (.graph, 1): .node
            case (.graph, 5), (.attribute, 5), (.attribute, 10): .tensor
            case (.node, 5): .attribute
            default: nil
            }
        }
    }

    /// `TensorProto.DataType`: UINT8, INT8, the FLOAT8s, UINT4, INT4, FLOAT4E2M1, FLOAT8E8M0, UINT2, INT2, the FLOAT6s.
    private static let fewBits: Set<UInt64> = [2, 3, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28]
    private static let rounding = Array("QuantizeLinear".utf8)
    /// Graphs within graphs are few; a file that was made to be deep is not followed to its end.
    private static let greatestDepth = 32

    private static func hasFewBits(_ bytes: ArraySlice<UInt8>, as message: Message, depth: Int) -> Bool {
        guard depth < greatestDepth else { return false }
        var reader = ProtocolBufferReader(bytes)
        while let (field, value) = reader.next() {
            let isFound =
                switch (message, field, value) {
                case (.tensor, 2, .number(let type)): fewBits.contains(type)
                case (.node, 4, .bytes(let operation)): operation.elementsEqual(rounding)
                case (_, _, .bytes(let part)):
                    message.part(inField: field).map { hasFewBits(part, as: $0, depth: depth + 1) } ?? false
                default: false
                }
            if isFound { return true }
        }
        return false
    }
}

/// Reads the fields of one message of a protocol buffer ("Encoding" in the format's documentation), in their order.
private struct ProtocolBufferReader {
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        /// Four or eight bytes, which are skipped.
        case fixed
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// `nil` at the end, and where the message is damaged.
    mutating func next() -> (field: UInt64, value: Value)? {
        guard let key = varint() else { return nil }
        let value: Value? =
            switch key & 7 {
            case 0: varint().map { .number($0) }
            case 1: take(8).map { _ in .fixed }
            case 2: varint().flatMap { take($0) }.map { .bytes($0) }
            case 5: take(4).map { _ in .fixed }
            default: nil
            }
        return value.map { (key >> 3, $0) }
    }

    private mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    /// Seven bits a byte, the lowest first.
    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
