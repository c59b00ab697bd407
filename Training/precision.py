"""Measures the network in 32-bit floats, bfloat16 and 8-bit integers: time and scores, in turns on the same machine.

    pip install -r requirements-precision.txt
    python precision.py subject.onnx --data ../../shared/data/val --calibrate ../../shared/data/train

8 bits by NNCF's post-training quantisation, of all layers and of the encoder's alone, calibrated on training photos.
`--other first.onnx` times another network beside.
"""
import argparse
import glob
import os
import time

import cv2
import nncf
import numpy as np
import openvino

import evaluate
import metrics


def compiled(core, model, precision, threads):
    return core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": precision, "INFERENCE_NUM_THREADS": threads,
                                             "NUM_STREAMS": 1})


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("network")
    p.add_argument("--data", default="../../shared/data/val")
    p.add_argument("--calibrate", default="../../shared/data/train")
    p.add_argument("--other", nargs="*", default=[])
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--rounds", type=int, default=60)
    a = p.parse_args()
    cv2.setNumThreads(1)
    core = openvino.Core()
    height, width = core.read_model(a.network).input(0).shape[2:]
    read = lambda path: evaluate.resize(cv2.cvtColor(cv2.imread(path), cv2.COLOR_BGR2RGB), (width, height))
    photos = sorted(glob.glob(os.path.join(glob.escape(a.calibrate), "*", "im", "*")))[::9][:300]

    def quantised(**how):
        samples = nncf.Dataset(photos, lambda path: evaluate.tensor(read(path)))
        return nncf.quantize(core.read_model(a.network), samples, preset=nncf.QuantizationPreset.MIXED, subset_size=len(photos), **how)

    decoder = nncf.IgnoredScope(patterns=["^/(?!enc/).*"], validate=False)
    ways = {"f32": compiled(core, core.read_model(a.network), "f32", a.threads),
            "bf16": compiled(core, core.read_model(a.network), "bf16", a.threads),
            "int8": compiled(core, quantised(), "f32", a.threads),
            "int8 encoder": compiled(core, quantised(ignored_scope=decoder), "f32", a.threads)}
    ways |= {os.path.basename(path) + " f32": compiled(core, core.read_model(path), "f32", a.threads) for path in a.other}
    pairs = list(evaluate.find(a.data))
    x, times = evaluate.tensor(read(pairs[0][1])), {name: [] for name in ways}
    for _ in range(a.rounds):
        for name, network in ways.items():
            begun = time.perf_counter()
            network(x)
            times[name].append(1000 * (time.perf_counter() - begun))
    exact = {}
    for name, network in ways.items():
        scores, levels = {}, []
        for k, (group, photo, mask) in enumerate(pairs):
            matte, mask = network(evaluate.tensor(read(photo)))[0][0, 0], cv2.imread(mask, cv2.IMREAD_GRAYSCALE)
            exact.setdefault(k, matte)
            levels.append(np.abs(matte - exact[k]) * 255)
            scores.setdefault(group, []).append(metrics.iou(evaluate.resize(matte, mask.shape[::-1]), mask > 127))
        levels = np.stack(levels)
        print(f"{name:16} {np.median(times[name]):6.1f} ms (least {min(times[name]):.1f})  IoU "
              + "  ".join(f"{group} {np.mean(v):.3f}" for group, v in scores.items())
              + f"  more than a level from f32: {(levels > 1).mean():.2%} of the pixels", flush=True)


if __name__ == "__main__":
    main()
