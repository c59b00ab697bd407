/// Where a test may stop the program, in the order in which the points come: between any two of them, what is on the
/// disk must make sense.
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
