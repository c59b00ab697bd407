"""A mean of the weights that training started from and those it came to (Wortsman et al., "Robust fine-tuning of zero-shot
models", CVPR 2022): nearly as good as the second on pictures like those it was trained on, better on others.

    python average.py start.pt run/subject.pt --share 0.6 --out subject.pt
"""
import argparse

import torch


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("start")
    p.add_argument("trained")
    p.add_argument("--share", type=float, default=.6, help="of the trained weights")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    start, trained = (torch.load(path, map_location="cpu") for path in (a.start, a.trained))
    torch.save({name: torch.lerp(start[name], value, a.share) if value.dtype.is_floating_point else value
                for name, value in trained.items()}, a.out)


if __name__ == "__main__":
    main()
