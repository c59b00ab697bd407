/// An event in Chrome's trace event format, which Perfetto reads: a JSON object on a line.
///
/// Format: "Trace Event Format", the Chromium project. Times are written as microseconds with three decimals, so that
/// no nanosecond is lost.
struct TraceEvent {
    enum Phase: String {
        /// A span on a thread, with beginning and length.
        case complete = "X"
        case instant = "i"
        case counter = "C"
        /// The beginning and the end of something that is not on a thread, identified by ``TraceEvent/id``.
        case taskBegin = "b"
        case taskEnd = "e"
        /// An arrow from a span to another.
        case arrowBegin = "s"
        case arrowEnd = "f"
        /// The name of a process or a thread.
        case metadata = "M"
    }

    enum Value {
        case text(String)
        case whole(Int)
        /// A number with three decimals.
        case thousandths(Int)
    }

    let phase: Phase
    let name: String
    var category: String?
    /// The time in nanoseconds on ``TraceClock``.
    var time: Int64 = 0
    /// The length of a complete event in nanoseconds.
    var length: Int64?
    var thread = 0
    var id: Int?
    var arguments: [(name: String, value: Value)] = []

    /// Appends the event as a line of JSON.
    ///
    /// - Parameters:
    ///   - origin: what the file calls time 0.
    ///   - process: the system's number of the process.
    func append(to bytes: inout [UInt8], origin: Int64, process: Int) {
        bytes += "{\"name\":".utf8
        Self.append(text: name, to: &bytes)
        if let category {
            bytes += ",\"cat\":".utf8
            Self.append(text: category, to: &bytes)
        }
        bytes += ",\"ph\":\"\(phase.rawValue)\",\"pid\":\(process),\"tid\":\(thread)".utf8
        if phase != .metadata {
            bytes += ",\"ts\":".utf8
            Self.append(thousandths: Int(time - origin), to: &bytes)
        }
        if let length {
            bytes += ",\"dur\":".utf8
            Self.append(thousandths: Int(length), to: &bytes)
        }
        if let id { bytes += ",\"id\":\(id)".utf8 }
        // An arrow ends in the span around its end, not at the beginning of the next one. An instant belongs to its
        // thread.
        if phase == .arrowEnd { bytes += ",\"bp\":\"e\"".utf8 }
        if phase == .instant { bytes += ",\"s\":\"t\"".utf8 }
        if !arguments.isEmpty { append(argumentsTo: &bytes) }
        bytes.append(UInt8(ascii: "}"))
    }

    private func append(argumentsTo bytes: inout [UInt8]) {
        bytes += ",\"args\":{".utf8
        for (index, argument) in arguments.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            Self.append(text: argument.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            switch argument.value {
            case .text(let text): Self.append(text: text, to: &bytes)
            case .whole(let number): bytes += String(number).utf8
            case .thousandths(let number): Self.append(thousandths: number, to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(thousandths number: Int, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 1000)
        bytes += String(whole).utf8
        bytes.append(UInt8(ascii: "."))
        for divisor: UInt in [100, 10, 1] { bytes.append(UInt8(ascii: "0") + UInt8(rest / divisor % 10)) }
    }

    private static func append(text: String, to bytes: inout [UInt8]) {
        let hexDigits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case ..<0x20:
                bytes += "\\u00".utf8
                bytes.append(hexDigits[Int(byte >> 4)])
                bytes.append(hexDigits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
