import HTTPServing
import Printing
import Synchronization

/// Sheets that were laid out, and their files, which have no name and end with the program. A bounded number with a
/// bounded number of bytes together, of which the oldest give way.
nonisolated final class SheetShelf: Sendable {
    struct File: Sendable {
        /// For who downloads it.
        let name: String
        let type: String
        let body: FileBody
    }

    struct Sheet: Sendable {
        let id: String
        let plan: SheetPlan
        /// The page that it was made for; `nil` for a program.
        let client: String?
        fileprivate(set) var files: [SheetMaker.Format: File] = [:]

        fileprivate var fileBytes: Int { files.values.reduce(0) { $0 + $1.body.range.count } }
    }

    struct Limits: Hashable, Sendable {
        var sheets = 8
        /// Of the plans of all together, in memory. The newest sheet is kept whatever it takes.
        var planBytes = 128 << 20
        /// Of the files of all together. The newest file is kept whatever its size.
        var fileBytes = 2 << 30
    }

    private let sheets = Mutex<[Sheet]>([])
    private let limits: Limits

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// - Parameter client: its earlier sheet gives way: a page shows the newest alone.
    /// - Returns: the sheet's id.
    func add(_ plan: SheetPlan, for client: String? = nil) -> String {
        let id = String(UInt64.random(in: 0 ... .max), radix: 36)
        sheets.withLock { sheets in
            Self.remove(client, from: &sheets)
            sheets.append(Sheet(id: id, plan: plan, client: client))
            var bytes = sheets.reduce(0) { $0 + $1.plan.byteCount }
            while sheets.count > 1, sheets.count > limits.sheets || bytes > limits.planBytes {
                bytes -= sheets.removeFirst().plan.byteCount
            }
        }
        return id
    }

    /// A file that was made of a sheet, which may have given way meanwhile.
    ///
    /// - Returns: whether it is kept.
    func add(_ file: File, as format: SheetMaker.Format, of id: String) -> Bool {
        sheets.withLock { sheets in
            guard let index = sheets.firstIndex(where: { $0.id == id }) else { return false }
            sheets[index].files[format] = nil
            var bytes = sheets.reduce(file.body.range.count) { $0 + $1.fileBytes }
            for other in sheets.indices where bytes > limits.fileBytes {
                bytes -= sheets[other].fileBytes
                sheets[other].files = [:]
            }
            sheets[index].files[format] = file
            return true
        }
    }

    /// Lets go of a page's sheet, if it has one.
    func remove(of client: String?) {
        sheets.withLock { Self.remove(client, from: &$0) }
    }

    func sheet(_ id: String) -> Sheet? {
        sheets.withLock { sheets in sheets.first { $0.id == id } }
    }

    private static func remove(_ client: String?, from sheets: inout [Sheet]) {
        guard let client else { return }
        sheets.removeAll { $0.client == client }
    }
}
