import Testing

extension StudioTests {
    /// How far a pack is, for people who hear the page.
    @Suite struct PackProgress {
        @Test(arguments: [BrowserOptions(), .phone])
        func theBarOfAPackSaysInWordsHowFarItIs(_ options: BrowserOptions) async throws {
            try await withStudio(.stickers, options) { studio in
                try await studio.browser.run(
                    """
                    const own = window.fetch;
                    window.fetch = (address, options) => {
                      if (String(address).includes('/packs/progress/')) {
                        return Promise.resolve(new Response(JSON.stringify({ done: window.done ?? 0, total: 4 })));
                      }
                      if (!String(address).endsWith('/packs')) return own(address, options);
                      return new Promise((_, reject) => {
                        options.signal.addEventListener('abort', () => reject(options.signal.reason));
                      });
                    };
                    """)
                try await studio.use("de")
                try await studio.browser.click("#card-share")
                try await studio.waitForTargets()
                try await studio.browser.click("#share-targets [data-target=png]")
                try await studio.browser.click("#pack-make")
                let bar = "document.getElementById('pack-progress')"
                #expect(try await studio.browser.run("return \(bar).ariaLabel.length > 0") == true)
                for done in 0...3 {
                    try await studio.browser.run("window.done = arguments[0]", .number(Double(done)))
                    try await studio.browser.wait(
                        "it says so", until: "\(bar).getAttribute('aria-valuetext') === arguments[0]",
                        .string("\(done) von 4 Stickern"))
                    #expect(try await studio.browser.run("return \(bar).value").int == done)
                    #expect(try await studio.browser.text("#pack-wait-text") == "\(done) von 4 Stickern")
                }
                try await studio.browser.click("#pack-cancel")
                #expect(try await studio.browser.element("#pack-wait").property("hidden") == true)
            }
        }
    }
}
