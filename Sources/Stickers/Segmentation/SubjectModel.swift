import CSubjectNetwork
import Files

/// A network that says which pixels of a photo belong to its subject, as an ONNX file in memory.
public struct SubjectModel: Hashable, Sendable {
    /// What a network expects its input to look like. Its input's size is read from the file.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// Peel's own: RGB in 0…1.
        case subject
        /// U²-Net, u2netp, silueta: divided by the photo's brightest sample, then ImageNet's mean and deviation.
        case u2net
        /// IS-Net (DIS): divided by the brightest sample, then mean 0.5, deviation 1.
        case isnet
        /// BiRefNet: divided by the brightest sample, then ImageNet's mean and deviation; answers with logits.
        case birefnet
    }

    /// The file's name, for people.
    package let name: String
    /// The ONNX file.
    package let bytes: [UInt8]
    /// `nil`: told by the names, sizes and numbers of its inputs and outputs.
    package let family: Family?

    /// A network.
    public init(name: String, bytes: [UInt8], family: Family? = nil) {
        self.name = name
        self.bytes = bytes
        self.family = family
    }

    /// The network that ships with Peel.
    public static let builtIn = SubjectModel(
        name: "subject",
        bytes: Array(UnsafeRawBufferPointer(start: subjectNetwork.start, count: subjectNetwork.count)),
        family: .subject)

    /// The SHA-256 of the file, in hexadecimal.
    package var hash: String { SHA256Digest(of: bytes).hex }

    private static var subjectNetwork: (start: UnsafeRawPointer?, count: Int) {
        (subject_network_start(), subject_network_size())
    }
}

extension SubjectModel.Family {
    /// Per channel red, green, blue: sample' = (sample / brightest - mean) / deviation.
    ///
    /// The values are those with which the networks' authors trained them, as their published inference code has them.
    struct Normalisation: Sendable {
        var mean: SIMD3<Float> = [0, 0, 0]
        var deviation: SIMD3<Float> = [1, 1, 1]
        /// Whether samples are divided by the photo's brightest one instead of by 255.
        var dividesByBrightest = false
    }

    var normalisation: Normalisation {
        let imageNet = Normalisation(
            mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225], dividesByBrightest: true)
        return switch self {
        case .subject: Normalisation()
        case .u2net, .birefnet: imageNet
        case .isnet: Normalisation(mean: [0.5, 0.5, 0.5], dividesByBrightest: true)
        }
    }

    /// Whether the authors' own programs stretch the network's answer to 0…1.
    var stretchesAnswer: Bool {
        switch self {
        case .u2net, .isnet: true
        case .subject, .birefnet: false
        }
    }

    /// The family of a network that does not say so itself. U²-Net's are trained at 320, the others at 512 and more; of
    /// these, IS-Net gives a matte of each of its stages, BiRefNet one.
    init(inputName: String, inputSide: Int, outputCount: Int) {
        if inputName == "photo" {
            self = .subject
        } else if inputSide < 512 {
            self = .u2net
        } else {
            self = outputCount == 1 ? .birefnet : .isnet
        }
    }
}
