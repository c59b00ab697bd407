import COpenVINO

/// What OpenVINO says went wrong.
struct OpenVINOFailure: Error {
    let reason: String

    /// - Throws: ``OpenVINOFailure`` when `status` is not success.
    static func check(_ status: ov_status_e) throws(OpenVINOFailure) {
        guard status != OK else { return }
        let message = ov_get_last_err_msg().map { String(cString: $0) } ?? ""
        // OpenVINO's messages name its own source lines first; the last line that says something is the reason.
        let lines = message.split(separator: "\n").map(String.init).filter { !$0.isEmpty }
        throw OpenVINOFailure(reason: lines.last ?? String(cString: ov_get_error_info(status)))
    }

    init(reason: String) {
        self.reason = reason
    }
}

/// Owns OpenVINO's entry point: its plugins and their settings.
struct OpenVINOCore: ~Copyable {
    private let core: OpaquePointer

    init() throws(OpenVINOFailure) {
        var core: OpaquePointer?
        try OpenVINOFailure.check(ov_core_create(&core))
        guard let core else { throw OpenVINOFailure(reason: "OpenVINO could not be started") }
        self.core = core
    }

    deinit {
        ov_core_free(core)
    }

    static var version: String {
        var version = ov_version()
        guard ov_get_openvino_version(&version) == OK else { return "unknown" }
        defer { ov_version_free(&version) }
        return version.buildNumber.map { String(cString: $0) } ?? "unknown"
    }

    /// The devices that can run a network here: `CPU`, `GPU`, `NPU`, …
    func devices() throws(OpenVINOFailure) -> [String] {
        var list = ov_available_devices_t()
        try OpenVINOFailure.check(ov_core_get_available_devices(core, &list))
        defer { ov_available_devices_free(&list) }
        return (0..<list.size).compactMap { list.devices[$0].map { String(cString: $0) } }
    }

    /// The device's own name, for example the processor's.
    func fullName(ofDevice device: String) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard ov_core_get_property(core, device, "FULL_DEVICE_NAME", &value) == OK, let value else { return nil }
        defer { ov_free(value) }
        return String(cString: value)
    }

    func setProperties(_ properties: [(String, String)], device: String) throws(OpenVINOFailure) {
        for (key, value) in properties {
            try OpenVINOFailure.check(peel_ov_core_set_property(core, device, key, value))
        }
    }

    /// Reads an ONNX file and compiles it.
    func compile(_ network: [UInt8], device: String) throws(OpenVINOFailure) -> CompiledNetwork {
        var model: OpaquePointer?
        let status = network.withUnsafeBytes { bytes in
            ov_core_read_model_from_memory_buffer(
                core, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, nil, &model)
        }
        try OpenVINOFailure.check(status)
        defer { ov_model_free(model) }
        var compiled: OpaquePointer?
        try OpenVINOFailure.check(ov_core_compile_model_props(core, model, device, 0, nil, &compiled))
        return try CompiledNetwork(compiled)
    }

    /// Takes up what ``CompiledNetwork/export(to:)`` wrote for the same device and the same settings.
    func importCompiled(_ blob: [UInt8], device: String) throws(OpenVINOFailure) -> CompiledNetwork {
        let memory = NetworkMemory(blob)
        var compiled: OpaquePointer?
        let status = ov_core_import_model(
            core, memory.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), memory.bytes.count, device, &compiled)
        try OpenVINOFailure.check(status)
        return try CompiledNetwork(compiled, memory: memory)
    }
}

/// The bytes that a network was imported from. OpenVINO does not copy the weights out of them: they must stay where
/// they are as long as anything of the network lives.
final class NetworkMemory {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ blob: [UInt8]) {
        bytes = .allocate(byteCount: blob.count, alignment: 64)
        bytes.copyBytes(from: blob)
    }

    deinit {
        bytes.deallocate()
    }
}

/// Owns a network that is ready to run on a device.
struct CompiledNetwork: ~Copyable {
    private let compiled: OpaquePointer
    private let memory: NetworkMemory?

    init(_ compiled: OpaquePointer?, memory: NetworkMemory? = nil) throws(OpenVINOFailure) {
        guard let compiled else { throw OpenVINOFailure(reason: "the network could not be compiled") }
        self.compiled = compiled
        self.memory = memory
    }

    deinit {
        ov_compiled_model_free(compiled)
    }

    func makeRequest() throws(OpenVINOFailure) -> InferenceRequest {
        var request: OpaquePointer?
        try OpenVINOFailure.check(ov_compiled_model_create_infer_request(compiled, &request))
        guard let request else { throw OpenVINOFailure(reason: "no inference request could be made") }
        return InferenceRequest(request, memory: memory)
    }

    /// Writes the compiled network. Only what was compiled, not imported, may be exported: OpenVINO 2026.4 writes a file
    /// that it cannot read again otherwise.
    func export(to path: String) throws(OpenVINOFailure) {
        try OpenVINOFailure.check(ov_compiled_model_export_model(compiled, path))
    }

    func outputCount() throws(OpenVINOFailure) -> Int {
        var count = 0
        try OpenVINOFailure.check(ov_compiled_model_outputs_size(compiled, &count))
        return count
    }

    func inputCount() throws(OpenVINOFailure) -> Int {
        var count = 0
        try OpenVINOFailure.check(ov_compiled_model_inputs_size(compiled, &count))
        return count
    }

    func input() throws(OpenVINOFailure) -> NetworkPort {
        var port: OpaquePointer?
        try OpenVINOFailure.check(ov_compiled_model_input_by_index(compiled, 0, &port))
        defer { ov_output_const_port_free(port) }
        return try NetworkPort(port)
    }

    /// The first one, whose answer is read.
    func output() throws(OpenVINOFailure) -> NetworkPort {
        var port: OpaquePointer?
        try OpenVINOFailure.check(ov_compiled_model_output_by_index(compiled, 0, &port))
        defer { ov_output_const_port_free(port) }
        return try NetworkPort(port)
    }
}

/// What goes into a network, or comes out of it.
struct NetworkPort {
    let name: String
    /// -1 where a dimension is open; empty when their number is.
    let shape: [Int]
    let holdsFloats: Bool

    fileprivate init(_ port: OpaquePointer?) throws(OpenVINOFailure) {
        var name: UnsafeMutablePointer<CChar>?
        let hasName = ov_port_get_any_name(port, &name) == OK
        defer { if hasName { ov_free(name) } }
        self.name = hasName ? name.map { String(cString: $0) } ?? "" : ""
        var type = F32
        try OpenVINOFailure.check(ov_port_get_element_type(port, &type))
        holdsFloats = type == F32
        var shape = ov_partial_shape_t()
        try OpenVINOFailure.check(ov_port_get_partial_shape(port, &shape))
        defer { ov_partial_shape_free(&shape) }
        let rank = shape.rank.min == shape.rank.max ? Int(shape.rank.max) : 0
        self.shape = (0..<rank).map { index in
            let dimension = shape.dims[index]
            return dimension.min == dimension.max ? Int(dimension.max) : -1
        }
    }
}

/// Owns the memory of one run of a network. Whoever holds it runs it: it has one owner, and `run` needs it exclusively.
///
/// OpenVINO's guide ("Inference Request", "Compiled Model"): any number of requests of one compiled network run on any
/// threads side by side, what they share is synchronised by the compiled network.
// Unchecked because a pointer is never Sendable; the guide's sentence above, one owner and `mutating` make it so.
struct InferenceRequest: ~Copyable, @unchecked Sendable {
    private let request: OpaquePointer
    private let memory: NetworkMemory?

    init(_ request: OpaquePointer, memory: NetworkMemory?) {
        self.request = request
        self.memory = memory
    }

    deinit {
        ov_infer_request_free(request)
    }

    /// Fills the input, runs the network and reads the first output; blocks the calling thread meanwhile.
    ///
    /// - Parameters:
    ///   - shape: of the input, for a network that leaves it open.
    ///   - fill: writes the input's samples, row by row, channel by channel.
    ///   - read: gets the output's dimensions and samples.
    mutating func run<Result>(
        shape: [Int], fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        read: ([Int], UnsafeBufferPointer<Float>) throws(OpenVINOFailure) -> Result
    ) throws(OpenVINOFailure) -> Result {
        var input: OpaquePointer?
        try OpenVINOFailure.check(ov_infer_request_get_input_tensor(request, &input))
        defer { ov_tensor_free(input) }
        if try Self.dimensions(of: input) != shape { try Self.reshape(input, to: shape) }
        let samples = try Self.samples(of: input)
        fill(samples)
        try OpenVINOFailure.check(ov_infer_request_infer(request))
        var output: OpaquePointer?
        try OpenVINOFailure.check(ov_infer_request_get_output_tensor_by_index(request, 0, &output))
        defer { ov_tensor_free(output) }
        let answer = try Self.samples(of: output)
        return try read(try Self.dimensions(of: output), UnsafeBufferPointer(answer))
    }

    private static func dimensions(of tensor: OpaquePointer?) throws(OpenVINOFailure) -> [Int] {
        var shape = ov_shape_t()
        try OpenVINOFailure.check(ov_tensor_get_shape(tensor, &shape))
        defer { ov_shape_free(&shape) }
        return (0..<Int(shape.rank)).map { Int(shape.dims[$0]) }
    }

    private static func reshape(_ tensor: OpaquePointer?, to dimensions: [Int]) throws(OpenVINOFailure) {
        var sides = dimensions.map { Int64($0) }
        var shape = ov_shape_t()
        try OpenVINOFailure.check(ov_shape_create(Int64(sides.count), &sides, &shape))
        defer { ov_shape_free(&shape) }
        try OpenVINOFailure.check(ov_tensor_set_shape(tensor, shape))
    }

    private static func samples(of tensor: OpaquePointer?) throws(OpenVINOFailure) -> UnsafeMutableBufferPointer<Float>
    {
        var type = F32
        try OpenVINOFailure.check(ov_tensor_get_element_type(tensor, &type))
        guard type == F32 else { throw OpenVINOFailure(reason: "the network's numbers are not 32-bit floats") }
        var count = 0
        var data: UnsafeMutableRawPointer?
        try OpenVINOFailure.check(ov_tensor_get_size(tensor, &count))
        try OpenVINOFailure.check(ov_tensor_data(tensor, &data))
        guard let data else { throw OpenVINOFailure(reason: "the network has no data") }
        return UnsafeMutableBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count)
    }
}
