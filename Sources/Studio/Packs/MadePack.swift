import HTTPServing

/// A pack that was made and can be downloaded, as a file without a name, which ends with the program.
struct MadePack: ShelfItem {
    /// Its title.
    let name: String
    let file: FileBody

    var byteCount: Int { file.range.count }
    static let standardByteLimit = 2 << 30
}
