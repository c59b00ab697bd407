import HTTPMessages
import HTTPServing
import StudioPages

/// The files of the studio's pages.
struct PageRoutes: RouteCollection {
    func add(to router: inout Router) {
        for page in StudioPage.all {
            router.add(.get, page.path == "/index.html" ? "/" : page.path) { request, _ in
                let sent = page.sent
                // The pages of one version never differ; the browser asks each time whether it still has that one.
                var fields: HTTPFields = ["Cache-Control": "no-cache", "Vary": "Accept-Encoding"]
                if let gzip = sent.gzip, request.accepts(coding: "gzip") {
                    fields.append("Content-Encoding", "gzip")
                    fields.append("ETag", gzip.entityTag)
                    return HTTPResponse(type: page.contentType, fields: fields, gzip.bytes)
                }
                fields.append("ETag", sent.plain.entityTag)
                return HTTPResponse(type: page.contentType, fields: fields, sent.plain.bytes)
            }
        }
    }
}
