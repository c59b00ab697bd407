import Catalog
import HTTPServing
import Peel

extension Request {
    /// Understands a command line without the program's name.
    ///
    /// - Throws: ``UsageError`` for the first thing that is wrong with it.
    init(arguments: [FilePath]) throws(UsageError) {
        guard let first = arguments.first else {
            throw UsageError("say what to do: \(Command.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        if first.bytes.first == UInt8(ascii: "-"), first != "-" {
            self = try Self.programRequest(arguments)
            return
        }
        guard let command = Command(rawValue: first.description) else { throw Self.unknownCommand(first) }
        let read = try readArguments(Array(arguments.dropFirst()), options: command.options, command: command)
        if read.options.contains(where: { $0.option.name == .help }) {
            self = .help(.command(command))
            return
        }
        let values = try OptionValues(read.options, command: command)
        self =
            switch command {
            case .make: .make(try MakeRequest(read.operands, values))
            case .split: .split(try SplitRequest(read.operands, values))
            case .worker: .worker(try WorkerRequest(read.operands, values))
            case .merge: .merge(try MergeRequest(read.operands, values))
            case .check: .check(try CheckRequest(read.operands, values))
            case .cut where values.has(.requests): .cutSession(try CutSessionRequest(read.operands, read, values))
            case .upload: .upload(try UploadRequest(read.operands, values))
            case .cut where ClipRequest.isMeant(by: values): .clip(try ClipRequest(read.operands, values))
            case .cut: .cut(try CutRequest(read.operands, values))
            case .sheet: .sheet(try SheetRequest(read.operands, values))
            case .scan: .scan(try ScanRequest(read.operands, values))
            case .colors: .colors(try ColorsRequest(read.operands, values))
            case .catalog: .catalog(try CatalogRequest(read.operands, values))
            case .serve: .serve(try ServeRequest(read.operands, values))
            case .doctor: .doctor(try DoctorRequest(read.operands, values))
            case .help: .help(try Document(read.operands, values))
            }
    }

    private static func programRequest(_ arguments: [FilePath]) throws(UsageError) -> Request {
        // Only what stands before a command: 'peel --version make' is as good as 'peel --version'.
        let read = try readArguments([arguments[0]], options: programOptions, command: nil)
        for given in read.options {
            if given.option.name == .version { return .version }
            if given.option.name == .help { return .help(.program) }
        }
        throw UsageError("say what to do: \(Command.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    /// Other names that people try.
    private static let otherWords = [
        "studio": "serve", "app": "serve", "web": "serve", "pack": "make", "sticker": "cut", "stickers": "make",
        "print": "sheet", "send": "upload", "telegram": "upload", "sheets": "sheet", "camera": "scan", "video": "scan",
        "palette": "colors",
    ]

    /// The command that was probably meant.
    fileprivate static func likelyCommand(_ typed: String) -> String? {
        otherWords[typed] ?? nearest(to: typed, among: Command.allCases.map(\.rawValue))
    }

    private static func unknownCommand(_ typed: FilePath) -> UsageError {
        let text = typed.description
        if ImageFormat.pathExtensions.contains(typed.pathExtension) {
            return UsageError("'\(text)' is not a command; for one photo: peel cut \(text) -o sticker.png")
        }
        guard let meant = likelyCommand(text) else {
            let commands = Command.allCases.map(\.rawValue).joined(separator: ", ")
            return UsageError("'\(text)' is not a command; there are \(commands)")
        }
        return UsageError("'\(text)' is not a command; did you mean '\(meant)'?")
    }
}

extension MakeRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        guard !operands.isEmpty else {
            throw UsageError("name photos or folders, or - to read their names from standard input", command: .make)
        }
        guard let output = values.path(.output) else {
            throw UsageError("say where the pack goes: -o DIR", command: .make)
        }
        if output == "-" || StorageSettings.isMeant(by: output) {
            throw UsageError("a pack is a folder: -o \(output) does not work here", command: .make)
        }
        if let operand = operands.first(where: StorageSettings.isMeant) {
            throw UsageError("photos in storage are worked on in parts: peel split \(operand)", command: .make)
        }
        self.init(sources: operands, output: output)
        excluded = values.patterns
        targets = values.words(.targets).compactMap(PackTarget.init(rawValue:))
        // Stickers for platforms are encoded again, so the pack is made without loss.
        try takeMaking(values, fallback: targets.isEmpty ? .webp : .png, command: .make)
        keepsFormat = values.has(.resume) && !values.has(.format) && !values.has(.quality)
        keepsBest = values.word(.count) == "best"
        title = values.word(.title)
        author = values.word(.author)
        metadata = values.path(.metadata)
        if let text = values.word(.emoji) {
            guard let list = PackExport.emoji(in: text) else {
                throw UsageError("--emoji takes emoji and nothing else, not '\(text)'", command: .make)
            }
            emoji = list
        }
        if targets.isEmpty, let name = [OptionName.title, .author, .emoji, .count].first(where: values.has) {
            throw UsageError("--\(name.rawValue) is for packs of a platform: add --for whatsapp", command: .make)
        }
        for operand in operands {
            let source = try CatalogSource(operand: operand, command: .make)
            if let source, source.isRandom, values.has(.resume) {
                throw UsageError(
                    "\(operand) means other days each time: to go on with a pack, name the days", command: .make)
            }
        }
        writesZIP = values.has(.zip)
        resumes = values.has(.resume)
        forces = values.has(.force)
        isDryRun = values.has(.dryRun)
        pathsEndWithZero = values.has(.null)
        if pathsEndWithZero, !operands.contains("-") {
            throw UsageError("--null is about paths on standard input: add - to read them", command: .make)
        }
    }

    /// What a worker takes, too: how stickers are made and what is told.
    mutating func takeMaking(
        _ values: OptionValues, fallback: OutputFormat, command: Command
    ) throws(UsageError) {
        options = try ProcessingOptions(values, command: command)
        background = values.path(.background)
        encoding = try StickerEncoding(values, fallback: fallback, command: command)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        web = try WebSettings(values, command: command)
        enlarges = values.has(.enlarge)
        jobs = values.whole(.jobs)
        minimumConfidence = values.number(.minConfidence) ?? 0
        printsJSON = values.has(.json)
        isQuiet = values.has(.quiet)
        trace = values.path(.trace)
    }
}

extension CheckRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        guard !operands.isEmpty else {
            throw UsageError("name the folder of a pack, or a ZIP", command: .check)
        }
        self.init(packs: operands)
        targets = values.words(.targets).compactMap(PackTarget.init(rawValue:))
        printsJSON = values.has(.json)
    }
}

extension CutRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        if values.has(.jobs) { throw UsageError("--jobs is for many photos: with --requests", command: .cut) }
        guard let photo = operands.first else {
            throw UsageError("name a photo, or - to read it from standard input", command: .cut)
        }
        guard operands.count == 1 else {
            throw UsageError("one photo at a time; for \(operands.count) of them: peel make", command: .cut)
        }
        guard let output = values.path(.output) else {
            throw UsageError("say where the sticker goes: -o FILE, or -o - for standard output", command: .cut)
        }
        if ClipRequest.endings.contains(photo.pathExtension) {
            throw UsageError(
                "\(photo) is a movie by its name: name a .webm, or an .mp4 with --background or --mask", command: .cut)
        }
        self.init(photo: photo == "-" ? nil : photo, output: output == "-" ? nil : output)
        options = try ProcessingOptions(values, command: .cut)
        background = values.path(.background)
        encoding = try StickerEncoding(values, output: self.output)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        writesMask = values.has(.mask)
        isQuiet = values.has(.quiet)
        if values.has(.split), self.output == nil {
            throw UsageError("--split writes several files, and -o - is only one: name a file", command: .cut)
        }
    }
}

extension ColorsRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        guard !operands.isEmpty else {
            throw UsageError("name photos, or - to read one from standard input", command: .colors)
        }
        guard operands.count(where: { $0 == "-" }) <= 1 else {
            throw UsageError("standard input is one photo: give - once", command: .colors)
        }
        for name in [OptionName.model, .device] {
            try values.requireAtMostOne(of: [.even, name], because: "--even needs no network", command: .colors)
        }
        self.init(photos: operands.map { $0 == "-" ? nil : $0 })
        count = values.whole(.count) ?? count
        isEven = values.has(.even)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        printsJSON = values.has(.json)
    }
}

extension CatalogRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        let action = operands.first?.description ?? ""
        guard ["list", "save"].contains(action) else {
            let hint = action.isEmpty ? "" : ", not '\(action)'"
            throw UsageError("say what to do: list or save\(hint)", command: .catalog)
        }
        var sources: [CatalogSource] = []
        for operand in operands.dropFirst() {
            guard let source = try CatalogSource(operand: operand, command: .catalog) else {
                throw UsageError(
                    "'\(operand)' is not a source: it begins with \(CatalogSource.prefixes)", command: .catalog)
            }
            sources.append(source)
        }
        self.init(sources: sources)
        if self.sources.isEmpty { self.sources = [try CatalogSource(word: "apod:random:10", command: .catalog)] }
        if action == "save" {
            guard let output = values.path(.output), output != "-" else {
                throw UsageError("say where the pictures go: -o DIR", command: .catalog)
            }
            self.output = output
        } else if values.has(.output) {
            throw UsageError("list only prints: to save pictures, peel catalog save -o DIR", command: .catalog)
        }
        limits = ImageLimits(values)
        web = try WebSettings(values, command: .catalog)
        printsJSON = values.has(.json)
        isQuiet = values.has(.quiet)
    }
}

extension ServeRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        if let operand = operands.first {
            throw UsageError("photos are added in the studio, not here: leave out '\(operand)'", command: .serve)
        }
        self.init()
        host = values.word(.host) ?? host
        port = values.whole(.port).map(UInt16.init) ?? port
        library = values.path(.library)
        limit = values.whole(.limit) ?? limit
        opensBrowser = values.has(.open)
        proxy = try ProxySettings(values)
        certificate = values.path(.tlsCertificate)
        key = values.path(.tlsKey)
        trace = values.path(.trace)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        web = try WebSettings(values, command: .serve)
        list = try values.word(.album).map { word throws(UsageError) in try CatalogSource(list: word, command: .serve) }
        if (certificate == nil) != (key == nil) {
            throw UsageError("--tls-cert and --tls-key go together", command: .serve)
        }
    }
}

extension ProxySettings {
    fileprivate init(_ values: OptionValues) throws(UsageError) {
        self.init()
        for name in values.texts(.allowHost) where !allow(host: name) {
            throw UsageError(
                "--allow-host takes a name as browsers send it, such as studio.example.org, not '\(name)'",
                command: .serve)
        }
        for address in values.texts(.trustProxy) where !trust(address: address) {
            throw UsageError("--trust-proxy takes an address such as 127.0.0.1, not '\(address)'", command: .serve)
        }
        if let path = values.word(.basePath), !show(in: path) {
            throw UsageError("--base-path takes a path such as /peel, not '\(path)'", command: .serve)
        }
    }
}

extension DoctorRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        if let operand = operands.first {
            throw UsageError("doctor looks at the program, not at '\(operand)'", command: .doctor)
        }
        self.init(engine: EngineSettings(values), printsJSON: values.has(.json))
    }
}

extension Request.Document {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        try values.requireAtMostOne(of: [.man, .completions], because: "each prints a file", command: .help)
        if values.has(.man) {
            self = .man
        } else if let shell = values.word(.completions) {
            self = .completions(shell)
        } else if let name = operands.first {
            guard let command = Command(rawValue: name.description) else {
                let names = Command.allCases.map(\.rawValue)
                let hint = Request.likelyCommand(name.description).map { "did you mean '\($0)'?" }
                throw UsageError(
                    "'\(name)' is not a command; \(hint ?? "there are \(names.joined(separator: ", "))")",
                    command: .help)
            }
            self = .command(command)
        } else {
            self = .program
            return
        }
        if operands.count > 1 || (operands.count == 1 && (values.has(.man) || values.has(.completions))) {
            throw UsageError("one thing at a time", command: .help)
        }
    }
}
