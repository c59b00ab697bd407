import Foundation

/// A photo's file as it is uploaded.
struct PhotoFile: Sendable {
    var name: String
    var bytes: Data

    var type: String {
        let types = ["jpg": "image/jpeg", "png": "image/png", "mp4": "video/mp4"]
        return types[String(name.split(separator: ".").last ?? "")] ?? "text/plain"
    }

    /// What a test drops or pastes: its name, type and bytes in Base64.
    var json: JSON {
        ["name": .string(name), "type": .string(type), "bytes": .string(bytes.base64EncodedString())]
    }

    /// Where a file picker finds it.
    func written() throws -> URL {
        let file = try ScratchFolder.shared.folder("photos").appending(path: name)
        try bytes.write(to: file)
        return file
    }
}

/// The photos of `make demo`, which are in the public domain, and what is made of them.
enum Photos {
    static var cat: PhotoFile { get throws { try demo("chelsea.png", as: "Cat.png") } }
    static var coffee: PhotoFile { get throws { try demo("coffee.png", as: "Coffee.png") } }
    static var astronaut: PhotoFile { get throws { try demo("astronaut.png", as: "Astronaut.png") } }
    /// It has several subjects.
    static var rocket: PhotoFile { get throws { try demo("rocket.jpg", as: "Rocket.jpg") } }

    static var all: [PhotoFile] { get throws { try [cat, coffee, astronaut, rocket] } }

    /// A photo that is refused when it is uploaded.
    static let text = PhotoFile(name: "letter.txt", bytes: Data("This is not a picture at all.\n".utf8))

    /// Half a photo: it is taken, for it begins like one, and fails when it is read.
    static var damaged: PhotoFile {
        get throws {
            let whole = try cat
            return PhotoFile(name: "Half.png", bytes: whole.bytes.prefix(whole.bytes.count / 2))
        }
    }

    /// The rocket again and again, each time with another comment in the file, and so another photo.
    static func many(_ count: Int) throws -> [PhotoFile] { try (1...count).map(rocket) }

    static func rocket(_ number: Int) throws -> PhotoFile {
        let rocket = try rocket
        let comment = Data("number \(number)".utf8)
        let segment = Data([0xFF, 0xFE, 0, UInt8(comment.count + 2)]) + comment
        return PhotoFile(
            name: "Rocket \(number).jpg", bytes: rocket.bytes.prefix(2) + segment + rocket.bytes.dropFirst(2))
    }

    /// The cat, who sways, 20 frames a second.
    static func clip(named name: String = "Cat.mp4", seconds: Double = 0.3) throws -> PhotoFile {
        let folder = try ScratchFolder.shared.folder("clips")
        let (photo, clip) = (folder.appending(path: "cat.png"), folder.appending(path: name))
        try cat.bytes.write(to: photo)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-nostdin", "-v", "error", "-loop", "1", "-r", "20", "-i", photo.path, "-t", String(seconds)]
            + ["-vf"] + ["scale=240:-2,pad=300:ih:30:0,crop=240:ih:'30+20*sin(9*t)':0,format=yuv420p", clip.path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw WebDriverError("ffmpeg makes no clip", name) }
        return PhotoFile(name: name, bytes: try Data(contentsOf: clip))
    }

    private static func demo(_ file: String, as name: String) throws -> PhotoFile {
        PhotoFile(name: name, bytes: try Data(contentsOf: Checkout.root.appending(path: ".deps/demo-photos/\(file)")))
    }
}

enum Checkout {
    /// The folder that holds this package's.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The program, built in release mode.
    static let program = root.appending(path: ".build/release/peel").path
    /// The catalog's service, built in release mode.
    static let catalogService = root.appending(path: ".build/release/apod-test-service").path
}
