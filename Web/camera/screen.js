import { byId } from "../core/elements.js";
import { partOf } from "../core/parts.js";
import { tabs } from "../core/tabs.js";
import { chooseShot } from "../stickers/intake.js";
import { take } from "../stickers/arrivals.js";
import { showSticker } from "../stickers/screen.js";
import { hasLivePicture, whenCameraIsThere } from "./browser-camera.js";

const part = partOf("camera/camera.js", () => import("./camera.js"), ({ startCameraTab }) => {
  startCameraTab({ take, choose: chooseShot, made: showSticker });
});

export const camera = {
  name: "camera", title: "tabCamera", picture: "camera", panel: byId("camera-panel"), hidesUntilReady: true,
  start() {
    tabs.addEventListener("change", () => { if (tabs.current === "camera") part(() => {}); });
    for (const button of [byId("take-photo"), byId("open-camera")]) {
      button.addEventListener("click", takePhoto);
      whenCameraIsThere((isThere) => { button.hidden = !isThere; });
    }
  },
};

/** Of "Take a photo", wherever it stands. */
function takePhoto() {
  if (!hasLivePicture()) {
    chooseShot();
    return;
  }
  tabs.show("camera");
  tabs.focus();
  part(({ openForPhoto }) => openForPhoto());
}
