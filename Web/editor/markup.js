import { place, radios } from "../core/markup.js";

/** The dialog in which one sticker is changed. */
place({
  styles: ["editor/editor.css", "editor/clip.css", "editor/subjects.css", "editor/arrange.css", "editor/words.css"],
  markup: /* html */ `
<dialog id="editor" class="editor" aria-labelledby="editor-title">
  <header class="editor-head">
    <button type="button" class="button round tinted close" data-close data-label="close" id="editor-close">
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#close"/></svg>
    </button>
    <div class="editor-place">
      <button type="button" class="button round bare" id="editor-previous" data-label="previous" aria-keyshortcuts="PageUp"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#left"/></svg></button>
      <div class="editor-heading">
        <h2 id="editor-title" class="editor-title"></h2>
        <p id="editor-credit" class="credit" hidden></p>
        <p id="editor-position" class="editor-position"></p>
      </div>
      <button type="button" class="button round bare" id="editor-next" data-label="next" aria-keyshortcuts="PageDown"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#right"/></svg></button>
    </div>
    <button type="button" class="button solid labelled" id="editor-share" data-label="share">
      <svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#share"/></svg><span data-text="share"></span>
    </button>
  </header>
  <div class="editor-steps">
    <button type="button" class="button round bare" id="editor-undo" data-label="undo" aria-keyshortcuts="Control+Z"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#undo"/></svg></button>
    <button type="button" class="button round bare" id="editor-redo" data-label="redo" aria-keyshortcuts="Control+Shift+Z"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#redo"/></svg></button>
    <button type="button" class="button round bare" id="editor-duplicate" data-label="duplicate"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#copy"/></svg></button>
  </div>
  <div class="stage" id="stage" data-mode="sticker">
    <div class="stage-fill" id="stage-fill"></div>
    <img id="stage-sticker" class="stage-sticker" alt="" decoding="async">
    <div class="words-frame" id="words-frame" hidden>
      <img id="words-below" class="words-layer" alt="" decoding="async">
      <img id="words-alone" class="words-layer" alt="" decoding="async">
      <div class="arrange-guide across" id="words-guide-across" hidden></div>
      <div class="arrange-guide down" id="words-guide-down" hidden></div>
      <div class="words-box" id="words-box" tabindex="0" role="application" data-label="wordsKeys"><span class="words-handle" id="words-handle" aria-hidden="true"></span></div>
      <span class="words-tail" id="words-tail" aria-hidden="true" hidden></span>
    </div>
    <div class="stage-scroll" id="stage-scroll">
      <div class="frame" id="frame">
        <img id="frame-preview" class="frame-layer frame-preview" alt="" decoding="async">
        <div class="frame-layer frame-after" id="frame-after"><img id="frame-cutout" class="frame-layer" alt="" decoding="async"></div>
        <canvas id="brush-canvas" class="frame-layer brush-canvas" tabindex="0" role="application" data-label="brushKeys"></canvas>
        <div id="subjects-stage" class="frame-layer subjects-stage" tabindex="-1" role="application" data-label="subjectsKeys"><div id="subjects-box" class="subjects-box" hidden></div></div>
        <div id="crop-stage" class="frame-layer crop-stage" tabindex="-1" role="application" data-label="cropKeys"><div id="crop-box" class="crop-box"><span data-edges="left"></span><span data-edges="top"></span><span data-edges="right"></span><span data-edges="bottom"></span><span data-edges="left top"></span><span data-edges="right top"></span><span data-edges="left bottom"></span><span data-edges="right bottom"></span></div></div>
        <div class="divider" id="divider" aria-hidden="true"><span></span></div>
        <input type="range" id="compare" class="compare" min="0" max="100" step="0.5" value="50" data-label="compareLabel">
      </div>
    </div>
    <div class="arrange-stage" id="arrange-stage" tabindex="-1" role="application" data-label="arrangeKeys">
      <div class="arrange-canvas" id="arrange-canvas">
        <img id="arrange-result" class="arrange-layer" alt="" decoding="async">
        <img id="arrange-sticker" class="arrange-layer" alt="" decoding="async">
        <div class="arrange-guide across" id="guide-across" hidden></div>
        <div class="arrange-guide down" id="guide-down" hidden></div>
        <div class="arrange-upright" id="guide-turn" hidden></div>
      </div>
      <span class="arrange-handle" id="arrange-handle" aria-hidden="true"></span>
    </div>
    <span class="stage-tag before" data-text="before"></span><span class="stage-tag after" data-text="after"></span>
    <div class="zoom" id="zoom" role="group" data-label="zoom">
      <button type="button" class="button round small glass" id="zoom-out" data-label="zoomOut"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#minus"/></svg></button>
      <button type="button" class="button round small glass" id="zoom-in" data-label="zoomIn"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#plus"/></svg></button>
    </div>
    <canvas class="brush-loupe" id="brush-loupe" width="288" height="288" aria-hidden="true" hidden></canvas>
    <div class="stage-wait" aria-hidden="true"><span class="spinner"></span></div>
    <div class="stage-busy" id="stage-busy" role="status" hidden><span class="spinner small"></span><span data-text="rendering"></span></div>
  </div>
  <div class="panel">
    <div class="segments" role="radiogroup" data-label="view" id="modes">
      ${radios("mode", { sticker: "modeSticker", text: "text", compare: "modeCompare", subjects: "modeSubjects", brush: "modeBrush", arrange: "modeArrange" }, "sticker")}
    </div>
    <div class="panel-page" id="style-panel">
      <button type="button" class="confidence" id="confidence" hidden><span><span id="confidence-text"></span> <span data-text="doubtful"></span></span><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#right"/></svg></button>
      <fieldset class="group" id="clip-group" hidden>
        <legend data-text="clip"></legend>
        <div class="timeline">
          <img id="timeline-pictures" class="timeline-pictures" alt="" decoding="async">
          <div id="timeline-part" class="timeline-part" aria-hidden="true"></div>
          <input type="range" id="clip-start" class="timeline-handle" min="0" max="3000" step="50" value="0" data-label="clipStart">
          <input type="range" id="clip-end" class="timeline-handle" min="0" max="3000" step="50" value="3000" data-label="clipEnd">
        </div>
        <p class="hint" id="clip-text" role="status"></p>
        <p class="note" id="clip-incomplete" data-text="videoIncomplete" hidden></p>
        <div class="segments" role="radiogroup" data-label="loop" id="clip-loops">${radios("clip-loop", { best: "loopBest", fade: "loopFade", bounce: "loopBounce", none: "loopNone" })}</div>
      </fieldset>
      <div class="group looks-group">
        <div class="looks" id="looks" role="toolbar" tabindex="-1" data-label="looks"></div>
        <button type="button" class="button tinted small" id="look-for-all" hidden><span id="look-for-all-text"></span></button>
      </div>
      <fieldset class="group">
        <legend data-text="effect"></legend>
        <div class="segments" role="radiogroup" data-label="effect" id="effects">
          ${radios("effect", { outline: "effectOutline", comic: "effectComic", puffy: "effectPuffy", shiny: "effectShiny", glow: "effectGlow" })}
        </div>
      </fieldset>
      <fieldset class="group">
        <legend data-text="border"></legend>
        <label class="slider-row"><span data-text="width"></span><input type="range" id="border-width" min="0" max="0.1" step="0.005"><output for="border-width" id="border-width-value"></output></label>
        <div class="swatches" id="border-colors" role="radiogroup" data-label="borderColor"></div>
        <label class="switch-row"><span data-text="outlineSmooth"></span><input type="checkbox" role="switch" id="smooth-outline" class="switch"></label>
      </fieldset>
      <fieldset class="group">
        <legend data-text="background"></legend>
        <div class="swatches" id="backgrounds" role="radiogroup" data-label="background"></div>
      </fieldset>
      <fieldset class="group">
        <legend data-text="space"></legend>
        <label class="slider-row"><span data-text="margin"></span><input type="range" id="margin" min="0" max="0.15" step="0.005"><output for="margin" id="margin-value"></output></label>
        <label class="switch-row"><span data-text="shadow"></span><input type="checkbox" role="switch" id="shadow" class="switch"></label>
      </fieldset>
      <fieldset class="group">
        <legend data-text="style"></legend>
        <div class="style-actions">
          <button type="button" class="button tinted" id="style-copy" data-text="styleCopy"></button>
          <button type="button" class="button tinted" id="style-paste" data-text="stylePaste"></button>
          <button type="button" class="button tinted wide" id="style-more" data-text="styleMore"></button>
        </div>
      </fieldset>
      <fieldset class="group" id="instances-group">
        <legend data-text="subjects"></legend>
        <div class="chips" id="instances"></div>
      </fieldset>
      <fieldset class="group">
        <legend data-text="colors"></legend>
        <div class="palette" id="palette"></div>
      </fieldset>
      <fieldset class="group" id="original-group">
        <legend data-text="original"></legend>
        <p class="hint" id="original-credit"></p>
        <a class="button tinted" id="editor-original" download><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#download"/></svg><span data-text="downloadOriginal"></span></a>
      </fieldset>
    </div>
    <div class="panel-page" id="words-panel" hidden>
      <fieldset class="group" id="text-group">
        <legend class="visually-hidden" data-text="text"></legend>
        <label class="text-field"><span data-text="textWords"></span><textarea id="text-words" rows="2" maxlength="80" dir="auto" autocomplete="off"></textarea></label>
        <div id="text-look" hidden>
          <div class="segments" role="radiogroup" data-label="textPlace" id="text-places">${radios("text-place", { top: "textTop", middle: "textMiddle", bottom: "textBottom" })}</div>
          <label class="slider-row"><span data-text="textSize"></span><input type="range" id="text-size" min="0.05" max="0.4" step="0.01"><output for="text-size" id="text-size-value"></output></label>
          <p class="note" id="text-cut" role="status" data-text="textCut" hidden></p>
          <label class="slider-row"><span data-text="placeTurn"></span><input type="range" id="text-turn" min="-180" max="180" step="1"><output for="text-turn" id="text-turn-value"></output></label>
          <label class="slider-row"><span data-text="textBend"></span><input type="range" id="text-bend" min="-360" max="360" step="5"><output for="text-bend" id="text-bend-value"></output></label>
          <div class="segments" role="radiogroup" data-label="textColor" id="text-parts">
            ${radios("text-part", { color: "textFill", outline: "textOutline", shadow: "shadow", bubble: "textBubble" }, "color")}
          </div>
          <div class="swatches" id="text-colors" role="radiogroup" data-label="textColor"></div>
          <label class="switch-row" id="text-tail-row" hidden><span data-text="textTail"></span><input type="checkbox" role="switch" id="text-tail" class="switch"></label>
          <div class="font-list" role="radiogroup" data-label="textFont" id="text-fonts"></div>
        </div>
      </fieldset>
    </div>
    <div class="panel-page" id="subjects-panel" hidden>
      <fieldset class="group" id="frame-choice" hidden>
        <legend data-text="clipFrame"></legend>
        <div class="timeline">
          <img id="frame-pictures" class="timeline-pictures" alt="" decoding="async">
          <div id="frame-part" class="timeline-part" aria-hidden="true"></div>
          <div id="frame-line" class="timeline-line" aria-hidden="true"></div>
          <input type="range" id="clip-frame" class="timeline-handle" min="0" max="3000" step="10" value="0" data-label="clipFrame">
        </div>
        <p class="hint" data-text="clipFrameHint"></p>
      </fieldset>
      <p class="hint" id="subjects-hint" data-text="subjectsHint"></p>
      <button type="button" class="button tinted" id="subjects-apart" aria-pressed="false" data-text="subjectsApart"></button>
      <button type="button" class="button tinted" id="subjects-all" data-text="subjectsAll"></button>
    </div>
    <div class="panel-page" id="brush-panel" hidden>
      <p class="hint" id="brush-hint" data-text="brushHint"></p>
      <div class="segments tools" role="radiogroup" data-label="brush" id="brush-modes">
        <label class="keep"><input type="radio" name="brush" value="keep" checked><span><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#plus"/></svg><span data-text="keep"></span></span></label>
        <label class="remove"><input type="radio" name="brush" value="remove"><span><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#minus"/></svg><span data-text="remove"></span></span></label>
      </div>
      <div class="segments tools" role="radiogroup" data-label="brushTool" id="brush-tools">${radios("brush-tool", { brush: "brush", smart: "smart" }, "brush")}</div>
      <label class="slider-row"><span data-text="brushSize"></span><input type="range" id="brush-radius" min="0.004" max="0.12" step="0.001" value="0.05"><output for="brush-radius" id="brush-radius-value"></output></label>
      <label class="slider-row"><span data-text="hardness"></span><input type="range" id="brush-hardness" min="0" max="1" step="0.05" value="0.8"><output for="brush-hardness" id="brush-hardness-value"></output></label>
      <div class="history">
        <button type="button" class="button tinted wide" id="reset-strokes"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#retry"/></svg><span data-text="resetStrokes"></span></button>
      </div>
    </div>
    <div class="panel-page" id="arrange-panel" hidden>
      <div class="segments tools" role="radiogroup" data-label="arrangeTool" id="arrange-tools">${radios("arrange-tool", { place: "toolPlace", crop: "toolCrop" }, "place")}</div>
      <div id="place-controls">
        <p class="hint" data-text="placeHint"></p>
        <label class="slider-row"><span data-text="placeX"></span><input type="range" id="place-x" min="-1" max="1" step="0.01"><output for="place-x" id="place-x-value"></output></label>
        <label class="slider-row"><span data-text="placeY"></span><input type="range" id="place-y" min="-1" max="1" step="0.01"><output for="place-y" id="place-y-value"></output></label>
        <label class="slider-row"><span data-text="placeTurn"></span><input type="range" id="place-turn" min="-180" max="180" step="1"><output for="place-turn" id="place-turn-value"></output></label>
        <label class="slider-row"><span data-text="placeScale"></span><input type="range" id="place-scale" min="-2" max="2" step="0.05"><output for="place-scale" id="place-scale-value"></output></label>
        <label class="switch-row"><span data-text="placeMirror"></span><input type="checkbox" role="switch" id="place-mirror" class="switch"></label>
      </div>
      <div id="crop-controls" hidden>
        <p class="hint" data-text="cropHint"></p>
        <label class="slider-row"><span data-text="cropLeft"></span><input type="range" id="crop-left" min="0" max="1" step="0.01"><output for="crop-left" id="crop-left-value"></output></label>
        <label class="slider-row"><span data-text="cropTop"></span><input type="range" id="crop-top" min="0" max="1" step="0.01"><output for="crop-top" id="crop-top-value"></output></label>
        <label class="slider-row"><span data-text="cropRight"></span><input type="range" id="crop-right" min="0" max="1" step="0.01"><output for="crop-right" id="crop-right-value"></output></label>
        <label class="slider-row"><span data-text="cropBottom"></span><input type="range" id="crop-bottom" min="0" max="1" step="0.01"><output for="crop-bottom" id="crop-bottom-value"></output></label>
      </div>
      <div class="history">
        <button type="button" class="button tinted wide" id="arrange-reset"><svg class="symbol" aria-hidden="true"><use href="icons/symbols.svg#retry"/></svg><span data-text="arrangeReset"></span></button>
      </div>
    </div>
  </div>
</dialog>
`,
});
