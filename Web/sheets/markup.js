import { closeButton, place } from "../core/markup.js";

/** The dialog in which stickers are laid out on pages. */
place({
  styles: ["sheets/sheets.css"],
  markup: /* html */ `
<dialog id="sheet" class="card-dialog sheet-dialog" aria-labelledby="sheet-title">
  <header class="dialog-head"><h2 id="sheet-title"></h2>${closeButton}</header>
  <section id="sheet-view" class="sheet-view" aria-labelledby="sheet-summary" aria-busy="false">
    <p class="sheet-status" role="status"><span id="sheet-summary"></span><span id="sheet-wheel" class="spinner small" aria-hidden="true" hidden></span></p>
    <p id="sheet-problem" class="sheet-problem" role="alert" hidden></p>
    <ul id="sheet-left-out" class="sheet-left-out"></ul>
    <ol id="sheet-pages" class="sheet-pages"></ol>
  </section>
  <form id="sheet-settings" class="sheet-settings" data-label="sheetSettings">
    <label class="sheet-row"><span data-text="sheetPage"></span>
      <select id="sheet-page" class="select">
        <option value="a4">A4</option><option value="letter">Letter</option><option value="a5">A5</option><option value="a6">A6</option>
        <option value="4x6in">4 × 6 in</option><option value="own" data-text="sheetOwn"></option>
      </select></label>
    <label class="switch-row" data-shared><span data-text="sheetLandscape"></span><input type="checkbox" role="switch" id="sheet-landscape" class="switch"></label>
    <label class="sheet-row"><span data-text="sheetSize"></span><input type="number" id="sheet-size" class="number" min="5" max="1000" step="any" placeholder="50" inputmode="decimal"></label>
    <label class="sheet-row" data-shared><span data-text="sheetCopies"></span><input type="number" id="sheet-copies" class="number" min="1" max="1000" step="1" placeholder="1" inputmode="numeric"></label>
    <label class="sheet-row" data-shared><span data-text="sheetGap"></span><input type="number" id="sheet-gap" class="number" min="0" max="100" step="any" placeholder="4" inputmode="decimal"></label>
    <label class="sheet-row"><span data-text="sheetMargin"></span><input type="number" id="sheet-margin" class="number" min="0" max="100" step="any" placeholder="10" inputmode="decimal"></label>
    <label class="sheet-field"><span data-text="sheetCut"></span>
      <select id="sheet-backing" class="select">
        <option value="none" data-text="sheetKissCut"></option><option value="outline" data-text="sheetDieCut"></option><option value="rectangle" data-text="sheetCardCut"></option>
      </select></label>
    <label class="sheet-row" id="sheet-backing-row"><span data-text="sheetBacking"></span><input type="number" id="sheet-backing-offset" class="number" min="0" max="50" step="any" placeholder="3" inputmode="decimal"></label>
    <label class="switch-row" data-shared><span data-text="sheetMarks"></span><input type="checkbox" role="switch" id="sheet-marks" class="switch"></label>
    <details class="sheet-more">
      <summary><span data-text="sheetMore"></span><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#down"/></svg></summary>
      <label class="sheet-field" data-shared><span data-text="sheetTurn"></span>
        <select id="sheet-turn" class="select">
          <option value="any" data-text="sheetTurnAny"></option><option value="quarter" data-text="sheetTurnQuarter"></option><option value="none" data-text="sheetTurnNone"></option>
        </select></label>
      <label class="sheet-row"><span data-text="sheetOffset"></span><input type="number" id="sheet-offset" class="number" min="0" max="50" step="any" placeholder="0" inputmode="decimal"></label>
      <label class="sheet-row"><span data-text="sheetBleed"></span><input type="number" id="sheet-bleed" class="number" min="0" max="20" step="any" data-placeholder="sheetAutomatic" inputmode="decimal"></label>
      <label class="sheet-row"><span data-text="sheetSmooth"></span><input type="number" id="sheet-smooth" class="number" min="0" max="20" step="any" placeholder="0" inputmode="decimal"></label>
    </details>
  </form>
  <footer class="sheet-downloads" id="sheet-downloads">
    <p class="fine" id="sheet-hint" data-text="sheetHint"></p>
    <p id="sheet-saved" class="saved-file" role="status" hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#check"/></svg><span id="sheet-saved-text"></span></p>
    <button type="button" class="button solid" id="sheet-pdf" data-format="pdf"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#download"/></svg><span>PDF</span></button>
    <button type="button" class="button tinted" id="sheet-png" data-format="png"><span>PNG</span></button>
    <button type="button" class="button tinted" id="sheet-svg" data-format="svg"><span>SVG</span></button>
    <button type="button" class="button tinted" id="sheet-lines" data-format="lines"><span data-text="sheetLines"></span></button>
  </footer>
</dialog>
`,
});
