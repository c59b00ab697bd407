"""The weights that training starts from: a published encoder, and the decoder of a network that is there.

    python start.py --pack pack.zip --from ../../shared/models/subject-v0.pt --out start.pt
    python start.py --pack pack.zip --from earlier.pt --encoder 2 --steps 700 --out start.pt

The decoder was trained for another encoder's maps. What stands between the two, one 1 x 1 convolution a scale, is fitted by
least squares, so that the decoder gets from the new maps what it got from the old ones, as nearly as they tell it. With
`--steps`, the new encoder then learns to tell it (Romero et al., "FitNets", ICLR 2015): the mean squared distance of what the
decoder gets, each channel by its variance. Minutes of that bring it nearly as far as hours of training had brought the
earlier network. It is seeded, and begins anew when it was stopped.
"""
import argparse
import copy

import cv2
import numpy as np
import torch

import data
import lite_encoder
import sources
import subject_net
import train
from shuffle_encoder import ShuffleEncoder

SIDES = (192, 224, 256)  # of the samples, in turns


def read_teacher(path):
    """A network of this folder, or the first one, whose encoder was another."""
    state = torch.load(path, map_location="cpu")
    if "mean" not in state:
        return subject_net.read(path).eval()
    for name in ("mean", "std"):
        state["enc." + name] = state.pop(name)
    net = subject_net.SubjectNet(ShuffleEncoder())
    net.load_state_dict(state)
    return net.eval()


def decoder_gets(net, x):
    """What the laterals make of the encoder's maps, coarsest first, before their ReLU."""
    return [lateral[1](lateral[0](m)) for lateral, m in zip(net.lateral, net.enc(net.enc.normalise(x))[::-1])]


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
        return (variance / self.variance()).mean().item()

    def variance(self):
        """Of the second map's channels."""
        n = self.xx[-1, -1]
        return self.yy / n - (self.y / n) ** 2


@torch.no_grad()
def fit(net, teacher, pairs, count):
    """Fits the laterals; returns the variances of what the teacher's decoder gets, coarsest first."""
    fits = [Fit() for _ in net.lateral]
    for k in np.random.default_rng(0).permutation(len(pairs))[:count]:
        photo = cv2.resize(pairs[k].photo, (SIDES[-1],) * 2, interpolation=cv2.INTER_AREA)
        x = torch.from_numpy(photo).permute(2, 0, 1)[None].float() / 255
        for one, new, old in zip(fits, net.enc(net.enc.normalise(x))[::-1], decoder_gets(teacher, x)):
            one.add(new, old)
    explained = [one.put(lateral) for one, lateral in zip(fits, net.lateral)]
    print("of what the decoder got, coarsest first:", " ".join(f"{e:.0%}" for e in explained), flush=True)
    return [one.variance().float().clamp_min(1e-4)[None, :, None, None] for one in fits]


def teach(net, teacher, variances, pack, steps, bfloat16):
    """Trains encoder and laterals; returns the network with averaged weights."""
    feeder = data.Feeder(data.Sampler(pack), 16, SIDES[-1], lambda index: SIDES[index % len(SIDES)], 11, 0, 1)
    net, teacher = (n.to(memory_format=torch.channels_last) for n in (net, teacher))
    net.train()
    mean = copy.deepcopy(net).eval()
    if bfloat16:
        train.keep_depthwise_in_32_bits(net)
        train.keep_depthwise_in_32_bits(teacher)
    optimizer = torch.optim.AdamW([dict(params=net.enc.parameters(), rate=3e-4), dict(params=net.lateral.parameters(), rate=1e-3)],
                                  lr=0., weight_decay=1e-4)
    total = np.zeros(len(variances))
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = group["rate"] * min(1, (step + 1) / 40) * .5 * (1 + np.cos(np.pi * step / steps)) + 1e-6
        x = torch.from_numpy(feeder.get(step)[0]).permute(0, 3, 1, 2).float().div_(255).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bfloat16):
            with torch.no_grad():
                wanted = decoder_gets(teacher, x)
            got = decoder_gets(net, x)
        apart = [((g.float() - w.float()) ** 2 / v).mean() for g, w, v in zip(got, wanted, variances)]
        optimizer.zero_grad(set_to_none=True)
        sum(apart).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.)
        optimizer.step()
        train.follow(mean, net, step + 1, .99)
        total += [float(a.detach()) for a in apart]
        if (step + 1) % 25 == 0:
            print(f"step {step + 1}: apart, coarsest first:", *(f"{a:.3f}" for a in total / 25), flush=True)
            total[:] = 0
    feeder.close()
    return mean


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--pack", nargs="+", default=["pack.zip"])
    p.add_argument("--from", dest="teacher", required=True, help="weights whose decoder is taken")
    p.add_argument("--encoder", type=int, choices=lite_encoder.STAGES, default=0, help="EfficientNet-Lite0 or 2")
    p.add_argument("--out", default="start.pt")
    p.add_argument("--count", type=int, default=600, help="how many photos to fit on")
    p.add_argument("--steps", type=int, default=0, help="how many batches the encoder learns from")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--bfloat16", action="store_true", help="for processors that compute in it")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(1)
    cv2.setNumThreads(1)
    pack = sources.read_pack(a.pack)
    teacher, net = read_teacher(a.teacher), subject_net.SubjectNet(lite_encoder.LiteEncoder(a.encoder)).eval()
    lite_encoder.start_from_published(net.enc)
    for name, part in net.named_children():
        if name not in ("enc", "lateral"):
            part.load_state_dict(getattr(teacher, name).state_dict())
    variances = fit(net, teacher, pack.pairs, a.count)
    if a.steps:
        net = teach(net, teacher, variances, pack, a.steps, a.bfloat16)
    torch.save(net.state_dict(), a.out)


if __name__ == "__main__":
    main()
