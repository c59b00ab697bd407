/// What earlier runs left in a pack's folder, as they noted it.
struct PreviousPack: Sendable {
    private var entries: [String: PackManifest.Entry] = [:]
    private let otherFiles: [String]

    /// - Parameter journal: of a run that was killed; it is later than the manifest.
    init(manifest: PackManifest?, journal: [[PackManifest.Entry]]) {
        otherFiles = (manifest?.contactSheets ?? []) + (manifest?.archive.map { [$0] } ?? [])
        for entry in (manifest?.stickers ?? []) + journal.joined() { entries[entry.fileName] = entry }
    }

    /// The entries of one photo.
    ///
    /// - Parameter name: the name of the photo's file for an instance, from 1.
    func entries(named name: (Int) -> String) -> [PackManifest.Entry] {
        var found: [PackManifest.Entry] = []
        var instance = 1
        while let entry = entries[name(instance)], entry.file != found.last?.file {
            found.append(entry)
            instance += 1
        }
        return found
    }

    /// What was part of the pack and no longer is, as paths from the pack's folder on.
    func files(notIn manifest: PackManifest) -> [String] {
        let kept = Set(manifest.files)
        return (entries.values.map(\.file) + otherFiles).filter { !kept.contains($0) }.sorted()
    }
}
