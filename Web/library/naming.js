import "./markup.js";
import { close, open } from "../core/dialogs.js";
import { byId, find } from "../core/elements.js";
import { failed, reason } from "../core/notices.js";
import { say } from "../languages/languages.js";

/** @type {(name: string) => Promise<void>} */
let take = async () => {};
/**
 * Whose answer is waited for: a name is taken once.
 *
 * @type {typeof take | null}
 */
let taking = null;
const button = find(byId("pack-edit-form"), "[type=submit]", HTMLButtonElement);

export function startNaming() {
  byId("pack-edit-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = byId("pack-edit-name").value.trim();
    if (!name) return byId("pack-edit-name").focus();
    if (taking === take) return;
    const own = taking = take;
    button.setAttribute("aria-disabled", "true");
    let problem = "";
    try {
      await own(name);
    } catch (error) {
      if (take === own && byId("pack-edit").open) problem = reason(/** @type {Failure} */ (error));
      else failed(error);
    }
    if (taking === own) taking = null;
    // The form may have been opened for something else meanwhile.
    if (take !== own) return;
    button.removeAttribute("aria-disabled");
    if (problem) complain(problem);
    else close(byId("pack-edit"));
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
  button.removeAttribute("aria-disabled");
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
