"""Writes the network as ONNX and checks it.

    python export.py run/subject.pt subject.onnx [--photos FOLDER]

Input `photo`: 1 x 3 x SIDE x SIDE, RGB, 0...1. Output `matte`: 1 x 1 x SIDE x SIDE, 0...1; SIDE is 320, or `--side`. Large kernels
are stored as 16-bit floats, with `--to-8` the largest in 8 bits with a scale for each of their outputs, and turned into 32-bit
floats by the network itself: whoever runs it folds that away and computes in 32 bits. The file must stay under 6 MB and agree within half a grey level with
PyTorch running the same rounded weights, on noise and on up to 40 photos of a folder. How far rounding has moved the mattes is
printed beside it.
"""
import argparse
import copy
import glob
import os

import cv2
import numpy as np
import onnx
import onnx.numpy_helper
import torch
import torch.nn as nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

import evaluate
import subject_net


TO_16 = 5000  # numbers in a kernel that is rounded; the small ones of the first layers are where rounding would count most


def scales(kernel):
    """Of each output's part of a kernel, so that its largest value is 127: of twelve bits, for 127 of them to be exact again."""
    largest = np.maximum(np.abs(kernel).reshape(len(kernel), -1).max(1), 1e-12) / 127
    mantissa, exponent = np.frexp(largest.astype(np.float64))
    return np.ldexp(np.round(mantissa * 4096) / 4096, exponent).astype(np.float32).reshape(-1, 1, 1, 1)


def bits(constant, to_8):
    """In how many bits it is stored."""
    if constant.dtype != np.float32 or constant.ndim != 4 or constant.size < min(TO_16, to_8):
        return 32
    return 16 if constant.size < to_8 else 8


def rounded(kernel, to_8):
    match bits(kernel, to_8):
        case 8:
            return np.round(kernel / scales(kernel)) * scales(kernel)
        case 16:
            return kernel.astype(np.float16).astype(np.float32)
    return kernel


def as_shipped(net, to_8):
    """The same network with norms inside their convolutions and large kernels rounded."""
    for block in net.modules():
        if isinstance(block, nn.Sequential):
            for k in range(len(block) - 1):
                if isinstance(block[k], nn.Conv2d) and isinstance(block[k + 1], nn.BatchNorm2d):
                    block[k], block[k + 1] = fuse_conv_bn_eval(block[k], block[k + 1]), nn.Identity()
    for conv in net.modules():
        if isinstance(conv, nn.Conv2d):
            conv.weight.data = torch.from_numpy(rounded(conv.weight.data.numpy(), to_8))
    return net


def packed(model, to_8):
    """Stores what is rounded in as few bits, with the nodes behind it that make 32-bit floats of it."""
    constants, nodes = [], []

    def node(kind, inputs, output, **attributes):
        nodes.append(onnx.helper.make_node(kind, inputs, [output], name=f"{output}/{kind.lower()}", **attributes))

    for constant in model.graph.initializer:
        values, name = onnx.numpy_helper.to_array(constant), constant.name
        parts = {name: values}
        if bits(values, to_8) == 8:
            scale = scales(values)
            parts = {name + "/steps": np.round(values / scale).astype(np.int8), name + "/scale": scale}
            assert (parts[name + "/steps"] * scale == values).all(), "as_shipped has rounded it"
            node("Cast", [name + "/steps"], name + "/float", to=onnx.TensorProto.FLOAT)
            # Changes nothing, for the numbers are whole. Without it OpenVINO 2026.4 keeps the 8 bits and, compiled for more than
            # one stream, spoils them: RUNS.md, "Fewer bits".
            node("Floor", [name + "/float"], name + "/whole")
            node("Mul", [name + "/whole", name + "/scale"], name)
        elif bits(values, to_8) == 16:
            parts = {name + "/half": values.astype(np.float16)}
            assert (parts[name + "/half"] == values).all(), "as_shipped has rounded it"
            node("Cast", [name + "/half"], name, to=onnx.TensorProto.FLOAT)
        constants += [onnx.numpy_helper.from_array(part, part_name) for part_name, part in parts.items()]
    nodes += model.graph.node
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(constants)
    model.graph.node.extend(nodes)
    return model


def unpacked(model):
    """The constants of such a file as 32-bit floats, by the names of what they are for."""
    stored = {t.name: onnx.numpy_helper.to_array(t) for t in model.graph.initializer}
    for name in [name for name in stored if name.endswith("/steps")]:
        stored[name] = stored[name] * stored.pop(name.removesuffix("/steps") + "/scale")
    return {name.split("/")[0]: values.astype(np.float32) for name, values in stored.items()}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("weights")
    p.add_argument("out")
    p.add_argument("--photos")
    p.add_argument("--to-8", type=float, default=float("inf"), help="kernels of at least so many numbers are stored in 8 bits")
    p.add_argument("--side", type=int, default=evaluate.SIDE, help="of the input, in pixels: a multiple of 32")
    a = p.parse_args()
    torch.set_num_threads(1)
    net = subject_net.read(a.weights).eval()
    shipped, unchecked = as_shipped(copy.deepcopy(net), a.to_8), os.path.splitext(a.out)[0] + ".unchecked.onnx"
    torch.onnx.export(shipped, torch.rand(1, 3, a.side, a.side), unchecked, opset_version=17, dynamo=False,
                      input_names=["photo"], output_names=["matte"])
    model = packed(onnx.load(unchecked), a.to_8)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, unchecked)
    size = os.path.getsize(unchecked)
    photos = [np.random.default_rng(0).integers(0, 256, (a.side, a.side, 3), np.uint8)]
    for path in sorted(glob.glob(os.path.join(glob.escape(a.photos), "*")))[:40] if a.photos else ():
        photo = cv2.imread(path, cv2.IMREAD_COLOR)
        if photo is not None:
            photos.append(cv2.cvtColor(cv2.resize(photo, (a.side,) * 2), cv2.COLOR_BGR2RGB))
    run = evaluate.load(unchecked)
    with torch.no_grad():
        answers = [[n(torch.from_numpy(evaluate.tensor(x)))[0, 0].numpy() for n in (net, shipped)] for x in photos]
    answers = [(*pair, run(photo)) for pair, photo in zip(answers, photos)]
    apart = max(float(np.abs(rounded - ran).max()) * 255 for _, rounded, ran in answers)
    moved = np.stack([np.abs(exact - rounded) * 255 for exact, rounded, _ in answers])
    print(f"{a.out}: {size / 1e6:.2f} MB, at most {apart:.4f} grey levels from PyTorch on {len(photos)} pictures; rounding moved "
          f"{(moved > .5).mean():.2%} of the pixels by more than half a level, none by more than {moved.max():.1f}")
    if size > 6e6 or apart > .5:
        raise SystemExit(f"too large, or not the same network: see {unchecked}")
    os.replace(unchecked, a.out)


if __name__ == "__main__":
    main()
