import CVideo4Linux
import Glibc
import Imaging
import Synchronization

@testable import Movies

/// A camera's driver, as V4L2 has it: answers the calls of `VideoSystem` with the kernel's own structures.
final class FakeCamera: VideoSystem {
    struct Behaviour {
        var openError: Int32 = 0
        var streamError: Int32 = 0
        var formats: [CameraFormat] = [
            CameraFormat(code: "YUYV", size: PixelSize(width: 64, height: 48), frameRates: [30, 15])
        ]
        /// The bytes of each picture; an empty one is a damaged one.
        var pictures: [[UInt8]] = []
        /// The driver's number of each picture; counts from 0 where it is empty.
        var sequences: [Int] = []
        /// What comes after the pictures: a driver's error, or silence when 0.
        var errorAtEnd: Int32 = ENODEV
        var controls: Set<UInt32> = []
    }

    private struct State {
        var behaviour: Behaviour
        /// Descriptors that are open, and the one whose buffers the driver has made: it makes them for one alone.
        var open: Set<Int32> = []
        var nextDescriptor: Int32 = 77
        var owner: Int32?
        var memory: [UnsafeBytes] = []
        var queued: [Int] = []
        var given = 0
        var isStreaming = false
        var controlValues: [UInt32: Int32] = [:]
        var mappedCount = 0
    }

    /// Memory that outlives the calls; freed with the camera.
    private struct UnsafeBytes {
        let address: UInt
        let count: Int
    }

    private let state: Mutex<State>
    private static let bufferBytes = 1 << 16

    init(_ behaviour: Behaviour) {
        state = Mutex(State(behaviour: behaviour))
    }

    var controlValues: [UInt32: Int32] { state.withLock { $0.controlValues } }
    /// Opened descriptors and mapped memory that were not given back.
    var leftBehind: Int { state.withLock { $0.open.count + $0.mappedCount } }

    func open(_ path: String) -> Int32 {
        state.withLock { state in
            if state.behaviour.openError != 0 { return -state.behaviour.openError }
            defer { state.nextDescriptor += 1 }
            state.open.insert(state.nextDescriptor)
            return state.nextDescriptor
        }
    }

    func close(_ descriptor: Int32) {
        state.withLock { state in
            state.open.remove(descriptor)
            if state.owner == descriptor { state.owner = nil }
        }
    }

    func map(_ descriptor: Int32, length: Int, offset: Int) -> UnsafeMutableRawPointer? {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 64)
        let address = UInt(bitPattern: memory)
        state.withLock { state in
            state.memory.append(UnsafeBytes(address: address, count: length))
            state.mappedCount += 1
        }
        return memory
    }

    func unmap(_ memory: UnsafeMutableRawPointer, length: Int) {
        state.withLock { $0.mappedCount -= 1 }
        memory.deallocate()
    }

    func wait(_ descriptor: Int32, milliseconds: Int32) -> Int32 {
        state.withLock { state in
            if state.given >= state.behaviour.pictures.count { return -state.behaviour.errorAtEnd }
            return state.queued.isEmpty ? 0 : 1
        }
    }

    func call(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let address = UInt(bitPattern: argument)
        return state.withLock { state in
            guard let argument = UnsafeMutableRawPointer(bitPattern: address) else { return -EFAULT }
            return Self.answer(request, argument, of: descriptor, &state)
        }
    }

    private static func answer(
        _ request: UInt, _ argument: UnsafeMutableRawPointer, of descriptor: Int32, _ state: inout State
    ) -> Int32 {
        switch request {
        case peel_v4l2_query_capabilities:
            let capability = argument.assumingMemoryBound(to: v4l2_capability.self)
            capability.pointee.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
            withUnsafeMutableBytes(of: &capability.pointee.card) { $0.copyBytes(from: "A fake camera\0".utf8) }
            return 0
        case peel_v4l2_enumerate_formats:
            let description = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
            var codes: [String] = []
            for format in state.behaviour.formats where !codes.contains(format.code) { codes.append(format.code) }
            guard Int(description.pointee.index) < codes.count else { return -EINVAL }
            description.pointee.pixelformat = FourLetters.code(codes[Int(description.pointee.index)])
            return 0
        case peel_v4l2_enumerate_sizes:
            let entry = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
            let code = FourLetters.text(entry.pointee.pixel_format)
            let sizes = state.behaviour.formats.filter { $0.code == code }.map(\.size)
            guard Int(entry.pointee.index) < sizes.count else { return -EINVAL }
            entry.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
            entry.pointee.discrete.width = UInt32(sizes[Int(entry.pointee.index)].width)
            entry.pointee.discrete.height = UInt32(sizes[Int(entry.pointee.index)].height)
            return 0
        case peel_v4l2_enumerate_intervals:
            let entry = argument.assumingMemoryBound(to: v4l2_frmivalenum.self)
            let code = FourLetters.text(entry.pointee.pixel_format)
            let format = state.behaviour.formats.first {
                $0.code == code && $0.size.width == Int(entry.pointee.width)
                    && $0.size.height == Int(entry.pointee.height)
            }
            guard let rates = format?.frameRates, Int(entry.pointee.index) < rates.count else { return -EINVAL }
            entry.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
            entry.pointee.discrete = v4l2_fract(numerator: 1, denominator: UInt32(rates[Int(entry.pointee.index)]))
            return 0
        case peel_v4l2_set_format:
            return 0
        case peel_v4l2_set_parameters:
            return 0
        case peel_v4l2_request_buffers:
            guard state.behaviour.streamError != EBUSY, (state.owner ?? descriptor) == descriptor else { return -EBUSY }
            argument.assumingMemoryBound(to: v4l2_requestbuffers.self).pointee.count = 3
            state.owner = descriptor
            return 0
        case peel_v4l2_query_buffer:
            argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.length = UInt32(bufferBytes)
            return 0
        case peel_v4l2_queue_buffer:
            state.queued.append(Int(argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.index))
            return 0
        case peel_v4l2_dequeue_buffer:
            return give(argument.assumingMemoryBound(to: v4l2_buffer.self), &state)
        case peel_v4l2_stream_on:
            state.isStreaming = true
            return -state.behaviour.streamError
        case peel_v4l2_stream_off:
            guard state.owner == descriptor else { return -EBUSY }
            state.isStreaming = false
            return 0
        case peel_v4l2_query_control:
            let id = argument.assumingMemoryBound(to: v4l2_queryctrl.self).pointee.id
            return state.behaviour.controls.contains(id) ? 0 : -EINVAL
        case peel_v4l2_set_control:
            let control = argument.assumingMemoryBound(to: v4l2_control.self).pointee
            state.controlValues[control.id] = control.value
            return 0
        default:
            return -ENOTTY
        }
    }

    private static func give(_ buffer: UnsafeMutablePointer<v4l2_buffer>, _ state: inout State) -> Int32 {
        guard state.isStreaming, !state.queued.isEmpty, state.given < state.behaviour.pictures.count else {
            return -EAGAIN
        }
        let index = state.queued.removeFirst()
        let picture = state.behaviour.pictures[state.given]
        let memory = UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(bitPattern: state.memory[index].address), count: state.memory[index].count)
        memory.copyBytes(from: picture)
        let sequence = state.behaviour.sequences.isEmpty ? state.given : state.behaviour.sequences[state.given]
        buffer.pointee.index = UInt32(index)
        buffer.pointee.bytesused = UInt32(picture.count)
        buffer.pointee.sequence = UInt32(sequence)
        buffer.pointee.flags = peel_v4l2_monotonic
        buffer.pointee.timestamp.tv_sec = 5
        buffer.pointee.timestamp.tv_usec = sequence * 33_000
        state.given += 1
        return 0
    }
}
