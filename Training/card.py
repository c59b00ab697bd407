"""What a graphics card does of the samples itself: windows out of real pairs, and the camera.

The pairs lie in its memory, each stretched to a square, since the network sees them so. The feeders of `data.py`, on the
processors, then make composites alone. Distributions are those of `data.window`, `data.cut` and `composite.Composer.finish`.
"""
import concurrent.futures
import math

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import sources


class Shelf:
    """Real pairs, N x 4 x SIDE x SIDE (RGB and mask, uint8), and the boxes of their subjects as shares of the frame."""
    SIDE = 352

    def __init__(self, pairs, shares, device, threads=16):
        pictures = np.empty((len(pairs), 4, self.SIDE, self.SIDE), np.uint8)
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            boxes = list(pool.map(self.put, pictures, pairs))
        self.pictures, self.boxes = torch.from_numpy(pictures).to(device), torch.tensor(boxes, device=device)
        self.trust = torch.tensor([sources.TRUST.get(pair.set, sources.OTHER_TRUST) for pair in pairs], device=device)
        count = {}
        for pair in pairs:
            count[pair.set] = count.get(pair.set, 0) + 1
        self.weights = torch.tensor([shares[pair.set] / count[pair.set] for pair in pairs], device=device)

    def put(self, picture, pair):
        """Fills one picture and returns its subject's box."""
        square = lambda image: cv2.resize(image, (self.SIDE, self.SIDE), interpolation=cv2.INTER_LINEAR)
        mask = pair.mask
        h, w = mask.shape
        x, y, a, b = cv2.boundingRect((mask > 127).astype("u1"))
        box = (x / w, y / h, (x + a) / w, (y + b) / h) if a else (0., 0., 1., 1.)
        picture[:3], picture[3] = square(pair.photo).transpose(2, 0, 1), square(mask)
        return box

    def windows(self, boxes):
        """As `data.window`: x0, y0, x1, y1 of what is shown, as shares of the frame."""
        n, device = len(boxes), boxes.device
        uniform = lambda low, high, *shape: torch.rand(n, *shape, device=device) * (high - low) + low
        u, (x0, y0, x1, y1) = uniform(0, 1), boxes.T
        k = uniform(.74, 1, 1) * torch.exp(torch.randn(n, 2, device=device) * .08)
        kx, ky = k.clamp(max=1).T
        left, top = uniform(0, 1) * (1 - kx), uniform(0, 1) * (1 - ky)
        whole = torch.stack((left, top, left + kx, top + ky), 1)
        size = torch.stack((x1 - x0, y1 - y0) * 2, 1)
        outward = torch.tensor((-1., -1., 1., 1.), device=device)
        margin = torch.where((u < .85)[:, None], uniform(0, .28, 4), uniform(.02, .35, 4))
        near = boxes + outward * margin * size
        cut_by = (torch.randint(4, (n, 1), device=device) == torch.arange(4, device=device)) * uniform(.12, .45, 1)
        near = torch.where((u < .85)[:, None], near, near - outward * cut_by * size).clamp(0, 1)
        small = (near[:, 2:] - near[:, :2]).amin(1) < 24 / self.SIDE
        full = torch.tensor((0., 0., 1., 1.), device=device)
        return torch.where((u < .55)[:, None], whole, torch.where(small[:, None], full, near))

    def draw(self, count, side):
        """Photos (count x 3 x side x side, 0...1), masks (count x 1 x side x side, 0...1) and trust."""
        chosen = torch.multinomial(self.weights, count, replacement=True)
        device = chosen.device
        x0, y0, x1, y1 = self.windows(self.boxes[chosen]).T
        angle = torch.randn(count, device=device) * math.radians(6) * (torch.rand(count, device=device) < .5)
        flip = 1 - 2. * (torch.rand(count, device=device) < .5)
        c, s = torch.cos(angle), torch.sin(angle)
        theta = torch.stack((torch.stack(((x1 - x0) * c * flip, -(x1 - x0) * s, x0 + x1 - 1), 1),
                             torch.stack(((y1 - y0) * s * flip, (y1 - y0) * c, y0 + y1 - 1), 1)), 1)
        grid = F.affine_grid(theta, (count, 4, side, side), align_corners=False)
        out = F.grid_sample(self.pictures[chosen].float().div_(255), grid, padding_mode="reflection", align_corners=False)
        return out[:, :3], out[:, 3:], self.trust[chosen]


LUMA = torch.tensor((.299, .587, .114))
YCC = torch.tensor(((.299, .587, .114), (-.168736, -.331264, .5), (.5, -.418688, -.081312)))
RGB = torch.linalg.inv(YCC)
QUANTA = torch.tensor((
    (16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
     18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112,
     100, 103, 99),
    (17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66) + (99,) * 38)).float().view(2, 8, 8)
"""JPEG's example tables (ITU-T T.81, annex K) for luma and chroma."""


def finish(x, tone):
    """The camera, as `Composer.finish`: tone and colour where `tone` says so, blur, low resolution, grain, JPEG. x: N x 3 x S x S,
    0...1; `tone`: N, booleans."""
    n, side, device = len(x), x.shape[-1], x.device
    uniform = lambda low, high, *shape: torch.rand(n, *(shape or (1, 1, 1)), device=device) * (high - low) + low
    some = lambda share: torch.rand(n, 1, 1, 1, device=device) < share
    tone = tone.view(n, 1, 1, 1)
    gamma = torch.exp(torch.randn(n, 1, 1, 1, device=device) * .22)
    toned = x.clamp(1e-4, 1) ** gamma * uniform(.75, 1.25) * uniform(.9, 1.1, 3, 1, 1) + uniform(-.07, .07)
    x = torch.where(tone & some(.85), toned.clamp(0, 1), x)
    saturation = torch.where(some(.12), torch.zeros(n, 1, 1, 1, device=device), uniform(.4, 1.5)).view(n, 1, 1)
    coloured = torch.einsum("nij,njhw->nihw", colour_matrices(saturation, torch.randn(n, device=device) * .12), x)
    x = torch.where(tone & some(.35), coloured.clamp(0, 1), x)
    x = blurred(x, torch.where(some(.2), uniform(.4, 1.3) * side / 224, torch.full((n, 1, 1, 1), .05, device=device)).view(n))
    some_of = lambda share: torch.randperm(n, device=device)[:max(1, round(share * n))]
    low, k = some_of(.1), int(side * (.4 + .4 * float(torch.rand(())))) 
    x[low] = F.interpolate(F.interpolate(x[low], size=(k, k), mode="area"), size=(side, side), mode="bilinear", align_corners=False)
    grain = torch.randn(n, 3, side, side, device=device)
    grain = torch.where(some(.5), grain[:, :1].expand_as(grain), grain)
    x = (x + grain * uniform(1, 9) / 255 * some(.28)).clamp(0, 1)
    packed = some_of(.35)
    x[packed] = jpeg(x[packed], 30 + 65 * torch.rand(len(packed), device=device))
    return x


def colour_matrices(saturation, hue):
    """N x 3 x 3, as `composite.colour_matrix`."""
    device = hue.device
    luma, eye = LUMA.to(device).expand(3, 3), torch.eye(3, device=device)
    mixed = luma + (eye - luma) * saturation
    c, s = torch.cos(hue).view(-1, 1, 1), (torch.sin(hue) / math.sqrt(3)).view(-1, 1, 1)
    around = torch.tensor(((0., -1., 1.), (1., 0., -1.), (-1., 1., 0.)), device=device)
    return ((1 - c) / 3 + eye * c + around * s) @ mixed


def blurred(x, sigma):
    """A Gaussian of its own for each picture."""
    n, r = len(x), 5
    at = torch.arange(-r, r + 1, device=x.device)
    kernel = torch.exp(-at ** 2 / (2 * sigma.view(-1, 1) ** 2))
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(3, 0)
    y = F.pad(x, (r,) * 4, mode="reflect").reshape(1, 3 * n, x.shape[2] + 2 * r, -1)
    y = F.conv2d(y, kernel.view(3 * n, 1, 1, -1), groups=3 * n)
    return F.conv2d(y, kernel.view(3 * n, 1, -1, 1), groups=3 * n).view_as(x)


def jpeg(x, quality):
    """What compression leaves of x (0...1), with chroma at half the size; quality as libjpeg counts it."""
    device = x.device
    ycc = torch.einsum("ij,njhw->nihw", YCC.to(device), x * 255)
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50).view(-1, 1, 1, 1, 1, 1)
    tables = (QUANTA.to(device) * scale).round().clamp(1, 255)
    luma = quantised(ycc[:, :1] - 128, tables[:, :, :, 0]) + 128
    chroma = quantised(F.avg_pool2d(ycc[:, 1:], 2), tables[:, :, :, 1])
    chroma = F.interpolate(chroma, scale_factor=2, mode="bilinear", align_corners=False)
    return (torch.einsum("ij,njhw->nihw", RGB.to(device), torch.cat((luma, chroma), 1)) / 255).clamp(0, 1)


def quantised(planes, table):
    """planes: N x C x H x W, H and W multiples of 8; table: N x 1 x 1 x 8 x 8."""
    n, c, h, w = planes.shape
    k = torch.arange(8, device=planes.device)
    dct = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * torch.where(k == 0, math.sqrt(.125), .5)[:, None]
    blocks = planes.view(n, c, h // 8, 8, w // 8, 8).transpose(3, 4)
    table = table.reshape(n, 1, 1, 1, 8, 8)
    waves = (dct @ blocks @ dct.T / table).round() * table
    return (dct.T @ waves @ dct).transpose(3, 4).reshape(n, c, h, w)
