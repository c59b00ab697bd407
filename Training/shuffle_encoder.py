"""ShuffleNetV2 1.0x (Ma et al. 2018), the encoder of the first network: for reading its weights, from which training starts.

Input and output as LiteEncoder's, with other channels.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F


def point(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 1, bias=False), nn.BatchNorm2d(o), nn.LeakyReLU(0.1, inplace=True))


def depth(c, stride):
    return nn.Sequential(nn.Conv2d(c, c, 3, stride, 1, groups=c, bias=False), nn.BatchNorm2d(c))


class ShuffleUnit(nn.Module):
    def __init__(self, i, o, stride):
        super().__init__()
        half, self.stride = o // 2, stride
        if stride == 2:
            self.left = nn.Sequential(depth(i, 2), point(i, half))
        self.right = nn.Sequential(point(i if stride == 2 else half, half), depth(half, stride), point(half, half))

    def forward(self, x):
        if self.stride == 2:
            y = torch.cat((self.left(x), self.right(x)), 1)
        else:
            h = x.shape[1] // 2
            y = torch.cat((x[:, :h], self.right(x[:, h:])), 1)
        n, c, h, w = y.shape
        return y.view(n, 2, c // 2, h, w).transpose(1, 2).reshape(n, c, h, w)


class ShuffleEncoder(nn.Module):
    channels = (24, 24, 116, 232, 464)

    def __init__(self):
        super().__init__()
        # NanoDet's BGR mean and deviation, in 0...1
        self.register_buffer("mean", torch.tensor([103.53, 116.28, 123.675]).view(1, 3, 1, 1) / 255)
        self.register_buffer("std", torch.tensor([57.375, 57.12, 58.395]).view(1, 3, 1, 1) / 255)
        self.stem = nn.Sequential(nn.Conv2d(3, 24, 3, 2, 1, bias=False), nn.BatchNorm2d(24), nn.LeakyReLU(0.1, inplace=True))
        stage = lambda i, o, n: nn.Sequential(ShuffleUnit(i, o, 2), *[ShuffleUnit(o, o, 1) for _ in range(n - 1)])
        self.s2, self.s3, self.s4 = stage(24, 116, 4), stage(116, 232, 8), stage(232, 464, 4)

    def normalise(self, x):
        return (x.flip(1) - self.mean) / self.std

    def forward(self, x):
        a = self.stem(x)
        b = F.max_pool2d(a, 3, 2, 1)
        c = self.s2(b)
        d = self.s3(c)
        return a, b, c, d, self.s4(d)
