import Files
import HTTPMessages

@testable import HTTPServing

extension HTTPResponse {
    static func text(_ text: String, _ status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status, type: "text/plain; charset=utf-8", Array(text.utf8))
    }

    /// Creates a response with a file as it is now. Blocks while it opens.
    static func file(_ path: FilePath, type: String, fields: HTTPFields = [:]) throws(FileError) -> HTTPResponse {
        var response = HTTPResponse(fields: fields, body: .file(try FileBody(path)))
        response.fields["Content-Type"] = type
        return response
    }
}
