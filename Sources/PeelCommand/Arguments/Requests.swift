import Catalog
import FoundationEssentials
import HTTPServing
import Peel

/// How a sticker becomes a file.
struct StickerEncoding: Equatable, Sendable {
    var format: OutputFormat
    /// 1…100; without meaning for a format that keeps every pixel.
    var quality: Int

    var encoder: ImageEncoder { format.encoder(quality: quality) }
}

/// Which network runs where.
struct EngineSettings: Equatable, Sendable {
    /// `nil` is the built-in one.
    var model: FilePath?
    var device = "CPU"
}

/// `peel make`, understood.
struct MakeRequest: Equatable, Sendable {
    /// Photos and folders; `-` stands for paths on standard input.
    var sources: [FilePath]
    var output: FilePath
    /// What is left out of the sources.
    var excluded: [PathPattern] = []
    var options = ProcessingOptions()
    /// A picture that stands behind the stickers.
    var background: FilePath?
    var encoding = StickerEncoding(format: .webp, quality: OutputFormat.standardQuality)
    /// Whether a pack that is gone on with has stickers in the format that it has already.
    var keepsFormat = false
    var limits = ImageLimits()
    var engine = EngineSettings()
    var web = WebSettings()
    /// Where photos and what is made of them may be in storage, how that is reached; `nil`: files alone are taken.
    var storage: StorageSettings?
    /// Whether a sticker above 512 pixels may have more of them than the photo.
    var enlarges = false
    /// The platforms that get a pack of their own.
    var targets: [PackTarget] = []
    /// Whether platforms get as many of the best stickers as they take.
    var keepsBest = false
    /// `nil`: the folder's name.
    var title: String?
    /// `nil`: this program.
    var author: String?
    /// `nil`: a smile.
    var emoji: [String]?
    /// What is said of the photos. `nil`: what files beside them say.
    var metadata: FilePath?
    /// `nil`: as many as cores.
    var jobs: Int?
    /// 0…1; photos that the network is less sure of are left out.
    var minimumConfidence = 0.0
    var writesZIP = false
    var resumes = false
    var forces = false
    /// Whether the photos are only listed.
    var isDryRun = false
    /// Whether stickers of photos that are not given stay in a pack that is resumed: unless forced, or some sources could
    /// not be read.
    var keepsAbsent = false
    var pathsEndWithZero = false
    var printsJSON = false
    var isQuiet = false
    /// `nil`: nothing is recorded.
    var trace: FilePath?
}

/// `peel check`, understood.
struct CheckRequest: Equatable, Sendable {
    /// Folders and ZIPs.
    var packs: [FilePath]
    /// Empty: those that a pack is laid out for.
    var targets: [PackTarget] = []
    var printsJSON = false
}

/// `peel cut`, understood.
struct CutRequest: Equatable, Sendable {
    /// `nil` is standard input.
    var photo: FilePath?
    /// `nil` is standard output.
    var output: FilePath?
    var options = ProcessingOptions()
    /// A picture that stands behind the sticker.
    var background: FilePath?
    var encoding = StickerEncoding(format: .png, quality: OutputFormat.standardQuality)
    var writesMask = false
    var limits = ImageLimits()
    var engine = EngineSettings()
    var isQuiet = false
}

/// `peel colors`, understood.
struct ColorsRequest: Equatable, Sendable {
    /// `nil` is standard input.
    var photos: [FilePath?]
    var count = 4
    /// Whether the whole photo counts, not the subject alone.
    var isEven = false
    var limits = ImageLimits()
    var engine = EngineSettings()
    var printsJSON = false
}

/// `peel catalog`, understood.
struct CatalogRequest: Equatable, Sendable {
    var sources: [CatalogSource]
    /// Where pictures are saved; `nil` lists them.
    var output: FilePath?
    var limits = ImageLimits()
    var web = WebSettings()
    var printsJSON = false
    var isQuiet = false
}

/// `peel serve`, understood.
struct ServeRequest: Equatable, Sendable {
    var host = "127.0.0.1"
    var port: UInt16 = 4747
    /// `nil` is the standard one.
    var library: FilePath?
    /// In bytes.
    var limit = 20 << 30
    var opensBrowser = false
    var proxy = ProxySettings()
    /// Both or none.
    var certificate: FilePath?
    var key: FilePath?
    var limits = ImageLimits()
    var engine = EngineSettings()
    var web = WebSettings()
    /// A feed that is a list.
    var list: CatalogSource?
    /// `nil`: nothing is recorded.
    var trace: FilePath?
}

/// `peel doctor`, understood.
struct DoctorRequest: Equatable, Sendable {
    var engine = EngineSettings()
    var printsJSON = false
}

/// What the command line asks for.
enum Request: Equatable, Sendable {
    enum Document: Equatable, Sendable {
        case program
        case command(Command)
        case man
        case completions(String)
    }

    case make(MakeRequest)
    case split(SplitRequest)
    case worker(WorkerRequest)
    case merge(MergeRequest)
    case check(CheckRequest)
    case upload(UploadRequest)
    case cut(CutRequest)
    case clip(ClipRequest)
    case cutSession(CutSessionRequest)
    case sheet(SheetRequest)
    case scan(ScanRequest)
    case colors(ColorsRequest)
    case catalog(CatalogRequest)
    case serve(ServeRequest)
    case doctor(DoctorRequest)
    case help(Document)
    case version
}
