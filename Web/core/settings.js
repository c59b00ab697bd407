import { copyText } from "./clipboard.js";
import { open } from "./dialogs.js";
import { byId, make } from "./elements.js";
import { bytes, currentLanguage, offered, say, useLanguage } from "../languages/languages.js";
import { failed, toast } from "./notices.js";
import { store } from "./store.js";

export function startSettings() {
  const languages = byId("language");
  languages.append(...[...offered].map(([tag, name]) => make("option", { value: tag, lang: tag }, name)));
  languages.addEventListener("change", () => useLanguage(languages.value, { keep: true }).catch((error) => {
    show();
    failed(error);
  }));
  byId("open-settings").addEventListener("click", () => {
    show();
    open(byId("settings"));
  });
  byId("copy-path").addEventListener("click", async () => {
    toast((await copyText(store.library?.path ?? "")) ? "copiedPath" : "couldNotCopy");
  });
  byId("insecure-note").hidden = isSecureContext;
  store.addEventListener("library", show);
  document.addEventListener("languagechange", show);
  show();
}

function show() {
  byId("language").value = currentLanguage();
  byId("version").textContent = store.version ? `Peel ${store.version}` : "";
  const { library } = store;
  if (!library) return;
  byId("library-path").textContent = library.path;
  byId("library-bar").max = Math.max(1, library.limit);
  byId("library-bar").value = library.bytes;
  say(byId("library-size"), "sizeOfLimit", { size: bytes(library.bytes), limit: bytes(library.limit) });
  say(byId("library-counts"), "libraryCounts", { originals: bytes(library.originals), results: bytes(library.results) });
}
