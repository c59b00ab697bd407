import Files
import FoundationEssentials

extension LibraryStore {
    static let maximumStateBytes = 64
    static let maximumDetailsBytes = 1 << 20

    func add(
        _ bytes: [UInt8], named name: String, details: String? = nil
    ) throws(LibraryError) -> LibraryAddition {
        guard !bytes.isEmpty else { throw invalid("a photo must have at least one byte") }
        let id = PhotoID(of: bytes)
        let name = DisplayName.bounded(name)
        let file = folder.original(id)
        let same = try index.photos(of: id)
        if let known = same.first(where: { $0.removed == nil }), let photo = try photo(known.id) {
            // The file may have been removed by hand; these are its bytes.
            if (try? file.status().size) != bytes.count { try writeOriginal(bytes, named: photo.name, to: file) }
            return LibraryAddition(photo: photo, isNew: false, cleanedUp: [])
        }
        if let removed = same.first { return try takeBack(removed, bytes, named: name) }
        guard usage.originals + bytes.count < usage.limit else { throw full(adding: bytes.count) }
        try makingRoomOnDisk(for: bytes.count) { () throws(LibraryError) in
            try writeOriginal(bytes, named: name, to: file)
        }
        let date = now().roundedToMilliseconds
        var photo = LibraryPhoto(
            id: id, name: name, byteCount: bytes.count, state: "", details: "{}", revision: 0, blobs: [:], added: date,
            lastUsed: date)
        do {
            try apply(state: nil, details: details, to: &photo)
            let room = try change { [photo] usage throws(LibraryError) in
                try index.insert(photo, position: try index.lastPosition() + 1)
                usage.add([photo])
                return try makeRoom(in: &usage, except: nil)
            }
            removeFiles(of: room)
            return LibraryAddition(photo: photo, isNew: true, cleanedUp: room.results)
        } catch {
            try? file.removeFile()
            throw error
        }
    }

    func reorder(_ ids: [PhotoID]) throws(LibraryError) -> [PhotoID] {
        let named = Set(ids)
        guard named.count == ids.count else { throw invalid("an order must not list a photo twice") }
        let before = try index.photos().map(\.id)
        for id in named.subtracting(before) { _ = try knownPhoto(id) }
        let after = ids + before.filter { !named.contains($0) }
        guard before != after else { return after }
        try change { _ throws(LibraryError) in
            for (number, id) in after.enumerated() { try index.setPosition(number + 1, of: id) }
        }
        return after
    }

    func update(_ id: PhotoID, state: String?, details: String?) throws(LibraryError) -> LibraryPhoto {
        var photo = try knownPhoto(id)
        try apply(state: state, details: details, to: &photo)
        try makingRoomOnDisk { () throws(LibraryError) in
            try change { _ throws(LibraryError) in try index.update(photo) }
        }
        return photo
    }

    func original(_ id: PhotoID) throws(LibraryError) -> [UInt8] {
        try original(of: try knownPhoto(id))
    }

    func original(of photo: LibraryPhoto) throws(LibraryError) -> [UInt8] {
        let path = folder.original(photo.original)
        let bytes = try asLibraryError { () throws(FileError) in try path.readBytes(allowsEmpty: true) }
        guard bytes.count == photo.byteCount else { throw damaged(path, photo, bytes.count) }
        return bytes
    }

    func openOriginal<Opened>(
        _ id: PhotoID, _ open: (FilePath) throws(FileError) -> Opened
    ) throws(LibraryError) -> Opened {
        try openOriginal(of: try knownPhoto(id), open)
    }

    func openOriginal<Opened>(
        of photo: LibraryPhoto, _ open: (FilePath) throws(FileError) -> Opened
    ) throws(LibraryError) -> Opened {
        let path = folder.original(photo.original)
        let size = try asLibraryError { () throws(FileError) in try path.status().size }
        guard size == photo.byteCount else { throw damaged(path, photo, size) }
        return try asLibraryError { () throws(FileError) in try open(path) }
    }

    private func damaged(_ path: FilePath, _ photo: LibraryPhoto, _ count: Int) -> LibraryError {
        LibraryError(
            .damaged, path, "the photo \(path) has \(count) bytes, and had \(photo.byteCount); add it again")
    }

    func apply(state: String?, details: String?, to photo: inout LibraryPhoto) throws(LibraryError) {
        if let state {
            guard state.utf8.count <= Self.maximumStateBytes else {
                throw invalid("a state has at most \(Self.maximumStateBytes) bytes, not \(state.utf8.count)")
            }
            photo.state = state
        }
        if let details {
            guard details.utf8.count <= Self.maximumDetailsBytes else {
                throw invalid("details have at most \(Self.maximumDetailsBytes) bytes, not \(details.utf8.count)")
            }
            guard try index.isJSON(details) else { throw invalid("details must be JSON") }
            photo.details = details
        }
    }

    func writeOriginal(_ bytes: [UInt8], named name: String, to path: FilePath) throws(LibraryError) {
        try asLibraryError { () throws(FileError) in
            try OriginalFile.write(bytes, named: name, to: path, fault: fault)
        }
    }

    func full(adding count: Int) -> LibraryError {
        LibraryError(
            .full(originals: usage.originals, added: count, limit: usage.limit), folder.path,
            "the library \(folder.path) is full: its photos have \(usage.originals) bytes, this one has \(count), and "
                + "the limit is \(usage.limit); remove photos or raise the limit")
    }
}
