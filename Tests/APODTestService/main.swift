import Files
import Glibc
import WebTestSupport

// apod-test-service FOLDER: serves the JPEG and PNG files of the folder as pictures of the day until it is ended, and
// prints where.
guard CommandLine.arguments.count == 2 else {
    print("usage: apod-test-service FOLDER")
    exit(2)
}
let folder = FilePath(CommandLine.arguments[1])
let names = try folder.names().filter { ["jpg", "jpeg", "png"].contains($0.pathExtension) }
let server = APODServer(pictures: try names.sorted { "\($0)" < "\($1)" }.map { try folder.appending($0).readBytes() })
print(server.url)
fflush(nil)
while true { pause() }
