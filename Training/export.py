"""Writes the network as ONNX and checks it.

    python export.py run/subject.pt subject.onnx [--photos FOLDER]

Input `photo`: 1 x 3 x 320 x 320, RGB, 0...1. Output `matte`: 1 x 1 x 320 x 320, 0...1. Weights are stored as 16-bit floats,
which halves the file, and turned into 32-bit ones by the network itself: whoever runs it folds that away and computes in 32
bits. The file must stay under 6 MB and agree within half a grey level with PyTorch running the same rounded weights, on noise
and on up to 40 photos of a folder. How far rounding has moved the mattes is printed beside it.
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


LEAST = 5000  # numbers in a kernel that is rounded; the small ones of the first layers are where rounding would count most


def as_shipped(net):
    """The same network with norms inside their convolutions and large kernels rounded to 16 bits."""
    for block in net.modules():
        if isinstance(block, nn.Sequential):
            for k in range(len(block) - 1):
                if isinstance(block[k], nn.Conv2d) and isinstance(block[k + 1], nn.BatchNorm2d):
                    block[k], block[k + 1] = fuse_conv_bn_eval(block[k], block[k + 1]), nn.Identity()
    for conv in net.modules():
        if isinstance(conv, nn.Conv2d) and conv.weight.numel() >= LEAST:
            conv.weight.data = conv.weight.data.half().float()
    return net


def halve(model):
    """Stores what is rounded in 16 bits, each with a cast behind it."""
    casts = []
    for constant in model.graph.initializer:
        values = onnx.numpy_helper.to_array(constant)
        if values.dtype != np.float32 or values.ndim < 4 or values.size < LEAST:
            continue
        name, half = constant.name, values.astype(np.float16)
        assert (half == values).all(), "as_shipped has rounded it"
        constant.CopyFrom(onnx.numpy_helper.from_array(half, name + "/half"))
        casts.append(onnx.helper.make_node("Cast", [name + "/half"], [name], name=name + "/cast", to=onnx.TensorProto.FLOAT))
    nodes = casts + list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("weights")
    p.add_argument("out")
    p.add_argument("--photos")
    a = p.parse_args()
    torch.set_num_threads(1)
    net = subject_net.SubjectNet()
    net.load_state_dict(torch.load(a.weights, map_location="cpu"))
    shipped, unchecked = as_shipped(copy.deepcopy(net.eval())), os.path.splitext(a.out)[0] + ".unchecked.onnx"
    torch.onnx.export(shipped, torch.rand(1, 3, evaluate.SIDE, evaluate.SIDE), unchecked, opset_version=17, dynamo=False,
                      input_names=["photo"], output_names=["matte"])
    model = halve(onnx.load(unchecked))
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, unchecked)
    size = os.path.getsize(unchecked)
    photos = [np.random.default_rng(0).integers(0, 256, (evaluate.SIDE, evaluate.SIDE, 3), np.uint8)]
    for path in sorted(glob.glob(os.path.join(glob.escape(a.photos), "*")))[:40] if a.photos else ():
        photo = cv2.imread(path, cv2.IMREAD_COLOR)
        if photo is not None:
            photos.append(cv2.cvtColor(cv2.resize(photo, (evaluate.SIDE,) * 2), cv2.COLOR_BGR2RGB))
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
