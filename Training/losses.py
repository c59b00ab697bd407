"""What the network is trained to make small."""
import torch
import torch.nn.functional as F

import sources

LEVEL_WEIGHT = (1., .4, .3, .3, .3)


def edge_weight(target, width=31):
    """1 ... 6: pixels whose surroundings differ from them count more (F3Net, Wei et al., AAAI 2020, equation 4)."""
    r = width // 2
    around = F.avg_pool2d(F.avg_pool2d(target, (1, width), 1, (0, r)), (width, 1), 1, (r, 0))
    return 1 + 5 * (around - target).abs()


def certainty(target, trust):
    """Returns two weights per pixel, 0...1: for the cross-entropy and for the IoU. Pseudo-labels count by how sure their network
    was. The cross-entropy takes a teacher's probabilities as they are (Hinton et al. 2015); the IoU, which doubtful targets
    would bias, counts them by how sure the teacher was."""
    sure = ((2 * target - 1).abs() * 1.25).clamp(0, 1)
    pseudo, taught = ((trust == kind).view(-1, 1, 1, 1) for kind in (sources.PSEUDO, sources.TAUGHT))
    one = torch.ones_like(sure)
    return torch.where(pseudo, sure, one), torch.where(pseudo | taught, sure, one)


def structure_loss(logits, target, weight, empty):
    """Weighted cross-entropy + weighted IoU (F3Net). Where there is no subject the IoU says nothing, and is left out. `weight`: the
    pixels' weights for each of the two, N x 2 x H x W."""
    weight, weight_of_iou = weight.split(1, 1)
    bce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    bce = (weight * bce).sum((1, 2, 3)) / weight.sum((1, 2, 3))
    p = torch.sigmoid(logits)
    both, either = ((v * weight_of_iou).sum((1, 2, 3)) for v in (p * target, p + target - p * target))
    iou = 1 - (both + 1) / (either + 1)
    return (bce + torch.where(empty, torch.zeros_like(iou), iou)).mean()


def most_around(y, width=9):
    """The largest value of each square of that width; rows first, then columns, in a third of the time of both at once."""
    r = width // 2
    return F.max_pool2d(F.max_pool2d(y, (1, width), 1, (0, r)), (width, 1), 1, (r, 0))


def matte_loss(logits, target, sharp):
    """For masks that are right to the pixel: the matte's values near its edge and its slopes everywhere (the L1 and gradient
    terms of deep matting; boundaries and soft alpha)."""
    p, y = torch.sigmoid(logits), target
    band = (most_around(y) + most_around(-y)).clamp(0, 1) + .02
    band = band * sharp.view(-1, 1, 1, 1)
    value = (p - y).abs() * band
    slope = sum(((p.diff(dim=d) - y.diff(dim=d)).abs() * band.narrow(d, 1, band.shape[d] - 1)).sum() for d in (2, 3))
    return (value.sum() + slope) / (band.sum() + 1)


def total_loss(maps, target, trust):
    """`maps`: logits, finest first (1/2, 1/4 ... of the photo). `target`: N x 1 x H x W in 0...1."""
    sharp, empty = trust == sources.PRECISE, target.amax((1, 2, 3)) < .5
    weight = edge_weight(target) * torch.cat(certainty(target, trust), 1)
    size = target.shape[2:]
    finest = F.interpolate(maps[0].float(), size=size, mode="bilinear", align_corners=False)
    loss = LEVEL_WEIGHT[0] * structure_loss(finest, target, weight, empty) + .5 * matte_loss(finest, target, sharp)
    target, weight = F.avg_pool2d(target, 2), F.avg_pool2d(weight, 2)
    for share, logits in zip(LEVEL_WEIGHT[1:], maps[1:]):
        if logits.shape[2] < target.shape[2] // 2 and target.shape[2] > size[0] // 4:
            target, weight = F.avg_pool2d(target, 2), F.avg_pool2d(weight, 2)
        logits = F.interpolate(logits.float(), size=target.shape[2:], mode="bilinear", align_corners=False)
        loss = loss + share * structure_loss(logits, target, weight, empty)
    return loss
