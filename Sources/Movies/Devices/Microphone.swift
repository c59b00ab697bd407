import CFFmpeg
import Files

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

    /// Reads `alsa:DEVICE` or `pulse:DEVICE`, the system in any case; any other text is a device of ALSA.
    ///
    /// Reading refuses devices that ``all()`` does not have, except for plain names without settings (`default`), and
    /// for `hw:`, `plughw:`, `sysdefault:` and `dsnoop:` with a card (`hw:1,0`): ALSA's other names can run programs.
    public init(_ text: String) {
        for system in System.allCases {
            guard let name = text.utf8.rest(afterScheme: system.rawValue + ":") else { continue }
            let device = String(decoding: name, as: UTF8.self)
            self.init(system: system, device: device.isEmpty ? "default" : device)
            return
        }
        self.init(device: text.isEmpty ? "default" : text)
    }

    public var description: String { "\(system.rawValue):\(device)" }

    /// Returns the microphones that the sound systems report. Blocks.
    public static func all() -> [Microphone] {
        guard (try? FFmpegLibrary.startDevices()) != nil else { return [] }
        return System.allCases.flatMap(listed)
    }

    /// Asks a sound system whose library is open. Blocks.
    private static func listed(by system: System) -> [Microphone] {
        guard let format = av_find_input_format(system.rawValue) else { return [] }
        var list: UnsafeMutablePointer<AVDeviceInfoList>?
        defer { avdevice_free_list_devices(&list) }
        guard avdevice_list_input_sources(format, nil, nil, &list) > 0, let list else { return [] }
        return (0..<Int(list.pointee.nb_devices)).compactMap { index in
            guard let device = list.pointee.devices[index], let name = device.pointee.device_name else { return nil }
            let id = String(cString: name)
            guard system != .alsa || !isPlugin(id) else { return nil }
            let words = device.pointee.device_description.map { String(cString: $0) }
            return Microphone(system: system, device: id, name: words)
        }
    }

    /// Whether the device's name may be given to its sound system, whose library is open. Blocks unless it is plain.
    ///
    /// ALSA's names are a language: what follows a colon may tell a plugin to write a file or run a command.
    var isAcceptable: Bool { hasPlainName || Self.listed(by: system).contains { $0.device == device } }

    /// Whether the name alone leads to a device, or is one of ALSA's names of a card.
    var hasPlainName: Bool {
        switch system {
        case .pulse: return Self.isMade(device, of: "._-:@+")
        case .alsa:
            let parts = device.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            // A name without settings is what the machine's configuration makes of it.
            guard parts.count == 2 else { return Self.isMade(device, of: "_-") }
            return ["hw", "plughw", "sysdefault", "dsnoop"].contains(parts[0]) && Self.isMade(parts[1], of: "_,=-")
        }
    }

    /// Whether a text of 1 to 256 bytes has only letters and digits of ASCII, and these signs.
    private static func isMade(_ text: some StringProtocol, of signs: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9": true
                default: signs.unicodeScalars.contains(scalar)
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
