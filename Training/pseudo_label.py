"""Masks for the unlabelled photos, made by a network that has been trained already.

    python pseudo_label.py --pack pack.zip --model run/subject.pt --out pseudo.zip [--accepted pseudo_accepted.txt]
    python pseudo_label.py --pack pack.zip --model run/subject.pt --out drawn.zip --drawn drawn.txt

Each photo is seen at three scales and mirrored, and once more through an enlarged box around what was found (the second
pass). A photo is kept when the views agree (mean IoU with their average at one half) and, with `--accepted`, when its name
is on that list, which a person made by looking at the sheets that `--sheets` writes. With `--drawn` instead, the photos of
that list are kept, with its corrections (see `draw.py`). The mask that is stored is the average matte: training counts each
pixel by how certain it is. A network given as .onnx is run by OpenVINO in bfloat16, at one scale: eight times as fast. Both lists
are of the masks that some network made; another network's need another look.
"""
import argparse
import os

import cv2
import numpy as np
import torch

import data
import draw
import evaluate
import sources
import subject_net
from pack_data import LOSSLESS, Writer, encode


@torch.no_grad()
def matte(net, photo, side, flip, device):
    x = cv2.resize(photo, (side, side), interpolation=cv2.INTER_AREA if side < min(photo.shape[:2]) else cv2.INTER_LINEAR)
    x = torch.from_numpy(x.astype("f") / 255).permute(2, 0, 1)[None].to(device)
    y = net(x.flip(3) if flip else x).float()
    y = (y.flip(3) if flip else y)[0, 0].cpu().numpy()
    return cv2.resize(y, photo.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def by_openvino(path, threads):
    """The same with an ONNX network, at the one size that it has."""
    run = evaluate.load_onnx(path, threads, bfloat16=True)

    def view(photo, flip):
        y = run(np.ascontiguousarray(photo[:, ::-1]) if flip else photo)
        return cv2.resize(np.ascontiguousarray(y[:, ::-1]) if flip else y, photo.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return view


def box_around(mask, margin):
    h, w = mask.shape
    x, y, a, b = cv2.boundingRect((mask > .5).astype("u1"))
    return (max(0, int(x - margin * a)), max(0, int(y - margin * b)),
            min(w, int(x + a + margin * a) + 1), min(h, int(y + b + margin * b) + 1))


def iou(a, b):
    either = (a | b).sum()
    return (a & b).sum() / either if either else 1.


def look(sides, view, photo):
    """Returns the average matte and how well the views agree. `view`: from a photo, a side and whether it is mirrored to a matte."""
    views = [view(photo, side, flip) for side in sides for flip in (False, True)]
    mean = np.mean(views, 0)
    if (mean > .5).mean() < .002:
        return mean, 0.
    x0, y0, x1, y1 = box_around(mean, .15)
    for flip in (False, True):
        near = np.zeros_like(mean)
        near[y0:y1, x0:x1] = view(photo[y0:y1, x0:x1], 320, flip)
        views.append(near)
    mean = np.mean(views, 0)
    return mean, float(np.mean([iou(v > .5, mean > .5) for v in views]))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--pack", nargs="+", default=["pack.zip"])
    p.add_argument("--model", required=True)
    p.add_argument("--out", default="pseudo.zip")
    p.add_argument("--agree", type=float, default=.88)
    lists = p.add_mutually_exclusive_group()
    lists.add_argument("--accepted", help="a list of names, one a line: only these are kept")
    lists.add_argument("--drawn", help="a list of corrections drawn by hand: only its photos are kept")
    p.add_argument("--sheets", help="a folder for contact sheets of what is kept")
    p.add_argument("--threads", type=int, default=1)
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    cv2.setNumThreads(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if a.model.endswith(".onnx"):
        one_size = by_openvino(a.model, a.threads)
        sides, view = (320,), lambda photo, side, flip: one_size(photo, flip)
    else:
        net = subject_net.read(a.model).to(device).eval()
        sides, view = (256, 320, 416), lambda photo, side, flip: matte(net, photo, side, flip, device)
    listed = {s.strip() for s in open(a.accepted) if s.strip() and not s.startswith("#")} if a.accepted else None
    drawn = draw.read(a.drawn) if a.drawn else {}
    if a.drawn:
        listed = set(drawn)
    photos = sources.read_pack(a.pack, only=("unlabelled",)).unlabelled
    if missing := sorted((listed or set()) - set(photos)):
        print("not in the pack:", *missing)
    out, shown = Writer(a.out), []
    for stem, photo in sorted(photos.items()):
        if listed is not None and stem not in listed:
            continue
        photo = sources.decode(photo)
        mean, agreement = look(sides, view, photo)
        if stem in drawn:
            mean = draw.correct(mean, *drawn[stem])
        elif agreement < a.agree or not .01 < (mean > .5).mean() < .92:
            continue
        out.add(f"pseudo/{stem}.mask.webp", encode(np.clip(mean * 255 + .5, 0, 255).astype("u1"), LOSSLESS))
        shown.append((stem, photo, mean))
    out.close()
    print(len(shown), "kept")
    if a.sheets:
        os.makedirs(a.sheets, exist_ok=True)
        for k in range(0, len(shown), 48):
            tiles = [tile(*item) for item in shown[k:k + 48]]
            tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 8)
            data.sheet(os.path.join(a.sheets, f"{k // 48:02d}.png"), [tiles[i:i + 8] for i in range(0, len(tiles), 8)])


def tile(stem, photo, mean, side=200):
    """The photo, and below it the photo on magenta by its mask, with the name."""
    cut = photo * mean[..., None] + np.array([255, 0, 255]) * (1 - mean[..., None])
    both = [cv2.resize(v.astype("u1"), (side, side * 3 // 4), interpolation=cv2.INTER_AREA) for v in (photo, cut)]
    out = np.vstack(both)
    cv2.putText(out, stem[:26], (3, 12), cv2.FONT_HERSHEY_SIMPLEX, .4, (255, 255, 255), 2, cv2.LINE_AA)
    cv2.putText(out, stem[:26], (3, 12), cv2.FONT_HERSHEY_SIMPLEX, .4, (0, 0, 0), 1, cv2.LINE_AA)
    return out


if __name__ == "__main__":
    main()
