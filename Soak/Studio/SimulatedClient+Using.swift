import HTTPTestClient
import TestSupport

extension SimulatedClient {
    /// The number of photos in the selection above which photos are removed.
    static let mostPhotos = 30

    mutating func upload() throws {
        if log.ids.count > Self.mostPhotos || chance(20) {
            let id = someID()
            log.remove(id)
            try ask("remove", "DELETE", "/photos/\(id)")
            if chance(30), try ask("restore", "POST", "/trash/restore", json: #"{"ids":["\#(id)"]}"#).status == 200 {
                log.add(id)
            }
            return
        }
        let (answer, id) = try api.upload(try photos.piece(&random), named: "piece")
        log.note("upload", answer.status, answer.text)
        if let id { log.add(id) }
    }

    mutating func edit() throws {
        let photo = "/photos/\(someID())"
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3:
            let width = Double(Int.random(in: 0...80, using: &random)) / 1000
            let background = ["transparent", "gradient", "#336699"].randomElement(using: &random) ?? "gradient"
            try ask(
                "style", "PUT", photo + "/style",
                json: ##"{"borderWidth":\##(width),"shadow":\##(chance(30)),"background":"\##(background)"}"##)
        case 4...6:
            let mode = chance(60) ? "keep" : "remove"
            let points = (0..<4).map { _ in
                "[\(Double.random(in: 0...1, using: &random)),\(Double.random(in: 0...1, using: &random))]"
            }
            let radius = Double.random(in: 0.01...0.08, using: &random)
            try ask(
                "stroke", "POST", photo + "/strokes",
                json: #"{"mode":"\#(mode)","radius":\#(radius),"points":[\#(points.joined(separator: ","))]}"#)
        case 7: try ask("undo", "POST", photo + "/strokes/undo")
        case 8: try ask("redo", "POST", photo + "/strokes/redo")
        default: try ask("no strokes", "DELETE", photo + "/strokes")
        }
    }

    mutating func view() throws {
        let photo = "/photos/\(someID())"
        switch Int.random(in: 0..<9, using: &random) {
        case 0: try ask("photos", "GET", "/photos")
        case 1: try ask("sticker", "GET", photo + "/sticker.png")
        case 2: try ask("sticker", "GET", photo + "/sticker.webp")
        case 3: try ask("thumbnail", "GET", photo + "/thumbnail.webp")
        case 4: try ask("preview", "GET", photo + "/preview?side=\(Int.random(in: 16...1600, using: &random))")
        case 5: try ask("cut-out", "GET", photo + "/cutout.webp")
        case 6: try ask("original", "GET", photo + "/original")
        case 7: try ask("unplaced", "GET", photo + "/unplaced.webp")
        default: try ask("ZIP", "GET", "/stickers.zip?format=webp")
        }
    }

    mutating func work() throws {
        let photo = "/photos/\(someID())"
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3: try ask("load", "POST", photo + "/load")
        case 4, 5: try ask("cancel", "POST", photo + "/cancel")
        case 6: try ask("retry", "POST", photo + "/retry")
        case 7: try ask("process", "POST", "/process")
        case 8: try ask("stop", "DELETE", "/process")
        case 9: try ask("order", "PUT", "/order", json: "{\"ids\":\(someIDs(5))}")
        default:
            let body = try photos.piece(&random, longestSide: 480)
            let answer = try api.ask("POST", "/api/v1/cut?size=256", body, type: "application/octet-stream")
            log.note("cut", answer.status, answer.text)
        }
    }

    mutating func readCatalog() throws {
        // Some days of the service's June 2025 have one fault each. Other clients may have changed what is shown
        // meanwhile.
        if chance(40) {
            day = "2025-06-\(Int.random(in: 10...26, using: &random))"
            try ask("catalog update", "POST", "/catalog/update", json: "{\"dates\":[\"\(day)\"]}")
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try ask("catalog", "GET", "/catalog")
        case 1, 2: try ask("catalog picture", "GET", "/catalog/picture?id=apod:\(day)&side=480")
        case 3: try ask("catalog save", "POST", "/catalog/save", json: "{\"id\":\"apod:\(day)\"}")
        case 4: try ask("surprise", "POST", "/catalog/surprise", json: "{}")
        default:
            // Closes the connection while the request waits.
            let connection = try RawClient(port: api.port)
            let body = "{\"dates\":[\"2025-06-27\",\"\(day)\"]}"
            try connection.send(api.head("POST", "/api/v1/catalog/update", body.utf8.count) + body)
            rest(atMost: .milliseconds(500))
            connection.close()
        }
    }
}
