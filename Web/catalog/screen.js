import { byId } from "../core/elements.js";
import { showSticker } from "../stickers/screen.js";
import "./markup.js";
import { startCatalog } from "./catalog.js";

export const catalog = {
  name: "catalog", title: "tabCatalog", picture: "photos", panel: byId("catalog-panel"), hidesUntilReady: true,
  start: () => startCatalog({ showSticker }),
};
