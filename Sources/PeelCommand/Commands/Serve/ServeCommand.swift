import Peel

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "open the studio: stickers in a browser, also on a phone",
        synopsis: "peel serve [OPTION]...",
        operands: .none,
        options: ServeRequest.options,
        paragraphs: [
            "Serves the studio, the sticker app for a browser, until Ctrl-C. Added photos and their stickers are "
                + "kept in the library; pictures from the web are also cached.",
            "Only this machine can open it, unless --host gives another address (0.0.0.0 for all addresses of this "
                + "machine). Then it uses HTTPS and asks for a token, which is printed with a QR code for the phone. "
                + "A certificate is made at the first start. Browsers warn about it: compare its fingerprint.",
            "--watch adds the photos in a folder, both existing and new ones, as if they were added in the studio. "
                + "The folder is only read. A photo that is deleted in the studio does not come back, not even if "
                + "its file is moved.",
            "Behind a reverse proxy, give the host name that browsers use with --allow-host. If the proxy changes "
                + "Host and sends X-Forwarded-Host, give its address with --trust-proxy. An SSH tunnel to localhost "
                + "needs neither.",
        ],
        reference: [
            "What is read": [
                CommonText.formats,
                "Two photos with the same bytes are one photo in the library, whatever their names. A photo that "
                    + "another program saved again is another photo.",
            ],
            "Watching a folder": CommonText.watching,
        ],
        exitStatus: [
            "0": "ended by Ctrl-C", "1": "could not start; the reason is printed", "2": Status.wrongUsage,
            "75": Status.diskIsFull,
        ],
        examples: [
            "peel serve --open": "the studio in this machine's browser",
            "peel serve --host 0.0.0.0": "and on a phone in the same network",
            "peel serve --watch ~/Camera": "with the photos that a phone syncs into that folder",
            "curl -T cat.jpg -X POST http://127.0.0.1:4747/api/v1/cut -o cat.png": "one photo, from a script",
        ],
        request: { try ServeRequest($0, $1) })
}
