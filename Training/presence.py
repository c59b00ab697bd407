"""Fits the presence score: from a matte, how surely the photo has a subject at all.

    python presence.py subject.onnx --pack pack.zip --test heldout ../../shared/data/val

A logistic regression on two numbers of the network's matte: the mean of what is above one half, and which part of that is
above nine tenths. Fitted on samples like those of training; `--test` tells how many photos with an empty mask are known for
such, and how many others are not. The coefficients go into SubjectPresence.swift.
"""
import argparse

import cv2
import numpy as np

import data
import evaluate
import sources


def traits(matte):
    found = matte > .5
    if not found.any():
        return None
    return float(matte[found].mean()), float((matte > .9).sum() / found.sum())


def fit(x, y, subjects, rounds=50):
    """Newton's method, with a little ridge; `subjects` is the part of all photos that have one."""
    x, w = np.column_stack((np.ones(len(x)), x)), np.zeros(x.shape[1] + 1)
    share = np.where(y, subjects / y.sum(), (1 - subjects) / (~y).sum()) * len(y)
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-x @ w))
        slope = x.T @ (share * (y - p)) - .1 * w
        w += np.linalg.solve((x * (share * p * (1 - p))[:, None]).T @ x + .1 * np.eye(len(w)), slope)
    return w


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("network")
    p.add_argument("--pack", nargs="+", default=["pack.zip"])
    p.add_argument("--test", nargs="*", default=[])
    p.add_argument("--count", type=int, default=250)
    p.add_argument("--subjects", type=float, default=.97, help="the part of people's photos that have a subject")
    a = p.parse_args()
    cv2.setNumThreads(1)
    run, sampler = evaluate.load(a.network), data.Sampler(sources.read_pack(a.pack))
    x, y = [], []
    for k in range(2 * a.count):
        rng, is_subject = np.random.default_rng((99, k)), k % 2 == 0
        photo, mask = (sampler.real(rng, evaluate.SIDE)[:2] if k % 4 else sampler.composer.compose(rng, evaluate.SIDE)) \
            if is_subject else sampler.composer.nothing(rng, evaluate.SIDE)
        seen = traits(run(photo))
        if seen is not None and (mask > 127).any() == is_subject:
            x.append(seen)
            y.append(is_subject)
    w = fit(np.array(x), np.array(y), a.subjects)
    score = lambda matte: 0. if (seen := traits(matte)) is None else float(1 / (1 + np.exp(-(w[0] + w[1] * seen[0] + w[2] * seen[1]))))
    print(f"score = 1 / (1 + exp(-({w[0]:.3f} + {w[1]:.3f} mean + {w[2]:.3f} sure))), of {sum(y)} with a subject and {len(y) - sum(y)} without")
    for folder in a.test:
        sets = {}
        for name, photo, mask in evaluate.find(folder):
            photo = cv2.cvtColor(cv2.imread(photo), cv2.COLOR_BGR2RGB)
            matte = run(photo)
            sets.setdefault((name, bool((cv2.imread(mask, 0) > 127).any())), []).append((score(matte), traits(matte) is None))
        for (name, is_subject), scores in sets.items():
            right = np.mean([(s > .5) == is_subject for s, _ in scores])
            print(f"  {name:16} {'with' if is_subject else 'without'} a subject: {right:.1%} right; nothing above one half in "
                  f"{np.mean([none for _, none in scores]):.1%}")


if __name__ == "__main__":
    main()
