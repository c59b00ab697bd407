import Testing

@testable import StudioPages

/// What browsers get in place of a folder of small files.
struct JoinedScriptTests {
    private let files = [
        "app.js": """
        import { name as named } from "./core/names.js";
        import { open } from "./views/screen.js";

        await named;
        open();

        """,
        "core/names.js": "export const name = \"Peel\";\n",
        "views/screen.js": """
        import "../core/side.js";
        import {
          name,
        } from "../core/names.js";
        /** @type {import("./view.js").View} */
        export const open = () => import("./view.js").then(({ View }) => new View(name));

        """,
        "core/side.js": "document.title = \"\";\n",
        "views/view.js": """
        import { name } from "../core/names.js";
        import { helper } from "./helper.js";
        export class View {}
        export async function later() { return helper(name); }

        """,
        "views/helper.js": "export function helper(value) { return value; }\n",
        "worker.js": "postMessage(1);\n",
        "circle/a.js": "import \"./b.js\";\nexport const a = 1;\n",
        "circle/b.js": "import \"./a.js\";\nexport const b = 1;\n",
        "odd/star.js": "import * as all from \"../core/names.js\";\n",
        "odd/default.js": "export default 1;\n",
        "odd/lost.js": "import \"./nothing.js\";\n",
    ]

    private var joiner: ScriptJoiner {
        let files = files
        return ScriptJoiner(start: "app.js") { files[$0] }
    }

    @Test func theFirstScriptBringsAllThatThePageBeginsWithInTheOrderOfImports() {
        #expect(
            joiner.joined("app.js") == """
                const peelModules = globalThis.peelModules ??= {};

                // core/names.js
                peelModules["core/names.js"] ??= (() => {
                const name = "Peel";

                return { name };
                })();

                // core/side.js
                peelModules["core/side.js"] ??= (() => {
                document.title = "";

                return {  };
                })();

                // views/screen.js
                peelModules["views/screen.js"] ??= (() => {
                const { name } = peelModules["core/names.js"];
                /** @type {import("./views/view.js").View} */
                const open = () => import("./views/view.js").then(({ View }) => new View(name));

                return { open };
                })();

                // app.js
                peelModules["app.js"] ??= await (async () => {
                const { name: named } = peelModules["core/names.js"];
                const { open } = peelModules["views/screen.js"];

                await named;
                open();

                return {  };
                })();

                """)
    }

    @Test func aLaterScriptBringsOnlyWhatIsNotThereYet() throws {
        let view = try #require(joiner.joined("views/view.js"))
        #expect(view.contains("// views/helper.js") && !view.contains("// core/names.js"))
        #expect(view.contains("const { name } = peelModules[\"core/names.js\"];"))
        #expect(view.hasSuffix("export const { View, later } = peelModules[\"views/view.js\"];\n"))
        // A script of the page's tests, or another page, gets the one that runs.
        #expect(joiner.joined("core/names.js")?.contains("// core/names.js") == false)
    }

    @Test(arguments: ["worker.js", "circle/a.js", "odd/star.js", "odd/default.js", "odd/lost.js", "none.js"])
    func whatCannotBeJoinedStaysAsItIs(_ path: String) {
        #expect(joiner.joined(path) == nil)
    }

    @Test func styleSheetsStandWhereTheyAreImported() {
        let sheets = [
            "app.css": "@import \"core/base.css\";\nb {}\n", "core/base.css": "@import \"tokens.css\";\na {}",
            "core/tokens.css": ":root {}", "self.css": "@import \"self.css\";",
        ]
        let joiner = StyleJoiner { sheets[$0] }
        #expect(joiner.joined("app.css") == ":root {}\na {}\nb {}\n")
        #expect(joiner.joined("self.css") == nil)
        #expect(joiner.joined("none.css") == nil)
    }

    @Test func everyModuleOfThePageIsJoined() {
        for page in StudioPage.all where page.contentType.hasPrefix("text/") {
            let lines = String(decoding: page.joinedBytes, as: UTF8.self).split(separator: "\n")
            let imports = lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("@import ") }
            #expect(imports.isEmpty, "\(page.path) is sent with \(imports)")
        }
    }
}
