public import Imaging
import Profiling
import Synchronization

/// Runs a network that says which pixels of a picture belong to its subject.
///
/// Shared by all tasks: it has one inference request for each stream, each behind a lock of its own. A call blocks its
/// thread until the network has answered, so it belongs on the photo executor, with as many streams as threads.
/// Photos are computed in 32-bit floats: the same photo gives the same bits, however many streams and threads there
/// are. Frames of clips are computed in bfloat16 where the processor has it and the network is Peel's, in three fifths
/// of the time.
public final class SubjectSegmenter: Sendable {
    /// Where and how the network runs.
    public struct Configuration: Hashable, Sendable {
        /// OpenVINO's name of the device: `CPU`, `GPU`, `NPU`, `AUTO`.
        package var device: String
        /// How many pictures are inferred at once. On a CPU, a network whose weights are in 8 bits or fewer looks at
        /// one at a time, whatever this says.
        package var streams: Int
        /// Threads in all; a stream gets its part of them.
        package var threads: Int
        /// Where compiled networks are kept; `nil` for nowhere.
        package var cache: CompiledNetworkCache?
        /// Whether all that it looks at are frames of clips, also for a brush and a choice of subjects.
        package var isForFrames = false

        /// Creates a configuration; each part has a default.
        ///
        /// - Parameters:
        ///   - device: the name of the device in OpenVINO: `CPU`, `GPU`, `NPU`, `AUTO`.
        ///   - streams: how many pictures are inferred at once, at least 1.
        ///   - threads: the threads of all streams together, at least `streams`.
        public init(
            device: String = "CPU", streams: Int = PhotoExecutor.shared.threadCount,
            threads: Int = PhotoExecutor.shared.threadCount
        ) {
            self.init(device: device, streams: streams, threads: threads, cache: .standard)
        }

        package init(
            device: String = "CPU", streams: Int = PhotoExecutor.shared.threadCount,
            threads: Int = PhotoExecutor.shared.threadCount, cache: CompiledNetworkCache?
        ) {
            self.device = device
            self.streams = max(1, streams)
            self.threads = max(self.streams, threads)
            self.cache = cache
        }
    }

    /// The network that was loaded.
    package let model: SubjectModel
    /// What the network takes and gives.
    package let family: SubjectModel.Family
    /// The size to which a picture is resampled for the network, its aspect not kept.
    package let inputSize: PixelSize
    /// OpenVINO's name of what the network runs on, as it was asked for.
    package let device: String
    /// What the network runs on, for people: `CPU (Intel …)`.
    package let deviceDescription: String
    private let shape: [Int]
    private let configuration: Configuration
    private let lanes: [Lane]
    /// Those for frames, from the first frame on.
    private let frameLanes = Mutex<[Lane]?>(nil)
    /// How many pictures it looks at at once, as the device says; `nil` if it does not say.
    let streams: Int?

    /// A request and its lock.
    private final class Lane: Sendable {
        let request: Mutex<InferenceRequest>

        init(_ request: consuming InferenceRequest) {
            self.request = Mutex(request)
        }
    }

    /// Reads and compiles the network, or takes it up from the cache. Blocks: a second at most the first time, tens of
    /// milliseconds then.
    ///
    /// - Throws: ``StickerError`` with `.device` if there is no such device, with `.model` if the file is not a
    ///   network, has other inputs or outputs than a picture and a matte, or the device cannot run it.
    public init(
        model: SubjectModel = .builtIn, configuration: Configuration = Configuration()
    ) throws(StickerError) {
        do throws(OpenVINOFailure) {
            let core = try OpenVINOCore()
            if let reason = ONNXWeights.refusal(of: model.bytes) { throw OpenVINOFailure(reason: reason) }
            var configuration = configuration
            // OpenVINO 2026.4 sometimes spoils such weights when it compiles for several streams:
            // Training/RUNS.md, "Fewer bits".
            if configuration.device == "CPU", ONNXWeights.areInFewBits(model.bytes) { configuration.streams = 1 }
            let network = try Self.network(model, on: core, configuration, forFrames: configuration.isForFrames)
            let inputs = try network.inputCount()
            guard inputs == 1 else { throw OpenVINOFailure(reason: "it has \(inputs) inputs instead of one picture") }
            let input = try network.input()
            let shape = input.shape
            guard shape.count == 4, shape[1] == 3, shape[0] == 1 || shape[0] == -1 else {
                throw OpenVINOFailure(reason: "its input is not one RGB picture (1 × 3 × height × width) but \(shape)")
            }
            let output = try network.output()
            guard output.shape.isEmpty || output.shape.count >= 2,
                output.shape.dropLast(2).allSatisfy({ $0 == 1 || $0 == -1 })
            else {
                throw OpenVINOFailure(
                    reason: "its output is not one matte (1 × 1 × height × width) but \(output.shape)")
            }
            guard input.holdsFloats, output.holdsFloats else {
                throw OpenVINOFailure(reason: "its input and output are not 32-bit floats; export it with float32 ones")
            }
            // A network that leaves its size open was trained at the size that its family is known for.
            let side = input.name == "photo" ? 320 : 1024
            inputSize = PixelSize(width: shape[3] > 0 ? shape[3] : side, height: shape[2] > 0 ? shape[2] : side)
            self.shape = [1, 3, inputSize.height, inputSize.width]
            let outputs = try network.outputCount()
            family = model.family ?? .init(inputName: input.name, inputSide: inputSize.height, outputCount: outputs)
            self.model = model
            let device = configuration.device
            self.device = device
            deviceDescription = core.fullName(ofDevice: device).map { "\(device) (\($0))" } ?? device
            self.configuration = configuration
            lanes = try Self.lanes(of: network, configuration.streams)
            streams = network.streams()
        } catch {
            if let problem = Self.deviceProblem(configuration.device) { throw problem }
            throw StickerError(.model, "\(model.name) cannot be used as a network: \(error.reason)")
        }
    }

    /// - Returns: `nil` if the device is there.
    private static func deviceProblem(_ device: String) -> StickerError? {
        guard let core = try? OpenVINOCore(), !core.hasDevice(device) else { return nil }
        let names = InferenceDevices.names
        let choice = names.isEmpty ? "no device at all" : names.joined(separator: ", ")
        return StickerError(.device, "OpenVINO finds no device \(device) here; it finds \(choice)")
    }

    private static func lanes(
        of network: borrowing CompiledNetwork, _ streams: Int
    ) throws(OpenVINOFailure) -> [Lane] {
        var lanes: [Lane] = []
        for _ in 0..<streams { lanes.append(Lane(try network.makeRequest())) }
        return lanes
    }

    /// The lanes for frames. Rounding errors of bfloat16 differ from frame to frame and average out over neighbours. In
    /// a photo they would stay.
    private func lanesForFrames() throws(OpenVINOFailure) -> [Lane] {
        guard !configuration.isForFrames else { return lanes }
        return try frameLanes.withLock { kept throws(OpenVINOFailure) in
            if let kept { return kept }
            var made = lanes
            if Self.computesInBfloat16(model, device) {
                let core = try OpenVINOCore()
                let network = try Self.network(model, on: core, configuration, forFrames: true)
                made = try Self.lanes(of: network, configuration.streams)
            }
            kept = made
            return made
        }
    }

    /// Other networks than Peel's were not measured, and may need all digits.
    private static func computesInBfloat16(_ model: SubjectModel, _ device: String) -> Bool {
        model.family == .subject && device == "CPU" && ProcessorDescription.current.hasBfloat16
    }

    private static func network(
        _ model: SubjectModel, on core: borrowing OpenVINOCore, _ configuration: Configuration, forFrames: Bool
    ) throws(OpenVINOFailure) -> CompiledNetwork {
        let precision = forFrames && computesInBfloat16(model, configuration.device) ? "bf16" : "f32"
        var properties = [("INFERENCE_PRECISION_HINT", precision)]
        if configuration.device == "CPU" {
            properties += [
                ("NUM_STREAMS", String(configuration.streams)),
                ("INFERENCE_NUM_THREADS", String(configuration.threads)),
                ("ENABLE_CPU_PINNING", "NO"),
            ]
        }
        // AUTO chooses among the devices and takes none of their settings itself.
        let isChoice = configuration.device.split(separator: ":").first == "AUTO"
        for device in isChoice ? try core.devices() : [configuration.device] {
            try core.setProperties(properties, device: device)
        }
        let key = CompiledNetworkCache.key(model: model, device: configuration.device, properties: properties)
        if let blob = configuration.cache?.read(key) {
            do throws(OpenVINOFailure) {
                return try core.importCompiled(blob, device: configuration.device)
            } catch {
                // Compiled by something that only looks the same: compile it anew.
            }
        }
        let compiled = try core.compile(model.bytes, device: configuration.device)
        configuration.cache?.write(key) { path throws(OpenVINOFailure) in try compiled.export(to: path) }
        return compiled
    }

    /// The network's answer at its own resolution: samples in 0…1, positions spread over the whole picture.
    ///
    /// Transparent parts of the picture are shown to the network as middle grey. Blocks the calling thread.
    ///
    /// - Throws: ``StickerError`` with `.inference` when the network cannot be run or answers with something else than
    ///   a matte.
    public func matte(of bitmap: Bitmap) throws(StickerError) -> Matte {
        try look(at: bitmap).matte
    }

    /// The matte and the picture as the network saw it: of ``inputSize``.
    ///
    /// - Parameter isFrame: whether it is one of a clip's frames.
    func look(at bitmap: Bitmap, isFrame: Bool = false) throws(StickerError) -> (matte: Matte, picture: Bitmap) {
        let input = bitmap.resized(to: inputSize, kernel: .linear)
        let normalisation = family.normalisation
        do throws(OpenVINOFailure) {
            let matte = try Self.withFreeLane(of: isFrame ? try lanesForFrames() : lanes) {
                request throws(OpenVINOFailure) in
                try Trace.span("infer") { () throws(OpenVINOFailure) in
                    try request.run(
                        shape: shape, fill: { NetworkInput.write(input, normalisation, to: $0) },
                        read: { dimensions, samples throws(OpenVINOFailure) in
                            try NetworkOutput.matte(dimensions, samples, family: family)
                        })
                }
            }
            return (matte, input)
        } catch {
            throw StickerError(.inference, "\(model.name) could not be run on \(deviceDescription): \(error.reason)")
        }
    }

    /// Takes a free lane; waits for one when there are more callers than lanes.
    private static func withFreeLane<Result: Sendable>(
        of lanes: [Lane], _ body: (inout InferenceRequest) throws(OpenVINOFailure) -> Result
    ) throws(OpenVINOFailure) -> Result {
        for lane in lanes {
            let result = try lane.request.withLockIfAvailable { request throws(OpenVINOFailure) in try body(&request) }
            if let result { return result }
        }
        let lane = lanes.randomElement() ?? lanes[0]
        return try lane.request.withLock { request throws(OpenVINOFailure) in try body(&request) }
    }
}

/// The devices on which a network can run here.
package enum InferenceDevices {
    /// OpenVINO's names; empty when OpenVINO cannot be started.
    package static var names: [String] { (try? OpenVINOCore().devices()) ?? [] }

    /// OpenVINO's version and build.
    package static var openVINOVersion: String { OpenVINOCore.version }
}
