import Execution
public import Files
public import Imaging

/// The picture of a scan: a value that any thread may write to a file.
public enum ScanPicture: Sendable {
    /// A strip, whose lines are in a file.
    case strip(StripPicture)
    /// A picture in memory.
    case bitmap(Bitmap)

    /// The size of the upright picture, with square pixels.
    public var size: PixelSize {
        switch self {
        case .strip(let strip): strip.size
        case .bitmap(let bitmap): bitmap.size
        }
    }

    /// Writes a PNG file on the photo executor, away from the caller's actor.
    ///
    /// - Parameter followingLinks: whether a link's target is replaced instead of the link.
    /// - Throws: ``ScanError/Code/file``, ``ScanError/Code/picture(_:)``.
    @concurrent
    public func writePNG(to path: FilePath, followingLinks: Bool = false) async throws(ScanError) {
        try await PhotoExecutor.shared.run { () async throws(ScanError) in
            try self.write(to: path, followingLinks: followingLinks)
        }
    }

    private func write(to path: FilePath, followingLinks: Bool) throws(ScanError) {
        switch self {
        case .strip(let strip): try strip.writePNG(to: path, followingLinks: followingLinks)
        case .bitmap(let bitmap):
            let bytes = try rethrowing(ScanError.init) { () throws(ImagingError) in
                try ImageEncoder(.png()).encode(bitmap)
            }
            try rethrowing(ScanError.init) { () throws(FileError) in
                try AtomicFile.write(bytes, to: path, followingLinks: followingLinks)
            }
        }
    }
}

/// The result of a scan.
public struct ScanResult: Sendable {
    /// The pictures, the newest last. Each change of mode, axis or camera begins another.
    public var pictures: [ScanPicture]
    /// How the picture was made.
    package var metadata: ScanMetadata
    /// Why a part of it is missing; `nil` for none.
    package var loss: ScanError?
}
