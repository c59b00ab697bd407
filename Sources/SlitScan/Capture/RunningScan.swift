import Files
import Movies

/// The growing picture: in `strip` its lines on disk, and in each mode its metadata.
@CameraActor final class RunningScan {
    /// The most parts. A new one begins only when the mode, the axis or the camera changes.
    static let partLimit = 100

    var metadata: ScanMetadata
    /// Whether the newest part's picture was taken.
    var wasTaken = false
    /// Whether lines found no room on the disk.
    private(set) var isDiskFull = false
    /// The strips before the newest.
    private(set) var parts: [StripPicture] = []
    private var spool: StripSpool?
    private let folder: FilePath

    init(source: String, folder: FilePath) {
        metadata = ScanMetadata(source: source)
        self.folder = folder
    }

    var lineCount: Int { spool?.lineCount ?? 0 }

    func append(_ slice: StripSlice) throws(ScanError) {
        try writing { () throws(FileError) in
            if spool == nil { spool = try StripSpool(in: folder, slice.frame.format, axis: slice.axis) }
            try spool?.append(slice)
        }
    }

    /// Begins another part; the lines so far are a picture of their own.
    ///
    /// - Throws: what the disk says of the newest lines. Those before them stay even then.
    func beginPart() throws(ScanError) {
        defer {
            spool = nil
            wasTaken = false
        }
        do throws(ScanError) {
            parts = try strips()
        } catch {
            // The lines that could not be written are forgotten now, so that nothing is left to write.
            parts = try strips()
            throw error
        }
        guard parts.count <= Self.partLimit else {
            throw ScanError(.badSetting, "a scan has \(Self.partLimit) pictures at most: begin another")
        }
    }

    /// Returns all strips, the newest last.
    func strips() throws(ScanError) -> [StripPicture] {
        guard let newest = try newest() else { return parts }
        return parts + [newest]
    }

    private func newest() throws(ScanError) -> StripPicture? {
        guard lineCount > 0 else { return nil }
        return try writing { () throws(FileError) in try spool?.picture() }
    }

    private func writing<Value>(_ body: () throws(FileError) -> Value) throws(ScanError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            if error.isDiskFull { isDiskFull = true }
            throw ScanError(error)
        }
    }
}
