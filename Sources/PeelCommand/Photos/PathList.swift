import Peel

/// Paths that commands read from standard input, or out of a text file.
enum PathList {
    /// Most bytes that a list may have.
    static let byteLimit = 1 << 30

    /// The paths of a list: one a line, or each ended by a zero byte. Empty lines are passed over.
    ///
    /// Lists that were written on Windows are understood: a byte order mark at the start is not part of a name, and
    /// neither is the carriage return if all lines end with one.
    ///
    /// - Throws: ``CommandFailure`` for a list with zero bytes that is read line by line.
    static func paths(
        in list: [UInt8], of name: String = "the list on standard input", endWithZero: Bool
    ) throws -> [FilePath] {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let list = list.starts(with: byteOrderMark) ? list.dropFirst(byteOrderMark.count) : list[...]
        if endWithZero { return list.split(separator: 0).map { FilePath(bytes: Array($0)) } }
        guard !list.contains(0) else {
            let isUTF16 = list.starts(with: [0xFF, 0xFE]) || list.starts(with: [0xFE, 0xFF])
            throw CommandFailure(
                isUTF16
                    ? "\(name) is UTF-16; names are read as bytes, convert it to UTF-8"
                    : "\(name) has zero bytes between its names: add --null (-0)")
        }
        var lines = list.split(separator: UInt8(ascii: "\n"))
        let carriageReturn = UInt8(ascii: "\r")
        // The last line may have no end at all.
        let ended = list.last == UInt8(ascii: "\n") ? lines[...] : lines.dropLast()
        if !ended.isEmpty, ended.allSatisfy({ $0.last == carriageReturn }) {
            lines = lines.map { $0.last == carriageReturn ? $0.dropLast() : $0 }
        }
        return lines.filter { !$0.isEmpty }.map { FilePath(bytes: Array($0)) }
    }
}

extension FilePath {
    /// Whether it is a file that ends in `.txt`: no photo is called so.
    var isPathList: Bool {
        lastComponent.bytes.suffix(4).elementsEqual(".txt".utf8) && (try? status().kind) == .regular
    }
}
