import CFFmpeg

/// A microphone of this machine, as FFmpeg names it.
public struct Microphone: Hashable, Sendable, CustomStringConvertible {
    /// The system that brings the sound.
    public enum System: String, Hashable, Sendable, CaseIterable {
        /// ALSA, the kernel's own, or PulseAudio (PipeWire in its place).
        case alsa, pulse
    }

    /// The system that brings the sound.
    public var system: System
    /// `default`, or one of the system's own names.
    public var device: String
    /// What a person calls it.
    public var name: String

    /// A microphone by its device.
    public init(system: System = .alsa, device: String = "default", name: String? = nil) {
        self.system = system
        self.device = device
        self.name = name ?? device
    }

    /// Understands `alsa:DEVICE` and `pulse:DEVICE`; any other text is a device of ALSA.
    public init(_ text: String) {
        for system in System.allCases where text.hasPrefix(system.rawValue + ":") {
            let device = String(text.dropFirst(system.rawValue.count + 1))
            self.init(system: system, device: device.isEmpty ? "default" : device)
            return
        }
        self.init(device: text.isEmpty ? "default" : text)
    }

    public var description: String { "\(system.rawValue):\(device)" }

    /// The microphones that the sound systems tell of. Blocks: ask on a thread that may wait.
    public static func all() -> [Microphone] {
        guard (try? FFmpegLibrary.startDevices()) != nil else { return [] }
        return System.allCases.flatMap { system in
            guard let format = av_find_input_format(system.rawValue) else { return [] as [Microphone] }
            var list: UnsafeMutablePointer<AVDeviceInfoList>?
            defer { avdevice_free_list_devices(&list) }
            guard avdevice_list_input_sources(format, nil, nil, &list) > 0, let list else { return [] }
            return (0..<Int(list.pointee.nb_devices)).compactMap { index in
                guard let device = list.pointee.devices[index], let name = device.pointee.device_name else {
                    return nil
                }
                let id = String(cString: name)
                guard system != .alsa || !isPlugin(id) else { return nil }
                let words = device.pointee.device_description.map { String(cString: $0) }
                return Microphone(system: system, device: id, name: words)
            }
        }
    }

    /// Whether a name of ALSA's is one of its plugins that give silence or convert another device's sound. ALSA lists
    /// them as devices wherever they are installed.
    static func isPlugin(_ device: String) -> Bool {
        let plugins: Set = [
            "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "a52", "usbstream",
        ]
        return plugins.contains(String(device.prefix { $0 != "_" && $0 != ":" }))
    }
}
