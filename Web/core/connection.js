import { byId } from "./elements.js";
import { announce, lower, raise } from "./notices.js";
import { text } from "../languages/languages.js";
import { store } from "./store.js";

/** A break shorter than this is not worth a word. */
const grace = 1200;

/**
 * Says when the studio is out of reach, and when it is back.
 *
 * @param {{ tryNow: () => void }} stream
 */
export function watchConnection({ tryNow }) {
  const banner = byId("connection");
  let timer = 0;
  let isShown = false;
  const show = () => {
    clearTimeout(timer);
    const isLost = store.connection === "lost";
    if (store.connection === "open") reloadPictures();
    if (isLost) {
      timer = setTimeout(() => {
        isShown = true;
        raise(banner);
        announce(text("connectionLost"));
      }, grace);
    } else if (isShown) {
      isShown = false;
      lower(banner);
      announce(text("connectionBack"));
    }
  };
  store.addEventListener("connection", show);
  addEventListener("online", tryNow);
  show();
}

/** Browsers ask once for a picture. */
function reloadPictures() {
  for (const image of document.images) {
    const address = image.getAttribute("src");
    if (address && image.complete && image.naturalWidth === 0) image.src = address;
  }
}
