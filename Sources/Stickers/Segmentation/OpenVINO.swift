import COpenVINO
import Files

/// Why OpenVINO did not do what it was asked for.
struct OpenVINOFailure: Error {
    /// What could not be done, for a person. OpenVINO's own words are not in it: they are about its source code.
    let reason: String

    /// - Parameter reason: what could not be done.
    /// - Throws: ``OpenVINOFailure`` when `status` is not success.
    static func check(_ status: ov_status_e, _ reason: @autoclosure () -> String) throws(OpenVINOFailure) {
        guard status == OK else { throw OpenVINOFailure(reason: reason()) }
    }

    init(reason: String) {
        self.reason = reason
    }

    /// The operations that OpenVINO's last message says it does not have: of all its words, those that an author of
    /// networks needs.
    static var missingOperations: [String] {
        let message = ov_get_last_err_msg().map { String(cString: $0) } ?? ""
        let words = "No conversion rule found for operations: "
        guard let line = message.split(separator: "\n").first(where: { $0.contains(words) }),
            let list = line.split(separator: ": ", maxSplits: 1).last
        else { return [] }
        return list.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    }
}

/// Owns OpenVINO's entry point: its plugins and their settings.
struct OpenVINOCore: ~Copyable {
    private let core: OpaquePointer

    init() throws(OpenVINOFailure) {
        var core: OpaquePointer?
        try OpenVINOFailure.check(ov_core_create(&core), "OpenVINO could not be started")
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
        try OpenVINOFailure.check(
            ov_core_get_available_devices(core, &list), "OpenVINO could not list its devices")
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

    /// Whether a network can be compiled for `device`: `CPU`, `GPU.1`, or a choice such as `AUTO` or `AUTO:GPU,CPU`.
    func hasDevice(_ device: String) -> Bool {
        let devices = (try? devices()) ?? []
        let parts = device.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let choosers: Set = ["AUTO", "MULTI", "HETERO", "BATCH"]
        guard choosers.contains(String(parts[0])) else {
            return devices.contains { $0 == device || $0.hasPrefix(device + ".") }
        }
        // A chooser is a plugin of its own, which need not be installed.
        var value: UnsafeMutablePointer<CChar>?
        guard ov_core_get_property(core, String(parts[0]), "SUPPORTED_PROPERTIES", &value) == OK else { return false }
        ov_free(value)
        let named = parts.count == 1 ? [] : parts[1].split(separator: ",").filter { !$0.hasPrefix("-") }
        return named.allSatisfy { name in devices.contains { $0 == name || $0.hasPrefix(name + ".") } }
    }

    func setProperties(_ properties: [(String, String)], device: String) throws(OpenVINOFailure) {
        for (key, value) in properties {
            try OpenVINOFailure.check(
                peel_ov_core_set_property(core, device, key, value),
                "the device \(device) does not take \(key)=\(value)")
        }
    }

    /// Reads an ONNX file and compiles it.
    func compile(_ network: [UInt8], device: String) throws(OpenVINOFailure) -> CompiledNetwork {
        var model: OpaquePointer?
        let status = network.withUnsafeBytes { bytes in
            ov_core_read_model_from_memory_buffer(
                core, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, nil, &model)
        }
        try OpenVINOFailure.check(status, Self.readFailure)
        defer { ov_model_free(model) }
        var compiled: OpaquePointer?
        try OpenVINOFailure.check(
            ov_core_compile_model_props(core, model, device, 0, nil, &compiled),
            "OpenVINO cannot compile it for the device \(device)")
        return try CompiledNetwork(compiled)
    }

    private static var readFailure: String {
        let operations = OpenVINOFailure.missingOperations
        return operations.isEmpty
            ? "it is not an ONNX file, or a damaged one"
            : "it uses operations that OpenVINO does not have: \(operations.joined(separator: ", "))"
    }

    /// Takes up what ``CompiledNetwork/export(to:)`` wrote for the same device and the same settings.
    func importCompiled(_ blob: [UInt8], device: String) throws(OpenVINOFailure) -> CompiledNetwork {
        let memory = NetworkMemory(blob)
        var compiled: OpaquePointer?
        let status = ov_core_import_model(
            core, memory.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), memory.bytes.count, device, &compiled)
        try OpenVINOFailure.check(status, "it is not a compiled network for the device \(device)")
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
        let reason = "no inference request could be made"
        try OpenVINOFailure.check(ov_compiled_model_create_infer_request(compiled, &request), reason)
        guard let request else { throw OpenVINOFailure(reason: reason) }
        return InferenceRequest(request, memory: memory)
    }

    /// Writes the compiled network. Only what was compiled, not imported, may be exported: OpenVINO 2026.4 writes a
    /// file that it cannot read again otherwise.
    func export(to path: FilePath) throws(OpenVINOFailure) {
        try path.withCString { path throws(OpenVINOFailure) in
            try OpenVINOFailure.check(ov_compiled_model_export_model(compiled, path), "it could not be exported")
        }
    }

    /// How many pictures it infers at once; `nil` if the device does not say.
    func streams() -> Int? {
        var value: UnsafeMutablePointer<CChar>?
        guard ov_compiled_model_get_property(compiled, "NUM_STREAMS", &value) == OK, let value else { return nil }
        defer { ov_free(value) }
        return Int(String(cString: value)).flatMap { $0 > 0 ? $0 : nil }
    }

    func outputCount() throws(OpenVINOFailure) -> Int {
        var count = 0
        try OpenVINOFailure.check(ov_compiled_model_outputs_size(compiled, &count), "its outputs cannot be counted")
        return count
    }

    func inputCount() throws(OpenVINOFailure) -> Int {
        var count = 0
        try OpenVINOFailure.check(ov_compiled_model_inputs_size(compiled, &count), "its inputs cannot be counted")
        return count
    }

    func input() throws(OpenVINOFailure) -> NetworkPort {
        var port: OpaquePointer?
        try OpenVINOFailure.check(ov_compiled_model_input_by_index(compiled, 0, &port), "it has no input")
        defer { ov_output_const_port_free(port) }
        return try NetworkPort(port)
    }

    /// The first one, whose answer is read.
    func output() throws(OpenVINOFailure) -> NetworkPort {
        var port: OpaquePointer?
        try OpenVINOFailure.check(ov_compiled_model_output_by_index(compiled, 0, &port), "it has no output")
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
        let reason = "its input and output cannot be looked at"
        try OpenVINOFailure.check(ov_port_get_element_type(port, &type), reason)
        holdsFloats = type == F32
        var shape = ov_partial_shape_t()
        try OpenVINOFailure.check(ov_port_get_partial_shape(port, &shape), reason)
        defer { ov_partial_shape_free(&shape) }
        let rank = shape.rank.min == shape.rank.max ? Int(shape.rank.max) : 0
        self.shape = (0..<rank).map { index in
            let dimension = shape.dims[index]
            return dimension.min == dimension.max ? Int(dimension.max) : -1
        }
    }
}

/// Owns the memory of one run of a network. It has one owner, and `run` needs exclusive access.
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
        try OpenVINOFailure.check(ov_infer_request_get_input_tensor(request, &input), "it gave no input to fill")
        defer { ov_tensor_free(input) }
        if try Self.dimensions(of: input) != shape { try Self.reshape(input, to: shape) }
        let samples = try Self.samples(of: input)
        fill(samples)
        try OpenVINOFailure.check(ov_infer_request_infer(request), "OpenVINO failed while it ran")
        var output: OpaquePointer?
        try OpenVINOFailure.check(ov_infer_request_get_output_tensor_by_index(request, 0, &output), "it gave no answer")
        defer { ov_tensor_free(output) }
        let answer = try Self.samples(of: output)
        return try read(try Self.dimensions(of: output), UnsafeBufferPointer(answer))
    }

    private static func dimensions(of tensor: OpaquePointer?) throws(OpenVINOFailure) -> [Int] {
        var shape = ov_shape_t()
        try OpenVINOFailure.check(ov_tensor_get_shape(tensor, &shape), "its numbers have no shape")
        defer { ov_shape_free(&shape) }
        return (0..<Int(shape.rank)).map { Int(shape.dims[$0]) }
    }

    private static func reshape(_ tensor: OpaquePointer?, to dimensions: [Int]) throws(OpenVINOFailure) {
        var sides = dimensions.map { Int64($0) }
        var shape = ov_shape_t()
        try OpenVINOFailure.check(ov_shape_create(Int64(sides.count), &sides, &shape), "its input cannot be shaped")
        defer { ov_shape_free(&shape) }
        try OpenVINOFailure.check(ov_tensor_set_shape(tensor, shape), "its input cannot be \(dimensions) numbers")
    }

    private static func samples(of tensor: OpaquePointer?) throws(OpenVINOFailure) -> UnsafeMutableBufferPointer<Float>
    {
        var type = F32
        try OpenVINOFailure.check(ov_tensor_get_element_type(tensor, &type), "its numbers have no type")
        guard type == F32 else { throw OpenVINOFailure(reason: "the network's numbers are not 32-bit floats") }
        var count = 0
        var data: UnsafeMutableRawPointer?
        try OpenVINOFailure.check(ov_tensor_get_size(tensor, &count), "its numbers cannot be counted")
        try OpenVINOFailure.check(ov_tensor_data(tensor, &data), "its numbers cannot be read")
        guard let data else { throw OpenVINOFailure(reason: "the network has no data") }
        return UnsafeMutableBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count)
    }
}
