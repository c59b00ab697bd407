/// What an option is called: its long name. Those that one command alone takes stand in the folder of the command.
struct OptionName: Hashable, Sendable, CustomStringConvertible {
    let rawValue: String

    init(_ name: String) { rawValue = name }

    var description: String { rawValue }
}

extension OptionName {
    // What is written, and what is said of it.
    static let output = Self("output")
    static let manifest = Self("manifest")
    static let metadata = Self("metadata")
    static let title = Self("title")
    static let targets = Self("for")
    static let zip = Self("zip")
    static let force = Self("force")
    static let resume = Self("resume")
    static let json = Self("json")
    static let trace = Self("trace")
    static let quiet = Self("quiet")
    static let help = Self("help")
    static let version = Self("version")

    // How a sticker is cut and looks.
    static let format = Self("format")
    static let quality = Self("quality")
    static let size = Self("size")
    static let enlarge = Self("enlarge")
    static let square = Self("square")
    static let fullFrame = Self("full-frame")
    static let style = Self("style")
    static let border = Self("border")
    static let borderColor = Self("border-color")
    static let effect = Self("effect")
    static let margin = Self("margin")
    static let mirror = Self("mirror")
    static let background = Self("background")
    static let strength = Self("strength")
    static let instance = Self("instance")
    static let split = Self("split")
    static let at = Self("at")
    static let notAt = Self("not-at")
    static let box = Self("box")
    static let atTime = Self("at-time")
    static let minConfidence = Self("min-confidence")
    static let living = Self("living")
    static let still = Self("still")
    static let text = Self("text")
    static let textFont = Self("text-font")
    static let font = Self("font")
    static let textBubble = Self("text-bubble")
    static let textTail = Self("text-tail")

    // What is read, and with what.
    static let count = Self("count")
    static let watch = Self("watch")
    static let exclude = Self("exclude")
    static let null = Self("null")
    static let maxBytes = Self("max-bytes")
    static let maxPixels = Self("max-pixels")
    static let maxMemory = Self("max-memory")
    static let apodURL = Self("apod-url")
    static let apodKey = Self("apod-key")
    static let timeout = Self("timeout")
    static let s3Endpoint = Self("s3-endpoint")
    static let jobs = Self("jobs")
    static let model = Self("model")
    static let device = Self("device")
}
