import Execution

/// Something that a test waits for, once, however early it comes.
final class Gate: Sendable {
    private let opening = Promise<Void>()

    func open() {
        opening.set(())
    }

    func wait() async {
        await opening.value
    }
}
