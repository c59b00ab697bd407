"""Compares metrics.py with PySODMetrics (pip install pysodmetrics==1.6.2) on mattes of the validation pairs.

    python check_metrics.py --data ../../shared/data/val --model subject.onnx

MAE, S-measure and maxF must agree to 1e-6. PySODMetrics wants 8-bit mattes and stretches each to 0...1, so the comparison
does the same first.
"""
import argparse

import cv2
import numpy as np
import py_sod_metrics

import evaluate
import metrics


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", default="../../shared/data/val")
    p.add_argument("--model", required=True)
    p.add_argument("--every", type=int, default=8, help="take one picture in so many")
    a = p.parse_args()
    run, ours = evaluate.load(a.model), []
    theirs = dict(mae=py_sod_metrics.MAE(), s=py_sod_metrics.Smeasure(), f=py_sod_metrics.Fmeasure())
    for _, photo, mask in list(evaluate.find(a.data))[::a.every]:
        mask = cv2.imread(mask, cv2.IMREAD_GRAYSCALE)
        photo = cv2.resize(cv2.cvtColor(cv2.imread(photo), cv2.COLOR_BGR2RGB), mask.shape[::-1])
        matte = np.round(evaluate.cut_out(run, photo) * 255).astype(np.uint8)
        matte = cv2.normalize(matte, None, 0, 255, cv2.NORM_MINMAX)
        for metric in theirs.values():
            metric.step(pred=matte, gt=((mask > 127) * 255).astype(np.uint8))
        y, m = mask > 127, matte / 255.
        ours.append((metrics.mae(m, y), metrics.s_measure(m, y), metrics.f_curve(m, y)))
    results = {
        "MAE": (np.mean([o[0] for o in ours]), theirs["mae"].get_results()["mae"]),
        "S": (np.mean([o[1] for o in ours]), theirs["s"].get_results()["sm"]),
        "maxF": (np.mean([o[2] for o in ours], 0).max(), theirs["f"].get_results()["fm"]["curve"].max()),
    }
    for name, (one, other) in results.items():
        print(f"{name}: {one:.7f}, PySODMetrics {other:.7f}")
    if any(abs(one - other) > 1e-6 for one, other in results.values()):
        raise SystemExit("not the same")


if __name__ == "__main__":
    main()
