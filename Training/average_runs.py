"""Sets two runs that train at once to their mean: weights, averaged weights, norms' statistics and the optimiser's moments (local
SGD, Stich, ICLR 2019). Both must be stopped. Each keeps its own seed, and goes on with `--resume`.

    python average_runs.py run1/checkpoint.pt run2/checkpoint.pt --out subject.pt    # the mean of the averaged weights
"""
import argparse

import torch

import train


def mean(a, b):
    return torch.lerp(a, b, .5) if a.dtype.is_floating_point else a


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("checkpoints", nargs=2)
    p.add_argument("--out", required=True)
    a = p.parse_args()
    one, two = states = [torch.load(path, map_location="cpu") for path in a.checkpoints]
    for part in ("net", "mean"):
        one[part] = two[part] = {name: mean(value, two[part][name]) for name, value in one[part].items()}
    for number, moments in one["optimizer"]["state"].items():
        others = two["optimizer"]["state"][number]
        for name in ("exp_avg", "exp_avg_sq"):
            moments[name] = others[name] = mean(moments[name], others[name])
    for state, path in zip(states, a.checkpoints):
        train.save(state, path)
    train.save(one["mean"], a.out)
    print("after", one["step"], "and", two["step"], "steps")


if __name__ == "__main__":
    main()
