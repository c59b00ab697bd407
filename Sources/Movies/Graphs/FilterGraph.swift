import CFFmpeg

/// A graph of FFmpeg's filters with at most one way in and any number of ways out.
final class FilterGraph {
    private(set) var graph: UnsafeMutablePointer<AVFilterGraph>?
    private(set) var source: UnsafeMutablePointer<AVFilterContext>?
    private(set) var sinks: [UnsafeMutablePointer<AVFilterContext>] = []

    private init(threads: Int) throws(MovieError) {
        try FFmpegLibrary.startFilters()
        graph = avfilter_graph_alloc()
        guard let graph else { throw MovieError(.outOfMemory, "there is no memory for a filter graph") }
        graph.pointee.nb_threads = Int32(threads)
    }

    deinit {
        avfilter_graph_free(&graph)
    }

    /// A chain of picture filters for frames like `frame`.
    ///
    /// - Parameter timeBase: of the frames' stamps.
    convenience init(
        for frame: UnsafeMutablePointer<AVFrame>, timeBase: AVRational, chain: String
    ) throws(MovieError) {
        try self.init(threads: 2)
        let aspect = frame.pointee.sample_aspect_ratio
        let arguments =
            "video_size=\(frame.pointee.width)x\(frame.pointee.height):pix_fmt=\(frame.pointee.format)"
            + ":time_base=\(timeBase.num)/\(max(1, timeBase.den)):pixel_aspect=\(max(0, aspect.num))/\(max(1, aspect.den))"
        source = try add("buffer", "in", arguments)
        let sink = try add("buffersink", "out", nil)
        sinks = [sink]
        var inputs: UnsafeMutablePointer<AVFilterInOut>? = avfilter_inout_alloc()
        var outputs: UnsafeMutablePointer<AVFilterInOut>? = avfilter_inout_alloc()
        defer {
            avfilter_inout_free(&inputs)
            avfilter_inout_free(&outputs)
        }
        outputs?.pointee.name = av_strdup("in")
        outputs?.pointee.filter_ctx = source
        inputs?.pointee.name = av_strdup("out")
        inputs?.pointee.filter_ctx = sink
        try check(avfilter_graph_parse_ptr(graph, chain, &inputs, &outputs, nil), chain)
        try check(avfilter_graph_config(graph, nil), chain)
    }

    /// A graph without a way in, as `lavfi` has them. Its open ends become the sinks, pictures before sound.
    convenience init(sources text: String) throws(MovieError) {
        try self.init(threads: 2)
        var inputs: UnsafeMutablePointer<AVFilterInOut>?
        var outputs: UnsafeMutablePointer<AVFilterInOut>?
        defer {
            avfilter_inout_free(&inputs)
            avfilter_inout_free(&outputs)
        }
        try check(avfilter_graph_parse2(graph, text, &inputs, &outputs), text)
        guard inputs == nil else {
            throw MovieError(.badGraph, "the graph \"\(text)\" has an input that is not connected")
        }
        var end = outputs
        while let output = end {
            let filter = output.pointee.filter_ctx
            let isPicture =
                avfilter_pad_get_type(filter?.pointee.output_pads, output.pointee.pad_idx) == AVMEDIA_TYPE_VIDEO
            let sink = try add(isPicture ? "buffersink" : "abuffersink", "out\(sinks.count)", nil)
            try check(avfilter_link(filter, UInt32(output.pointee.pad_idx), sink, 0), text)
            sinks.insert(sink, at: isPicture ? 0 : sinks.count)
            end = output.pointee.next
        }
        try check(avfilter_graph_config(graph, nil), text)
    }

    private func add(
        _ filter: String, _ name: String, _ arguments: String?
    ) throws(MovieError) -> UnsafeMutablePointer<AVFilterContext> {
        var context: UnsafeMutablePointer<AVFilterContext>?
        try check(
            avfilter_graph_create_filter(&context, avfilter_get_by_name(filter), name, arguments, nil, graph), filter)
        guard let context else { throw MovieError(.outOfMemory, "there is no memory for the filter \"\(filter)\"") }
        return context
    }

    private func check(_ status: Int32, _ text: String) throws(MovieError) {
        guard status < 0 else { return }
        throw MovieError(
            .badGraph, "FFmpeg cannot make the filter graph \"\(text)\": \(FFmpegLibrary.words(for: status))")
    }

    static func has(_ filter: String) -> Bool {
        (try? FFmpegLibrary.startFilters()) != nil && avfilter_get_by_name(filter) != nil
    }
}
