import HTTPMessages
import HTTPSending

extension ObjectStore {
    /// The size of a part of a larger object. S3 requires at least 5 MiB a part, and at most 10,000 parts.
    package static let partByteCount = 32 << 20

    /// Writes an object, and replaces one of the same name. The server stores it whole or not at all, and checks its
    /// digest.
    package func put(_ bytes: [UInt8], to object: ObjectAddress) async throws(ObjectStoreError) {
        try await put(bytes, to: object, partByteCount: Self.partByteCount)
    }

    func put(
        _ bytes: [UInt8], to object: ObjectAddress, partByteCount: Int
    ) async throws(ObjectStoreError) {
        guard bytes.count > partByteCount else {
            _ = try await send(StorageRequest(method: .put, object: object, body: bytes))
            return
        }
        let upload = try await beginUpload(of: object)
        do throws(ObjectStoreError) {
            var tags: [String] = []
            for start in stride(from: 0, to: bytes.count, by: partByteCount) {
                let part = Array(bytes[start..<min(bytes.count, start + partByteCount)])
                tags.append(try await send(part, asPart: tags.count + 1, of: upload, object))
            }
            try await finish(upload, of: object, tags, byteCount: bytes.count)
        } catch {
            // Otherwise the server would keep the parts, and charge for them.
            await abandon(upload, of: object)
            throw error
        }
    }

    private func beginUpload(of object: ObjectAddress) async throws(ObjectStoreError) -> String {
        let answer = try await send(StorageRequest(method: .post, object: object, query: ["uploads": ""]))
        guard let root = XMLElements.root(of: answer.body), root.name == "InitiateMultipartUploadResult",
            let upload = root["UploadId"], !upload.isEmpty
        else { throw ObjectStoreError(.badAnswer, "\(object): the storage refuses an upload in parts") }
        return upload
    }

    private func send(
        _ part: [UInt8], asPart number: Int, of upload: String, _ object: ObjectAddress
    ) async throws(ObjectStoreError) -> String {
        let answer = try await send(
            StorageRequest(
                method: .put, object: object, query: ["partNumber": "\(number)", "uploadId": upload], body: part))
        guard let tag = answer.fields["ETag"], !tag.isEmpty else {
            throw ObjectStoreError(.badAnswer, "\(object): the storage returned no tag for a part")
        }
        return tag
    }

    private func finish(
        _ upload: String, of object: ObjectAddress, _ tags: [String], byteCount: Int
    ) async throws(ObjectStoreError) {
        let parts = tags.enumerated().map { number, tag in
            "<Part><PartNumber>\(number + 1)</PartNumber><ETag>\(Self.escaped(tag))</ETag></Part>"
        }
        let body = "<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>"
        let request = StorageRequest(
            method: .post, object: object, query: ["uploadId": upload], fields: ["Content-Type": "application/xml"],
            body: Array(body.utf8))
        let answer: CollectedAnswer
        do throws(ObjectStoreError) {
            answer = try await send(request)
        } catch {
            // The upload is unknown where it was completed before, and only the answer to that was lost.
            guard error.code == .noSuchObject, try await self.byteCount(of: object) == byteCount else { throw error }
            return
        }
        // The status comes before the work, so an answer of 200 may still contain an error.
        if XMLElements.root(of: answer.body)?.name != "CompleteMultipartUploadResult" {
            let refusal = StorageRefusal(answer, hiding: try await credentials.credentials()?.sentSecret)
            throw refusal.code.isEmpty
                ? ObjectStoreError(.badAnswer, "\(object): the storage did not complete an upload in parts")
                : refusal.error(StorageRefusal.repeated.contains(refusal.code) ? 503 : 400, of: request)
        }
    }

    /// Abandons an upload in a task of its own, because the writing task may be cancelled.
    private func abandon(_ upload: String, of object: ObjectAddress) async {
        await Task {
            do throws(ObjectStoreError) {
                _ = try await self.send(
                    StorageRequest(method: .delete, object: object, query: ["uploadId": upload]))
            } catch {
                // The error of the upload is more specific.
            }
        }.value
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: String(character)
            }
        }.joined()
    }
}
