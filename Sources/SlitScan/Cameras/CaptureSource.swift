public import Files
public import Movies

/// Which camera, and which sound with it.
public struct CaptureSource: Hashable, Sendable {
    /// Where frames come from.
    public enum Picture: Hashable, Sendable {
        /// A V4L2 device, as `/dev/video0`.
        case device(FilePath, CameraSettings = CameraSettings())
        /// A video file.
        case file(FilePath)
        /// A test source of FFmpeg, as `MovieSource.graph` takes it: `testsrc2=size=1280x720:rate=30`.
        case lavfi(String)
        /// A camera whose frames are brought by a client: a browser's.
        case fed(FedCamera)
    }

    /// Where sound comes from.
    public enum Sound: Hashable, Sendable {
        /// No sound.
        case none
        /// The file's own track, or the sound that a test source names after a semicolon.
        case own
        /// A microphone by its system and name: `alsa:default`, `pulse:default`.
        case microphone(String)
        /// A test source of sound, as `sine=frequency=440`.
        case lavfi(String)
    }

    /// Where frames come from.
    public var picture: Picture
    /// Where sound comes from.
    public var sound: Sound
    /// How fast a file or a graph goes. Others have their own speed, and give it to a file or a graph beside them.
    public var pace: ReadingOptions.Pace

    /// A source of frames, with sound where it is given.
    public init(_ picture: Picture, sound: Sound = .none, pace: ReadingOptions.Pace = .fast) {
        self.picture = picture
        self.sound = sound
        self.pace = pace
    }

    /// Understands `v4l2:/dev/video0`, `/dev/video0`, `lavfi:SOURCE` and the name of a file.
    ///
    /// - Throws: ``ScanError/Code/badSetting`` when nothing comes after the colon, and for an address of the web, which
    ///   is not read.
    public init(operand: FilePath, sound: Sound = .none) throws(ScanError) {
        let bytes = operand.bytes
        func rest(_ prefix: String) throws(ScanError) -> [UInt8]? {
            guard bytes.starts(with: prefix.utf8) else { return nil }
            guard bytes.count > prefix.utf8.count else {
                throw ScanError(.badSetting, "'\(operand)' names no source: write its name after the colon")
            }
            return Array(bytes[prefix.utf8.count...])
        }
        for scheme in ["http://", "https://", "rtsp://", "rtmp://"] where bytes.starts(with: scheme.utf8) {
            throw ScanError(
                .badSetting, "'\(operand)' is an address, and only files are read: download the movie first")
        }
        if let graph = try rest("lavfi:") {
            self.init(.lavfi(String(decoding: graph, as: UTF8.self)), sound: sound)
        } else if let device = try rest("v4l2:") {
            self.init(.device(FilePath(bytes: device)), sound: sound)
        } else if bytes.starts(with: "/dev/video".utf8) {
            self.init(.device(operand), sound: sound)
        } else {
            self.init(.file(operand), sound: sound)
        }
    }
}

extension CaptureSource: CustomStringConvertible {
    /// What it is called, for a person.
    public var description: String {
        switch picture {
        case .device(let path, _), .file(let path): path.description
        case .lavfi(let graph): "lavfi:\(graph)"
        case .fed(let camera): camera.name
        }
    }

    /// `nil` for what `Movies` does not read.
    var movieSource: MovieSource? {
        switch picture {
        case .device(let path, let settings): .camera(path, settings)
        case .file(let path): .file(path)
        case .lavfi(let graph): .graph(graph)
        case .fed: nil
        }
    }
}

extension CaptureSource.Sound {
    var isMicrophone: Bool {
        if case .microphone = self { true } else { false }
    }

    /// `nil` when there is none, or it comes with the pictures.
    var movieSource: MovieSource? {
        switch self {
        case .none, .own: nil
        case .microphone(let name): .microphone(Microphone(name))
        case .lavfi(let graph): .graph(graph)
        }
    }
}
