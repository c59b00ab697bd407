/// A page or a program that uses the camera. One at a time controls it; any number watches.
package struct CaptureClient: Hashable, Sendable {
    /// The id that identifies the client.
    package let id: String

    /// Creates a client with an id.
    package init(_ id: String) {
        self.id = id
    }
}

/// What a client does if another one controls the camera.
package enum BusyChoice: String, Hashable, Sendable, CaseIterable {
    /// The client sees everything and changes nothing.
    case watch
    /// The client controls the camera from here on, and the other one watches.
    case takeOver = "take-over"
    /// The client gets the error ``ScanError/Code/busy``.
    case refuse
}

/// What a client may do.
package enum CaptureRole: String, Hashable, Sendable {
    /// The client changes settings and takes pictures, or only watches.
    case controls, watches
}
