/// What earlier runs left in a pack's folder, as they noted it.
struct PreviousPack: Sendable {
    private var entries: [String: PackManifest.Entry] = [:]
    /// All instance numbers that there are, rising.
    private let instances: [Int]
    private let otherFiles: [String]

    /// - Parameter journal: of a run that was killed; it is later than the manifest.
    init(manifest: PackManifest?, journal: [[PackManifest.Entry]]) {
        otherFiles = (manifest?.contactSheets ?? []) + (manifest?.archive.map { [$0] } ?? [])
        for entry in (manifest?.stickers ?? []) + journal.joined() { entries[entry.fileName] = entry }
        instances = Set(entries.values.lazy.compactMap(\.instance)).union([1]).sorted()
    }

    /// The entries of one photo, by rising number. Numbers may be missing: of a subject of which refining leaves
    /// nothing there is no sticker.
    ///
    /// - Parameter name: the name of the photo's file for an instance, from 1.
    func entries(named name: (Int) -> String) -> [PackManifest.Entry] {
        var found: [PackManifest.Entry] = []
        for instance in instances {
            if let entry = entries[name(instance)], entry.file != found.last?.file { found.append(entry) }
        }
        return found
    }

    /// How many stickers there are.
    var count: Int { entries.count }

    /// What was part of the pack and no longer is, as paths from the pack's folder on.
    func files(notIn manifest: PackManifest) -> [String] {
        let kept = Set(manifest.files)
        return (entries.values.map(\.file) + otherFiles).filter { !kept.contains($0) }.sorted()
    }
}
