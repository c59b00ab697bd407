"""A mean of the weights that training started from and those it came to (Wortsman et al., "Robust fine-tuning of zero-shot
models", CVPR 2022): nearly as good as the second on pictures like those it was trained on, better on others.

    python average.py start.pt run/subject.pt --share 0.6 --out subject.pt [--pack pack.zip scenes.zip]

Where the two are far apart, the mean of their norms' statistics is not what the mean of their weights needs. With `--pack` the
statistics are counted anew, on samples (Izmailov et al., "Averaging Weights Leads to Wider Optima", UAI 2018).
"""
import argparse

import cv2
import numpy as np
import torch

import data
import evaluate
import sources
import subject_net

SAMPLES, BATCH = 640, 32


@torch.no_grad()
def count_norms(net, sampler):
    norms = [m for m in net.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # the mean of all batches
    net.train()
    rng = np.random.default_rng(5)
    for _ in range(SAMPLES // BATCH):
        photos = np.stack([sampler.sample(rng, evaluate.SIDE)[0] for _ in range(BATCH)])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            net(torch.from_numpy(photos).permute(0, 3, 1, 2).float() / 255)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("start")
    p.add_argument("trained")
    p.add_argument("--share", type=float, default=.6, help="of the trained weights")
    p.add_argument("--pack", nargs="*", default=[], help="packs whose samples the norms' statistics are counted on")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    cv2.setNumThreads(1)
    start, trained = (torch.load(path, map_location="cpu") for path in (a.start, a.trained))
    mean = {name: torch.lerp(start[name], value, a.share) if value.dtype.is_floating_point else value for name, value in trained.items()}
    if a.pack:
        count_norms(net := subject_net.from_weights(mean), data.Sampler(sources.read_pack(a.pack)))
        mean = net.state_dict()
    torch.save(mean, a.out)


if __name__ == "__main__":
    main()
