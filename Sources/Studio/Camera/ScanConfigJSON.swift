import SlitScan

/// The settings of a scan as the API writes them.
struct ScanConfigJSON: Encodable, Hashable, Sendable {
    let mode: String
    let axis: String
    let direction: String
    let slit: Double
    let width: Int
    let speed: Double
    let length: Nullable<Int>
    let mirror: Bool
    let blend: Bool
    /// `rings` or `picture`.
    let map: String

    init(_ config: ScanConfig) {
        mode = config.mode.word
        axis = config.axis.word
        direction = config.direction.word
        slit = config.slit
        width = config.width
        speed = config.speed
        length = Nullable(config.length)
        mirror = config.isMirrored
        blend = config.isBlended
        map = if case .rings = config.map { "rings" } else { "picture" }
    }
}

/// Settings that a client changes: those that are named.
struct ScanConfigChange: RequestBody, Sendable {
    static let names: Set = ["mode", "axis", "direction", "slit", "width", "speed", "length", "mirror", "blend"]
    static let example = #"{"mode":"sweep","width":2}"#

    let mode: ScanConfig.Mode?
    let axis: ScanConfig.Axis?
    let direction: ScanConfig.Direction?
    let slit: Double?
    let width: Int?
    let speed: Double?
    /// `.some(nil)` for no length.
    let length: Int??
    let mirror: Bool?
    let blend: Bool?

    private enum Key: String, CodingKey {
        case mode, axis, direction, slit, width, speed, length, mirror, blend
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        mode = try values.decodeWordIfPresent(ScanConfig.Mode.self, forKey: .mode)
        axis = try values.decodeWordIfPresent(ScanConfig.Axis.self, forKey: .axis)
        direction = try values.decodeWordIfPresent(ScanConfig.Direction.self, forKey: .direction)
        slit = try values.decodeIfPresent(Double.self, forKey: .slit)
        width = try values.decodeIfPresent(Int.self, forKey: .width)
        speed = try values.decodeIfPresent(Double.self, forKey: .speed)
        length = values.contains(.length) ? .some(try values.decodeIfPresent(Int.self, forKey: .length)) : nil
        mirror = try values.decodeIfPresent(Bool.self, forKey: .mirror)
        blend = try values.decodeIfPresent(Bool.self, forKey: .blend)
    }

    func applied(to config: ScanConfig) -> ScanConfig {
        var changed = config
        if let mode { changed.mode = mode }
        if let axis { changed.axis = axis }
        if let direction { changed.direction = direction }
        if let slit { changed.slit = slit }
        if let width { changed.width = width }
        if let speed { changed.speed = speed }
        if let length { changed.length = length }
        if let mirror { changed.isMirrored = mirror }
        if let blend { changed.isBlended = blend }
        return changed
    }
}
