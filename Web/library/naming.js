import "./markup.js";
import { close, open } from "../core/dialogs.js";
import { byId } from "../core/elements.js";
import { reason } from "../core/notices.js";
import { say } from "../languages/languages.js";

/** @type {(name: string) => Promise<void>} */
let take = async () => {};

export function startNaming() {
  byId("pack-edit-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = byId("pack-edit-name").value.trim();
    if (!name) return byId("pack-edit-name").focus();
    try {
      await take(name);
      close(byId("pack-edit"));
    } catch (error) {
      complain(reason(/** @type {Failure} */ (error)));
    }
  });
  byId("pack-edit-name").addEventListener("input", () => complain(""));
}

/**
 * @param {string} title the key of its text
 * @param {string} name what stands there at first
 * @param {typeof take} use what is done with it; where that fails, the reason is told
 */
export function askForName(title, name, use) {
  take = use;
  say(byId("pack-edit-title"), title);
  complain("");
  document.body.append(byId("pack-edit"));
  open(byId("pack-edit"));
  byId("pack-edit-name").value = name;
  byId("pack-edit-name").select();
}

/** @param {string} problem empty for none */
function complain(problem) {
  byId("pack-edit-problem").hidden = problem === "";
  byId("pack-edit-problem").textContent = problem;
}
