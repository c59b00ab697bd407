import Imaging
import Movies

extension MutableFrame {
    /// Copies the samples of a frame of the same layout.
    mutating func copy(_ frame: VideoFrame) {
        for plane in 0..<format.planeCount {
            let size = format.planeSize(plane)
            withPlane(plane) { target, targetStride in
                target.withUnsafeMutableBufferPointer { target in
                    frame.withPlane(plane) { source, sourceStride in
                        source.withUnsafeBufferPointer { source in
                            guard let source = source.baseAddress, let target = target.baseAddress else { return }
                            for row in 0..<size.height {
                                (target + row * targetStride).update(
                                    from: source + row * sourceStride, count: size.width)
                            }
                        }
                    }
                }
            }
        }
    }
}

extension VideoFrame {
    /// Returns the frame mirrored left to right as a person sees it.
    ///
    /// A frame of odd width with halved chroma has its chroma moved by up to one luma sample.
    func mirrored(in pool: FramePool) throws(MovieError) -> VideoFrame {
        var frame = try pool.makeFrame(format)
        let flipsRows = !format.orientation.swapsAxes
        for plane in 0..<format.planeCount {
            let size = format.planeSize(plane)
            frame.withPlane(plane) { target, targetStride in
                target.withUnsafeMutableBufferPointer { target in
                    withPlane(plane) { source, sourceStride in
                        source.withUnsafeBufferPointer { source in
                            guard let source = source.baseAddress, let target = target.baseAddress else { return }
                            for row in 0..<size.height {
                                let output = target + row * targetStride
                                if flipsRows {
                                    let last = source + row * sourceStride + size.width - 1
                                    for x in 0..<size.width { output[x] = last[-x] }
                                } else {
                                    output.update(
                                        from: source + (size.height - 1 - row) * sourceStride, count: size.width)
                                }
                            }
                        }
                    }
                }
            }
        }
        return frame.freeze(number: number, time: time)
    }
}
