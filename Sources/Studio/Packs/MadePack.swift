import HTTPServing

/// A pack that was made and can be downloaded, as files without names, which end with the program.
struct MadePack: RecentResult {
    /// Its title.
    let name: String
    let files: PackDownloads

    var byteCount: Int { files.zip.range.count + (files.wastickers?.range.count ?? 0) }
    static let standardByteLimit = 2 << 30
}

/// The files of packs that were made.
struct PackDownloads: Sendable {
    /// A folder for each platform.
    let zip: FileBody
    /// What sticker apps for WhatsApp import. `nil` without a pack for WhatsApp, and where there are several.
    var wastickers: FileBody?
}
