import Files
import Foundation
import Synchronization
import TestSupport

@testable import PhotoLibrary

/// A clock that is a second later each time it is looked at.
final class SteppingClock: Sendable {
    private let seconds = Mutex(1_000_000)

    @Sendable func now() -> Date {
        seconds.withLock { seconds in
            seconds += 1
            return Date(timeIntervalSince1970: Double(seconds))
        }
    }
}

extension LibraryStore {
    convenience init(
        at path: FilePath, limit: Int = 1_000_000, clock: SteppingClock = SteppingClock(),
        fault: @escaping FaultPoint.Handler = { _ in }
    ) throws(LibraryError) {
        try self.init(at: path, limit: limit, now: clock.now, fault: fault)
    }
}

/// Bytes that are the same for the same number, and others for another.
func sampleBytes(_ number: Int, count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(number))
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

/// Makes the tables look as if they belonged to another program; every row can still be read.
func damageIndex(of folder: FilePath) throws {
    let database = try Database(at: LibraryFolder(path: folder).index)
    try database.run("ALTER TABLE removals RENAME TO something_else")
    database.takeOverLogAtClose()
}

/// What a user can tell of a photo, but for dates.
struct PhotoContents: Hashable, CustomStringConvertible {
    var id: PhotoID
    var name: String
    var state: String
    var details: String
    var revision: Int
    var blobs: [String: [UInt8]]

    var description: String {
        "\(id.text.prefix(6)) \(name) '\(state)' \(details) r\(revision) \(blobs.mapValues(\.count).sorted { $0.key < $1.key })"
    }
}

extension LibraryStore {
    /// The selection, read from index and files without counting as a use.
    func contents() throws -> [PhotoContents] { try contents(of: photos()) }

    /// The trash, the last removed first.
    func trashContents() throws -> [PhotoContents] { try contents(of: index.trash()) }

    private func contents(of photos: [LibraryPhoto]) throws -> [PhotoContents] {
        try photos.map { photo in
            let files = folder.blobs(of: photo.id, revision: photo.revision)
            return PhotoContents(
                id: photo.id, name: photo.name, state: photo.state, details: photo.details, revision: photo.revision,
                blobs: try Dictionary(
                    uniqueKeysWithValues: photo.blobs.keys.map {
                        ($0, try files.appending($0).readBytes(allowsEmpty: true))
                    }))
        }
    }

    /// What is wrong with the library: files and index that do not fit together, and sums that are not those of the
    /// files.
    func inconsistencies() throws -> [String] {
        var problems: [String] = []
        var expected: Set<FilePath> = []
        var originals = 0
        var results = 0
        var trash = 0
        let removed = try index.trash()
        var counted: Set<PhotoID> = []
        for photo in try photos() + removed {
            let original = folder.original(photo.original)
            expected.insert(original)
            if PhotoID(of: try original.readBytes()) != photo.original { problems.append("other bytes: \(photo.id)") }
            // Those of the selection come first.
            let bytes = counted.insert(photo.original).inserted ? photo.byteCount : 0
            for (name, count) in photo.blobs {
                let path = folder.blobs(of: photo.id, revision: photo.revision).appending(name)
                expected.insert(path)
                if (try? path.status().size) != count { problems.append("no whole \(path)") }
            }
            if photo.removed == nil {
                originals += bytes
                results += photo.resultByteCount
            } else {
                trash += bytes + photo.resultByteCount
            }
        }
        let found = Set(try folder.originals.tree() + folder.results.tree())
        problems += found.subtracting(expected).map { "garbage: \($0)" }
        problems += expected.subtracting(found).map { "missing: \($0)" }
        if usage.originals != originals { problems.append("originals: \(usage.originals) is \(originals)") }
        if usage.results != results { problems.append("results: \(usage.results) is \(results)") }
        if usage.trash != trash { problems.append("trash: \(usage.trash) is \(trash)") }
        if usage.trashCount != removed.count { problems.append("trash: \(usage.trashCount) is \(removed.count)") }
        return problems
    }
}

extension FilePath {
    /// All files below this folder, hidden ones too; and folders of results without files.
    func tree() throws -> [FilePath] {
        var files: [FilePath] = []
        for name in try names() {
            let path = appending(name)
            if try path.status(followingLinks: false).kind != .folder {
                files.append(path)
            } else {
                let below = try path.tree()
                // The folders of a pair of digits stay.
                files += below.isEmpty && name.bytes.count > 2 ? [path] : below
            }
        }
        return files
    }

    /// Copies this folder as it is: what a program that is killed now leaves.
    func copyTree(to place: FilePath) throws {
        try place.createFolder()
        for name in try names() {
            let path = appending(name)
            if try path.status(followingLinks: false).kind == .folder {
                try path.copyTree(to: place.appending(name))
            } else {
                try AtomicFile.write(
                    path.readBytes(allowsEmpty: true), to: place.appending(name), durability: .deferred)
            }
        }
    }
}
