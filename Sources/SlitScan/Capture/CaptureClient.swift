/// A page or a program that uses the camera. One at a time controls it; any number watches.
public struct CaptureClient: Hashable, Sendable {
    /// Tells clients apart.
    public let id: String

    /// A client by its id.
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

/// What a client may do.
public enum CaptureRole: String, Hashable, Sendable {
    /// The client changes settings and takes pictures, or only sees.
    case controls, watches
}
