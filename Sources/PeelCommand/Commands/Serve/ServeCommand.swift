import Peel

extension OptionName {
    static let port = Self("port")
    static let host = Self("host")
    static let library = Self("library")
    static let limit = Self("limit")
    static let open = Self("open")
    static let tlsCertificate = Self("tls-cert")
    static let tlsKey = Self("tls-key")
    static let allowHost = Self("allow-host")
    static let trustProxy = Self("trust-proxy")
    static let basePath = Self("base-path")
    static let album = Self("album")
}

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "open the studio: stickers in a browser, also on a phone",
        synopsis: "peel serve [OPTION]...",
        operands: .none,
        options: [
            OptionSpec(
                .port, "p", .whole("N", 0...65535), "port to listen on; 0 for any that is free", default: "4747",
                in: .serving),
            OptionSpec(
                .host, .text("ADDRESS", suggestions: ["127.0.0.1", "0.0.0.0"]), "address to listen on",
                default: "127.0.0.1, this machine alone", in: .serving),
            OptionSpec(
                .library, "l", .folder("DIR"), "where photos and stickers are kept", default: "~/.local/share/peel",
                in: .serving),
            OptionSpec(
                .limit, .amount("N"), "most bytes that the library may take; K, M, G: times 1024", default: "20G",
                in: .serving),
            OptionSpec(.open, "open the studio in the browser", in: .serving),
            OptionSpec(.tlsCertificate, .file("FILE"), "certificate in PEM form, with its chain", in: .serving),
            OptionSpec(.tlsKey, .file("FILE"), "the certificate's key in PEM form", in: .serving),
            OptionSpec(
                .allowHost, .texts("NAME"), "a name under which a proxy shows the studio; may be repeated", in: .serving
            ),
            OptionSpec(
                .trustProxy, .texts("ADDRESS"),
                "believe X-Forwarded-Host, -Proto and -Prefix from there; may be repeated", in: .serving),
            OptionSpec(
                .basePath, .text("PATH", suggestions: []), "the folder of the proxy in which the studio lies: /peel",
                in: .serving),
        ] + OptionSpec.limits + OptionSpec.apod + [
            OptionSpec(.album, .text("URL", suggestions: []), "list of pictures that the catalog shows too", in: .web),
            .timeout,
        ] + OptionSpec.network + [.trace, .help],
        paragraphs: [
            "Serves the studio, the sticker app for a browser, until Ctrl-C. Photos that are added there and their "
                + "stickers are kept in the library; of pictures from the web, copies are in the cache too.",
            "Only this machine can open it, unless --host names another address (0.0.0.0 for all of this machine's): "
                + "then it speaks HTTPS and asks for a token, which is printed with a QR code for the phone. A "
                + "certificate is made at the first start; browsers warn of it, compare its fingerprint.",
            "Behind a reverse proxy, name the host that browsers ask for with --allow-host. --trust-proxy is for a "
                + "proxy that changes Host, and says so. An SSH tunnel to localhost needs neither.",
        ],
        reference: [
            "What is read": [
                CommonText.formats,
                "Two photos with the same bytes are one in the library, whatever they are called. A photo that was "
                    + "saved anew by another program is another photo.",
            ]
        ],
        exitStatus: ["0": "ended by Ctrl-C", "1": "could not start, and the reason is named", "2": Status.wrongUsage],
        examples: [
            "peel serve --open": "the studio in this machine's browser",
            "peel serve --host 0.0.0.0": "and on a phone in the same network",
            "curl -T cat.jpg -X POST http://127.0.0.1:4747/api/v1/cut -o cat.png": "one photo, from a script",
        ],
        request: { try ServeRequest($0, $1) })
}
