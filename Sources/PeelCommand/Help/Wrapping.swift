/// How many columns help may take.
let helpWidth = 80

/// Breaks text at spaces so that no line is longer than `width` characters (a longer word stands alone).
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        if line.isEmpty {
            line = String(word)
        } else if line.count + 1 + word.count <= width {
            line += " " + word
        } else {
            lines.append(line)
            line = String(word)
        }
    }
    return line.isEmpty ? lines : lines + [line]
}

/// A term and what it means, side by side in two columns; below each other when the term is too long.
func entry(_ term: String, _ meaning: String, indent: Int = 2, column: Int) -> String {
    let lines = wrapped(meaning, width: helpWidth - column)
    let space = String(repeating: " ", count: column)
    var head = String(repeating: " ", count: indent) + term
    if head.count + 2 > column { return ([head] + lines.map { space + $0 }).joined(separator: "\n") + "\n" }
    head += String(repeating: " ", count: column - head.count)
    return lines.enumerated().map { ($0 == 0 ? head : space) + $1 }.joined(separator: "\n") + "\n"
}
