import Files
import Imaging
import Movies
import SlitScan

/// A video that was sent to be scanned.
struct UploadedVideo: Encodable, Hashable, Sendable {
    let id: String
    let name: String
    let width: Int
    let height: Int
    let frameRate: Nullable<Double>
    let seconds: Nullable<Double>
    let hasSound: Bool
}

/// Uploaded videos in files of this run: a bounded number with a bounded number of bytes together, of which the oldest
/// give way. A value: its owner removes the files that it gives up.
struct CameraUploads: Sendable {
    /// What a video of a stranger may have at most: 2 GiB, 8192 × 4320 pixels, 16 tracks, four hours.
    static let limits = MovieLimits(bytes: 2 << 30, pixels: 8192 * 4320, side: 8192, tracks: 16, seconds: 14_400)
    static let countLimit = 8
    static let byteLimit = 6 << 30

    private var videos: [(video: UploadedVideo, path: FilePath, bytes: Int)] = []

    func file(_ id: String) -> (path: FilePath, video: UploadedVideo)? {
        videos.first { $0.video.id == id }.map { ($0.path, $0.video) }
    }

    /// - Returns: the files that give way.
    mutating func add(_ video: UploadedVideo, at path: FilePath, bytes: Int) -> [FilePath] {
        videos.append((video, path, bytes))
        var removed: [FilePath] = []
        while videos.count > 1, videos.count > Self.countLimit || videos.reduce(0, { $0 + $1.bytes }) > Self.byteLimit {
            removed.append(videos.removeFirst().path)
        }
        return removed
    }

    mutating func remove(_ id: String) -> FilePath? {
        videos.firstIndex { $0.video.id == id }.map { videos.remove(at: $0).path }
    }

    mutating func removeAll() -> [FilePath] {
        defer { videos = [] }
        return videos.map(\.path)
    }

    /// Opens a video up to its first frame.
    ///
    /// - Throws: what is wrong with it, in words that name the file as its sender does.
    @concurrent
    static func check(_ path: FilePath, id: String, name: String) async throws -> UploadedVideo {
        do throws(MovieError) {
            let options = ReadingOptions(buffering: .everyFrame(1), limits: limits)
            let reader = try await MovieReader.open(.file(path), options)
            await reader.stop()
            guard let picture = reader.info.picture else {
                throw MovieError(.noVideo, "\(path): there is no moving picture in it")
            }
            let size = picture.format.displaySize
            return UploadedVideo(
                id: id, name: name, width: size.width, height: size.height, frameRate: Nullable(picture.frameRate),
                seconds: Nullable(reader.info.duration.map { Double($0) / 1e9 }), hasSound: reader.info.sound != nil)
        } catch {
            let description = error.description.replacing(path.description, with: name)
            throw ScanError(.movie(error.code), description)
        }
    }
}
