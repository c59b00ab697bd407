public import Files
public import Movies

/// A camera and its sound.
public struct CaptureSource: Hashable, Sendable {
    /// The source of frames.
    package enum Picture: Hashable, Sendable {
        /// A V4L2 device, such as `/dev/video0`.
        case device(FilePath, CameraSettings = CameraSettings())
        /// A video file.
        case file(FilePath)
        /// A test source of FFmpeg, as `MovieSource.graph` reads it: `testsrc2=size=1280x720:rate=30`.
        case lavfi(String)
        /// A camera whose frames a client brings, such as a browser's.
        case fed(FedCamera)
    }

    /// The source of sound.
    public enum Sound: Hashable, Sendable {
        /// No sound.
        case none
        /// The file's own track, or the sound after a test source's semicolon.
        case own
        /// A microphone by system and name: `alsa:default`, `pulse:default`.
        case microphone(String)
        /// A test source of sound, such as `sine=frequency=440`.
        case lavfi(String)
    }

    /// The source of frames.
    package var picture: Picture
    /// The source of sound.
    package var sound: Sound
    /// The speed of a file or a graph. Devices have their own speed, which a file or a graph beside them follows.
    package var pace: ReadingOptions.Pace

    /// A V4L2 device, such as `/dev/video0`.
    public static func device(
        _ path: FilePath, _ settings: CameraSettings = CameraSettings(), sound: Sound = .none
    ) -> CaptureSource {
        CaptureSource(.device(path, settings), sound: sound)
    }

    /// A video file, read as fast as it is filtered.
    public static func file(_ path: FilePath, sound: Sound = .none) -> CaptureSource {
        CaptureSource(.file(path), sound: sound)
    }

    /// Creates a source.
    package init(_ picture: Picture, sound: Sound = .none, pace: ReadingOptions.Pace = .fast) {
        self.picture = picture
        self.sound = sound
        self.pace = pace
    }

    /// Reads `v4l2:/dev/video0`, `/dev/video0`, `lavfi:SOURCE` or the name of a file. What stands before the colon may
    /// be in any case.
    ///
    /// - Throws: ``ScanError/Code/badSetting`` when nothing comes after the colon, and for an address of the web, which
    ///   is not read.
    package init(operand: FilePath, sound: Sound = .none) throws(ScanError) {
        let bytes = operand.bytes
        func source(_ scheme: String) throws(ScanError) -> [UInt8]? {
            guard let source = bytes.rest(afterScheme: scheme) else { return nil }
            guard !source.isEmpty else {
                throw ScanError(.badSetting, "'\(operand)' has no source: write its name after the colon")
            }
            return Array(source)
        }
        for scheme in ["http://", "https://", "rtsp://", "rtmp://"] where bytes.rest(afterScheme: scheme) != nil {
            throw ScanError(
                .badSetting, "'\(operand)' is an address; download the movie first")
        }
        if let graph = try source("lavfi:") {
            self.init(.lavfi(String(decoding: graph, as: UTF8.self)), sound: sound)
        } else if let device = try source("v4l2:") {
            self.init(.device(FilePath(bytes: device)), sound: sound)
        } else if bytes.starts(with: "/dev/video".utf8) {
            self.init(.device(operand), sound: sound)
        } else {
            self.init(.file(operand), sound: sound)
        }
    }
}

extension CaptureSource: CustomStringConvertible {
    /// The source's name for a person.
    public var description: String {
        switch picture {
        case .device(let path, _), .file(let path): path.description
        case .lavfi(let graph): "lavfi:\(graph)"
        case .fed(let camera): camera.name
        }
    }

    /// The source for `Movies`; `nil` if `Movies` does not read it.
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

    /// The source for `Movies`; `nil` without sound, or if the sound comes with the pictures.
    var movieSource: MovieSource? {
        switch self {
        case .none, .own: nil
        case .microphone(let name): .microphone(Microphone(name))
        case .lavfi(let graph): .graph(graph)
        }
    }
}

extension CaptureSource.Picture {
    /// Whether both are one device, with whatever settings, or the same source.
    func isSameDevice(as other: Self) -> Bool {
        if case (.device(let path, _), .device(let otherPath, _)) = (self, other) { return path == otherPath }
        return self == other
    }
}
