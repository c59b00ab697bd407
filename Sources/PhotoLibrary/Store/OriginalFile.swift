import CSQLite
import Files
import Glibc

/// A photo's file. Its name for display is kept with it if the file system can (as the attribute `user.peel.name`), for
/// an index that must be rebuilt.
enum OriginalFile {
    private static let nameAttribute = "user.peel.name"

    /// Writes the file whole or not at all, so that it survives a power cut. Blocks.
    static func write(
        _ bytes: [UInt8], named name: String, to path: FilePath, fault: FaultPoint.Handler
    ) throws(FileError) {
        try path.parent.createFolderDurably()
        let file = try AtomicFile(at: path, isPrivate: true)
        try file.write(bytes)
        file.withDescriptor { descriptor in
            let name = Array(name.utf8)
            // The attribute is needed only if the index is lost.
            _ = fsetxattr(descriptor, nameAttribute, name, name.count, 0)
        }
        fault(.originalWritten)
        try file.commit()
        fault(.originalNamed)
    }

    /// Returns the name that was kept with the file, or one made from its id. Blocks.
    static func name(at path: FilePath, id: PhotoID) -> String {
        var bytes = [UInt8](repeating: 0, count: DisplayName.maximumBytes)
        let count = path.withCString { getxattr($0, nameAttribute, &bytes, bytes.count) }
        guard count > 0 else { return String(id.text.prefix(8)) }
        return DisplayName.bounded(String(decoding: bytes.prefix(count), as: UTF8.self))
    }
}

/// The name of a photo on the screen.
enum DisplayName {
    static let maximumBytes = 255

    /// Returns the text without control characters, cut between two characters to at most ``maximumBytes``.
    static func bounded(_ text: String) -> String {
        var name = ""
        for character in text.prefix(maximumBytes)
        where !character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            if name.utf8.count + character.utf8.count > maximumBytes { break }
            name.append(character)
        }
        return name
    }
}
