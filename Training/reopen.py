"""Turns the network that ships back into weights that training can go on from.

    python reopen.py ../Sources/CSubjectNetwork/subject.onnx --pack pack.zip --first ../../shared/models/subject-v0.pt --out subject.pt

`export.py` has put the norms into their convolutions. Here each norm gets the statistics that its convolution's output has on
training samples, and the scale and bias that undo them, so that the network computes what it did before. The coarse maps
that only training looks at are not in the file; they come from the first network, whose decoder is this one's ancestor.
"""
import argparse

import cv2
import numpy as np
import onnx
import torch
import torch.nn as nn

import data
import evaluate
import export
import sources
import subject_net
from lite_encoder import LiteEncoder, size_of


def convolutions_and_norms(net):
    """Name of the convolution in the ONNX file, the convolution, the norm behind it or None."""
    followed = {}
    for block in net.modules():
        if isinstance(block, nn.Sequential):
            for conv, norm in zip(list(block), list(block)[1:]):
                if isinstance(conv, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                    followed[conv] = norm
    return [(name, m, followed.get(m)) for name, m in net.named_modules() if isinstance(m, nn.Conv2d)]


@torch.no_grad()
def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("network")
    p.add_argument("--pack", nargs="+", default=["pack.zip"])
    p.add_argument("--first", required=True, help="the first network's weights")
    p.add_argument("--out", required=True)
    p.add_argument("--count", type=int, default=256, help="how many samples the statistics come from")
    a = p.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    stored = {name: torch.from_numpy(values) for name, values in export.unpacked(onnx.load(a.network)).items()}
    first = torch.load(a.first, map_location="cpu")
    stored = {name: t for name, t in first.items() if name.startswith("side.")} | stored
    net, sums = subject_net.SubjectNet(LiteEncoder(size_of(stored))).eval(), {}
    for name, conv, norm in convolutions_and_norms(net):
        conv.weight.copy_(stored[name + ".weight"])
        if norm is None:
            conv.bias.copy_(stored[name + ".bias"])
            continue
        norm.running_mean.zero_(), norm.running_var.fill_(1 - norm.eps)  # the identity, but for the bias
        norm.weight.fill_(1), norm.bias.copy_(stored[name + ".bias"])

        def watch(conv, _, out):
            count, total, squares = sums.get(conv, (0, 0, 0))
            out = out.double()
            sums[conv] = (count + out.numel() // out.shape[1], total + out.sum((0, 2, 3)), squares + (out * out).sum((0, 2, 3)))
        conv.register_forward_hook(watch)
    sampler = data.Sampler(sources.read_pack(a.pack))
    photos = [sampler.sample(np.random.default_rng((17, k)), evaluate.SIDE)[0] for k in range(a.count)]
    answers = [net(torch.from_numpy(evaluate.tensor(photo))) for photo in photos]
    for _, conv, norm in convolutions_and_norms(net):
        if norm is not None:
            count, total, squares = sums[conv]
            mean, variance = total / count, squares / count - (total / count) ** 2
            norm.bias.add_(mean)
            norm.running_mean.copy_(mean), norm.running_var.copy_(variance)
            norm.weight.copy_((norm.running_var + norm.eps).sqrt())
    apart = max(float((net(torch.from_numpy(evaluate.tensor(photo))) - answer).abs().max())
                for photo, answer in zip(photos[:20], answers))
    torch.save(net.state_dict(), a.out)
    print(f"{a.out}: at most {apart * 255:.3f} grey levels from {a.network} on 20 samples")


if __name__ == "__main__":
    main()
