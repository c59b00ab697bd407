import { byId } from "./elements.js";
import { lower, raise } from "./notices.js";

/// Gives `take` the files that are dropped anywhere, pasted, picked or shot.
export function takePhotos(take) {
  const input = byId("photo-input");
  const camera = byId("camera-input");
  for (const button of ["add-photos", "welcome-add"]) byId(button).addEventListener("click", () => input.click());
  byId("take-photo").addEventListener("click", () => camera.click());
  byId("take-photo").hidden = !matchMedia("(pointer: coarse)").matches;
  for (const one of [input, camera]) {
    one.addEventListener("change", () => {
      if (one.files.length > 0) take([...one.files]);
      one.value = "";
    });
  }
  document.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  takeDrops(take);
}

function takeDrops(take) {
  const overlay = byId("drop-overlay");
  let depth = 0;
  const hasFiles = ({ dataTransfer }) => [...(dataTransfer?.types ?? [])].includes("Files");
  const leave = () => {
    depth = 0;
    lower(overlay);
  };
  addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth += 1;
    if (depth === 1) raise(overlay);
  });
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("dragleave", (event) => {
    if (!hasFiles(event)) return;
    depth -= 1;
    if (depth <= 0) leave();
  });
  addEventListener("drop", async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    leave();
    const files = await droppedFiles(event.dataTransfer);
    if (files.length > 0) take(files);
  });
}

/// Folders are walked; their entries must be asked for before the first wait, for the drop is over then.
async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) return [...transfer.files];
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return found.filter(({ name, type }) => type.startsWith("image/") || /\.(heic|heif|avif|jpe?g|png|webp|tiff?|gif)$/i.test(name));
}

async function walk(entry, found) {
  if (entry.isFile) {
    found.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    return;
  }
  const reader = entry.createReader();
  while (true) {
    const batch = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await walk(child, found);
  }
}
