import Testing

/// The parent of all tests: one after the other, for each has a browser and a server that use every core.
@Suite(.serialized, .timeLimit(.minutes(3)))
enum StudioTests {}
