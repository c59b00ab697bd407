import Peel

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "open the studio: stickers in a browser, also on a phone",
        synopsis: "peel serve [OPTION]...",
        operands: .none,
        options: ServeRequest.options,
        paragraphs: [
            "Serves the studio, the sticker app for a browser, until Ctrl-C. Photos that are added there and their "
                + "stickers are kept in the library; of pictures from the web, copies are in the cache too.",
            "Only this machine can open it, unless --host names another address (0.0.0.0 for all of this machine's): "
                + "then it speaks HTTPS and asks for a token, which is printed with a QR code for the phone. A "
                + "certificate is made at the first start; browsers warn of it, compare its fingerprint.",
            "--watch takes photos out of a folder, with what lies there at the start, as if they were added in the "
                + "studio. The folder is only read. A photo that is deleted in the studio does not come back, not "
                + "even if its file is moved.",
            "Behind a reverse proxy, name the host that browsers ask for with --allow-host. --trust-proxy is for a "
                + "proxy that changes Host, and says so. An SSH tunnel to localhost needs neither.",
        ],
        reference: [
            "What is read": [
                CommonText.formats,
                "Two photos with the same bytes are one in the library, whatever they are called. A photo that was "
                    + "saved anew by another program is another photo.",
            ],
            "Watching a folder": CommonText.watching,
        ],
        exitStatus: [
            "0": "ended by Ctrl-C", "1": "could not start, and the reason is named", "2": Status.wrongUsage,
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
