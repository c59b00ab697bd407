import { byId } from "../core/elements.js";
import { partOf } from "../core/parts.js";
import { tabs } from "../core/tabs.js";
import { showSticker } from "../stickers/screen.js";

const part = partOf("catalog/catalog.js", () => import("./catalog.js"), (catalog) => catalog.startCatalog({ showSticker }));

export const catalog = {
  name: "catalog", title: "tabCatalog", picture: "photos", panel: byId("catalog-panel"), hidesUntilReady: true,
  start() {
    tabs.addEventListener("change", () => { if (tabs.current === "catalog") part(() => {}); });
  },
};
