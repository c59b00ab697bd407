/// A page or a program that uses the camera. One at a time controls it; any number watches.
public struct CaptureClient: Hashable, Sendable {
    public let id: String

    public init(_ id: String) {
        self.id = id
    }
}

/// What a client wants when another one controls the camera.
public enum BusyChoice: String, Hashable, Sendable, CaseIterable {
    /// Sees all and changes nothing.
    case watch
    /// Controls the camera from here on; the other one watches.
    case takeOver = "take-over"
    /// Gets the error ``ScanError/Code/busy``.
    case refuse
}

public enum CaptureRole: String, Hashable, Sendable {
    case controls, watches
}
