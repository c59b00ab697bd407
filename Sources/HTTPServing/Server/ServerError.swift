package import Files

/// The error of a server that does not start.
package struct ServerError: PassingError, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The address is neither `localhost` nor an IPv4 or IPv6 address in digits.
        case invalidAddress
        /// Another program or server already listens there.
        case addressInUse
        /// The machine has no such address.
        case addressNotAvailable
        /// Ports below 1024 require the superuser.
        case permissionDenied
        /// The certificate or its key is not valid PEM, or they do not belong together.
        case certificate
        /// A file of the certificate could not be read or written.
        case file(FileError)
        /// The system failed, with this error number.
        case system(CInt)
    }

    package let code: Code
    /// A sentence for a person.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    package var isTemporary: Bool {
        if case .file(let error) = code { error.isTemporary } else { false }
    }

    init(_ error: FileError) {
        self.init(.file(error), error.description)
    }
}
