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
    enum CodingKeys: String, CodingKey, CaseIterable {
        case mode, axis, direction, slit, width, speed, length, mirror, blend
    }

    static let example = #"{"mode":"sweep","width":2}"#

    private typealias Change = @Sendable (inout ScanConfig) -> Void

    private let changes: [Change]

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        var changes: [Change] = []
        func set<Value: Sendable>(_ member: any WritableKeyPath<ScanConfig, Value> & Sendable, _ value: Value?) {
            if let value { changes.append { $0[keyPath: member] = value } }
        }
        try set(\.mode, values.decodeWordIfPresent(ScanConfig.Mode.self, forKey: .mode))
        try set(\.axis, values.decodeWordIfPresent(ScanConfig.Axis.self, forKey: .axis))
        try set(\.direction, values.decodeWordIfPresent(ScanConfig.Direction.self, forKey: .direction))
        try set(\.slit, values.decodeIfPresent(Double.self, forKey: .slit))
        try set(\.width, values.decodeIfPresent(Int.self, forKey: .width))
        try set(\.speed, values.decodeIfPresent(Double.self, forKey: .speed))
        // `null` stands for no length.
        if values.contains(.length) { try set(\.length, .some(values.decodeIfPresent(Int.self, forKey: .length))) }
        try set(\.isMirrored, values.decodeIfPresent(Bool.self, forKey: .mirror))
        try set(\.isBlended, values.decodeIfPresent(Bool.self, forKey: .blend))
        self.changes = changes
    }

    func applied(to config: ScanConfig) -> ScanConfig {
        changes.reduce(into: config) { config, change in change(&config) }
    }
}
