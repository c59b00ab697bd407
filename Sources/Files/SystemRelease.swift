/// The Linux distribution and its version, from os-release(5).
package struct SystemRelease: Sendable, Equatable {
    /// The name, such as `Debian GNU/Linux 13 (trixie)`.
    package let name: String
    /// The code name, such as `trixie`. A system that is made of Debian's or Ubuntu's packages has their code name.
    package let codename: String?

    /// The release of this machine. A system without the file is called Linux.
    package static var current: SystemRelease {
        for file in ["/etc/os-release", "/usr/lib/os-release"] as [FilePath] {
            if let bytes = try? file.readBytes(limit: 1 << 16) {
                return SystemRelease(String(decoding: bytes, as: UTF8.self))
            }
        }
        return SystemRelease("")
    }

    /// Reads the text of os-release(5).
    ///
    /// - Parameter text: assignments as a shell takes them, one a line.
    package init(_ text: String) {
        var values: [Substring: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1].filter { $0 != "\"" && $0 != "'" } }
        }
        // Escaped, because a terminal prints it.
        name = "\(FilePath(values["PRETTY_NAME"] ?? values["NAME"] ?? "Linux"))"
        codename = values["UBUNTU_CODENAME"] ?? values["DEBIAN_CODENAME"] ?? values["VERSION_CODENAME"]
    }
}
