"""Compares metrics.py with published code, on mattes of the validation pairs.

    pip install -r requirements-check.txt; pip install --no-deps mmedit==0.16.1
    pip install --no-deps --no-build-isolation davisinteractive==1.0.4
    python check_metrics.py --data ../../shared/data/val --model ../Sources/CSubjectNetwork/subject.onnx

MAE, S-measure and maxF against PySODMetrics, the outline's F against DAVIS' own code, SAD, MSE, gradient and connectivity
error against MMEditing. All must agree to a millionth, those that MMEditing computes in 32 bits to ten.
PySODMetrics wants 8-bit mattes and stretches each to 0...1, so the comparison does the same first.
"""
import argparse
import importlib
import importlib.util
import os
import sys
import types

import cv2
import numpy as np

import evaluate
import metrics


def soft_metrics():
    """MMEditing's functions, without the rest of it: that needs PyTorch and mmcv."""
    folder = os.path.join(os.path.dirname(importlib.util.find_spec("mmedit").origin), "core", "evaluation")
    for name, values in (("mmcv", {}), ("mmedit", {}), ("mmedit.datasets", {}), ("mmedit.datasets.pipelines", {}),
                         ("mmedit.datasets.pipelines.matlab_like_resize", dict(MATLABLikeResize=None))):
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(values)
    package = types.ModuleType("evaluation")
    package.__path__ = [folder]
    sys.modules["evaluation"] = package
    return importlib.import_module("evaluation.metrics")


def outline_metric():
    folder = os.path.dirname(importlib.util.find_spec("davisinteractive").origin)
    spec = importlib.util.spec_from_file_location("jaccard", os.path.join(folder, "metrics", "jaccard.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f_measure


def main():
    import py_sod_metrics
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", default="../../shared/data/val")
    p.add_argument("--model", required=True)
    p.add_argument("--every", type=int, default=8, help="take one picture in so many")
    a = p.parse_args()
    run, rows = evaluate.load(a.model), []
    hard = dict(mae=py_sod_metrics.MAE(), s=py_sod_metrics.Smeasure(), f=py_sod_metrics.Fmeasure())
    soft, outline = soft_metrics(), outline_metric()
    for _, photo, mask in list(evaluate.find(a.data))[::a.every]:
        mask = cv2.imread(mask, cv2.IMREAD_GRAYSCALE)
        photo = cv2.resize(cv2.cvtColor(cv2.imread(photo), cv2.COLOR_BGR2RGB), mask.shape[::-1])
        matte = np.round(evaluate.cut_out(run, photo) * 255).astype(np.uint8)
        matte = cv2.normalize(matte, None, 0, 255, cv2.NORM_MINMAX)
        # The validation masks are hard; blurred, they stand for soft ones.
        alpha = cv2.GaussianBlur(mask, (0, 0), 3)
        alpha = cv2.normalize(alpha, None, 0, 255, cv2.NORM_MINMAX)
        y, m, everywhere = mask > 127, matte / 255., np.full(mask.shape, 128, np.uint8)
        for metric in hard.values():
            metric.step(pred=matte, gt=(y * 255).astype(np.uint8))
        rows.append((metrics.mae(m, y), metrics.s_measure(m, y), metrics.f_curve(m, y), {
            "outline": (metrics.boundary_f(m, y), outline(y, m > .5)),
            "SAD": (metrics.sad(m, alpha / 255), soft.sad(alpha, everywhere, matte)),
            "MSE": (metrics.mse(m, alpha / 255), soft.mse(alpha, everywhere, matte)),
            "gradient": (metrics.gradient_error(m, alpha / 255), soft.gradient_error(alpha, everywhere, matte)),
            "connectivity": (metrics.connectivity_error(m, alpha / 255), soft.connectivity(alpha, everywhere, matte)),
        }))
    results = {
        "MAE": (np.mean([r[0] for r in rows]), hard["mae"].get_results()["mae"]),
        "S": (np.mean([r[1] for r in rows]), hard["s"].get_results()["sm"]),
        "maxF": (np.mean([r[2] for r in rows], 0).max(), hard["f"].get_results()["fm"]["curve"].max()),
    }
    apart = {name: abs(one - other) for name, (one, other) in results.items()}
    for name in rows[0][3]:
        results[name] = tuple(np.mean([r[3][name][k] for r in rows]) for k in (0, 1))
        apart[name] = max(abs(r[3][name][0] - r[3][name][1]) for r in rows)
    for name, (one, other) in results.items():
        print(f"{name:12} {one:.7f}, published code {other:.7f}, at most {apart[name]:.1e} apart")
    if any(value > (1e-5 if name in ("gradient", "connectivity") else 1e-6) for name, value in apart.items()):
        raise SystemExit("not the same")


if __name__ == "__main__":
    main()
