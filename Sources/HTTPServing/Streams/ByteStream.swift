/// A body that comes in pieces and whose length is not known before its end. The next piece is requested when the
/// client has taken most of those before it.
package struct ByteStream: Sendable {
    /// Writes a body with the given function, and returns whether all was sent.
    package typealias Run = @Sendable (_ write: @Sendable ([UInt8]) async -> Bool) async -> Bool

    let run: Run
    /// The bytes that may wait for the client before the next piece is requested.
    let bufferedBytes: Int

    /// Creates a stream of a sequence, which is made when the first byte can be sent. It is iterated in a task of its
    /// own on the shared pool, which is cancelled when the client leaves or the server stops. If the sequence throws,
    /// the connection ends before the body does, so the client knows that it is incomplete.
    ///
    /// - Parameter bufferedBytes: how many may wait for the client before the next piece is asked for. With 0, a piece
    ///   is asked for when those before it were given to the system.
    package init<Pieces: AsyncSequence & SendableMetatype>(
        bufferedBytes: Int = 1 << 18, _ pieces: @escaping @Sendable () async -> Pieces
    ) where Pieces.Element == [UInt8], Pieces.AsyncIterator: SendableMetatype {
        self.bufferedBytes = bufferedBytes
        run = { write in
            do {
                for try await piece in await pieces() where !(await write(piece)) { return false }
                return true
            } catch {
                return false
            }
        }
    }

    /// Creates a stream that `run` writes, which may work ahead of the client. `run` starts when the first byte can be
    /// sent, in a task of its own.
    ///
    /// - Parameter run: writes one piece after the other; each write waits for room, and answers `false` once the
    ///   client has gone. When it returns `false`, the connection ends before the body does.
    package init(bufferedBytes: Int = 1 << 18, writing run: @escaping Run) {
        self.bufferedBytes = bufferedBytes
        self.run = run
    }
}
