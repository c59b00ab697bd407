import Files
import Movies

/// The growing picture: in `strip` its lines on disk, and in each mode its metadata.
@CameraActor final class RunningScan {
    /// The most parts. A new one begins only when the mode, the axis or the camera changes.
    static let partLimit = 100

    var metadata: ScanMetadata
    /// Whether its picture was taken.
    var wasTaken = false
    private var parts: [StripPicture] = []
    private var spool: StripSpool?
    private let folder: FilePath

    init(source: String, folder: FilePath) {
        metadata = ScanMetadata(source: source)
        self.folder = folder
    }

    var lineCount: Int { spool?.lineCount ?? 0 }

    func append(_ slice: StripSlice) throws(ScanError) {
        do throws(FileError) {
            if spool == nil { spool = try StripSpool(in: folder, slice.frame.format, axis: slice.axis) }
            try spool?.append(slice)
        } catch {
            throw ScanError(error)
        }
    }

    /// Begins another part; the lines so far are a picture of their own.
    func beginPart() throws(ScanError) {
        if let picture = try newest() { parts.append(picture) }
        spool = nil
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
        do throws(FileError) {
            return try spool?.picture()
        } catch {
            throw ScanError(error)
        }
    }
}
