import Files

/// In how many bits a network's weights are, read out of its ONNX file.
///
/// The file is a protocol buffer (`onnx.proto3`). Only the fields that lead to the types of constants are read. The damaged
/// part of a file is skipped: OpenVINO refuses the file.
enum ONNXWeights {
    /// Whether any constant is stored in 8 bits or fewer: a kernel, or the zero point of an operation that rounds kernels.
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
    /// Graphs within graphs are few; a file that was made to be deep is not followed to its end.
    private static let greatestDepth = 32

    private static func hasFewBits(_ bytes: ArraySlice<UInt8>, as message: Message, depth: Int) -> Bool {
        guard depth < greatestDepth else { return false }
        var reader = ProtocolBuffer.Reader(bytes)
        while let (field, value) = reader.next() {
            let isFound =
                switch (message, field, value) {
                case (.tensor, 2, .number(let type)): fewBits.contains(type)
                case (_, _, .bytes(let part)):
                    message.part(inField: field).map { hasFewBits(part, as: $0, depth: depth + 1) } ?? false
                default: false
                }
            if isFound { return true }
        }
        return false
    }
}
