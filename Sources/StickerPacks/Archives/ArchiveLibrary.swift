import CArchive

/// The library that writes ZIP files.
public enum ArchiveLibrary {
    /// libarchive's version, for example `3.6.2`.
    public static var version: String {
        let name = String(cString: archive_version_string())
        return name.hasPrefix("libarchive ") ? String(name.dropFirst("libarchive ".count)) : name
    }
}
