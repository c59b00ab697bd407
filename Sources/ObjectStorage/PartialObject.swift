import HTTPMessages
import HTTPSending

/// The beginning of a download that broke off.
struct PartialObject {
    private(set) var bytes: [UInt8] = []
    private var entityTag: String?

    /// The fields that ask for the rest of the same object; `nil` if it cannot be continued.
    var fields: HTTPFields? {
        guard let entityTag, !bytes.isEmpty else { return nil }
        return ["Range": "bytes=\(bytes.count)-", "If-Match": entityTag]
    }

    /// Keeps what came of an answer before it broke off.
    mutating func note(_ answer: CollectedAnswer) {
        let tag = answer.fields["ETag"]
        switch answer.status {
        case 200 where tag != nil && tag?.hasPrefix("W/") == false:
            bytes = answer.body
            entityTag = tag
        case 206 where isRest(answer): bytes += answer.body
        default: break
        }
    }

    /// Prepends the beginning to an answer.
    ///
    /// - Returns: `false` when the answer is not the rest of it.
    func complete(_ answer: inout CollectedAnswer) -> Bool {
        guard answer.status == 206 else { return true }
        guard fields != nil, isRest(answer) else { return false }
        answer.body = bytes + answer.body
        return true
    }

    private func isRest(_ answer: CollectedAnswer) -> Bool {
        answer.fields["ETag"] == entityTag
            && ContentRange(answer.fields["Content-Range"])?.start == bytes.count
    }
}
