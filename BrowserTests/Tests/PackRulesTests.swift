import Testing

extension StudioTests {
    /// What a platform's rules say of a pack.
    @Suite struct PackRules {
        @Test func whatRulesSayIsInThePagesLanguage() async throws {
            try await withStudio(.stickers, BrowserOptions(language: "de")) { studio in
                try await studio.openPack(for: "line")
                let rule = """
                    const row = document.querySelector('.pack-rule[data-rule=sticker-count]');
                    const parts = row.querySelectorAll('dt > *, dd > span, .pack-remedy');
                    return [...parts].map((one) => one.textContent);
                    """
                #expect(
                    try await studio.browser.run(rule) == [
                        "Sticker in einem Paket", "8, 16, 24, 32 oder 40", "4", "4 hinzufügen (dann 8)",
                    ])
                let english = "return document.querySelectorAll('#pack-reports [lang]').length"
                #expect(try await studio.browser.run(english) == 0)
                try await studio.use("fr")
                #expect(
                    try await studio.browser.run(rule) == [
                        "Stickers dans un pack", "8, 16, 24, 32 ou 40", "4", "en ajouter 4 (soit 8)",
                    ])
            }
        }

        @Test func aRuleWithoutWordsForItIsSaidInEnglish() async throws {
            let withNewRule = """
                const own = window.fetch;
                window.fetch = async (address, options) => {
                  const answer = await own(address, options);
                  if (!String(address).endsWith('/packs') || options?.method !== 'POST') return answer;
                  const pack = await answer.json();
                  pack.targets[0].rules[0].terms = { kind: 'newest', limit: {} };
                  return new Response(JSON.stringify(pack));
                };
                """
            try await withStudio(.stickers, BrowserOptions(language: "de", beforePage: withNewRule)) { studio in
                try await studio.openPack(for: "line")
                let said = try await studio.browser.run(
                    "return [...document.querySelectorAll('#pack-reports [lang=en]')].map((one) => one.textContent)")
                #expect(said == ["stickers in a pack", "8, 16, 24, 32 or 40", "4", "add 4 for 8"])
            }
        }
    }
}
