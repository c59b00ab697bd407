"""The labels of `label.py --all` for a whole pack, by a graphics card: thousands of photos in seconds.

    python label_on_card.py --pack photos.zip pack.zip --ours shipped.pt [earlier.pt …] --other u2netp.onnx --out taught.zip

Both teachers see each photo and its mirror image; ours looks again at an enlarged box around what it found. The label is the mean of
ours, both looks counted, and the other's, as in `label.py`.
"""
import argparse
import concurrent.futures

import cv2
import numpy as np
import onnx
import torch
import torch.nn.functional as F

import sources
import subject_net
from evaluate import IMAGENET, SIDE
from gather_grounds import NOTHING
from pack_data import Writer, encode

class OnnxInTorch:
    """Runs an ONNX network of plain layers, such as U2-Net, in PyTorch, whose batches a card takes. The first output is given."""

    def __init__(self, path, device):
        self.graph, self.device = onnx.load(path).graph, device
        self.stored = {t.name: onnx.numpy_helper.to_array(t) for t in self.graph.initializer}
        self.weights = {name: torch.from_numpy(a.copy()).to(device) for name, a in self.stored.items() if a.ndim in (1, 4) and a.dtype == np.float32}

        wanted, self.last = self.graph.output[0].name, {}
        for k, node in enumerate(self.graph.node):
            self.last |= {name: k for name in node.input}
        self.nodes = self.graph.node[:next(k for k, node in enumerate(self.graph.node) if wanted in node.output) + 1]

    def __call__(self, x):
        values = {self.graph.input[0].name: x}
        for k, node in enumerate(self.nodes):
            how = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
            values[node.output[0]] = getattr(self, node.op_type)(how, *(self.value(name, values) for name in node.input))
            for name in node.input:  # what nobody needs any more
                if self.last[name] == k:
                    values.pop(name, None)
        return values[self.graph.output[0].name]

    def value(self, name, values):
        return values[name] if name in values else self.weights.get(name, self.stored.get(name))

    def Conv(self, how, x, weight, bias=None):
        return F.conv2d(x, weight, bias, how["strides"], how["pads"][:2], how["dilations"], how["group"])

    def MaxPool(self, how, x):
        return F.max_pool2d(x, how["kernel_shape"], how["strides"], how["pads"][:2], ceil_mode=bool(how.get("ceil_mode")))

    def Resize(self, how, x, roi, scales, sizes):
        return F.interpolate(x, size=[int(n) for n in sizes[2:]], mode="bilinear", align_corners=False)

    def Concat(self, how, *parts):
        return torch.cat(parts, how["axis"]) if torch.is_tensor(parts[0]) else np.concatenate(parts, how["axis"])

    def Slice(self, how, x, starts, ends, axes, steps=(1,)):
        assert list(axes) == [0]
        return x[int(starts[0]):min(int(ends[0]), len(x)):int(steps[0])]

    Relu = staticmethod(lambda how, x: F.relu(x))
    Sigmoid = staticmethod(lambda how, x: torch.sigmoid(x))
    Add = staticmethod(lambda how, a, b: a + b)
    Shape = staticmethod(lambda how, x: np.array(x.shape, np.int64))
    Gather = staticmethod(lambda how, x, at: x[at])
    Unsqueeze = staticmethod(lambda how, x: np.expand_dims(x, how["axes"][0]))
    Cast = staticmethod(lambda how, x: x)
    Constant = staticmethod(lambda how: onnx.numpy_helper.to_array(how["value"]))


def ours(net, x):
    return net(x)[:, 0]


def theirs(net, x):
    mean, deviation = (torch.from_numpy(v).to(x.device).view(1, 3, 1, 1) for v in IMAGENET)
    y = net((x / x.amax((1, 2, 3), keepdim=True).clamp(min=1 / 255) - mean) / deviation)[:, 0]
    low, high = y.amin((1, 2), keepdim=True), y.amax((1, 2), keepdim=True)
    return torch.where(high > .5, (y - low) / (high - low).clamp(min=1e-6), y)


def both_ways(look, net, x):
    return (look(net, x) + look(net, x.flip(3)).flip(2)) / 2


def again(net, x, first):
    """A second look, as `evaluate.second_look`: at an enlarged box around what was found."""
    found = first > .5
    grid_of = lambda axis: (found.any(axis).float(), torch.arange(SIDE, device=x.device).float())
    boxes = []
    for axis in (1, 2):  # columns, then rows
        hit, at = grid_of(axis)
        low, high = torch.where(hit > 0, at, SIDE).amin(1), torch.where(hit > 0, at + 1, 0).amax(1)
        margin = .15 * (high - low)
        boxes += [(low - margin).clamp(min=0), (high + margin).clamp(max=SIDE)]
    x0, x1, y0, y1 = boxes
    width, height = x1 - x0, y1 - y0
    looks = found.any(2).any(1) & (width * height < .8 * SIDE * SIDE) & (width >= 8) & (height >= 8)
    zero = torch.zeros_like(x0)
    theta = torch.stack((torch.stack((width, zero, x0 + x1 - SIDE), 1), torch.stack((zero, height, y0 + y1 - SIDE), 1)), 1) / SIDE
    near = F.grid_sample(x, F.affine_grid(theta, x.shape, align_corners=False), align_corners=False)
    matte = both_ways(ours, net, near)[:, None]
    back = torch.stack((torch.stack((SIDE / width, zero, (SIDE - x0 - x1) / width), 1),
                        torch.stack((zero, SIDE / height, (SIDE - y0 - y1) / height), 1)), 1)
    back = torch.nan_to_num(back, 1., 1., 1.)
    placed = F.grid_sample(matte, F.affine_grid(back, matte.shape, align_corners=False), padding_mode="zeros", align_corners=False)[:, 0]
    return torch.where(looks.view(-1, 1, 1), placed, first)


@torch.no_grad()
def labels(pack, nets, other, device, threads, batch):
    """Yields stem, largest value and label (0...255), encoded at the photo's size."""
    def square(stem):
        photo = sources.decode(pack.unlabelled[stem])
        return photo.shape[1::-1], cv2.resize(photo, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)

    def packed(stem, size, label):
        return stem, label.max(), encode(cv2.resize(label, size, interpolation=cv2.INTER_LINEAR), 80)
    stems = sorted(pack.unlabelled)
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for k in range(0, len(stems), batch):
            some = stems[k:k + batch]
            sizes, photos = zip(*pool.map(square, some))
            x = torch.from_numpy(np.stack(photos)).to(device)
            x = x.permute(0, 3, 1, 2).float().div_(255).contiguous(memory_format=torch.channels_last)
            label = both_ways(theirs, other, x) / 3
            for net in nets:
                first = both_ways(ours, net, x)
                label += (first + again(net, x, first)) / (3 * len(nets))
            yield from pool.map(packed, some, sizes, (label * 255 + .5).clamp(0, 255).byte().cpu().numpy())


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--pack", nargs="+", required=True)
    p.add_argument("--ours", nargs="+", required=True, help="Peel's network, .pt, or several, whose looks count equally")
    p.add_argument("--other", required=True, help="u2netp.onnx")
    p.add_argument("--out", default="taught.zip")
    p.add_argument("--most", type=int, help="photos")
    p.add_argument("--threads", type=int, default=16)
    p.add_argument("--batch", type=int, default=64)
    a = p.parse_args()
    cv2.setNumThreads(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    pack = sources.read_pack(a.pack, only=("unlabelled",))
    pack.unlabelled = dict(sorted(pack.unlabelled.items(), key=lambda item: item[0][::-1])[:a.most])
    nets = [subject_net.read(path).eval().to(device, memory_format=torch.channels_last) for path in a.ours]
    out, count, empty = Writer(a.out), 0, 0
    for stem, most, label in labels(pack, nets, OnnxInTorch(a.other, device), device, a.threads, a.batch):
        out.add(f"taught/{stem}.mask.webp", label)
        count, empty = count + 1, empty + bool(most < NOTHING * 255)
    out.close()
    print(f"{count} photos labelled, {empty} without a subject, on {device}")


if __name__ == "__main__":
    main()
