import CFFmpeg

/// A microphone of this machine, as FFmpeg names it.
public struct Microphone: Hashable, Sendable, CustomStringConvertible {
    /// The sound system.
    package enum System: String, Hashable, Sendable, CaseIterable {
        /// ALSA, the kernel's own, or PulseAudio (also provided by PipeWire).
        case alsa, pulse
    }

    /// The sound system.
    package var system: System
    /// The device: `default`, or one of the system's names.
    package var device: String
    /// The name for people.
    package var name: String

    /// Creates a microphone.
    package init(system: System = .alsa, device: String = "default", name: String? = nil) {
        self.system = system
        self.device = device
        self.name = name ?? device
    }

    /// Reads `alsa:DEVICE` or `pulse:DEVICE`; any other text is a device of ALSA.
    public init(_ text: String) {
        for system in System.allCases where text.hasPrefix(system.rawValue + ":") {
            let device = String(text.dropFirst(system.rawValue.count + 1))
            self.init(system: system, device: device.isEmpty ? "default" : device)
            return
        }
        self.init(device: text.isEmpty ? "default" : text)
    }

    public var description: String { "\(system.rawValue):\(device)" }

    /// Returns the microphones that the sound systems report. Blocks.
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

    /// Whether a name of ALSA's is a plugin that gives silence or converts another device's sound. ALSA lists installed
    /// plugins as devices.
    static func isPlugin(_ device: String) -> Bool {
        let plugins: Set = [
            "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "a52", "usbstream",
        ]
        return plugins.contains(String(device.prefix { $0 != "_" && $0 != ":" }))
    }
}
