"""Scores of networks on folders of photos and masks.

    python evaluate.py --data ../../shared/data/val --model subject-v0.pt run/subject.pt subject.onnx

The folder holds `im` and `gt` (same stems), or sets that do. A model is SubjectNet's state (.pt) or an ONNX file. Photos are
resized to 320 x 320 (bilinear, aspect not kept), mattes back to the mask. Behind each mean: its 95 % interval from 1,000
bootstrap resamples of the pictures. With `--soft` also SAD, MSE, gradient and connectivity errors; `--worst` writes a sheet.
"""
import argparse
import glob
import json
import os

import cv2
import numpy as np

import metrics

SIDE = 320


def load(path, threads=1):
    """A function from a 320 x 320 photo (uint8) to a 320 x 320 matte."""
    if path.endswith(".onnx"):
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        return lambda x: session.run(None, {"photo": tensor(x)})[0][0, 0]
    import torch
    import subject_net
    torch.set_num_threads(threads)
    net = subject_net.SubjectNet()
    net.load_state_dict(torch.load(path, map_location="cpu"))
    net.eval()

    def run(x):
        with torch.no_grad():
            return net(torch.from_numpy(tensor(x)))[0, 0].numpy()
    return run


def tensor(photo):
    return np.ascontiguousarray(photo.transpose(2, 0, 1)[None].astype(np.float32) / 255)


def cut_out(run, photo, second_pass=False):
    """The matte of a whole photo; with `second_pass`, looks again at an enlarged box around what was found."""
    h, w = photo.shape[:2]
    resize = lambda a, size: cv2.resize(a, size, interpolation=cv2.INTER_LINEAR)
    matte = resize(run(resize(photo, (SIDE, SIDE))), (w, h))
    if second_pass and (matte > .5).any():
        x, y, a, b = cv2.boundingRect((matte > .5).astype("u1"))
        x0, y0, x1, y1 = max(0, int(x - .15 * a)), max(0, int(y - .15 * b)), min(w, int(x + 1.15 * a)), min(h, int(y + 1.15 * b))
        if (x1 - x0) * (y1 - y0) < .8 * w * h:
            matte = np.zeros_like(matte)
            matte[y0:y1, x0:x1] = resize(run(resize(photo[y0:y1, x0:x1], (SIDE, SIDE))), (x1 - x0, y1 - y0))
    return np.clip(matte, 0, 1)


def find(data):
    """Yields set, photo's path and mask's path."""
    folders = [data] if os.path.isdir(os.path.join(data, "im")) else sorted(glob.glob(os.path.join(glob.escape(data), "*")))
    for folder in folders:
        for photo in sorted(glob.glob(os.path.join(glob.escape(folder), "im", "*"))):
            mask = os.path.join(folder, "gt", os.path.splitext(os.path.basename(photo))[0] + ".png")
            if os.path.exists(mask):
                yield os.path.basename(os.path.normpath(folder)), photo, mask


def measure(matte, mask, soft):
    y = mask > 127
    out = dict(iou=metrics.iou(matte, y), mae=metrics.mae(matte, mask / 255.), s=metrics.s_measure(matte.astype(np.float64), y),
               boundary=metrics.boundary_f(matte, y), f=metrics.f_curve(matte, y), found=float((matte > .5).mean()))
    if soft:
        a = mask / 255.
        out.update(sad=metrics.sad(matte, a), mse=metrics.mse(matte, a), gradient=metrics.gradient_error(matte, a),
                   connectivity=metrics.connectivity_error(matte, a))
    return out


def summary(rows, resamples=1000, seed=0):
    """Means over pictures with their 95 % bootstrap intervals: name -> (mean, low, high)."""
    pick = np.random.default_rng(seed).integers(0, len(rows), (resamples, len(rows)))
    out = {}
    for key in rows[0]:
        values = np.array([r[key] for r in rows])
        if key == "f":  # the largest value of the mean curve
            whole, drawn = values.mean(0).max(), np.array([values[p].mean(0).max() for p in pick])
            key = "maxF"
        else:
            whole, drawn = values.mean(), values[pick].mean(1)
        out[key] = (round(float(whole), 4), *(round(float(v), 4) for v in np.percentile(drawn, (2.5, 97.5))))
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", default="../../shared/data/val")
    p.add_argument("--model", nargs="+", required=True)
    p.add_argument("--second-pass", action="store_true")
    p.add_argument("--soft", action="store_true")
    p.add_argument("--json", help="write all scores here")
    p.add_argument("--worst", help="write a contact sheet of the lowest IoU here (photo, mask, matte)")
    p.add_argument("--threads", type=int, default=1)
    a = p.parse_args()
    cv2.setNumThreads(1)
    everything = {}
    for model in a.model:
        run, sets, shown = load(model, a.threads), {}, []
        for name, photo_path, mask_path in find(a.data):
            photo, mask = cv2.imread(photo_path, cv2.IMREAD_COLOR), cv2.imread(mask_path, cv2.IMREAD_GRAYSCALE)
            photo = cv2.cvtColor(photo, cv2.COLOR_BGR2RGB)
            if mask.shape != photo.shape[:2]:
                photo = cv2.resize(photo, mask.shape[::-1], interpolation=cv2.INTER_AREA)
            matte = cut_out(run, photo, a.second_pass)
            row = measure(matte, mask, a.soft)
            sets.setdefault(name, []).append(row)
            shown.append((row["iou"], photo, mask, matte))
        if not sets:
            raise SystemExit(f"{a.data}: no photos with masks")
        everything[model] = {name: dict(pictures=len(rows), **summary(rows)) for name, rows in sets.items()}
        print(model)
        for name, scores in everything[model].items():
            show = "  ".join(f"{k} {v[0]:.3f} [{v[1]:.3f}, {v[2]:.3f}]" for k, v in scores.items() if k != "pictures")
            print(f"  {name:16} n {scores['pictures']:3}  {show}", flush=True)
        if a.worst:
            import data
            shown.sort(key=lambda item: item[0])
            small = lambda v: cv2.resize(v, (160, 160), interpolation=cv2.INTER_AREA)
            grey = lambda v: np.repeat(small(v)[..., None], 3, 2)
            tiles = [t for _, photo, mask, matte in shown[:36] for t in (small(photo), grey(mask), grey((matte * 255).astype("u1")))]
            tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 12)
            data.sheet(a.worst, [tiles[k:k + 12] for k in range(0, len(tiles), 12)])
    if a.json:
        with open(a.json, "w") as f:
            json.dump(everything, f, indent=1)


if __name__ == "__main__":
    main()
