/// The points at which a test may stop the program, in order. Between any two of them, the files on disk must be
/// consistent.
enum FaultPoint: String, CaseIterable, Codable, Sendable {
    case insideMigration
    case indexOpened
    case insideTransaction
    case committed

    case originalWritten
    case originalNamed

    case blobWritten
    case resultFilesRemoved

    case originalRemoved

    case rebuiltIndexWritten
    case damagedIndexSetAside
    case damagedLogSetAside
    case rebuiltIndexNamed

    typealias Handler = @Sendable (FaultPoint) -> Void
}
