import HTTPTestClient
import TestSupport

/// Living stickers, packs and sheets.
extension SimulatedClient {
    /// The page that all clients are to the studio, which keeps the newest pack and the newest sheet of a page alone.
    static let page = "soak"

    /// Uploads a clip and has its sticker made, or changes the part that the sticker shows, or looks at it.
    mutating func editClip() throws {
        guard let clip, !chance(15) else { return try uploadClip() }
        let photo = "/photos/\(clip)"
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
            let start = Int.random(in: 0...300, using: &random)
            let end = start + Int.random(in: 100...500, using: &random)
            let loop = ["best", "fade", "bounce", "none"].randomElement(using: &random) ?? "best"
            let part = #"{"start":\#(start),"end":\#(end),"loop":"\#(loop)"}"#
            // Another client may have removed it.
            if try ask("clip's part", "PUT", photo + "/clip", json: part).status == 404 { self.clip = nil }
        case 3: try ask("timeline", "GET", photo + "/timeline")
        case 4: try ask("timeline", "GET", photo + "/timeline.webp?count=\(Int.random(in: 2...12, using: &random))")
        case 5: try ask("frame", "GET", photo + "/frame.webp?time=\(Int.random(in: 0...900, using: &random))")
        case 6: try ask("moving thumbnail", "GET", photo + "/moving.webp")
        default: try ask("living sticker", "GET", photo + "/sticker.webp")
        }
    }

    private mutating func uploadClip() throws {
        guard log.ids.count <= Self.mostPhotos, let movie = clips.randomElement(using: &random) else { return }
        // A free box at the end makes each of them another file.
        let box: [UInt8] = [0, 0, 0, 16] + Array("free".utf8) + noise(8)
        let (answer, id) = try api.upload(movie + box, named: "clip.mp4")
        log.note("clip", answer.status, answer.text)
        guard let id else { return }
        log.add(id)
        clip = id
        try ask("load", "POST", "/photos/\(id)/load")
    }

    /// Makes, changes, removes or exports a pack of the library, duplicates a photo, or lays out a sheet.
    mutating func arrangePacks() throws {
        let packs = StudioAPI.decoded([StudioAPI.Pack].self, try ask("packs", "GET", "/library/packs")) ?? []
        guard let pack = packs.randomElement(using: &random)?.id, !chance(15) else {
            try ask("new pack", "POST", "/library/packs", json: #"{"name":"Soak","photos":\#(someIDs(5))}"#)
            return
        }
        let path = "/library/packs/\(pack)"
        switch Int.random(in: 0..<10, using: &random) {
        case 0: try ask("pack's photos", "PATCH", path, json: "{\"add\":\(someIDs(3))}")
        case 1, 2:
            let photos = StudioAPI.decoded(StudioAPI.Pack.self, try ask("pack", "GET", path))?.photos ?? []
            let order = Self.list(photos.shuffled(using: &random))
            try ask("pack's order", "PATCH", path, json: "{\"order\":\(order)}")
        case 3:
            try ask("no pack", "DELETE", path)
            if chance(30) { try ask("restored pack", "POST", path + "/restore") }
        case 4: try duplicate()
        case 5...7: try export(pack)
        default: try layOutSheet()
        }
    }

    private mutating func duplicate() throws {
        guard log.ids.count <= Self.mostPhotos else { return }
        let id = someID()
        let answer = try ask("duplicate", "POST", "/photos/\(id)/duplicate")
        if let copy = StudioAPI.decoded(StudioAPI.Named.self, answer)?.id { log.addDuplicate(copy, of: id) }
    }

    private mutating func export(_ pack: String) throws {
        let target = ["telegram", "whatsapp", "signal", "png"].randomElement(using: &random) ?? "png"
        let request = #"{"targets":["\#(target)"],"pack":"\#(pack)","client":"\#(Self.page)","force":true}"#
        let answer = try ask("export", "POST", "/packs", json: request)
        // Without an id, nothing was written.
        guard let id = StudioAPI.decoded(StudioAPI.Named.self, answer)?.id else { return }
        try ask("pack.zip", "GET", "/packs/\(id)/pack.zip")
    }

    private mutating func layOutSheet() throws {
        let request = #"{"ids":\#(someIDs(4)),"client":"\#(Self.page)","size":40}"#
        let answer = try ask("sheet", "POST", "/sheets", json: request)
        guard let id = StudioAPI.decoded(StudioAPI.Named.self, answer)?.id else { return }
        let format = ["pdf", "png", "svg", "lines"].randomElement(using: &random) ?? "pdf"
        try ask("sheet's preview", "GET", "/sheets/\(id)/pages/1/preview.webp")
        try ask("sheet's file", "POST", "/sheets/\(id)/files/\(format)")
        try ask("sheet's file", "GET", "/sheets/\(id)/files/\(format)")
    }
}
