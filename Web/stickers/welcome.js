import { byId } from "../core/elements.js";
import { failed } from "../core/notices.js";
import { say } from "../languages/languages.js";
import { take } from "./arrivals.js";

/** Photos of the studio's own, for who has none at hand: where they are from is in `samples/origin.txt`. */
const samples = ["cat", "coffee", "astronaut", "rocket"];

/** What the welcome says on this device, and the photos that it offers. */
export function startWelcome() {
  const isPhone = matchMedia("(pointer: coarse)").matches;
  // Who opens the studio from elsewhere sends photos to the computer that it runs on.
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) && !isPhone;
  say(byId("welcome-text"), isPhone ? "welcomeTextPhone" : "welcomeText");
  for (const element of [byId("welcome-promise"), byId("promise")]) say(element, isHere ? "promise" : "promiseStudio");
  const button = byId("welcome-samples");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      take(await Promise.all(samples.map(sample)));
    } catch (error) {
      failed(error instanceof TypeError ? { code: "offline" } : /** @type {Failure} */ (error));
    } finally {
      button.disabled = false;
    }
  });
}

/** @param {string} name */
async function sample(name) {
  const answer = await fetch(`samples/${name}.jpg`);
  if (!answer.ok) throw new TypeError(`${answer.status}`);
  return new File([await answer.blob()], `${name}.jpg`, { type: "image/jpeg" });
}
