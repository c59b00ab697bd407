import Files
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Stickers

/// Networks of every form that is understood, and of those that are refused.
@Suite struct SubjectModelTests {
    private func segmenter(_ name: String, family: SubjectModel.Family? = nil) throws -> SubjectSegmenter {
        let bytes = try Fixtures.bytes("networks/\(name).onnx")
        return try SubjectSegmenter(
            model: SubjectModel(name: "\(name).onnx", bytes: bytes, family: family),
            configuration: .init(streams: 1, threads: 1, cache: nil))
    }

    /// Red rises from left to right.
    private func ramp(_ size: PixelSize) -> Bitmap {
        var bitmap = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let red = UInt8(255 * x / (size.width - 1))
                bitmap[x, y] = SRGBColor(red: red, green: 255 - red, blue: 51)
            }
        }
        return bitmap
    }

    private func failure(_ body: () throws -> Void) -> StickerError? {
        do {
            try body()
            return nil
        } catch {
            return error as? StickerError
        }
    }

    @Test func anAnswerInZeroToOneIsTheMatte() throws {
        let segmenter = try segmenter("unit", family: .subject)
        #expect(segmenter.inputSize == PixelSize(width: 32, height: 32))
        let picture = ramp(segmenter.inputSize)
        let matte = try segmenter.matte(of: picture)
        for x in 0..<32 { #expect(abs(matte[x, 5] - Float(picture[x, 5].red) / 255) < 1e-5) }
    }

    @Test func logitsGoThroughTheSigmoid() throws {
        let segmenter = try segmenter("logits", family: .subject)
        let picture = ramp(segmenter.inputSize)
        let matte = try segmenter.matte(of: picture)
        for x in 0..<32 {
            let logit = 20 * Float(picture[x, 5].red) / 255 - 10
            #expect(abs(matte[x, 5] - 1 / (1 + exp(-logit))) < 1e-4)
        }
    }

    @Test(arguments: [
        ("photo", 320, 1, SubjectModel.Family.subject), ("input.1", 320, 7, .u2net), ("input", 320, 1, .u2net),
        ("input", 1024, 1, .birefnet), ("input_image", 512, 1, .birefnet), ("input", 1024, 6, .isnet),
    ])
    func theFamilyIsToldByTheForm(input: String, side: Int, outputs: Int, family: SubjectModel.Family) {
        #expect(SubjectModel.Family(inputName: input, inputSide: side, outputCount: outputs) == family)
    }

    @Test func ofSeveralOutputsTheFirstAndStretched() throws {
        let segmenter = try segmenter("u2net-form")
        #expect(segmenter.family == .u2net)
        let matte = try segmenter.matte(of: ramp(segmenter.inputSize))
        // ImageNet's numbers make red run from -2.1 to 2.2: outside 0…1, so it counts as logits.
        #expect(matte[0, 0] < 0.2 && matte[31, 0] > 0.85)
        #expect(zip(matte.samples, matte.samples.dropFirst()).prefix(31).allSatisfy { $0 <= $1 })
    }

    @Test func anOpenSizeIsTheFamilys() throws {
        let segmenter = try segmenter("open-size")
        #expect(segmenter.family == .subject)
        #expect(segmenter.inputSize == PixelSize(width: 320, height: 320))
        let picture = ramp(segmenter.inputSize)
        let matte = try segmenter.matte(of: picture)
        #expect(matte.size == segmenter.inputSize)
        #expect(abs(matte[200, 100] - Float(picture[200, 100].red) / 255) < 1e-5)
    }

    /// OpenVINO spoils such weights when it compiles the network for several pictures at once.
    @Test(arguments: ["8-bit-cast", "8-bit-dequantized", "8-bit-constant", "8-bit-rounded"])
    func aNetworkWithWeightsIn8BitsInfersOnePictureAtATime(name: String) throws {
        let bytes = try Fixtures.bytes("networks/\(name).onnx")
        let model = SubjectModel(name: name, bytes: bytes, family: .subject)
        let segmenter = try SubjectSegmenter(model: model, configuration: .init(streams: 3, threads: 3, cache: nil))
        #expect(segmenter.streams == 1)
        let picture = ramp(segmenter.inputSize)
        let matte = try segmenter.matte(of: picture)
        for x in 0..<32 { #expect(abs(matte[x, 5] - Float(picture[x, 5].red) / 255) < 1e-5) }
    }

    @Test(arguments: ["unit", "open-size", "large"])
    func otherNetworksInferAsManyPicturesAtOnceAsIsAskedFor(name: String) throws {
        let model = SubjectModel(name: name, bytes: try Fixtures.bytes("networks/\(name).onnx"))
        for model in [model, .builtIn] {
            let core = try OpenVINOCore()
            try core.setProperties([("NUM_STREAMS", "2"), ("INFERENCE_NUM_THREADS", "2")], device: "CPU")
            // A machine with one processor gives one.
            let possible = try #require(try core.compile(model.bytes, device: "CPU").streams())
            let segmenter = try SubjectSegmenter(model: model, configuration: .init(streams: 2, threads: 2, cache: nil))
            #expect(segmenter.streams == possible)
        }
        #expect(!ONNXWeights.areInFewBits(try Fixtures.bytes("networks/half.onnx")))
    }

    /// Each bit changed, each length cut, and values that say they are longer than the file.
    @Test func whateverAFileHoldsItsWeightsAreLookedForWithoutHarm() throws {
        let whole = try Fixtures.bytes("networks/8-bit-constant.onnx")
        #expect(ONNXWeights.areInFewBits(whole))
        var stillFound = 0
        for place in whole.indices {
            for bit in 0..<8 {
                var damaged = whole
                damaged[place] ^= 1 << bit
                stillFound += ONNXWeights.areInFewBits(damaged) ? 1 : 0
            }
        }
        #expect(stillFound > whole.count && stillFound < 8 * whole.count)
        for count in whole.indices { _ = ONNXWeights.areInFewBits(Array(whole.prefix(count))) }
        #expect(!ONNXWeights.areInFewBits([0x3A] + Array(repeating: 0xFF, count: 9) + [1, 8]))
        #expect(!ONNXWeights.areInFewBits([0x3A] + Array(repeating: 0xFF, count: 40)))
    }

    /// A tensor stands in a graph, or in an attribute (alone or in a list) of a node of a graph, which may itself stand
    /// in an attribute (alone or in a list).
    @Test(arguments: [2, 3, 17, 22, 28] as [UInt8])
    func aConstantIsFoundWhereverItMayStand(type: UInt8) {
        let tensor: [UInt8] = [0x08, 3, 0x10, type]
        let graphs = [
            Protobuf.field(5, tensor),
            Protobuf.field(1, Protobuf.field(5, Protobuf.field(5, tensor))),
            Protobuf.field(1, Protobuf.field(5, Protobuf.field(10, tensor))),
            graph(inField: 6, times: 3, of: Protobuf.field(5, tensor)),
            graph(inField: 11, times: 3, of: Protobuf.field(5, tensor)),
        ]
        for graph in graphs { #expect(ONNXWeights.areInFewBits(Protobuf.field(7, graph))) }
        for floats in [1, 10] as [UInt8] {
            #expect(
                !ONNXWeights.areInFewBits(Protobuf.field(7, Protobuf.field(5, [0x08, 3, 0x10, floats]))))
        }
        // As deep as no network is, and a thread's stack would not be.
        #expect(
            !ONNXWeights.areInFewBits(
                Protobuf.field(7, graph(inField: 6, times: 4000, of: Protobuf.field(5, tensor)))))
    }

    private func graph(inField number: UInt64, times: Int, of innermost: [UInt8]) -> [UInt8] {
        (0..<times).reduce(innermost) { graph, _ in
            Protobuf.field(1, Protobuf.field(5, Protobuf.field(number, graph)))
        }
    }

    /// Wherever a tensor may stand: in a graph or a function, in attributes of their nodes, in what trains the network,
    /// dense or sparse, alone or in a list, in a graph within a graph.
    private static let places: [[UInt64]] = [
        [7, 5], [7, 1, 5, 5], [7, 1, 5, 10], [7, 15, 1], [7, 15, 2], [7, 1, 5, 22, 1], [7, 1, 5, 23, 2],
        [7, 1, 5, 6, 5], [7, 1, 5, 11, 1, 5, 5], [25, 7, 5, 5], [25, 11, 10], [25, 7, 5, 6, 15, 1], [20, 1, 5],
        [20, 2, 1, 5, 5],
    ]

    @Test(arguments: places)
    func aNetworkThatHasWeightsInOtherFilesIsRefusedBeforeTheyAreRead(place: [UInt64]) throws {
        let whole = try Fixtures.bytes("networks/unit.onnx")
        #expect(ONNXWeights.refusal(of: whole) == nil)
        let entry =
            Protobuf.field(1, Array("location".utf8)) + Protobuf.field(2, Array("/etc/passwd".utf8))
        let tensors = [
            Protobuf.field(14, 1), Protobuf.field(13, entry) + Protobuf.field(14, 1),
            Protobuf.field(13, entry), Protobuf.field(14, 1 << 32 | 1),
        ]
        for tensor in tensors {
            let attack = place.reversed().reduce(tensor) { Protobuf.field($1, $0) }
            for bytes in [whole + attack, attack + whole] {
                let reason = try #require(ONNXWeights.refusal(of: bytes))
                #expect(reason.contains("other files"))
                let model = SubjectModel(name: "attack.onnx", bytes: bytes)
                let error = #expect(throws: StickerError.self) {
                    try SubjectSegmenter(model: model, configuration: .init(streams: 1, threads: 1, cache: nil))
                }
                #expect(error?.description == "attack.onnx cannot be used as a network: \(reason)")
            }
        }
        // Weights in the file itself are said to be so by some programs.
        let harmless = place.reversed().reduce(Protobuf.field(14, 0)) { Protobuf.field($1, $0) }
        #expect(ONNXWeights.refusal(of: whole + harmless) == nil)
    }

    /// What other readers of protocol buffers skip or read otherwise must not hide anything: groups, keys of more than
    /// 32 bits, and more graphs within each other than are followed.
    @Test func whatCannotBeFollowedToItsEndIsRefused() throws {
        let whole = try Fixtures.bytes("networks/unit.onnx")
        let tensor = Protobuf.field(7, Protobuf.field(5, Protobuf.field(14, 1)))
        let deep = Protobuf.field(
            7, graph(inField: 6, times: 4000, of: Protobuf.field(5, Protobuf.field(14, 1))))
        for hidden in [[0x7B, 0x7C] + tensor, [0xBA, 0x80, 0x80, 0x80, 0x10] + tensor.dropFirst(), deep] {
            #expect(ONNXWeights.refusal(of: whole + hidden) != nil)
        }
        for count in 1..<whole.count where count % 7 == 0 { _ = ONNXWeights.refusal(of: Array(whole.prefix(count))) }
        #expect(ONNXWeights.refusal(of: SubjectModel.builtIn.bytes) == nil)
    }

    @Test func aLargeInput() throws {
        let segmenter = try segmenter("large", family: .subject)
        #expect(segmenter.inputSize == PixelSize(width: 1024, height: 1024))
        let matte = try segmenter.matte(of: Bitmap(size: PixelSize(width: 3, height: 2), filledWith: .white))
        #expect(matte.size == segmenter.inputSize)
        #expect(matte.samples.allSatisfy { abs($0 - 1) < 1e-5 })
    }

    @Test func heightAndWidthAreNotMixedUp() throws {
        let segmenter = try segmenter("oblong", family: .subject)
        #expect(segmenter.inputSize == PixelSize(width: 48, height: 24))
        #expect(try segmenter.matte(of: ramp(segmenter.inputSize)).size == PixelSize(width: 48, height: 24))
    }

    @Test func transparentPartsAreShownAsGrey() throws {
        let segmenter = try segmenter("unit", family: .subject)
        let clear = Bitmap(size: segmenter.inputSize, filledWith: SRGBColor(red: 255, green: 0, blue: 0, alpha: 0))
        let matte = try segmenter.matte(of: clear)
        #expect(matte.samples.allSatisfy { abs($0 - 128 / 255) < 1e-5 })
    }

    @Test(arguments: [
        ("half", "32-bit floats"), ("three-channels", "not one matte"), ("four-channels-in", "not one RGB picture"),
        ("three-dimensions", "not one RGB picture"), ("two-inputs", "it has 2 inputs instead of one picture"),
    ])
    func otherFormsAreRefused(name: String, reason: String) throws {
        let failure = try #require(self.failure { _ = try segmenter(name) })
        #expect(failure.code == .model)
        #expect(failure.description.contains("\(name).onnx"))
        #expect(failure.description.contains(reason), "\(failure)")
    }

    @Test func operationsThatAreMissingAreNamed() throws {
        let failure = try #require(self.failure { _ = try segmenter("unknown-operation") })
        #expect(
            failure.description
                == "unknown-operation.onnx cannot be used as a network: "
                + "it uses operations that OpenVINO does not have: com.example.NotThere")
    }

    @Test func aDeviceThatIsMissingIsNotTheNetworksFault() throws {
        let configuration = SubjectSegmenter.Configuration(device: "XPU", streams: 1, cache: nil)
        let failure = try #require(self.failure { _ = try SubjectSegmenter(configuration: configuration) })
        #expect(failure.code == .device)
        #expect(failure.description.hasPrefix("OpenVINO finds no device XPU here; it finds CPU"))
    }

    @Test func anyDeviceMayBeChosen() throws {
        let segmenter = try SubjectSegmenter(configuration: .init(device: "AUTO", streams: 1, cache: nil))
        let reference = try SubjectSegmenter(configuration: .init(streams: 1, cache: nil))
        let picture = ramp(PixelSize(width: 320, height: 320))
        let difference = zip(
            try segmenter.matte(of: picture).samples, try reference.matte(of: picture).samples
        ).map { abs($0 - $1) }.max()
        #expect(try #require(difference) < 1e-4)
    }

    @Test func anAnswerThatIsNoNumberIsRefused() throws {
        let segmenter = try segmenter("not-a-number", family: .subject)
        let failure = try #require(self.failure { _ = try segmenter.matte(of: ramp(segmenter.inputSize)) })
        #expect(failure.code == .inference)
        #expect(failure.description.contains("not-a-number.onnx"))
    }

    @Test(arguments: ["", "this is a letter", "\u{8}\u{8}"])
    func whatIsNoNetworkIsRefused(text: String) throws {
        let model = SubjectModel(name: "letter.onnx", bytes: Array(text.utf8))
        let failure = try #require(
            self.failure { _ = try SubjectSegmenter(model: model, configuration: .init(streams: 1, cache: nil)) })
        #expect(failure.code == .model)
        #expect(
            failure.description == "letter.onnx cannot be used as a network: it is not an ONNX file, or a damaged one")
    }

    /// OpenVINO reads its own form, too, in which other files may be named.
    @Test func aNetworkOfAnotherFormIsRefused() throws {
        let model = SubjectModel(
            name: "x.xml", bytes: Array("<?xml version='1.0'?><net name='x' version='11'></net>".utf8))
        let failure = try #require(
            self.failure { _ = try SubjectSegmenter(model: model, configuration: .init(streams: 1, cache: nil)) })
        #expect(failure.code == .model)
        #expect(failure.description == "x.xml cannot be used as a network: it is not an ONNX file, or a damaged one")
    }

    @Test func aNetworkThatIsCutShortIsRefused() throws {
        let whole = SubjectModel.builtIn.bytes
        for count in [10, 1000, whole.count / 2, whole.count - 1] {
            let model = SubjectModel(name: "short.onnx", bytes: Array(whole.prefix(count)))
            let failure = self.failure {
                _ = try SubjectSegmenter(model: model, configuration: .init(streams: 1, cache: nil))
            }
            #expect(failure?.code == .model, "\(count) bytes")
            #expect(failure?.description.contains("short.onnx") == true)
        }
    }

    @Test func aDeviceThatIsNotThereIsRefused() throws {
        let failure = try #require(
            self.failure { _ = try SubjectSegmenter(configuration: .init(device: "ABACUS", streams: 1, cache: nil)) })
        #expect(failure.code == .device)
        #expect(failure.description.hasPrefix("OpenVINO finds no device ABACUS here; it finds CPU"))
    }
}
