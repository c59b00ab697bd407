"""The weights that training starts from: a published encoder, and the first network's decoder.

    python start.py --pack pack.zip --first ../../shared/models/subject-v0.pt --out start.pt

The decoder was trained for another encoder's maps. What stands between the two, one 1 x 1 convolution a scale, is fitted by
least squares, so that the decoder gets from the new maps what it got from the old ones, as nearly as they tell it.
"""
import argparse

import cv2
import numpy as np
import torch

import lite_encoder
import sources
from shuffle_encoder import ShuffleEncoder
from subject_net import SubjectNet


def read_first(path):
    state = torch.load(path, map_location="cpu")
    for name in ("mean", "std"):
        state["enc." + name] = state.pop(name)
    net = SubjectNet(ShuffleEncoder())
    net.load_state_dict(state)
    return net.eval()


class Fit:
    """Least squares from one map's channels to another's, pixel by pixel."""

    def __init__(self):
        self.xx, self.xy, self.y, self.yy = 0, 0, 0, 0

    def add(self, x, y):
        x, y = (t.permute(0, 2, 3, 1).flatten(0, 2).double() for t in (x, y))
        x = torch.cat((x, torch.ones(len(x), 1, dtype=torch.double)), 1)
        self.xx, self.xy = self.xx + x.T @ x, self.xy + x.T @ y
        self.y, self.yy = self.y + y.sum(0), self.yy + (y * y).sum(0)

    def put(self, lateral):
        """Into a convolution and its norm, with the statistics that the norm would have found; returns how much of the
        variance is explained."""
        n, ridge = self.xx[-1, -1], 1e-3 * self.xx.diagonal().mean()
        fit = torch.linalg.solve(self.xx + ridge * torch.eye(len(self.xx), dtype=torch.double), self.xy)
        weight, bias = fit[:-1].T, fit[-1]
        mean = weight @ self.xx[-1, :-1] / n
        variance = (weight @ self.xx[:-1, :-1] / n * weight).sum(1) - mean ** 2
        conv, norm = lateral[0], lateral[1]
        for target, value in ((conv.weight, weight[:, :, None, None]), (norm.running_mean, mean), (norm.running_var, variance),
                              (norm.weight, (variance + norm.eps).sqrt()), (norm.bias, mean + bias)):
            target.data.copy_(value)
        return (variance / (self.yy / n - (self.y / n) ** 2)).mean().item()


@torch.no_grad()
def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--pack", nargs="+", default=["pack.zip"])
    p.add_argument("--first", required=True, help="the first network's weights")
    p.add_argument("--out", default="start.pt")
    p.add_argument("--count", type=int, default=600, help="how many photos to fit on")
    p.add_argument("--side", type=int, default=256)
    a = p.parse_args()
    torch.set_num_threads(1)
    pairs = sources.read_pack(a.pack).pairs
    first, net = read_first(a.first), SubjectNet().eval()
    lite_encoder.start_from(net.enc, lite_encoder.published_weights())
    for name, part in net.named_children():
        if name not in ("enc", "lateral"):
            part.load_state_dict(getattr(first, name).state_dict())
    fits = [Fit() for _ in net.lateral]
    for k in np.random.default_rng(0).permutation(len(pairs))[:a.count]:
        photo = cv2.resize(pairs[k].photo, (a.side, a.side), interpolation=cv2.INTER_AREA)
        x = torch.from_numpy(photo).permute(2, 0, 1)[None].float() / 255
        maps = zip(first.enc(first.enc.normalise(x))[::-1], net.enc(net.enc.normalise(x))[::-1])
        for fit, lateral, (old, new) in zip(fits, first.lateral, maps):
            fit.add(new, lateral[1](lateral[0](old)))
    explained = [fit.put(lateral) for fit, lateral in zip(fits, net.lateral)]
    torch.save(net.state_dict(), a.out)
    print(f"{a.out}: of what the decoder got, coarsest first:", " ".join(f"{e:.0%}" for e in explained))


if __name__ == "__main__":
    main()
