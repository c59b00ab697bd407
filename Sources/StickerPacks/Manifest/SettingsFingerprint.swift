package import Files
package import Stickers

/// Stands for everything that a sticker's bytes depend on besides its photo: a sticker whose photo and fingerprint are
/// the same need not be made again.
package struct SettingsFingerprint: Hashable, Sendable, CustomStringConvertible {
    private let digest: SHA256Digest

    /// - Parameters:
    ///   - options: what to make of each photo.
    ///   - encoding: the format of the files and its settings, in any fixed words: `webp quality=90`. Whatever else
    ///     the bytes depend on belongs here too, such as a device that computes otherwise.
    ///   - modelSHA256: of the network's file.
    ///   - programVersion: another version may make other stickers.
    package init(options: ProcessingOptions, encoding: String, modelSHA256: SHA256Digest, programVersion: String) {
        let parts = [
            "program \(programVersion)", "model \(modelSHA256)", "encoding \(encoding)",
            "options \(Self.canonicalText(of: options))",
        ]
        digest = SHA256Digest(of: Array(parts.joined(separator: "\n").utf8))
    }

    private init(digest: SHA256Digest) {
        self.digest = digest
    }

    /// Of a photo's stickers, in a run with this fingerprint.
    ///
    /// - Parameter options: what is made otherwise of the photo; `nil` for nothing.
    func with(_ options: PhotoOptions?) -> SettingsFingerprint {
        guard let options else { return self }
        let parts = ["run \(self)"] + options.fingerprintParts
        return SettingsFingerprint(digest: SHA256Digest(of: Array(parts.joined(separator: "\n").utf8)))
    }

    /// One whose ``description`` was kept.
    init?(hex: String) {
        guard let digest = SHA256Digest(hex: hex) else { return nil }
        self.digest = digest
    }

    /// 64 hexadecimal digits.
    package var description: String { digest.hex }

    /// All stored values by name, found by reflection: a setting that is added later is never forgotten here, and no
    /// `description` made for people can hide one. An arrangement and a lettering that change nothing are left out:
    /// what was made before there were any is known by the same text.
    static func canonicalText(of value: Any) -> String {
        if let value = value as? any KnownByEarlierName { return value.earlierName }
        let mirror = Mirror(reflecting: value)
        guard !mirror.children.isEmpty else { return "\(value)" }
        let children = mirror.children.filter { ($0.value as? any LeftOutWhereUnchanged)?.isUnchanged != true }
        var parts = children.map { "\($0.label ?? "")=\(canonicalText(of: $0.value))" }
        if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { parts.sort() }
        return "(" + parts.joined(separator: ",") + ")"
    }
}
