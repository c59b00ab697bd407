"""Writes the network as ONNX and checks it.

    python export.py run/subject.pt subject.onnx [--photos FOLDER]

Input `photo`: 1 x 3 x 320 x 320, RGB, 0...1. Output `matte`: 1 x 1 x 320 x 320, 0...1. The file must stay under 6 MB and
agree with PyTorch within half a grey level, on noise and on up to 40 photos of a folder.
"""
import argparse
import glob
import os

import cv2
import numpy as np
import onnx
import torch

import evaluate
import subject_net


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("weights")
    p.add_argument("out")
    p.add_argument("--photos")
    a = p.parse_args()
    torch.set_num_threads(1)
    net = subject_net.SubjectNet()
    net.load_state_dict(torch.load(a.weights, map_location="cpu"))
    torch.onnx.export(net.eval(), torch.rand(1, 3, evaluate.SIDE, evaluate.SIDE), a.out, opset_version=17, dynamo=False,
                      input_names=["photo"], output_names=["matte"])
    onnx.checker.check_model(onnx.load(a.out))
    size = os.path.getsize(a.out)
    photos = [np.random.default_rng(0).integers(0, 256, (evaluate.SIDE, evaluate.SIDE, 3), np.uint8)]
    for path in sorted(glob.glob(os.path.join(glob.escape(a.photos), "*")))[:40] if a.photos else ():
        photo = cv2.imread(path, cv2.IMREAD_COLOR)
        if photo is not None:
            photos.append(cv2.cvtColor(cv2.resize(photo, (evaluate.SIDE,) * 2), cv2.COLOR_BGR2RGB))
    one, other = evaluate.load(a.weights), evaluate.load(a.out)
    apart = max(float(np.abs(one(photo) - other(photo)).max()) * 255 for photo in photos)
    print(f"{a.out}: {size / 1e6:.2f} MB, at most {apart:.4f} grey levels from PyTorch on {len(photos)} pictures")
    if size > 6e6 or apart > .5:
        raise SystemExit("too large, or not the same network")


if __name__ == "__main__":
    main()
