import Files

/// Writes the objects of a PDF file (ISO 32000-1) in order, so that only one is in memory.
struct PDFFile: ~Copyable {
    private let file: AtomicFile
    private var byteCount: Int
    /// The offset of each object; 0 for a promised one. Object n is at index n - 1.
    private var offsets: [Int] = []

    init(at path: FilePath) throws(PrintingError) {
        // PDF 1.6 has layers, soft masks and overprint. The second line says that the file is binary.
        let opening = Array("%PDF-1.6\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
        let file = try asPrintingError { () throws(FileError) in
            let file = try AtomicFile(at: path)
            try file.write(opening)
            return file
        }
        self.init(file, byteCount: opening.count)
    }

    private init(_ file: consuming AtomicFile, byteCount: Int) {
        self.file = file
        self.byteCount = byteCount
    }

    private mutating func write(_ bytes: [UInt8]) throws(PrintingError) {
        try asPrintingError { () throws(FileError) in try file.write(bytes) }
        byteCount += bytes.count
    }

    /// Reserves the number of an object that others refer to before it is written.
    mutating func promise() -> Int {
        offsets.append(0)
        return offsets.count
    }

    mutating func add(_ dictionary: String, as number: Int? = nil) throws(PrintingError) -> Int {
        let number = number ?? promise()
        offsets[number - 1] = byteCount
        try write(Array("\(number) 0 obj\n\(dictionary)\nendobj\n".utf8))
        return number
    }

    /// Adds a stream, and returns its number. `entries` are those of its dictionary, without its length.
    mutating func addStream(_ entries: String, _ bytes: [UInt8]) throws(PrintingError) -> Int {
        let number = promise()
        offsets[number - 1] = byteCount
        try write(
            Array("\(number) 0 obj\n<< \(entries) /Length \(bytes.count) >>\nstream\n".utf8) + bytes
                + Array("\nendstream\nendobj\n".utf8))
        return number
    }

    /// Writes the table of objects, and moves the file to its place.
    consuming func finish(catalog: Int) throws(PrintingError) {
        let table = byteCount
        var text = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            text += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
        }
        text += "trailer\n<< /Size \(offsets.count + 1) /Root \(catalog) 0 R >>\nstartxref\n\(table)\n%%EOF\n"
        try write(Array(text.utf8))
        do throws(FileError) {
            try file.commit()
        } catch {
            throw PrintingError(error)
        }
    }
}
