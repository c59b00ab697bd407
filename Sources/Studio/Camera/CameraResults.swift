import Files
import FoundationEssentials

/// A picture that was taken with the camera.
struct KeptPicture: Encodable, Hashable, Sendable {
    let id: String
    let width: Int
    let height: Int
    /// ISO 8601.
    let made: String
    let name: String
    let mode: String
    let bytes: Int
}

/// A movie that was recorded with the camera.
struct KeptMovie: Encodable, Hashable, Sendable {
    let id: String
    let made: String
    let name: String
    let type: String
    let seconds: Double
    let frames: Int
    let bytes: Int
    var droppedFrames: Int
}

/// Pictures and movies of the camera, in files of this run: a bounded number with a bounded number of bytes together,
/// of which the oldest give way. A value: its owner removes the files that it gives up.
struct CameraResults: Sendable {
    struct Limits: Sendable {
        var pictures = 50
        var movies = 20
        /// Of both together.
        var bytes = 8 << 30
    }

    let limits: Limits
    private(set) var pictures: [KeptPicture] = []
    private(set) var movies: [KeptMovie] = []
    private var files: [String: (path: FilePath, bytes: Int, number: Int)] = [:]
    private var count = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var bytes: Int { files.values.reduce(0) { $0 + $1.bytes } }

    /// Whether the next result may take the place of the oldest. A long movie may need a fifth of the bytes.
    var isFull: Bool {
        pictures.count >= limits.pictures || movies.count >= limits.movies || bytes >= limits.bytes / 5 * 4
    }

    func file(_ id: String) -> FilePath? { files[id]?.path }

    /// - Returns: the files that give way.
    mutating func add(_ picture: KeptPicture, at path: FilePath) -> [FilePath] {
        pictures.append(picture)
        note(picture.id, path, picture.bytes)
        return makeRoom(keeping: picture.id)
    }

    mutating func add(_ movie: KeptMovie, at path: FilePath) -> [FilePath] {
        movies.append(movie)
        note(movie.id, path, movie.bytes)
        return makeRoom(keeping: movie.id)
    }

    mutating func setDroppedFrames(_ count: Int, of id: String) {
        guard let index = movies.firstIndex(where: { $0.id == id }) else { return }
        movies[index].droppedFrames = count
    }

    /// - Returns: its file; `nil` when there is none of that id.
    mutating func remove(_ id: String) -> FilePath? {
        pictures.removeAll { $0.id == id }
        movies.removeAll { $0.id == id }
        return files.removeValue(forKey: id)?.path
    }

    mutating func removeAll() -> [FilePath] {
        defer { self = CameraResults(limits: limits) }
        return files.values.map(\.path)
    }

    private mutating func note(_ id: String, _ path: FilePath, _ bytes: Int) {
        count += 1
        files[id] = (path, bytes, count)
    }

    private mutating func makeRoom(keeping newest: String) -> [FilePath] {
        var removed: [FilePath] = []
        func oldest(of ids: [String]) -> String? {
            ids.filter { $0 != newest }.min { (files[$0]?.number ?? 0) < (files[$1]?.number ?? 0) }
        }
        while pictures.count > limits.pictures, let id = oldest(of: pictures.map(\.id)) {
            if let path = remove(id) { removed.append(path) }
        }
        while movies.count > limits.movies, let id = oldest(of: movies.map(\.id)) {
            if let path = remove(id) { removed.append(path) }
        }
        while bytes > limits.bytes, let id = oldest(of: Array(files.keys)) {
            if let path = remove(id) { removed.append(path) }
        }
        return removed
    }
}
