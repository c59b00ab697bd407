import CQREncode

/// A text as a QR code (ISO/IEC 18004), for a phone's camera.
package struct QRCode: Hashable, Sendable {
    /// Modules a side.
    package let side: Int
    /// Row by row from the top left; `true` is dark.
    package let modules: [Bool]

    /// - Returns: `nil` when the text has more bytes than a code can hold (about 2,300), or a zero byte.
    package init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
    }

    /// As lines of text, two modules above each other a character, with the quiet zone of four modules around it that
    /// cameras need. Light modules are drawn: on a dark terminal they shine, as paper does.
    ///
    /// - Parameter isInverted: for a light terminal.
    package func lines(isInverted: Bool = false) -> [String] {
        func isLight(_ x: Int, _ y: Int) -> Bool {
            let isDark = (0..<side).contains(x) && (0..<side).contains(y) && modules[y * side + x]
            return isDark == isInverted
        }
        return stride(from: -4, to: side + 4, by: 2).map { y in
            String(
                (-4..<side + 4).map { x in
                    switch (isLight(x, y), isLight(x, y + 1)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
        }
    }
}
