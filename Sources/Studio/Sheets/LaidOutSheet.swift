import HTTPServing
import Printing

/// A sheet that was laid out, and its files, which have no name and end with the program.
struct LaidOutSheet: RecentResult {
    struct File: Sendable {
        /// For who downloads it.
        let name: String
        let type: String
        let body: FileBody
    }

    let plan: SheetPlan
    fileprivate(set) var files: [SheetMaker.Format: File] = [:]

    init(_ plan: SheetPlan) {
        self.plan = plan
    }

    /// Of the plan, in memory.
    var byteCount: Int { plan.byteCount }
    static let standardByteLimit = 128 << 20

    fileprivate var fileBytes: Int { files.values.reduce(0) { $0 + $1.body.range.count } }
}

extension RecentResults<LaidOutSheet> {
    /// Of the files of all sheets together. The newest file is kept whatever its size.
    private static var fileByteLimit: Int { 2 << 30 }

    /// Adds a file that was made of a sheet, which may have given way meanwhile. The oldest sheets' files give way to
    /// it.
    ///
    /// - Returns: whether it is kept.
    func add(_ file: LaidOutSheet.File, as format: SheetMaker.Format, of id: String) -> Bool {
        change(id) { sheets, index in
            sheets[index].files[format] = nil
            var bytes = sheets.reduce(file.body.range.count) { $0 + $1.fileBytes }
            for other in sheets.indices where bytes > Self.fileByteLimit {
                bytes -= sheets[other].fileBytes
                sheets[other].files = [:]
            }
            sheets[index].files[format] = file
        }
    }
}
