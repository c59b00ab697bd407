import { closeButton, place } from "../core/markup.js";

/** The dialog in which several stickers get a style at once. */
place({
  styles: ["styles/styles.css"],
  markup: /* html */ `
<dialog id="styles" class="card-dialog" aria-labelledby="styles-title">
  <header class="dialog-head"><h2 id="styles-title"></h2>${closeButton}</header>
  <div class="segments" role="radiogroup" data-label="styleFor" id="styles-scope">
    <label><input type="radio" name="style-scope" value="one" id="styles-one" checked><span data-text="styleThisOne"></span></label>
    <label><input type="radio" name="style-scope" value="all"><span data-text="styleAll"></span></label>
  </div>
  <ul id="styles-list" class="share-actions"></ul>
  <form id="styles-save" class="styles-save">
    <label class="text-field"><span data-text="styleSaveAs"></span><input type="text" id="styles-name" maxlength="40" autocomplete="off" required></label>
    <button type="submit" class="button tinted" data-text="styleSave"></button>
  </form>
  <div id="styles-progress" class="styles-progress" role="status" hidden>
    <p id="styles-progress-text"></p>
    <progress id="styles-bar" class="bar" value="0" max="1" data-label="progress"></progress>
  </div>
  <button type="button" class="button tinted styles-undo" id="styles-undo" hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#undo"/></svg><span data-text="undo"></span></button>
</dialog>
`,
});
