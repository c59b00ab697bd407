"""Fits the confidence: from what the network says of its own cut, the intersection over union that the cut can be expected to have.

    python confidence.py --program ../.build/release/peel --fit scenes/val ../../shared/data/val --test scenes/test

The program's own number before the fit (`SubjectConfidence.raw`: overlap by its own probabilities, times the root of the looks'
agreement) puts photos in order but is too sure of streets and of furniture. A line through its log-odds, found by minimising the
binomial deviance of the IoU, makes it an expectation: confidence = 1 / (1 + exp(-(a + b log(raw / (1 - raw))))). Each set counts
alike. The program is run once over all photos (`peel make`); its cut is compared at the photo's size. Printed is a reliability
diagram: photos by confidence, with the mean IoU that they have; of those of `--test` too, by which nothing is chosen. The
coefficients go into SubjectConfidence.swift, and here into FITTED, for the program's numbers have gone through them.
"""
import argparse
import json
import os
import subprocess
import tempfile

import cv2
import numpy as np

import evaluate
import metrics

FITTED = -.244, .885
"""The coefficients that the program has now."""
EDGES = (0, .5, .6, .7, .8, .9, .95, 1.001)


def logit(p):
    p = np.clip(p, .001, .999)
    return np.log(p / (1 - p))


def measured(program, model, data):
    """Set, the program's confidence and the IoU of its cut, of each photo in which a subject is found."""
    pairs = [pair for folder in data for pair in evaluate.find(folder)]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(photos := os.path.join(folder, "photos"))
        for k, (_, photo, _) in enumerate(pairs):
            os.symlink(os.path.abspath(photo), os.path.join(photos, f"{k:05d}{os.path.splitext(photo)[1]}"))
        command = [program, "make", photos, "-o", os.path.join(folder, "pack"), "--json", "--style", "plain", "--border", "0",
                   "--margin", "0", "--size", "original", "--format", "png"] + (["--model", model] if model else [])
        for line in subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout.splitlines():
            photo = json.loads(line)
            if photo["status"] != "made":
                continue
            name, _, path = pairs[int(os.path.splitext(os.path.basename(photo["source"]))[0])]
            mask = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
            matte = np.zeros(mask.shape, "f")
            for sticker in photo["stickers"]:
                box = sticker["box"]
                alpha = cv2.imread(os.path.join(folder, "pack", sticker["file"]), cv2.IMREAD_UNCHANGED)[..., 3]
                part = matte[box["y"]:box["y"] + box["height"], box["x"]:box["x"] + box["width"]]
                part[:] = evaluate.resize(alpha, part.shape[1::-1]) / 255
            rows.append((name, photo["confidence"], metrics.iou(matte, mask > 127)))
    print(f"{len(rows)} of {len(pairs)} photos have a subject, by the program")
    return rows


def fit(rows, rounds=30):
    """a and b, by Newton's method; each set has the same weight."""
    names = [name for name, _, _ in rows]
    weight = np.array([1 / names.count(name) for name in names])
    x = np.column_stack((np.ones(len(rows)), logit(np.array([raw for _, raw, _ in rows]))))
    y, w = np.array([iou for _, _, iou in rows]), np.array([0., 1.])
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-x @ w))
        w += np.linalg.solve((x * (weight * p * (1 - p))[:, None]).T @ x, x.T @ (weight * (y - p)))
    return w


def ranks(values):
    order = np.argsort(np.argsort(values, kind="stable"), kind="stable").astype(float)
    return np.array([order[values == v].mean() for v in values])


def table(title, rows, confidence):
    iou = np.array([row[2] for row in rows])
    error = sum(abs(confidence[inside].mean() - iou[inside].mean()) * inside.mean()
                for low, high in zip(EDGES, EDGES[1:]) if (inside := (confidence >= low) & (confidence < high)).any())
    print(f"{title}: {len(rows)} photos, mean confidence {confidence.mean():.3f}, mean IoU {iou.mean():.3f}, "
          f"expected calibration error {error:.3f}, Spearman {np.corrcoef(ranks(confidence), ranks(iou))[0, 1]:.2f}")
    for low, high in zip(EDGES, EDGES[1:]):
        inside = (confidence >= low) & (confidence < high)
        if inside.any():
            print(f"  {low:4.2f} to {min(high, 1):4.2f}: {inside.sum():4} photos, confidence {confidence[inside].mean():.2f}, "
                  f"IoU {iou[inside].mean():.2f}, {(iou[inside] < .8).sum():3} under 0.8  {'#' * round(40 * iou[inside].mean())}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--program", required=True)
    p.add_argument("--model")
    p.add_argument("--fit", nargs="+", required=True, help="folders of photos and masks that were not trained on")
    p.add_argument("--test", nargs="*", default=[], help="folders that nothing is chosen by")
    p.add_argument("--json", help="write what was measured here")
    a = p.parse_args()
    parts = {"fitted on": measured(a.program, a.model, a.fit)} | ({"tested on": measured(a.program, a.model, a.test)} if a.test else {})
    if a.json:
        with open(a.json, "w") as f:
            json.dump(parts, f)
    before = lambda c: 1 / (1 + np.exp(-(logit(c) - FITTED[0]) / FITTED[1]))
    parts = {title: [(name, float(before(c)), iou) for name, c, iou in rows] for title, rows in parts.items() if rows}
    w = fit(parts["fitted on"])
    print(f"confidence = 1 / (1 + exp(-({w[0]:.3f} + {w[1]:.3f} log(raw / (1 - raw)))))")
    for title, rows in parts.items():
        raw = np.array([row[1] for row in rows])
        table(f"{title}, raw", rows, raw)
        table(f"{title}, confidence", rows, 1 / (1 + np.exp(-(w[0] + w[1] * logit(raw)))))
        for name in sorted({row[0] for row in rows}):
            own = [row for row in rows if row[0] == name]
            expected = 1 / (1 + np.exp(-(w[0] + w[1] * logit(np.array([row[1] for row in own])))))
            print(f"  {name:16} confidence {expected.mean():.3f}, IoU {np.mean([row[2] for row in own]):.3f}")


if __name__ == "__main__":
    main()
