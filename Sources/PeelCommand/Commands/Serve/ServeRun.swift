import Execution
import HTTPServing
import Peel
import QRCodes
import Studio

extension ServeRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        await recording(to: trace, in: context) { trace in await serve(trace, in: context) }
    }

    @MainActor
    private func serve(_ trace: TraceFile?, in context: CommandContext) async -> ExitCode {
        let (stops, stopped) = AsyncStream.makeStream(of: Void.self)
        context.stop.beginWork { stopped.yield() }
        let studio: Studio
        let settings: Studio.Settings
        do {
            settings = try await Studio.Settings(self)
            studio = try await begin(settings, trace)
        } catch {
            return context.ended(by: error)
        }
        tell(studio, settings, in: context)
        let watch: ServeWatch?
        do {
            watch = try await beginWatching(studio, settings, in: context)
        } catch {
            await studio.stop()
            return context.ended(by: error)
        }
        let page = opensBrowser ? await openBrowser(studio, settings, in: context) : nil
        if !context.stop.isRequested { for await _ in stops { break } }
        context.errors.line("finishing what is in flight; Ctrl-C once more ends at once")
        await watch?.stop()
        await studio.stop()
        await OwnThread.run { page?.remove() }
        context.stop.endWork()
        return .done
    }

    @MainActor
    private func beginWatching(
        _ studio: Studio, _ settings: Studio.Settings, in context: CommandContext
    ) async throws -> ServeWatch? {
        guard let watched else { return nil }
        let watch = try await ServeWatch(
            watched.absolute, library: settings.library, limits: limits, studio, context)
        watch.start()
        return watch
    }

    /// Loads the network while the studio begins to listen.
    @MainActor
    private func begin(_ settings: Studio.Settings, _ trace: TraceFile?) async throws -> Studio {
        let executor = PhotoExecutor.serving(niceness: 5)
        let network = NetworkLoading { [engine] () async throws(StickerError) in
            do {
                return try await engine.segmenter(streams: executor.threadCount, executor: executor)
            } catch {
                throw StickerError(.model, CommandFailure(error).description)
            }
        }
        let studio = try await Studio(settings, network: network, executor: executor, trace: trace)
        studio.start()
        do {
            _ = try await network.segmenter()
        } catch {
            await studio.stop()
            throw error
        }
        return studio
    }

    /// - Returns: the page that the browser is opened with where the address has a token.
    @MainActor
    private func openBrowser(
        _ studio: Studio, _ settings: Studio.Settings, in context: CommandContext
    ) async -> OpeningPage? {
        let url = studio.openingURL(settings)
        var page: OpeningPage?
        if settings.token != nil {
            do {
                page = try await OwnThread.run { try OpeningPage(leadingTo: url) }
            } catch {
                context.complain("\(error): open the address above in a browser")
                return nil
            }
        }
        let target = page?.path ?? FilePath(url)
        // Not awaited: it may last as long as the browser.
        Task {
            switch await BrowserOpening(target) {
            case .opened: break
            case .noOpener: context.complain("xdg-open is missing: open the address above in a browser")
            case .noBrowser: context.complain("xdg-open found no browser: open the address above in one")
            }
        }
        return page
    }

    @MainActor
    private func tell(_ studio: Studio, _ settings: Studio.Settings, in context: CommandContext) {
        context.output.line("The studio is at \(studio.openingURL(settings))")
        if let token = settings.token {
            for url in studio.networkURLs(token, settings) { context.output.line("on a phone:   \(url)") }
            if context.terminal.outputIsTerminal, context.terminal.showsUnicode,
                let url = studio.networkURLs(token, settings).first, let code = QRCode(url)
            {
                for line in code.lines() { context.output.line(line) }
            }
            if let certificate = settings.certificate {
                context.output.line("The certificate's SHA-256 fingerprint, which a browser that warns can show:")
                context.output.line(certificate.fingerprint)
            }
        }
        context.output.line("Photos and stickers are kept in \(settings.library)")
        for note in studio.model.recovered { context.complain("\(note)") }
    }
}

extension Studio {
    /// Where this machine's browser finds it.
    fileprivate func openingURL(_ settings: Settings) -> String {
        server.address.url + settings.page + (settings.token.map { "?token=\($0.text)" } ?? "")
    }

    /// Where others find it.
    fileprivate func networkURLs(_ token: AccessToken, _ settings: Settings) -> [String] {
        NetworkAddresses.reachable(byListeningOn: server.address.host).map { address in
            let name = address.contains(":") ? "[\(address)]" : address
            return "https://\(name):\(server.address.port)/\(settings.page)?token=\(token.text)"
        }
    }
}

extension Studio.Settings {
    /// The page's address below the server's root.
    fileprivate var page: String { proxy.folder.isEmpty ? "" : "\(proxy.folder.dropFirst())/" }
}
