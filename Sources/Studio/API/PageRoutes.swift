import HTTPMessages
import HTTPServing
import StudioPages

/// The files of the studio's pages.
struct PageRoutes: RouteCollection {
    func add(to router: inout Router) {
        for page in StudioPage.all {
            router.add(.get, page.path == "/index.html" ? "/" : page.path) { _, _ in
                // The pages of one version never differ; the browser asks each time whether it still has that one.
                let fields: HTTPFields = ["Cache-Control": "no-cache", "ETag": page.entityTag]
                return HTTPResponse(type: page.contentType, fields: fields, page.bytes)
            }
        }
    }
}
