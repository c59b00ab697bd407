/// The settings of a slit-scan. Equal configs make the same picture from the same frames.
///
/// Positions and directions are those of the upright picture, as a person sees it.
public struct ScanConfig: Hashable, Sendable {
    /// How the picture is made from the slit's lines.
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        /// A fixed slit; its slices lie side by side in a picture that grows.
        case strip
        /// The slit travels over the frame and leaves behind what it saw.
        case sweep
        /// Each row or column is later than the one before.
        case delay
        /// A grey picture says how late each pixel is: white is now.
        case map
    }

    /// The lines of the frame that are slices.
    public enum Axis: String, CaseIterable, Hashable, Sendable {
        /// The slit stands upright and time runs from left to right.
        case columns
        /// The slit lies flat and time runs from top to bottom.
        case rows
    }

    /// The direction of the scan.
    public enum Direction: String, CaseIterable, Hashable, Sendable {
        /// The scan runs to the right or downwards.
        case forward
        /// The scan runs to the left or upwards. In `map`, black is now.
        case backward
    }

    package var mode: Mode
    package var axis: Axis
    package var direction: Direction
    package var slit: Double
    package var width: Int
    package var speed: Double
    package var length: Int?
    package var isMirrored: Bool
    package var isBlended: Bool
    package var map: DelayMap

    /// The widest slit, in lines.
    package static let widthLimit = 4096
    /// The allowed speeds.
    package static let speedRange = 1.0 / 64...64.0
    /// The most lines of a strip, and so the longest side of its picture, which most readers of PNG accept.
    package static let lengthLimit = 1_000_000

    /// Creates settings; each has a default.
    ///
    /// - Parameters:
    ///   - slit: the position of the slit in `strip`: 0 at the left or top edge, 0.5 in the middle, 1 at the other
    ///     edge.
    ///   - width: the lines of a slice, 1…4096.
    ///   - speed: the slices that a frame gives in `strip`, 1/64…1, and that the slit of `sweep` travels with each
    ///     frame,
    ///     1/64…64.
    ///   - length: in `strip`, the lines after which the picture is complete; `nil` for one that grows until it is
    ///     stopped. In `delay` and `map`, the frames that it reaches back in time; `nil` for as many as the history
    ///     holds.
    ///   - isMirrored: whether each frame is mirrored left to right first.
    ///   - isBlended: whether `delay` and `map` mix two frames if a delay falls between them.
    ///   - map: the delays of `map`.
    public init(
        mode: Mode = .strip, axis: Axis = .columns, direction: Direction = .forward, slit: Double = 0.5,
        width: Int = 1, speed: Double = 1, length: Int? = nil, isMirrored: Bool = false, isBlended: Bool = true,
        map: DelayMap = .rings
    ) {
        (self.mode, self.axis, self.direction, self.map) = (mode, axis, direction, map)
        (self.slit, self.width, self.speed, self.length) = (slit, width, speed, length)
        (self.isMirrored, self.isBlended) = (isMirrored, isBlended)
    }
}

extension ScanConfig {
    /// What not every mode uses.
    package enum Setting: Sendable {
        case slit, width, speed, length, map, blending, history
    }
}

extension ScanConfig.Mode {
    /// What it uses beside axis, direction and mirror.
    package var settings: Set<ScanConfig.Setting> {
        switch self {
        case .strip: [.slit, .width, .speed, .length]
        case .sweep: [.width, .speed]
        case .delay: [.width, .length, .blending, .history]
        case .map: [.length, .map, .blending, .history]
        }
    }
}

extension ScanConfig {
    /// Checks every number, also of settings that the mode does not use.
    ///
    /// - Throws: ``ScanError/Code/badSetting`` with the setting, its range and the value.
    package func validate() throws(ScanError) {
        try check(slit >= 0 && slit <= 1, "slit", rule: "must be from 0 to 1", value: slit)
        try check(
            (1...Self.widthLimit).contains(width), "width", rule: "must be from 1 to \(Self.widthLimit) lines",
            value: width)
        let fastest = mode == .strip ? 1 : Self.speedRange.upperBound
        try check(
            speed >= Self.speedRange.lowerBound && speed <= fastest, "speed",
            rule: mode == .strip
                ? "must be from 1/64 to 1 slice a frame in strip" : "must be from 1/64 to 64 slices a frame",
            value: speed)
        if let length {
            try check(
                (1...Self.lengthLimit).contains(length), "length", rule: "must be from 1 to \(Self.lengthLimit)",
                value: length)
        }
    }

    private func check(_ isRight: Bool, _ setting: String, rule: String, value: some Any) throws(ScanError) {
        if !isRight { throw ScanError(.badSetting, "the scan's \(setting) \(rule), not \(value)") }
    }
}
