import { sheetPageURL } from "../core/api.js";
import { make, spinner } from "../core/elements.js";
import { label, sayingSpan } from "../languages/languages.js";

const svg = "http://www.w3.org/2000/svg";

/** @type {(width: number, height: number) => { width: number, height: number }} */
export const millimetres = (width, height) => ({ width: Math.round(10 * width) / 10, height: Math.round(10 * height) / 10 });

/**
 * A page as it is printed, with the lines that are cut over it.
 *
 * @param {API.Sheet} sheet
 * @param {number} index
 * @param {() => void} whenGone the studio has no picture of it any more
 */
export function sheetPage({ id, pages }, index, whenGone) {
  const page = pages[index];
  const picture = make("img", { src: sheetPageURL(id, index + 1), loading: "lazy", decoding: "async", draggable: "false" });
  label(picture, "sheetPagePicture", { number: index + 1, count: page.stickers });
  const wheel = spinner();
  picture.addEventListener("load", () => wheel.remove());
  picture.addEventListener("error", () => {
    wheel.remove();
    whenGone();
  });
  const paper = make("div", { class: "sheet-paper" }, wheel, picture, lines(page));
  // Pages of their own differ: they are shown in proportion.
  paper.style.inlineSize = `${100 * page.width / Math.max(...pages.map(({ width }) => width))}%`;
  paper.style.aspectRatio = `${page.width} / ${page.height}`;
  return make("li", { class: "sheet-page", "data-testid": "sheet-page" }, make("figure", {}, paper,
    make("figcaption", {},
      make("strong", {}, sayingSpan("sheetPageNumber", { number: index + 1 })),
      sayingSpan("sheetMillimetres", millimetres(page.width, page.height)),
      sayingSpan("sheetStickers", { count: page.stickers }))));
}

/** @param {API.Sheet["pages"][number]} page */
function lines({ width, height, cut, backing }) {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.setAttribute("aria-hidden", "true");
  for (const [name, path] of [["sheet-cut", cut], ["sheet-backing", backing]]) {
    if (!path) continue;
    const line = document.createElementNS(svg, "path");
    line.setAttribute("class", name ?? "");
    line.setAttribute("d", path);
    picture.append(line);
  }
  return picture;
}
