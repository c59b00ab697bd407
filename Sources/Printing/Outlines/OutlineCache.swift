import Files
import Imaging
import Synchronization

/// The outlines of stickers that are laid out repeatedly, as on a screen after each change of a setting.
///
///     let outlines = OutlineCache()
///     let maker = try SheetMaker(settings, outlines: outlines)
///
/// The key is the SHA-256 of the sticker's file and the tracer, so a changed sticker is traced again. The least
/// recently used outlines are removed first.
package final class OutlineCache: Sendable {
    /// The limits of all outlines together.
    package struct Limits: Hashable, Sendable {
        /// The bytes in memory. An outline of a sticker of 1,024 pixels takes some 60 kilobytes.
        package var bytes = 128 << 20
        /// The number of outlines. A sticker has two if its cut line is not its edge.
        package var count = 4_000

        /// Creates the default limits: 128 MiB and 4,000 outlines.
        package init() {}
    }

    private struct Key: Hashable {
        let sticker: SHA256Digest
        let tracer: OutlineTracer
    }

    private let kept: Mutex<CostLRU<Key, OutlineTracer.Traced>>
    private let trace: @Sendable (OutlineTracer, Bitmap) throws(PrintingError) -> OutlineTracer.Traced

    /// Creates an empty cache.
    package convenience init(limits: Limits = Limits()) {
        self.init(limits: limits) { (tracer, picture) throws(PrintingError) in try tracer.trace(picture) }
    }

    /// - Parameter trace: called for each outline that is not kept.
    init(
        limits: Limits = Limits(),
        trace: @escaping @Sendable (OutlineTracer, Bitmap) throws(PrintingError) -> OutlineTracer.Traced
    ) {
        kept = Mutex(CostLRU(costLimit: limits.bytes, countLimit: limits.count))
        self.trace = trace
    }

    /// The bytes in use.
    package var byteCount: Int { kept.withLock { $0.totalCost } }

    /// Finds an outline.
    ///
    /// - Returns: `nil` if it is not kept.
    func outline(of sticker: SHA256Digest, by tracer: OutlineTracer) -> OutlineTracer.Traced? {
        kept.withLock { $0.use(Key(sticker: sticker, tracer: tracer)) }
    }

    /// Traces an outline and keeps it. Takes tens of milliseconds.
    ///
    /// - Throws: as ``OutlineTracer/trace(_:)``; nothing is kept then.
    func trace(
        _ picture: Bitmap, of sticker: SHA256Digest, by tracer: OutlineTracer
    ) throws(PrintingError) -> OutlineTracer.Traced {
        let traced = try trace(tracer, picture)
        kept.withLock { _ = $0.insert(traced, for: Key(sticker: sticker, tracer: tracer), cost: traced.byteCount) }
        return traced
    }
}

extension OutlineTracer.Traced {
    /// The approximate size in memory, in bytes.
    fileprivate var byteCount: Int { (edge.count + 3 * outline.curves.count) * MemoryLayout<Point>.stride }
}
