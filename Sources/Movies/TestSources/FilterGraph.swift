import CFFmpeg

/// A graph of FFmpeg's filters with at most one input and any number of outputs.
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

    /// Creates a chain of picture filters for frames like `frame`.
    ///
    /// - Parameter timeBase: of the frames' stamps.
    convenience init(
        for frame: UnsafeMutablePointer<AVFrame>, timeBase: AVRational, chain: String
    ) throws(MovieError) {
        try self.init(threads: 2)
        let aspect = frame.pointee.sample_aspect_ratio
        let arguments =
            "video_size=\(frame.pointee.width)x\(frame.pointee.height):pix_fmt=\(frame.pointee.format)"
            + ":time_base=\(timeBase.num)/\(max(1, timeBase.den))"
            + ":pixel_aspect=\(max(0, aspect.num))/\(max(1, aspect.den))"
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

    /// Creates test sources, each with a sink, pictures before sound. FFmpeg gets no text to parse.
    ///
    /// - Parameter name: of the source, for errors.
    convenience init(_ sources: TestGraph, name: String, limits: MovieLimits) throws(MovieError) {
        try self.init(threads: 2)
        for chain in sources.chains {
            let isPicture = chain.first?.filter.kind == .picture
            var last: UnsafeMutablePointer<AVFilterContext>?
            for step in chain {
                let filter = try add(step)
                if let last { try check(avfilter_link(last, 0, filter, 0), name) }
                last = filter
            }
            let sink = try add(isPicture ? "buffersink" : "abuffersink", "out\(sinks.count)", nil)
            try check(avfilter_link(last, 0, sink, 0), name)
            sinks.insert(sink, at: isPicture ? 0 : sinks.count)
        }
        try check(avfilter_graph_config(graph, nil), name)
        try checkSizes(name, limits)
    }

    /// Checks the sizes of all pictures, including those between two filters.
    private func checkSizes(_ name: String, _ limits: MovieLimits) throws(MovieError) {
        guard let graph = graph?.pointee else { return }
        for filter in UnsafeBufferPointer(start: graph.filters, count: Int(graph.nb_filters)) {
            guard let filter = filter?.pointee else { continue }
            for link in UnsafeBufferPointer(start: filter.outputs, count: Int(filter.nb_outputs)) {
                guard let link = link?.pointee, link.type == AVMEDIA_TYPE_VIDEO else { continue }
                try Demuxer.check(width: Int(link.w), height: Int(link.h), limits: limits, of: name)
            }
        }
    }

    private func add(_ step: TestGraph.Step) throws(MovieError) -> UnsafeMutablePointer<AVFilterContext> {
        guard let filter = avfilter_get_by_name(step.name) else {
            throw MovieError(
                .badGraph, "this machine's FFmpeg has no \"\(step.name)\": remove it from the test source")
        }
        guard let context = avfilter_graph_alloc_filter(graph, filter, step.name) else {
            throw MovieError(.outOfMemory, "there is no memory for the filter \"\(step.name)\"")
        }
        for (name, value) in step.options {
            try check(av_opt_set(context, name, value, AV_OPT_SEARCH_CHILDREN), "\(step.name)=\(name)=\(value)")
        }
        try check(avfilter_init_str(context, nil), step.name)
        return context
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
}
