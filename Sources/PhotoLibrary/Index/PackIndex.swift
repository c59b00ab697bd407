import FoundationEssentials

/// The packs in the index, and their photos in their order. A photo in the trash keeps its places.
///
/// Not Sendable; every call blocks. Calls that change something belong into a transaction of ``LibraryIndex``.
final class PackIndex {
    private let selectPacks: Statement
    private let selectCount: Statement
    private let selectMembers: Statement
    private let selectMembersOfPack: Statement
    private let selectLastPosition: Statement
    private let selectLastMember: Statement
    private let selectOverdue: Statement
    private let insertPack: Statement
    private let insertMember: Statement
    private let updatePack: Statement
    private let updateRemoved: Statement
    private let updatePosition: Statement
    private let deletePack: Statement
    private let deleteMember: Statement
    private let deletePhoto: Statement

    init(_ database: borrowing Database) throws(LibraryError) {
        selectPacks = try database.prepare(
            "SELECT id, name, cover, removed IS NOT NULL FROM packs ORDER BY position, id")
        selectCount = try database.prepare("SELECT count(*) FROM packs WHERE removed IS NULL")
        let members = """
            SELECT pack, photo FROM members JOIN photos ON photos.id = photo AND photos.removed IS NULL
            """
        selectMembers = try database.prepare("\(members) ORDER BY pack, members.position, photo")
        selectMembersOfPack = try database.prepare("\(members) WHERE pack = ? ORDER BY members.position, photo")
        selectLastPosition = try database.prepare("SELECT coalesce(max(position), 0) FROM packs")
        selectLastMember = try database.prepare("SELECT coalesce(max(position), 0) FROM members WHERE pack = ?")
        selectOverdue = try database.prepare(
            """
            SELECT id FROM packs WHERE removed <= ? OR id IN
                (SELECT id FROM packs WHERE removed IS NOT NULL ORDER BY removed DESC, id LIMIT -1 OFFSET ?)
            """)
        insertPack = try database.prepare("INSERT INTO packs (id, position, name, cover) VALUES (?, ?, ?, ?)")
        insertMember = try database.prepare("INSERT OR IGNORE INTO members (pack, photo, position) VALUES (?, ?, ?)")
        updatePack = try database.prepare("UPDATE packs SET name = ?, cover = ? WHERE id = ?")
        updateRemoved = try database.prepare("UPDATE packs SET removed = nullif(?, 0) WHERE id = ?")
        updatePosition = try database.prepare("UPDATE members SET position = ? WHERE pack = ? AND photo = ?")
        deletePack = try database.prepare("DELETE FROM packs WHERE id = ?")
        deleteMember = try database.prepare("DELETE FROM members WHERE pack = ? AND photo = ?")
        deletePhoto = try database.prepare("DELETE FROM members WHERE photo = ?")
    }

    // MARK: Reading

    /// Returns the packs with their photos, in the order in which they were made.
    func packs() throws(LibraryError) -> [LibraryPack] {
        var members: [String: [PhotoID]] = [:]
        try selectMembers.rows { row in
            if let id = PhotoID(row.text(1)) { members[row.text(0), default: []].append(id) }
        }
        return try records().filter { !$0.isRemoved }.map { record in
            var pack = record.pack
            pack.photos = members[pack.id.text] ?? []
            return pack
        }
    }

    /// Returns a pack with its photos; `nil` if there is none.
    func pack(_ id: PackID, isRemoved: Bool = false) throws(LibraryError) -> LibraryPack? {
        guard var pack = try records().first(where: { $0.pack.id == id && $0.isRemoved == isRemoved })?.pack else {
            return nil
        }
        try selectMembersOfPack.rows(.text(id.text)) { row in
            if let id = PhotoID(row.text(1)) { pack.photos.append(id) }
        }
        return pack
    }

    /// The packs without their photos, and those that were removed.
    private func records() throws(LibraryError) -> [(pack: LibraryPack, isRemoved: Bool)] {
        var records: [(pack: LibraryPack, isRemoved: Bool)] = []
        try selectPacks.rows { row in
            guard let pack = LibraryPack(row) else { return }
            records.append((pack, row.integer(3) == 1))
        }
        return records
    }

    /// Returns how many packs there are.
    func count() throws(LibraryError) -> Int {
        var count = 0
        try selectCount.rows { count = $0.integer(0) }
        return count
    }

    /// Returns packs that were removed before that time, and the first removed of more than `most`.
    func overdue(before date: Date, most: Int) throws(LibraryError) -> [PackID] {
        var ids: [PackID] = []
        try selectOverdue.rows(.integer(date.milliseconds), .integer(most)) { row in
            if let id = PackID(row.text(0)) { ids.append(id) }
        }
        return ids
    }

    // MARK: Changing

    /// Adds a pack at the end, with its photos.
    func insert(_ pack: LibraryPack) throws(LibraryError) {
        var position = 0
        try selectLastPosition.rows { position = $0.integer(0) }
        try insertPack.run(
            .text(pack.id.text), .integer(position + 1), .text(pack.name), .text(pack.cover?.text ?? ""))
        try append(pack.photos, to: pack.id)
    }

    /// Writes name and cover.
    func update(_ pack: LibraryPack) throws(LibraryError) {
        try updatePack.run(.text(pack.name), .text(pack.cover?.text ?? ""), .text(pack.id.text))
    }

    /// Puts photos at the pack's end. Those that are in it keep their places.
    func append(_ photos: [PhotoID], to id: PackID) throws(LibraryError) {
        var position = 0
        try selectLastMember.rows(.text(id.text)) { position = $0.integer(0) }
        for photo in photos {
            position += 1
            try insertMember.run(.text(id.text), .text(photo.text), .integer(position))
        }
    }

    func setOrder(_ photos: [PhotoID], of id: PackID) throws(LibraryError) {
        for (number, photo) in photos.enumerated() {
            try updatePosition.run(.integer(number + 1), .text(id.text), .text(photo.text))
        }
    }

    func remove(_ photo: PhotoID, from id: PackID) throws(LibraryError) {
        try deleteMember.run(.text(id.text), .text(photo.text))
    }

    /// Removes a photo from all packs.
    func forget(_ photo: PhotoID) throws(LibraryError) {
        try deletePhoto.run(.text(photo.text))
    }

    /// Removes a pack so that it can be restored, or without a date restores it.
    func setRemoved(_ date: Date?, of id: PackID) throws(LibraryError) {
        try updateRemoved.run(.integer(date?.milliseconds ?? 0), .text(id.text))
    }

    func delete(_ id: PackID) throws(LibraryError) {
        try deletePack.run(.text(id.text))
    }
}

extension LibraryPack {
    /// - Parameter row: the columns id, name, cover.
    /// - Returns: a pack without photos; `nil` when the id is none.
    init?(_ row: borrowing Statement.Row) {
        guard let id = PackID(row.text(0)) else { return nil }
        self.init(id: id, name: row.text(1), cover: PhotoID(row.text(2)), photos: [])
    }
}
