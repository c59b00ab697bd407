import Imaging

/// The description of the API in OpenAPI 3.1, which the studio serves and the tests hold every route against.
nonisolated enum OpenAPI {
    struct Operation: Sendable {
        let method: String
        let path: String
        let summary: String
        var query: [(name: String, schema: String, description: String)] = []
        /// JSON of `requestBody`; empty when there is none.
        var body = ""
        /// Status, description and the JSON of `content` (empty for none).
        let answers: [(status: Int, description: String, content: String)]
    }

    static let document = Array(text.utf8)

    private static var text: String {
        var paths: [String: [Operation]] = [:]
        for operation in operations { paths[operation.path, default: []].append(operation) }
        let entries = paths.keys.sorted().map { path in
            "\(quoted(path)):{\((paths[path] ?? []).map(json).joined(separator: ","))}"
        }
        return """
            {"openapi":"3.1.0","info":{"title":"Peel studio","version":"1","description":"Photos in, stickers out, on \
            this machine. Every error is an object {error: {code, message}}."},"paths":{\(entries.joined(separator: ","))},\
            "components":{"schemas":{\(schemas),\(cameraSchemas)},"securitySchemes":{"token":{"type":"http","scheme":"bearer",\
            "description":"Needed when the studio listens on another address than this machine's own."}}},\
            "security":[{},{"token":[]}]}
            """
    }

    private static func json(_ operation: Operation) -> String {
        var parameters = operation.query.map { name, schema, description in
            "{\"name\":\(quoted(name)),\"in\":\"query\",\"schema\":\(schema),\"description\":\(quoted(description))}"
        }
        if operation.path.contains("{id}") {
            let schema = operation.path.hasPrefix("/api/v1/camera") ? "CameraID" : "PhotoID"
            parameters.insert(
                ##"{"name":"id","in":"path","required":true,"schema":{"$ref":"#/components/schemas/\##(schema)"}}"##,
                at: 0)
        }
        var answers = operation.answers.map { status, description, content in
            "\"\(status)\":{\"description\":\(quoted(description))" + (content.isEmpty ? "" : ",\"content\":\(content)")
                + "}"
        }
        answers.append(
            "\"default\":{\"description\":\"Why it was not done\",\"content\":\(content("Error"))}")
        return "\"\(operation.method)\":{\"summary\":\(quoted(operation.summary))"
            + (parameters.isEmpty ? "" : ",\"parameters\":[\(parameters.joined(separator: ","))]")
            + (operation.body.isEmpty ? "" : ",\"requestBody\":\(operation.body)")
            + ",\"responses\":{\(answers.joined(separator: ","))}}"
    }

    private static func quoted(_ text: String) -> String { JSONWriting.text(text) }

    static func content(_ schema: String) -> String {
        "{\"application/json\":{\"schema\":{\"$ref\":\"#/components/schemas/\(schema)\"}}}"
    }

    static func bytes(_ types: String...) -> String { bytes(types) }

    private static func bytes(_ types: [String]) -> String {
        "{\(types.map { "\"\($0)\":{}" }.joined(separator: ","))}"
    }

    static func jsonBody(_ schema: String, isRequired: Bool = true) -> String {
        "{\"required\":\(isRequired),\"content\":\(content(schema))}"
    }

    private static let fileBody = "{\"required\":true,\"description\":\"The file's bytes\",\"content\":{\"*/*\":{}}}"
    private static let photos =
        "{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Photo\"}}}}"
    private static let previewSide = (
        name: "side", schema: "{\"type\":\"integer\",\"minimum\":16,\"maximum\":4096,\"default\":1280}",
        description: "Its longest side in pixels"
    )
    private static let near = (
        name: "near", schema: "{\"type\":\"boolean\",\"default\":false}",
        description: "Because its place on a page is near: only as long as a page is open and none takes it back"
    )
    private static let text_ = "{\"type\":\"string\"}"

    static let operations = photoOperations + stickerOperations + cameraOperations

    private static let formats: String = {
        let names = OutputFormat.byName.map { "\"\($0.pathExtension)\"" }.joined(separator: ",")
        return "{\"enum\":[\(names)],\"default\":\"png\"}"
    }()

    private static let stickerOperations: [Operation] = OutputFormat.byName.map { format in
        Operation(
            method: "get", path: "/api/v1/photos/{id}/\(MadeSticker.name(in: format))", summary: "Its sticker",
            query: [("r", "{\"type\":\"integer\"}", "The photo's revision: with it, the answer can be kept for ever")],
            answers: [(200, "The sticker", bytes(format.mediaType))])
    }

    private static let photoOperations: [Operation] = [
        Operation(
            method: "get", path: "/health", summary: "Whether the server runs; needs no token",
            answers: [(200, "It does", content("Status"))]),
        Operation(
            method: "get", path: "/ready", summary: "Whether stickers can be made",
            answers: [(200, "They can", content("Status"))]),
        Operation(
            method: "get", path: "/api/v1/openapi.json", summary: "This description",
            answers: [(200, "OpenAPI 3.1", "{\"application/json\":{}}")]),
        Operation(
            method: "get", path: "/api/v1/state", summary: "All that a page shows",
            answers: [(200, "A snapshot", content("Snapshot"))]),
        Operation(
            method: "get", path: "/api/v1/events",
            summary: "A snapshot and then changes, as an event stream; Last-Event-ID continues one",
            answers: [
                (200, "Events: snapshot, photo, removed, order, progress, library, catalog", bytes("text/event-stream"))
            ]),
        Operation(
            method: "get", path: "/api/v1/photos", summary: "The selection in its order",
            answers: [(200, "Photos", photos)]),
        Operation(
            method: "post", path: "/api/v1/photos", summary: "Add a photo",
            query: [("name", text_, "Its name, for people")], body: fileBody,
            answers: [(201, "It was added", content("Photo")), (200, "It was there already", content("Photo"))]),
        Operation(
            method: "post", path: "/api/v1/photos/remove", summary: "Move photos, or all of them, to the trash",
            body: jsonBody("Choice"), answers: [(200, "Those that were moved", content("Order"))]),
        Operation(
            method: "get", path: "/api/v1/photos/{id}", summary: "A photo",
            answers: [(200, "It", content("Photo"))]),
        Operation(
            method: "delete", path: "/api/v1/photos/{id}", summary: "Move a photo to the trash",
            answers: [(204, "It is there", "")]),
        Operation(
            method: "get", path: "/api/v1/trash",
            summary:
                "Removed photos, the last removed first; each is deleted after 30 days, or when the library needs room",
            answers: [(200, "The trash", content("Trash"))]),
        Operation(
            method: "post", path: "/api/v1/trash/restore",
            summary: "Put photos, or all of them, back to their places, with their styles and strokes",
            body: jsonBody("Choice"), answers: [(200, "Those that were put back", photos)]),
        Operation(
            method: "post", path: "/api/v1/trash/empty",
            summary: "Delete photos in the trash, or all of them, for good",
            body: jsonBody("Choice"), answers: [(200, "Those that were deleted", content("Order"))]),
        Operation(
            method: "get", path: "/api/v1/trash/{id}/preview", summary: "A photo in the trash, upright",
            query: [previewSide], answers: [(200, "The picture", bytes("image/webp"))]),
        Operation(
            method: "put", path: "/api/v1/order", summary: "Put photos into this order, in front of the others",
            body: jsonBody("Order"), answers: [(204, "They are", "")]),
        Operation(
            method: "post", path: "/api/v1/photos/{id}/load", summary: "Make its sticker unless it is there",
            query: [near],
            answers: [(202, "It will be", content("Photo"))]),
        Operation(
            method: "post", path: "/api/v1/photos/{id}/retry", summary: "Try a photo that failed once more",
            answers: [(202, "It will be", content("Photo"))]),
        Operation(
            method: "post", path: "/api/v1/photos/{id}/cancel", summary: "Take a load or retry back",
            query: [near],
            answers: [(202, "It is", content("Photo"))]),
        Operation(
            method: "post", path: "/api/v1/process", summary: "Make all stickers that are not there",
            answers: [(202, "They will be", content("Progress"))]),
        Operation(
            method: "delete", path: "/api/v1/process", summary: "Stop that",
            answers: [(202, "It will be", content("Progress"))]),
        Operation(
            method: "get", path: "/api/v1/photos/{id}/original", summary: "The photo's own file",
            answers: [(200, "Its bytes", bytes("application/octet-stream"))]),
        Operation(
            method: "get", path: "/api/v1/photos/{id}/preview", summary: "The photo upright, as any browser shows it",
            query: [previewSide],
            answers: [(200, "The picture", bytes("image/webp"))]),
        Operation(
            method: "get", path: "/api/v1/photos/{id}/thumbnail.webp", summary: "Its sticker, 256 pixels large",
            query: [("r", "{\"type\":\"integer\"}", "The photo's revision: with it, the answer can be kept for ever")],
            answers: [(200, "The sticker", bytes("image/webp"))]),
        Operation(
            method: "get", path: "/api/v1/photos/{id}/cutout.webp",
            summary: "The bare subject on the photo's whole canvas, as large as a preview",
            query: [("r", "{\"type\":\"integer\"}", "The photo's revision: with it, the answer can be kept for ever")],
            answers: [(200, "The picture", bytes("image/webp"))]),
        Operation(
            method: "put", path: "/api/v1/photos/{id}/style", summary: "Change how its sticker is finished",
            body: jsonBody("Style"), answers: [(200, "The photo; its sticker follows", content("Photo"))]),
        Operation(
            method: "post", path: "/api/v1/photos/{id}/strokes",
            summary: "Draw: what belongs to the subject, or does not",
            body: jsonBody("Stroke"), answers: [(200, "The photo; its sticker follows", content("Photo"))]),
        Operation(
            method: "delete", path: "/api/v1/photos/{id}/strokes", summary: "Take all strokes back",
            answers: [(200, "The photo; its sticker follows", content("Photo"))]),
        Operation(
            method: "post", path: "/api/v1/photos/{id}/strokes/undo", summary: "Take the last stroke back",
            answers: [(200, "The photo; its sticker follows", content("Photo"))]),
        Operation(
            method: "post", path: "/api/v1/photos/{id}/strokes/redo", summary: "Draw it again",
            answers: [(200, "The photo; its sticker follows", content("Photo"))]),
        Operation(
            method: "get", path: "/api/v1/stickers.zip", summary: "Stickers as one file",
            query: [
                (
                    "ids", text_,
                    "Photos, separated by commas, 16 digits or more of each id; all that are done if missing"
                ),
                ("format", formats, "Of the stickers"),
            ],
            answers: [(200, "A ZIP", bytes("application/zip"))]),
        Operation(
            method: "post", path: "/api/v1/stickers.zip",
            summary: "The same for more photos than an address can name: a form with the same names",
            body: "{\"required\":true,\"content\":{\"application/x-www-form-urlencoded\":{}}}",
            answers: [(200, "A ZIP", bytes("application/zip"))]),
        Operation(
            method: "post", path: "/api/v1/photos/from-address", summary: "Add the photo behind an address of the web",
            body: jsonBody("Address"),
            answers: [(201, "It was added", content("Photo")), (200, "It was there already", content("Photo"))]),
        Operation(
            method: "get", path: "/api/v1/catalog", summary: "The catalog: pictures from the web",
            answers: [(200, "What is shown", content("Catalog"))]),
        Operation(
            method: "post", path: "/api/v1/catalog/update",
            summary: "Show other pictures: of random days, or of these; a request that is given up stops that",
            body: jsonBody("CatalogUpdate"), answers: [(200, "What came", content("Catalog"))]),
        Operation(
            method: "post", path: "/api/v1/catalog/save", summary: "Add the original of a picture of the catalog",
            body: jsonBody("CatalogID"), answers: [(200, "The photo", content("Photo"))]),
        Operation(
            method: "post", path: "/api/v1/catalog/surprise", summary: "A random picture that is loaded already",
            answers: [(200, "It", content("CatalogItem"))]),
        Operation(
            method: "get", path: "/api/v1/catalog/original",
            summary: "The original of a picture of the catalog, with its credit in the file's name",
            query: [("id", text_, "Of the item")],
            answers: [(200, "The file", bytes("application/octet-stream"))]),
        Operation(
            method: "get", path: "/api/v1/catalog/picture", summary: "A picture of the catalog, or a still of its film",
            query: [
                ("id", text_, "Of the item"),
                (
                    "side", "{\"type\":\"integer\",\"minimum\":64,\"maximum\":2048,\"default\":960}",
                    "The longest side in pixels, at most"
                ),
            ],
            answers: [(200, "The picture", bytes("image/webp"))]),
        Operation(
            method: "post", path: "/api/v1/cut", summary: "A photo in, its sticker out; nothing is kept",
            query: [
                (
                    "size", "{\"type\":\"integer\",\"minimum\":16,\"maximum\":4096,\"default\":512}",
                    "The longest side in pixels"
                ),
                ("format", formats, "Of the sticker"),
                ("border", "{\"type\":\"number\",\"minimum\":0,\"maximum\":0.2,\"default\":0.02}", "Of the short side"),
                ("color", text_, "Of the border, as CSS writes colours: ffffff, red, rgb(1 2 3 / 50%)"),
                ("shadow", "{\"type\":\"boolean\"}", "A soft shadow"),
                ("margin", "{\"type\":\"number\",\"minimum\":0,\"maximum\":0.2,\"default\":0.01}", "Of the long side"),
                ("background", text_, "transparent, gradient or a colour as CSS writes it"),
            ],
            body: fileBody, answers: [(200, "The sticker", bytes(OutputFormat.byName.map(\.mediaType)))]),
    ]

    private static let schemas = ##"""
        "PhotoID":{"type":"string","pattern":"^[0-9a-f]{64}$","description":"The SHA-256 of the photo's file"},
        "Status":{"type":"object","required":["status"],"properties":{"status":{"type":"string"}}},
        "Error":{"type":"object","required":["error"],"properties":{"error":{"$ref":"#/components/schemas/Reason"}}},
        "Reason":{"type":"object","required":["code","message"],"properties":{"code":{"type":"string"},
        "message":{"type":"string"}}},
        "Order":{"type":"object","required":["ids"],"additionalProperties":false,"properties":{"ids":{"type":"array",
        "items":{"$ref":"#/components/schemas/PhotoID"}}}},
        "Choice":{"type":"object","description":"Either ids or all","additionalProperties":false,"minProperties":1,
        "maxProperties":1,"properties":{"ids":{"type":"array","items":{"$ref":"#/components/schemas/PhotoID"}},
        "all":{"const":true}}},
        "RemovedPhoto":{"type":"object","required":["id","name","bytes","removed","until","edited"],"properties":{
        "id":{"$ref":"#/components/schemas/PhotoID"},"name":{"type":"string"},"bytes":{"type":"integer",
        "description":"Of the photo's file"},"removed":{"type":"integer","description":"Milliseconds since 1970"},
        "until":{"type":"integer","description":"When it is deleted at the latest, in milliseconds since 1970"},
        "edited":{"type":"boolean","description":"Whether style or strokes were changed"},
        "source":{"$ref":"#/components/schemas/Source"}}},
        "Trash":{"type":"object","required":["photos","bytes","revision"],"properties":{"photos":{"type":"array",
        "items":{"$ref":"#/components/schemas/RemovedPhoto"}},"bytes":{"type":"integer"},"revision":{"type":"integer",
        "description":"As in the snapshot's library.trash: another number, another list"}}},
        "Source":{"type":"object","required":["title","address"],"description":"Where a photo from the web is from",
        "properties":{"title":{"type":"string"},"credit":{"type":"string"},"date":{"type":"string","format":"date"},
        "address":{"type":"string"}}},
        "Box":{"type":"array","items":{"type":"integer"},"minItems":4,"maxItems":4,
        "description":"x, y, width, height in pixels of the photo"},
        "Color":{"type":"object","required":["hex","share"],"properties":{"hex":{"type":"string"},
        "share":{"type":"number"}}},
        "Stop":{"type":"object","required":["hex","position"],"properties":{"hex":{"type":"string"},
        "position":{"type":"number"}}},
        "Style":{"type":"object","additionalProperties":false,"properties":{"borderWidth":{"type":"number","minimum":0,"maximum":0.2},
        "borderColor":{"type":"string","description":"As CSS writes colours; answered as #rrggbb or #rrggbbaa"},
        "shadow":{"type":"boolean"},"margin":{"type":"number","minimum":0,"maximum":0.2},
        "background":{"type":"string","description":"transparent, gradient or a colour as CSS writes it"},
        "instances":{"type":["array","null"],"items":{"type":"integer","minimum":1}}}},
        "Stroke":{"type":"object","additionalProperties":false,"required":["mode","radius","points"],"properties":{"mode":{"enum":["keep","remove"]},
        "radius":{"type":"number","minimum":0,"maximum":1},"points":{"type":"array","minItems":1,"items":{"type":"array",
        "items":{"type":"number"},"minItems":2,"maxItems":2}}}},
        "Photo":{"type":"object","required":["id","name","state","revision","instances","colors","gradient","style",
        "strokes"],"properties":{"id":{"$ref":"#/components/schemas/PhotoID"},"name":{"type":"string"},
        "state":{"enum":["waiting","loading","processing","done","invalid"]},
        "error":{"$ref":"#/components/schemas/Reason"},"width":{"type":"integer"},"height":{"type":"integer"},
        "revision":{"type":"integer"},"sticker":{"type":"object","required":["width","height","box"],
        "properties":{"width":{"type":"integer"},"height":{"type":"integer"},"box":{"$ref":"#/components/schemas/Box"}}},
        "instances":{"type":"array","items":{"type":"object","required":["number","box"],"properties":{
        "number":{"type":"integer"},"box":{"$ref":"#/components/schemas/Box"}}}},
        "colors":{"type":"array","items":{"$ref":"#/components/schemas/Color"}},
        "gradient":{"type":"array","items":{"$ref":"#/components/schemas/Stop"}},"textColor":{"type":"string"},
        "confidence":{"type":"number","minimum":0,"maximum":1,
        "description":"How sure the network is of subject and edge; missing where something else says where they are"},
        "style":{"$ref":"#/components/schemas/Style"},"strokes":{"type":"object","required":["done","undone"],
        "properties":{"done":{"type":"integer"},"undone":{"type":"integer"}}},"rendering":{"type":"boolean",
        "description":"Whether another sticker is on its way in place of the one that is there"},
        "editError":{"$ref":"#/components/schemas/Reason"},"source":{"$ref":"#/components/schemas/Source"}}},
        "Address":{"type":"object","additionalProperties":false,"required":["url"],"properties":{"url":{"type":"string","format":"uri"}}},
        "CatalogID":{"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"type":"string"}}},
        "CatalogUpdate":{"type":"object","additionalProperties":false,"properties":{"feed":{"type":"string"},"dates":{"type":"array","maxItems":100,
        "items":{"type":"string","format":"date"}}}},
        "CatalogItem":{"type":"object","required":["id","title","description","mediaType","hasPicture","savable",
        "saving"],"properties":{"id":{"type":"string"},"title":{"type":"string"},"description":{"type":"string"},
        "date":{"type":"string","format":"date"},"credit":{"type":"string"},"mediaType":{"enum":["image","video",
        "other"]},"hasPicture":{"type":"boolean"},"savable":{"type":"boolean"},"page":{"type":"string"},
        "fileName":{"type":"string","description":"What its original is called as a file"},
        "saved":{"$ref":"#/components/schemas/PhotoID"},"saving":{"type":"boolean"},
        "saveError":{"$ref":"#/components/schemas/Reason"}}},
        "CatalogFailure":{"type":"object","required":["code","message"],"properties":{"code":{"type":"string"},
        "message":{"type":"string"},"retryAt":{"type":"integer",
        "description":"When the service takes requests again, in milliseconds since 1970"}}},
        "Catalog":{"type":"object","required":["feeds","feed","items","failures","updating","stored"],"properties":{
        "feeds":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"type":"string"},
        "name":{"type":"string"}}}},"feed":{"type":"string"},"items":{"type":"array",
        "items":{"$ref":"#/components/schemas/CatalogItem"}},"failures":{"type":"array",
        "items":{"$ref":"#/components/schemas/CatalogFailure"}},"updating":{"type":"boolean"},"loadedAt":{"type":"integer",
        "description":"Milliseconds since 1970"},"stored":{"type":"boolean",
        "description":"Whether the web could not be reached, and this was loaded before"}}},
        "Progress":{"type":"object","required":["total","finished","failed","running"],"properties":{
        "total":{"type":"integer"},"finished":{"type":"integer"},"failed":{"type":"integer"},
        "running":{"type":"boolean"}}},
        "Snapshot":{"type":"object","required":["photos","progress","library","formats","version"],"properties":{
        "photos":{"type":"array","items":{"$ref":"#/components/schemas/Photo"}},
        "progress":{"$ref":"#/components/schemas/Progress"},"library":{"type":"object","required":["path","bytes",
        "limit","originals","results","trash","recovered"],"properties":{"path":{"type":"string"},"bytes":{"type":"integer"},
        "limit":{"type":"integer"},"originals":{"type":"integer"},"results":{"type":"integer"},
        "trash":{"type":"object","required":["photos","bytes","revision"],"properties":{"photos":{"type":"integer"},
        "bytes":{"type":"integer"},"revision":{"type":"integer"}}},
        "recovered":{"type":"array","items":{"type":"string"}}}},"formats":{"type":"array","description":"Of stickers",
        "items":{"type":"object","required":["name","title","mediaType"],"properties":{"name":{"type":"string",
        "description":"In requests and addresses"},"title":{"type":"string"},"mediaType":{"type":"string"}}}},
        "version":{"type":"string"}}}
        """##
}
