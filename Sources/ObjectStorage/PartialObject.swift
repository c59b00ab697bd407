import HTTPMessages

/// What has come of a download that broke off.
struct PartialObject {
    private(set) var bytes: [UInt8] = []
    private var entityTag: String?

    /// Asks for the rest of the same object; `nil` where there is nothing to go on with.
    var fields: HTTPFields? {
        guard let entityTag, !bytes.isEmpty else { return nil }
        return ["Range": "bytes=\(bytes.count)-", "If-Match": entityTag]
    }

    /// Keeps what came of an answer before it broke off.
    mutating func note(_ answer: StorageAnswer) {
        let tag = answer.fields["ETag"]
        switch answer.status {
        case 200 where tag != nil && tag?.hasPrefix("W/") == false:
            bytes = answer.body
            entityTag = tag
        case 206 where tag == entityTag && start(of: answer) == bytes.count: bytes += answer.body
        default: break
        }
    }

    /// Puts before an answer what had come earlier.
    ///
    /// - Returns: `false` when the answer is not the rest of it.
    func complete(_ answer: inout StorageAnswer) -> Bool {
        guard answer.status == 206 else { return true }
        guard fields != nil, answer.fields["ETag"] == entityTag, start(of: answer) == bytes.count else { return false }
        answer.body = bytes + answer.body
        return true
    }

    /// From `bytes 100-199/200`.
    private func start(of answer: StorageAnswer) -> Int? {
        guard let range = answer.fields["Content-Range"], range.hasPrefix("bytes ") else { return nil }
        return range.dropFirst(6).split(separator: "-").first.flatMap { Int($0) }
    }
}
