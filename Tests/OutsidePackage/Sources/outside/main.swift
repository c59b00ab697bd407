import Catalog
import Files
import Foundation
import ImageLoading
import Imaging
import Peel
import TelegramUploads

// outside PHOTO FOLDER: uses each product, with what their interfaces name: a photo as a file's address, a cache on the
// disk, the description of a picture. The sticker and the pack are made by README's own functions, which are copied
// here.
let photo = FilePath(CommandLine.arguments[1])
let folder = FilePath(CommandLine.arguments[2])

var configuration = ImageLoader.Configuration()
configuration.diskCache = DiskCache(folder: folder.appending("cache"))
let loader = ImageLoader(configuration)
let address = URL(filePath: photo.description)
let bitmap: Bitmap = try await loader.loadImage(from: address)
for try await image in loader.loadImages(from: [address]) { print("loaded", image.url.lastPathComponent) }
await loader.finishWriting()

let json = #"{"date":"2025-06-16","title":"A picture","url":"https://example.org/a.jpg","media_type":"image"}"#
let described = try SpacePhoto(data: Data(json.utf8))
let feed: any CatalogFeed = APODFeed(loader: loader)
print(feed.name, described.title, CalendarDate("2025-06-16") == described.date)

let colors = try await sticker(of: photo, writtenTo: folder.appending("sticker.png"))
print("\(bitmap.width) × \(bitmap.height)", colors)
let pack = try await makePack(of: photo.parent, in: folder.appending("pack"))
print("a pack of", pack.stickerCount)
print("an upload needs a bot's token:", BotToken("none").map { BotAPI(token: $0) } == nil ? "not one" : "one")
