"""Scores of a matte against a mask, by their definitions in the literature.

Everywhere `p` is the matte, H x W, float, 0...1, and `y` the mask of the same size, bool for the hard scores and float for
the soft ones.
"""
import cv2
import numpy as np

TINY = np.finfo(np.float64).eps


def iou(p, y):
    """Intersection over union at a threshold of one half. Of two empty masks: 1."""
    p = p > .5
    either = (p | y).sum()
    return float((p & y).sum() / either) if either else 1.


def mae(p, y):
    """Mean absolute error (Perazzi et al., Saliency Filters, CVPR 2012, equation 9)."""
    return float(np.abs(p - y).mean())


def f_curve(p, y, beta2=.3):
    """F-measure at each of 256 thresholds, weight 0.3 (Achanta et al., CVPR 2009). maxF of a set is the largest value of the
    curve averaged over its pictures, as in PySODMetrics."""
    level = np.clip(p * 255, 0, 255).astype(np.uint8)
    hit = np.cumsum(np.bincount(level[y], minlength=256)[::-1])
    found = np.cumsum(np.bincount(level.ravel(), minlength=256)[::-1])
    precision, recall = hit / np.maximum(found, 1), hit / max(1, int(y.sum()))
    return (1 + beta2) * precision * recall / np.maximum(beta2 * precision + recall, TINY)


def s_measure(p, y, alpha=.5):
    """Structure measure (Fan et al., ICCV 2017): object-aware and region-aware similarity, half each."""
    part = y.mean()
    if part == 0:
        return float(1 - p.mean())
    if part == 1:
        return float(p.mean())
    return float(max(0, alpha * s_object(p, y, part) + (1 - alpha) * s_region(p, y)))


def s_object(p, y, part):
    def similar(values):
        mean, deviation = values.mean(), values.std(ddof=1) if values.size > 1 else 0.
        return 2 * mean / (mean ** 2 + 1 + deviation + TINY)
    return part * similar(p[y]) + (1 - part) * similar(1 - p[~y])


def s_region(p, y):
    h, w = y.shape
    rows, columns = np.nonzero(y)
    cy, cx = int(np.round(rows.mean())) + 1, int(np.round(columns.mean())) + 1
    total = 0.
    for a, b in ((slice(0, cy), slice(0, cx)), (slice(0, cy), slice(cx, w)), (slice(cy, h), slice(0, cx)),
                 (slice(cy, h), slice(cx, w))):
        if y[a, b].size:
            total += y[a, b].size / (h * w) * ssim(p[a, b], y[a, b].astype(np.float64))
    return total


def ssim(p, y):
    n, px, py = p.size, p.mean(), y.mean()
    if n > 1:
        vx, vy = ((p - px) ** 2).sum() / (n - 1), ((y - py) ** 2).sum() / (n - 1)
        vxy = ((p - px) * (y - py)).sum() / (n - 1)
    else:
        vx = vy = vxy = 0.
    above, below = 4 * px * py * vxy, (px ** 2 + py ** 2) * (vx + vy)
    if above != 0:
        return above / (below + TINY)
    return 1. if below == 0 else 0.


def outline(mask):
    """Pixels that differ from their right, lower or lower right neighbour, as in the DAVIS code."""
    out = np.zeros_like(mask)
    out[:, :-1] |= mask[:, :-1] ^ mask[:, 1:]
    out[:-1] |= mask[:-1] ^ mask[1:]
    out[:-1, :-1] |= mask[:-1, :-1] ^ mask[1:, 1:]
    return out


def boundary_f(p, y, tolerance=.008):
    """Contour accuracy F (Perazzi et al., DAVIS, CVPR 2016): outlines match within 0.8 % of the diagonal."""
    a, b = outline(p > .5), outline(y)
    radius = int(np.ceil(tolerance * np.hypot(*y.shape)))
    reach = np.arange(-radius, radius + 1)
    disk = (reach[:, None] ** 2 + reach ** 2 <= radius ** 2).astype("u1")
    near = lambda m: cv2.dilate(m.astype("u1"), disk) > 0
    if not a.any() or not b.any():
        return float(a.any() == b.any())
    precision, recall = (a & near(b)).sum() / a.sum(), (b & near(a)).sum() / b.sum()
    return float(2 * precision * recall / max(precision + recall, TINY))


# For masks with soft edges (Rhemann et al., A Perceptually Motivated Online Benchmark for Image Matting, CVPR 2009).

def sad(p, y):
    """Sum of absolute differences, in thousands."""
    return float(np.abs(p - y).sum() / 1000)


def mse(p, y):
    return float(((p - y) ** 2).mean())


def gradient_error(p, y, sigma=1.4):
    """Sum of squared differences of the gradients' lengths, with derivatives of a Gaussian, in thousands."""
    r = int(np.ceil(sigma * np.sqrt(-2 * np.log(np.sqrt(2 * np.pi) * sigma * .01))))
    t = np.arange(-r, r + 1, dtype=np.float64)
    bell = np.exp(-t ** 2 / (2 * sigma ** 2)) / (sigma * np.sqrt(2 * np.pi))
    slope = -t * bell / sigma ** 2
    size = np.linalg.norm(np.outer(bell, slope))
    bell, slope = bell / np.sqrt(size), slope / np.sqrt(size)
    length = lambda a: np.hypot(*(cv2.sepFilter2D(a.astype(np.float64), cv2.CV_64F, *k, borderType=cv2.BORDER_REPLICATE)
                                  for k in ((slope, bell), (bell, slope))))
    return float(((length(p) - length(y)) ** 2).sum() / 1000)


def connectivity_error(p, y, step=.1):
    """How much of each matte hangs together with the largest region that both call opaque, in thousands."""
    level = np.full(y.shape, -1.)
    steps = np.arange(round(1 / step) + 1) / round(1 / step)  # exact, so that 0.6 is not below its step
    for before, now in zip(steps[:-1], steps[1:]):
        count, label, stats, _ = cv2.connectedComponentsWithStats(((p >= now) & (y >= now)).astype("u1"), connectivity=4)
        whole = label == 1 + stats[1:, cv2.CC_STAT_AREA].argmax() if count > 1 else np.zeros(y.shape, bool)
        level[(level == -1) & ~whole] = before
    level[level == -1] = 1
    hang = lambda a: 1 - np.where(a - level >= .15, a - level, 0)
    return float(np.abs(hang(p) - hang(y)).sum() / 1000)
