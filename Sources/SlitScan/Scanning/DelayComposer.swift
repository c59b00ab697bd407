import Dispatch

/// Assembles a plane from the same plane of earlier frames.
///
/// Addresses are integers, because several threads share the rows. Earlier frames are only read, and each row of the
/// target is written by one thread. The addresses are valid while the caller waits for the threads.
struct DelayComposer {
    /// Tiles with more different frames than this are assembled sample by sample.
    private static let mostFramesAtOnce = 12

    private let plane: DelayPlan.Plane
    private let tiled: TiledPlane
    private let frames: [UInt]
    private let target: UInt
    private let stride: Int

    /// Creates a composer that assembles one plane of a picture.
    ///
    /// - Parameters:
    ///   - frames: the addresses of the frames, the newest first, one more than the deepest delay.
    ///   - target: the plane's rows, `stride` bytes apart.
    init(
        _ plane: DelayPlan.Plane, _ tiled: TiledPlane, _ frames: [UInt], target: UnsafeMutablePointer<UInt8>,
        stride: Int
    ) {
        self.plane = plane
        self.tiled = tiled
        self.frames = frames
        self.target = UInt(bitPattern: target)
        self.stride = stride
    }

    /// Returns when all rows are written. Most of the time is spent waiting for memory, which two cores do better than
    /// one.
    func composeOnAllCores() {
        // Small parts, so that a core that is late does not keep the other waiting for long.
        let rowsInPart = 4
        let parts = (tiled.tileRows + rowsInPart - 1) / rowsInPart
        guard tiled.width * tiled.height > 1 << 16 else { return compose(0..<tiled.tileRows) }
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            compose(part * rowsInPart..<min((part + 1) * rowsInPart, tiled.tileRows))
        }
    }

    private func compose(_ tileRows: Range<Int>) {
        guard let target = UnsafeMutablePointer<UInt8>(bitPattern: target) else { return }
        plane.delays.withUnsafeBufferPointer { delays in
            plane.steps.withUnsafeBufferPointer { steps in
                plane.shares.withUnsafeBufferPointer { shares in
                    frames.withUnsafeBufferPointer { frames in
                        guard let delays = delays.baseAddress, let steps = steps.baseAddress,
                            let frames = frames.baseAddress
                        else { return }
                        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * TiledPlane.area) { scratch in
                            guard let scratch = scratch.baseAddress else { return }
                            let tiles = TileComposer(
                                delays: delays, steps: steps, shares: shares.isEmpty ? nil : shares.baseAddress,
                                frames: frames,
                                near: scratch, far: scratch + TiledPlane.area,
                                result: scratch + 2 * TiledPlane.area)
                            for tileRow in tileRows { composeRow(tileRow, tiles, into: target) }
                        }
                    }
                }
            }
        }
    }

    private func composeRow(_ tileRow: Int, _ tiles: TileComposer, into target: UnsafeMutablePointer<UInt8>) {
        let height = min(TiledPlane.side, tiled.height - tileRow * TiledPlane.side)
        for column in 0..<tiled.tileColumns {
            let tile = plane.tile(row: tileRow, column: column, columns: tiled.tileColumns)
            let place = tiled.offset + (tileRow * tiled.tileColumns + column) * TiledPlane.area
            let range = plane.delayStarts[tile]..<plane.delayStarts[tile + 1]
            let samples =
                range.count == 1
                ? tiles.source(range.lowerBound, place)
                : range.count <= Self.mostFramesAtOnce
                    ? tiles.select(tile, range, place) : tiles.gather(tile, range.lowerBound, place)
            guard let samples else { continue }
            let output = target + (tileRow * TiledPlane.side * stride + column * TiledPlane.side)
            store(samples, into: output, width: min(TiledPlane.side, tiled.width - column * TiledPlane.side), height)
        }
    }

    @inline(__always)
    private func store(
        _ tile: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>, width: Int, _ height: Int
    ) {
        let samples = UnsafeRawPointer(tile)
        let output = UnsafeMutableRawPointer(output)
        for row in 0..<height {
            if width == TiledPlane.side {
                let eight = samples.loadUnaligned(fromByteOffset: row * TiledPlane.side, as: UInt64.self)
                output.storeBytes(of: eight, toByteOffset: row * stride, as: UInt64.self)
            } else {
                (output + row * stride).copyMemory(from: samples + row * TiledPlane.side, byteCount: width)
            }
        }
    }
}

/// Assembles single tiles, in memory of its own.
private struct TileComposer {
    let delays: UnsafePointer<Int32>
    let steps: UnsafePointer<UInt8>
    /// The shares of mixed frames; `nil` without mixing.
    let shares: UnsafePointer<UInt8>?
    let frames: UnsafePointer<UInt>
    let near: UnsafeMutablePointer<UInt8>
    let far: UnsafeMutablePointer<UInt8>
    let result: UnsafeMutablePointer<UInt8>

    /// Returns the tile at `place` in the frame of one of ``delays``.
    @inline(__always)
    func source(_ delay: Int, _ place: Int) -> UnsafePointer<UInt8>? {
        UnsafePointer<UInt8>(bitPattern: frames[Int(delays[delay])]).map { $0 + place }
    }

    /// Reads each frame's whole tile, and keeps the samples that come from it.
    @inline(__always)
    func select(_ tile: Int, _ range: Range<Int>, _ place: Int) -> UnsafePointer<UInt8>? {
        let steps = steps + tile * TiledPlane.area
        var step: UInt8 = 0
        for delay in range {
            guard let source = source(delay, place) else { return nil }
            Self.copy(source, where: steps, are: step, into: near)
            if shares != nil { Self.copy(source, where: steps, are: step &- 1, into: far) }
            step &+= 1
        }
        return mix(tile)
    }

    /// Copies samples; elsewhere `target` stays.
    @inline(__always)
    private static func copy(
        _ source: UnsafePointer<UInt8>, where steps: UnsafePointer<UInt8>, are step: UInt8,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<TiledPlane.area {
            let mask: UInt8 = steps[index] == step ? 255 : 0
            target[index] = source[index] & mask | target[index] & ~mask
        }
    }

    @inline(never)
    func gather(_ tile: Int, _ start: Int, _ place: Int) -> UnsafePointer<UInt8>? {
        for index in 0..<TiledPlane.area {
            let sample = tile * TiledPlane.area + index
            let delay = start + Int(steps[sample])
            guard let source = source(delay, place) else { return nil }
            near[index] = source[index]
            guard let shares, shares[sample] > 0, let next = self.source(delay + 1, place) else { continue }
            far[index] = next[index]
        }
        return mix(tile)
    }

    /// Computes `(near * (256 - share) + far * share + 128) / 256`, rounded down.
    @inline(__always)
    private func mix(_ tile: Int) -> UnsafePointer<UInt8> {
        guard let shares else { return UnsafePointer(near) }
        let tileShares = shares + tile * TiledPlane.area
        for index in 0..<TiledPlane.area {
            let share = UInt16(tileShares[index])
            let sum = UInt16(near[index]) &* (256 &- share) &+ UInt16(far[index]) &* share &+ 128
            result[index] = UInt8(truncatingIfNeeded: sum >> 8)
        }
        return UnsafePointer(result)
    }
}
