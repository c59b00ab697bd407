import { closeButton, place } from "../core/markup.js";

/** The carousel, the grid, sharing, the trash, and what photos come in through. */
place({
  styles: [],
  markup: /* html */ `
<div data-panel="stickers-panel">
  <section id="welcome" class="welcome" hidden aria-labelledby="welcome-title">
    <img class="welcome-picture" src="icons/welcome.svg" alt="" width="320" height="240">
    <h2 id="welcome-title" data-text="welcomeTitle"></h2>
    <p class="welcome-text" id="welcome-text" data-text="welcomeText"></p>
    <div class="welcome-actions">
      <button type="button" class="button solid large" id="welcome-add">
        <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#plus"/></svg><span data-text="addPhotos"></span>
      </button>
      <button type="button" class="button tinted large" id="take-photo" hidden>
        <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#camera"/></svg><span data-text="takePhoto"></span>
      </button>
    </div>
    <button type="button" class="button bare wide" id="welcome-samples" data-text="welcomeSamples"></button>
    <button type="button" class="button bare wide" id="welcome-catalog" data-text="welcomeCatalog"></button>
    <button type="button" class="button bare" id="welcome-trash" data-open-trash hidden>
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#trash"/></svg><span></span>
    </button>
    <p class="welcome-promise"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#lock"/></svg><span id="welcome-promise" data-text="promise"></span></p>
  </section>

  <section id="carousel-view" class="carousel-view" hidden data-label="carousel">
    <ul id="carousel" class="carousel" tabindex="0" data-label="carouselKeys"></ul>
    <div class="caption"><p id="caption" class="caption-text"></p></div>
    <div class="caption-credit"><p id="caption-credit" class="credit" hidden></p></div>
    <div class="carousel-bar" role="toolbar" data-label="cardActions">
      <button type="button" class="button bare round" id="previous" data-label="previous">
        <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#left"/></svg>
      </button>
      <div class="position"><p id="position" class="position-text"></p></div>
      <button type="button" class="button bare round" id="next" data-label="next">
        <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#right"/></svg>
      </button>
      <span class="bar-line" aria-hidden="true"></span>
      <button type="button" class="button bare labelled" id="card-edit" data-label="edit">
        <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#sliders"/></svg><span data-text="edit"></span>
      </button>
      <button type="button" class="button bare labelled" id="card-share" data-label="share">
        <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#share"/></svg><span data-text="share"></span>
      </button>
      <button type="button" class="button bare round" id="card-remove" data-label="removePhoto">
        <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#trash"/></svg>
      </button>
    </div>
  </section>
</div>

<dialog id="grid" class="sheet" aria-labelledby="grid-title">
  <header class="sheet-head">
    <h2 id="grid-title" class="sheet-title" data-text="yourStickers"></h2>
    <button type="button" class="button bare small" id="grid-undo" aria-keyshortcuts="Control+Z" hidden><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#undo"/></svg><span data-text="undo"></span></button>
    <button type="button" class="button bare small grid-trash" id="grid-trash" data-open-trash hidden>
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#trash"/></svg><span></span>
    </button>
    <button type="button" class="button round tinted close" data-close data-label="close" id="grid-close">
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#close"/></svg>
    </button>
    <div class="batch" id="batch" data-running="false">
      <p id="batch-text" class="batch-text"></p>
      <progress id="batch-progress" class="bar" value="0" max="1" data-label="progress"></progress>
      <button type="button" class="button bare small fixed stop" id="batch-stop" data-text="stop"></button>
      <button type="button" class="button tinted small review" id="review" aria-pressed="false" hidden><span data-text="doubtfulFirst"></span></button>
    </div>
    <div id="grid-packs" class="grid-packs"></div>
    <div id="grid-search-row" class="grid-search" hidden>
      <input type="search" id="grid-search" autocomplete="off" enterkeyhint="search" data-placeholder="search" data-label="search">
      <p id="grid-search-note" role="status" hidden></p>
    </div>
  </header>
  <ul id="tiles" class="tiles" data-label="yourStickers" aria-describedby="tiles-keys"></ul>
  <p id="tiles-keys" class="visually-hidden" data-text="tilesKeys"></p>
  <footer class="sheet-foot">
    <label class="check-all"><input type="checkbox" id="select-all"><span class="check" aria-hidden="true"></span><span id="selection-text" class="selection-text"></span></label>
    <button type="button" class="button round tinted" id="grid-style" data-label="styleOpen">
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#sliders"/></svg>
    </button>
    <button type="button" class="button round tinted" id="grid-pack" data-label="packAddTo" hidden>
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#pack"/></svg>
    </button>
    <details class="menu" id="grid-menu">
      <summary class="button round tinted" data-label="more"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#more"/></svg></summary>
      <div class="menu-list" id="grid-menu-list">
        <button type="button" class="button bare" id="grid-duplicate"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#copy"/></svg><span data-text="duplicate"></span></button>
        <button type="button" class="button bare" id="grid-delete-all"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#trash"/></svg><span data-text="deleteAll"></span></button>
      </div>
    </details>
    <button type="button" class="button tinted fixed" id="grid-delete" hidden>
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#trash"/></svg><span id="grid-delete-text"></span>
    </button>
    <button type="button" class="button solid fixed" id="grid-share">
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#share"/></svg><span id="grid-share-text"></span>
    </button>
  </footer>
</dialog>

<dialog id="share" class="card-dialog" aria-labelledby="share-title">
  <header class="dialog-head"><h2 id="share-title"></h2>${closeButton}</header>
  <div id="share-fan" class="share-fan" aria-hidden="true"></div>
  <p id="share-left-out" class="note" hidden></p>
  <p id="share-failed" class="note" hidden></p>
  <section id="share-packs" class="share-packs" aria-labelledby="share-packs-title">
    <h3 id="share-packs-title"></h3>
    <div id="share-targets" class="pack-targets"></div>
  </section>
  <div id="share-out" class="share-out">
    <div class="segments share-sizes" id="share-sizes" role="radiogroup" data-label="shareSize">
      <label><input type="radio" name="share-size" value="512"><span>512 px</span></label>
      <label><input type="radio" name="share-size" value="1024" checked><span>1024 px</span></label>
      <label><input type="radio" name="share-size" value="photo"><span data-text="shareSizePhoto"></span></label>
    </div>
    <p id="share-size-note" class="note" role="status" hidden></p>
  </div>
  <ul id="share-actions" class="share-actions"></ul>
  <section id="share-singles" class="share-packs" aria-labelledby="share-singles-title" hidden>
    <h3 id="share-singles-title" data-text="shareSingles"></h3>
    <div id="share-singles-targets" class="pack-targets"></div>
  </section>
  <iframe name="downloads" hidden title="ZIP"></iframe>
  <p id="share-note" class="note" hidden></p>
</dialog>

<dialog id="trash" class="card-dialog trash" aria-labelledby="trash-title" aria-describedby="trash-text">
  <header class="dialog-head"><h2 id="trash-title" data-text="trash"></h2>
    <button type="button" class="button round tinted close" data-close data-label="close" id="trash-close"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#close"/></svg></button>
  </header>
  <p id="trash-text" class="fine"></p>
  <ul id="trash-list" class="trash-list" data-label="trash"></ul>
  <div class="trash-actions" id="trash-actions">
    <button type="button" class="button danger" id="trash-empty" data-text="emptyTrash"></button>
    <button type="button" class="button solid" id="trash-restore-all" data-text="restoreAll"></button>
  </div>
</dialog>

<section id="uploads" class="uploads" hidden data-label="uploads">
  <div class="uploads-head">
    <p id="uploads-title" class="uploads-title"></p>
    <button type="button" class="button bare round small" id="uploads-cancel" data-label="cancelUploads">
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#close"/></svg>
    </button>
  </div>
  <progress id="uploads-progress" class="bar" value="0" max="1" data-label="uploads"></progress>
  <p id="uploads-note" class="fine" hidden></p>
  <ul id="uploads-list" class="uploads-list"></ul>
</section>

<div id="drop-overlay" class="drop-overlay" popover="manual" aria-hidden="true">
  <div class="drop-card"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#plus"/></svg><p data-text="dropHere"></p></div>
</div>

<input id="photo-input" class="visually-hidden" type="file" multiple accept="image/*,video/*,.heic,.heif,.avif,.m4v,.mkv,.avi" tabindex="-1" data-label="addPhotos">
<input id="camera-input" class="visually-hidden" type="file" accept="image/*" capture="environment" tabindex="-1" data-label="takePhoto">
`,
});
