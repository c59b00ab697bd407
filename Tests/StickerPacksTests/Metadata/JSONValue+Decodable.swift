import TestSupport

@testable import StickerPacks

/// By another reader than the module's own.
extension JSONValue: JSONByKind {}
