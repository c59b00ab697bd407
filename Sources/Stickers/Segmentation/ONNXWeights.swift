import Files

/// What an ONNX file says of a network's weights.
///
/// The file is a protocol buffer (`onnx.proto3`). Only the fields that lead to tensors are read, as deep as networks
/// are.
enum ONNXWeights {
    /// Whether any constant is stored in 8 bits or fewer: a kernel, or the zero point of an operation that rounds
    /// kernels. The damaged part of a file is skipped: OpenVINO refuses the file.
    ///
    /// - Parameter network: an ONNX file, or any bytes.
    static func areInFewBits(_ network: [UInt8]) -> Bool {
        var fields = TensorFields(network)
        while let (field, value) = fields.next() {
            if field == 2, case .number(let type) = value, fewBits.contains(type) { return true }
        }
        return false
    }

    /// Why OpenVINO must not see a file: it would read weights in other files, or it cannot be told whether it would.
    /// `nil` for a file that has its weights in itself.
    static func refusal(of network: [UInt8]) -> String? {
        var fields = TensorFields(network)
        while let (field, value) = fields.next() {
            switch (field, value) {
            // TensorProto.external_data and data_location.
            case (13, _): return "it names other files for its weights; export it with all weights in one file"
            case (14, .number(let place)) where place != 0:
                return "its weights are in other files; export it with all weights in one file"
            default: break
            }
        }
        return fields.isDamaged ? "it is not an ONNX file, or a damaged one" : nil
    }

    /// `TensorProto.DataType`: UINT8, INT8, the FLOAT8s, UINT4, INT4, FLOAT4E2M1, FLOAT8E8M0, UINT2, INT2, the FLOAT6s.
    private static let fewBits: Set<UInt64> = [2, 3, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28]
}

/// The fields of all tensors of a file, wherever tensors may stand.
private struct TensorFields {
    /// What a message is, and which of its fields lead on.
    private enum Message {
        case model, training, function, graph, node, attribute, sparseTensor, tensor

        func part(inField field: UInt64) -> Message? {
            switch (self, field) {
            case (.model, 7), (.training, 1), (.training, 2), (.attribute, 6), (.attribute, 11): .graph
            case (.model, 20): .training
            case (.model, 25): .function
            case (.graph, 1), (.function, 7): .node
            case (.node, 5), (.function, 11): .attribute
            case (.graph, 15), (.attribute, 22), (.attribute, 23): .sparseTensor
            case (.graph, 5), (.attribute, 5), (.attribute, 10), (.sparseTensor, 1), (.sparseTensor, 2): .tensor
            default: nil
            }
        }
    }

    /// Graphs within graphs are few; a file that was made to be deep is not followed to its end.
    private static let greatestDepth = 32

    /// Messages within each other, the outermost first.
    private var open: [(message: Message, reader: Protobuf.Reader)]
    /// Whether not all of the file could be read.
    private(set) var isDamaged = false

    init(_ file: [UInt8]) {
        open = [(.model, Protobuf.Reader(file[...]))]
    }

    /// `nil` at the end.
    mutating func next() -> (field: UInt64, value: Protobuf.Value)? {
        while !open.isEmpty {
            let last = open.count - 1
            guard let (field, value) = open[last].reader.next() else {
                if open[last].reader.isDamaged { isDamaged = true }
                open.removeLast()
                continue
            }
            if open[last].message == .tensor { return (field, value) }
            guard case .bytes(let part) = value, let message = open[last].message.part(inField: field) else { continue }
            guard open.count < Self.greatestDepth else {
                isDamaged = true
                continue
            }
            open.append((message, Protobuf.Reader(part)))
        }
        return nil
    }
}
