import Files
import SlitScan

extension StudioCamera {
    /// Takes a video in once it was checked.
    ///
    /// - Parameter path: of its file, which is this camera's from here on.
    func addUpload(_ path: FilePath, named name: String, bytes: Int) async throws -> UploadedVideo {
        do {
            let video = try await CameraUploads.check(path, id: CameraNames.newID(), name: name)
            guard !isStopped else { throw ScanError(.notRunning, "the studio is stopping") }
            remove(uploads.add(video, at: path, bytes: bytes))
            return video
        } catch {
            remove([path])
            throw error
        }
    }

    /// - Returns: `false` when there is no such video.
    func removeUpload(_ id: String) -> Bool {
        guard let path = uploads.remove(id) else { return false }
        remove([path])
        return true
    }
}
