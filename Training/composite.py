"""Made-up photos with exact masks: subjects pasted on backgrounds.

Subjects are cut-outs, real subjects cut from training photos by their mask, and procedural objects (blobs, bars, rings and
sticks with the texture of a photo: thin parts and holes, of no kind the network could know by heart). Backgrounds are
landscapes, empty rectangles of training photos, flat colours, studio sweeps, gradients and noise. What makes a paste easy
to see is taken away: colour and light are drawn towards the background, texture is laid over rendered cut-outs, and blur,
grain, JPEG and low resolution come last and cover everything.
"""
import multiprocessing

import cv2
import numpy as np

import sources

PHOTO, PLAIN = "photo", "plain"


def colour_matrix(rng, saturation, hue):
    """A 3 x 3 matrix on RGB: saturation around luma, then a turn around the grey axis."""
    luma = np.tile(np.array([.299, .587, .114], "f"), (3, 1))
    s = luma + (np.eye(3, dtype="f") - luma) * saturation
    c, n = np.cos(hue), np.sin(hue) / np.sqrt(3)
    turn = np.full((3, 3), (1 - c) / 3, "f") + np.array([[c, -n, n], [n, c, -n], [-n, n, c]], "f")
    return (turn @ s).astype("f")


def empty_rectangle(mask, rng, least=90, tries=24):
    """The largest of some random rectangles that hold nothing of the subject, as x0, y0, x1, y1, or None."""
    h, w = mask.shape
    if min(h, w) < least:
        return None
    taken = cv2.integral(cv2.dilate((mask > 12).astype("u1"), np.ones((9, 9), "u1")))
    best, area = None, 0
    for _ in range(tries):
        a, b = int(rng.integers(least, w + 1)), int(rng.integers(least, h + 1))
        x, y = int(rng.integers(w - a + 1)), int(rng.integers(h - b + 1))
        if a * b > area and taken[y + b, x + a] - taken[y, x + a] - taken[y + b, x] + taken[y, x] == 0:
            best, area = (x, y, x + a, y + b), a * b
    return best


def touched(mask):
    """Which edges of the frame the subject runs into: left, top, right, bottom."""
    m = mask > 127
    return tuple(bool(e.mean() > .06) for e in (m[:, :2], m[:2], m[:, -2:], m[-2:]))


def certain(mask, most=.15):
    """Whether a mask that networks made is good enough to paste its subject as if it were exact."""
    return ((mask > 40) & (mask < 215)).sum() < most * (mask > 127).sum()


def looked_through(pairs, seed, processes):
    """For each pair its subject's box and whether it stands on the frame, if it can be pasted, and an empty rectangle, if there is
    one."""
    def look(k):
        pair, mask, subject = pairs[k], pairs[k].mask, None
        left, top, right, bottom = touched(mask)
        sure = sources.TRUST.get(pair.set) not in sources.UNSURE or certain(mask)
        if .02 < (mask > 127).mean() < .7 and not (left or top or right) and sure:
            x, y, w, h = cv2.boundingRect((mask > 127).astype("u1"))
            subject = ((x, y, w, h), bottom) if max(w, h) >= 64 else None
        return subject, empty_rectangle(mask, np.random.default_rng((seed, k)))

    if processes == 1:
        return [look(k) for k in range(len(pairs))]
    global look_at  # processes that are forked find it there, with the pairs
    look_at = look
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        return pool.map(look_through, range(len(pairs)), chunksize=64)


def look_through(k):
    return look_at(k)


class Composer:
    def __init__(self, pack, seed=0, reserved=False, shares=None, crowds=.2, finishes=True, processes=1):
        """With `reserved`, only what training never sees: for the synthetic test set. `shares`: as in `sources.shares`; `crowds`: as
        in `data.Mix`. Without `finishes` the camera is left to somebody else (`card.finish`). `processes` look through the pairs."""
        self.shares, self.crowds, self.finishes = sources.shares({pair.set for pair in pack.pairs}, shares), crowds, finishes
        stems = sorted(s for s in pack.cutouts if sources.held_out(s) == reserved)
        self.cutouts = [(pack.cutouts[s], s.startswith(sources.PHOTOGRAPH)) for s in stems]
        self.cutout_weight = np.cumsum(sources.cutout_weights(stems))
        self.landscapes = sources.landscapes(pack, reserved)
        self.grounds = [] if reserved else list(pack.grounds.values())
        self.subjects, self.rectangles = {}, []
        for pair, (subject, box) in zip(pack.pairs, looked_through(pack.pairs, seed, processes)):
            if subject:
                self.subjects.setdefault(pair.set, []).append((pair, *subject))
            if box is not None:
                self.rectangles.append((pair, box))
        rng = np.random.default_rng(seed)
        self.noise = rng.standard_normal(1 << 21).astype("f")

    # Subjects: H x W x 4, float, colour premultiplied by alpha, 0...255 and 0...1.

    def cutout(self, rng, longest):
        for _ in range(4):
            c, is_photo = self.cutouts[int(np.searchsorted(self.cutout_weight, rng.random() * self.cutout_weight[-1]))]
            if max(c.shape[:2]) * 1.6 > longest:  # a small one enlarged would be known by its blur
                break
        alpha = c[..., 3]
        x, y, w, h = cv2.boundingRect((alpha > 8).astype("u1"))
        item = self.fit(c[y:y + h, x:x + w, :3], alpha[y:y + h, x:x + w], longest)
        if is_photo:
            if rng.random() < .25:
                item[..., :3] = cv2.transform(item[..., :3], colour_matrix(rng, rng.uniform(.6, 1.2), rng.normal(0, .4)))
            return item, False
        if rng.random() < .3:
            item[..., :3] = cv2.transform(item[..., :3], colour_matrix(rng, rng.uniform(.5, 1.1), rng.uniform(-3.1, 3.1)))
        if rng.random() < .5:
            item[..., :3] *= self.texture(rng, item.shape[:2], rng.uniform(.08, .3))[..., None]
        return item, False

    PEOPLE, STANDING, GROUPS = ("ccp", "humanseg_vikram"), ("ccp",), "groups"

    def real(self, rng, longest, among=None):
        names = [name for name in sorted(self.subjects) if among is None or name in among]
        share = np.cumsum([self.shares[name] for name in names])
        items = self.subjects[names[int(np.searchsorted(share, rng.random() * share[-1]))]]
        pair, (x, y, w, h), bottom = items[rng.integers(len(items))]
        mask = pair.mask
        longer = max(mask.shape)
        x0, y0, x1, y1 = max(0, x - 3), max(0, y - 3), min(mask.shape[1], x + w + 3), min(mask.shape[0], y + h + 3)
        mask = mask[y0:y1, x0:x1]
        if sources.TRUST.get(pair.set) in sources.UNSURE:
            mask = np.clip(mask.astype("f") * 2 - 96, 0, 255).astype("u1")
        erode = round(sources.ERODE.get(pair.set, sources.OTHER_ERODE) * max(1, longer / 352))
        mask = cv2.erode(mask, np.ones((3, 3), "u1"), iterations=erode, borderValue=255)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(.5, 1.1))
        return self.fit(pair.photo[y0:y1, x0:x1], mask, longest), bottom

    def procedural(self, rng, longest):
        side = 160
        shape = np.zeros((side, side), "u1")
        point = lambda: tuple(int(v) for v in rng.integers(24, side - 24, 2))
        for _ in range(rng.integers(1, 4)):
            kind = rng.integers(4)
            if kind == 0:
                cv2.ellipse(shape, point(), tuple(int(v) for v in rng.integers(8, 48, 2)), rng.uniform(0, 180), 0, 360, 255, -1)
            elif kind == 1:
                turn = np.sort(rng.uniform(0, 6.28, rng.integers(3, 9)))
                far = rng.uniform(15, 60, len(turn))
                around = np.stack([side / 2 + far * np.cos(turn), side / 2 + far * np.sin(turn)], 1).astype(np.int32)
                cv2.fillPoly(shape, [around], 255)
            elif kind == 2:
                cv2.ellipse(shape, point(), tuple(int(v) for v in rng.integers(14, 44, 2)), rng.uniform(0, 180), 0, 360, 255,
                            int(rng.integers(3, 12)))
            else:
                cv2.line(shape, point(), point(), 255, int(rng.integers(8, 24)))
        if rng.random() < .5:
            shape = ((cv2.GaussianBlur(shape, (0, 0), rng.uniform(2, 6)) > 110) * 255).astype("u1")
        for _ in range(rng.integers(0, 5)):
            cv2.line(shape, (side // 2, side // 2) if rng.random() < .6 else point(), point(), 255, int(rng.integers(2, 6)))
        if not shape.any():
            cv2.circle(shape, (side // 2, side // 2), 40, 255, -1)
        photo = cv2.resize(self.rectangle(rng), (side, side)).astype("f")
        rgb = photo + rng.uniform(0, 1) * (rng.uniform(0, 255, 3).astype("f") - photo)
        depth = cv2.distanceTransform(shape, cv2.DIST_L2, 3)
        rgb *= (.55 + .45 * np.clip(depth / rng.uniform(3, 25), 0, 1))[..., None]
        x, y, w, h = cv2.boundingRect(shape)
        cut = slice(y, y + h), slice(x, x + w)
        return self.fit(np.clip(rgb[cut], 0, 255).astype("u1"), cv2.GaussianBlur(shape, (0, 0), .7)[cut], longest), False

    def fit(self, rgb, alpha, longest):
        """Resizes to `longest` pixels and premultiplies."""
        h, w = alpha.shape
        z = longest / max(h, w)
        size = max(2, round(w * z)), max(2, round(h * z))
        how = cv2.INTER_AREA if z < 1 else cv2.INTER_LINEAR
        a = alpha.astype("f") / 255
        item = np.dstack((rgb.astype("f") * a[..., None], a))
        return cv2.resize(item, size, interpolation=how)

    def texture(self, rng, shape, strength):
        """A multiplier near 1 from the light and dark of a photo."""
        grey = cv2.resize(cv2.cvtColor(self.rectangle(rng), cv2.COLOR_RGB2GRAY), shape[::-1]).astype("f")
        return np.clip(1 + (grey - grey.mean()) / (grey.std() + 8) * strength, .3, 1.7)

    # Backgrounds: S x S x 3, uint8.

    def rectangle(self, rng):
        pair, (x0, y0, x1, y1) = self.rectangles[rng.integers(len(self.rectangles))]
        return pair.photo[y0:y1, x0:x1]

    def crop(self, rng, photo, least):
        h, w = photo.shape[:2]
        k = rng.uniform(least, 1)
        a, b = max(8, int(w * k)), max(8, int(h * min(1, k * rng.uniform(.8, 1.25))))
        x, y = rng.integers(w - a + 1), rng.integers(h - b + 1)
        return photo[y:y + b, x:x + a]

    def background(self, rng, side, kinds=(.22, .42, .24, .12)):
        """Returns the picture and whether it is a photo or plain. Where there are photographed grounds, half of what would show a
        landscape or a rectangle shows one of them."""
        kind = int(np.searchsorted(np.cumsum(kinds), rng.random() * sum(kinds)))
        if kind <= 1 and self.grounds and rng.random() < .55:
            ground = sources.decode(self.grounds[rng.integers(len(self.grounds))])
            b = cv2.resize(self.crop(rng, ground, .5), (side, side), interpolation=cv2.INTER_AREA if max(ground.shape) > side else cv2.INTER_LINEAR)
        elif kind == 0:
            b = cv2.resize(self.crop(rng, self.landscapes[rng.integers(len(self.landscapes))], .3), (side, side),
                           interpolation=cv2.INTER_AREA)
        elif kind == 1:
            b = self.crop(rng, self.rectangle(rng), .6)
            b = cv2.resize(b, (side, side), interpolation=cv2.INTER_AREA if max(b.shape[:2]) > 1.5 * side else cv2.INTER_LINEAR)
        elif kind == 2:
            return self.plain(rng, side), PLAIN
        else:
            b = self.noise_field(rng, side) if rng.random() < .5 else self.sweep(rng, side)
        if rng.random() < .5:
            b = b[:, ::-1]
        if rng.random() < .35:  # out of focus
            b = cv2.GaussianBlur(b, (0, 0), rng.uniform(.8, 7) * side / 224)
        return np.ascontiguousarray(b), PHOTO

    def plain(self, rng, side):
        u = rng.random()
        colour = (255,) * 3 if u < .5 else (rng.integers(236, 255),) * 3 if u < .62 else (rng.integers(0, 16),) * 3 \
            if u < .72 else rng.integers(0, 256, 3)
        return np.full((side, side, 3), colour, "u1")

    def sweep(self, rng, side):
        """A gradient, a vignette, or a wall and a floor."""
        a, c = rng.uniform(0, 255, (2, 3)).astype("f")
        if rng.random() < .5:
            c = a + rng.normal(0, 25, 3).astype("f")
        y, x = np.mgrid[0:side, 0:side].astype("f") / side
        kind = rng.integers(3)
        if kind == 0:
            t = x * rng.uniform(-1, 1) + y * rng.uniform(-1, 1)
            t = (t - t.min()) / (np.ptp(t) + 1e-6)
        elif kind == 1:
            t = np.minimum(1, np.hypot(x - rng.uniform(.3, .7), y - rng.uniform(.3, .7)) * rng.uniform(.8, 1.6))
        else:
            t = np.clip((y - rng.uniform(.4, .85)) * rng.uniform(5, 80) + .5, 0, 1)
        return np.clip(a + (c - a) * t[..., None], 0, 255).astype("u1")

    def noise_field(self, rng, side):
        out = np.zeros((side, side, 3), "f")
        for k in range(rng.integers(1, 4)):
            cells = int(rng.integers(2, 12)) * 3 ** k
            out += cv2.resize(rng.uniform(-1, 1, (cells, cells, 3)).astype("f"), (side, side),
                              interpolation=cv2.INTER_CUBIC) * rng.uniform(10, 110) / (k + 1)
        return np.clip(out + rng.uniform(20, 235, 3), 0, 255).astype("u1")

    # Putting together.

    def relight(self, rng, item, canvas):
        """Draws colour and contrast of a subject part of the way towards its background, and lights it from one side."""
        alpha = item[..., 3:]
        weight = float(alpha.sum()) + 1e-3
        own = item[..., :3].sum((0, 1)) / weight
        there = canvas[::8, ::8].reshape(-1, 3).astype("f").mean(0)
        gain = rng.uniform(.75, 1.25) * rng.uniform(.93, 1.07, 3)
        shift = (there - own) * rng.uniform(0, .55) * (rng.random() < .6) + rng.uniform(-12, 12)
        contrast = rng.uniform(.7, 1.15)
        item[..., :3] = item[..., :3] * (contrast * gain) + alpha * (own * gain * (1 - contrast) + shift)
        if rng.random() < .3:
            h, w = item.shape[:2]
            ramp = np.linspace(1 - (d := rng.uniform(-.35, .35)), 1 + d, w, dtype="f")[None, :] \
                * np.linspace(1 - (d := rng.uniform(-.35, .35)), 1 + d, h, dtype="f")[:, None]
            item[..., :3] *= ramp[..., None]
        item[..., :3] = np.clip(item[..., :3], 0, 255 * alpha)
        return item

    def move(self, item, side, centre, angle, flip, aspect):
        h, w = item.shape[:2]
        m = cv2.getRotationMatrix2D((w / 2, h / 2), angle, 1.)
        m[0] *= aspect
        m[1] /= aspect
        m[:, 2] += np.array(centre) * side - m @ np.array([w / 2, h / 2, 1])
        if flip:
            m = m @ np.array([[-1, 0, w], [0, 1, 0], [0, 0, 1.]])
        return cv2.warpAffine(item, m, (side, side), flags=cv2.INTER_LINEAR)

    def shadow(self, rng, alpha):
        side = alpha.shape[0]
        rows = np.flatnonzero(alpha.max(1) > .5)
        foot = float(rows[-1]) if len(rows) else side
        if rng.random() < .6:  # on the ground
            flat, lean = rng.uniform(.05, .45) * (1 if rng.random() < .7 else -1), rng.uniform(-.9, .9)
            m = np.array([[1, -lean, lean * foot], [0, flat, foot * (1 - flat)]])
            soft = rng.uniform(1.5, 7)
        else:  # on a wall behind
            m = np.array([[1, 0, rng.uniform(-.07, .07) * side], [0, 1, rng.uniform(.0, .07) * side]])
            soft = rng.uniform(2, 9)
        shade = cv2.GaussianBlur(cv2.warpAffine(alpha, m, (side, side)), (0, 0), soft * side / 224)
        return 1 - shade * rng.uniform(.12, .6)

    def subject(self, rng, longest):
        u = rng.random()
        if u < .42 or not self.subjects:
            return self.cutout(rng, longest)
        return self.real(rng, longest) if u < .9 else self.procedural(rng, longest)

    PLACES = ("normal", "small", "fill", "cut", "zoom")
    PLACE_SHARE = np.cumsum([.38, .22, .13, .12, .15])

    def paste(self, rng, canvas, alpha, place, scale=1., performs=False):
        """Pastes one subject; changes `canvas` (float, 0...255) and `alpha` (float, 0...1). One that `performs` is a person
        who may stand on the head."""
        side = alpha.shape[0]
        size = scale * rng.uniform(*{"normal": (.6 if performs else .35, .85), "small": (.1, .3), "fill": (1.1, 1.9),
                                     "cut": (.6, 1.2), "zoom": (.78, .98)}[place])
        longest = max(6, size * side)
        item, stands = self.real(rng, longest, self.STANDING) if performs else self.subject(rng, longest)
        stands = stands and not performs
        item = self.relight(rng, item, canvas)
        spread = {"normal": .13, "small": .24, "fill": .1, "cut": 0, "zoom": .02}[place]
        centre = np.clip(.5 + rng.normal(0, spread, 2), .08, .92)
        half = np.array(item.shape[1::-1]) / side / 2
        if place == "cut":
            edge, inside = rng.integers(4), rng.uniform(-.5, .5)
            axis, far = edge % 2, edge >= 2
            centre[axis] = 1 - inside * half[axis] if far else inside * half[axis]
            centre[1 - axis] = .5 + rng.normal(0, .15)
        if stands and place != "small":
            centre[1] = 1 - half[1] + rng.uniform(.005, .12)
        angle = 0 if stands else rng.normal(0, 10) if rng.random() < (.4 if performs else .8) else rng.uniform(-180, 180)
        moved = self.move(item, side, centre, angle, rng.random() < .5, np.exp(rng.normal(0, .12)))
        a = moved[..., 3]
        if a.sum() < .0008 * side * side or (place in ("normal", "small", "zoom") and a.sum() < .5 * item[..., 3].sum()):
            return False
        if rng.random() < .4:
            canvas *= self.shadow(rng, a)[..., None]
        if rng.random() < .25:
            moved = cv2.GaussianBlur(moved, (0, 0), rng.uniform(.3, 1.3) * side / 224)
            a = moved[..., 3]
        canvas *= (1 - a)[..., None]
        canvas += moved[..., :3]
        np.maximum(alpha, a, out=alpha)
        return True

    def bystanders(self, rng, canvas, largest=.32):
        """Smaller subjects further back, which are none: a crowd, passers-by, what stands on shelves. Changes `canvas`."""
        side = canvas.shape[0]
        level, size, blur = rng.uniform(.25, .7), rng.uniform(.1, largest), rng.uniform(0, 3) * (rng.random() < .7)
        dim = rng.uniform(.6, 1.05)
        for _ in range(rng.integers(1, 10)):
            make = self.real if self.subjects and rng.random() < .75 else self.cutout
            item = self.relight(rng, make(rng, max(6, size * rng.uniform(.75, 1.25) * side))[0], canvas)
            centre = np.array([rng.uniform(0, 1), level + rng.normal(0, .04)])
            moved = self.move(item, side, centre, rng.normal(0, 4), rng.random() < .5, 1.)
            if blur > .3:
                moved = cv2.GaussianBlur(moved, (0, 0), blur * side / 224)
            canvas *= (1 - moved[..., 3])[..., None]
            canvas += moved[..., :3] * dim

    def crowd(self, rng, canvas, front):
        """Spectators shoulder to shoulder behind the subject, smaller than it and further up. Changes `canvas`; `front` is the
        box of the subject that will stand before them, as top, bottom of the frame's height. Without sets of people, nothing."""
        if not any(name in self.subjects for name in self.PEOPLE):
            return
        side, tall = canvas.shape[0], front[1] - front[0]
        height = min(.6, tall * rng.uniform(.4, .8))
        feet = front[1] - tall * rng.uniform(.1, .4)
        blur, gap = rng.uniform(0, 2) * (rng.random() < .6), height * rng.uniform(.22, .5)
        left, right = (0, 1) if rng.random() < .6 else sorted(rng.uniform(-.1, 1.1, 2))
        groups = self.GROUPS in self.subjects and rng.random() < .5  # people who stand together as they were photographed
        for row in range(rows := int(rng.integers(1, 4))):
            at = feet - (rows - 1 - row) * height * rng.uniform(.1, .25)
            x = left + rng.uniform(-gap, gap)
            while x < right:
                longest = height * rng.uniform(.85, 1.15) * (1.4 if groups else 1)
                item = self.real(rng, max(8, longest * side), (self.GROUPS,) if groups else self.PEOPLE)[0]
                item = self.relight(rng, item, canvas)
                place = np.array([x, at + rng.normal(0, .02) * height - item.shape[0] / side / 2])
                moved = self.move(item, side, place, rng.normal(0, 2), rng.random() < .5, 1.)
                if blur > .3:
                    moved = cv2.GaussianBlur(moved, (0, 0), blur * side / 224)
                canvas *= (1 - moved[..., 3])[..., None]
                canvas += moved[..., :3]
                x += item.shape[1] / side * rng.uniform(.7, 1) if groups else gap * rng.uniform(.6, 1.5)

    def occlude(self, rng, canvas, alpha):
        """Something in front that is not the subject: a blurred bar, or a corner of another background."""
        side = alpha.shape[0]
        shape = np.zeros((side, side), "f")
        if rng.random() < .5:
            at, tilt = rng.uniform(0, side), rng.uniform(-.4, .4) * side
            ends = ((int(at), 0), (int(at + tilt), side)) if rng.random() < .7 else ((0, int(at)), (side, int(at + tilt)))
            cv2.line(shape, *ends, 1., int(rng.uniform(.02, .08) * side) + 1)
        else:
            corner = rng.integers(0, 2, 2) * side
            cv2.ellipse(shape, tuple(int(v) for v in corner), tuple(int(v) for v in rng.uniform(.15, .45, 2) * side), 0, 0, 360, 1., -1)
        soft = cv2.GaussianBlur(shape, (0, 0), rng.uniform(.7, 6) * side / 224)
        front = cv2.resize(self.rectangle(rng), (side, side)).astype("f") * rng.uniform(.5, 1.1)
        left = alpha * (1 - soft)
        if left.sum() < .4 * alpha.sum():
            return alpha
        canvas += (np.clip(front, 0, 255) - canvas) * soft[..., None]
        return left

    def letters(self, rng, image):
        side = image.shape[0]
        words = "".join(chr(rng.integers(65, 123)) for _ in range(rng.integers(3, 14)))
        at = int(rng.uniform(0, .6) * side), int(side * (rng.uniform(.04, .1) if rng.random() < .5 else rng.uniform(.9, .98)))
        cv2.putText(image, words, at, int(rng.integers(8)), rng.uniform(.3, .8) * side / 224,
                    tuple(int(v) for v in rng.integers(0, 256, 3)), 1, cv2.LINE_AA)

    def compose(self, rng, side, place=None, kinds=None):
        """A composite: S x S x 3 uint8 and its mask, S x S uint8."""
        for _ in range(6):
            how = place or self.PLACES[int(np.searchsorted(self.PLACE_SHARE, rng.random() * self.PLACE_SHARE[-1]))]
            back, kind = self.background(rng, side, *([kinds] if kinds else []))
            canvas, alpha, performs = back.astype("f"), np.zeros((side, side), "f"), False
            if how in ("normal", "zoom") and rng.random() < self.crowds and any(name in self.subjects for name in self.STANDING):
                self.crowd(rng, canvas, (.15, .95))
                performs = rng.random() < .6
            elif how != "small" and rng.random() < .3:
                self.bystanders(rng, canvas)
            alone = performs or how in ("fill", "zoom") or rng.random() < .65
            several = 1 if alone else int(rng.integers(2, 6)) if rng.random() < .4 else 2
            for k in range(several):
                self.paste(rng, canvas, alpha, how if k == 0 or how != "cut" else "normal",
                           1. if several == 1 else rng.uniform(.5, 1), performs)
            part = float(alpha.mean())
            if part < .0015 or part > .96 or (how == "fill" and part < .35):
                continue
            if rng.random() < .08:
                alpha = self.occlude(rng, canvas, alpha)
            image = np.clip(canvas, 0, 255).astype("u1")
            if rng.random() < .04:
                self.letters(rng, image)
            image = self.finish(rng, image, tone=kind == PHOTO or rng.random() < .3)
            return image, np.clip(alpha * 255 + .5, 0, 255).astype("u1")
        return self.nothing(rng, side)

    def nothing(self, rng, side):
        """A picture without a subject and an empty mask."""
        image, kind = self.background(rng, side, (.45, .2, .12, .23))
        if rng.random() < .1:
            image = image.copy()
            self.letters(rng, image)
        return self.finish(rng, image, tone=kind == PHOTO or rng.random() < .5), np.zeros((side, side), "u1")

    def finish(self, rng, image, tone=True):
        """The camera: tone and colour, blur, low resolution, grain, JPEG."""
        self.toned = tone
        if not self.finishes:
            return image
        side = image.shape[0]
        if tone and rng.random() < .85:
            x = np.arange(256, dtype="f") / 255
            gamma, gain, lift = np.exp(rng.normal(0, .22)), rng.uniform(.75, 1.25), rng.uniform(-.07, .07)
            tint = rng.uniform(.9, 1.1, 3)
            table = np.stack([np.clip((x ** gamma * gain * t + lift) * 255, 0, 255) for t in tint], 1).astype("u1")
            image = cv2.LUT(image, table[None])
        if tone and rng.random() < .35:
            saturation = 0. if rng.random() < .12 else rng.uniform(.4, 1.5)
            image = cv2.transform(image, colour_matrix(rng, saturation, rng.normal(0, .12)))
        if rng.random() < .2:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(.4, 1.3) * side / 224)
        if rng.random() < .1:
            k = int(side * rng.uniform(.4, .8))
            image = cv2.resize(cv2.resize(image, (k, k), interpolation=cv2.INTER_AREA), (side, side))
        if rng.random() < .28:
            n, channels = side * side, 1 if rng.random() < .5 else 3
            at = int(rng.integers(len(self.noise) - n * channels))
            grain = self.noise[at:at + n * channels].reshape(side, side, channels) * rng.uniform(1, 9)
            image = np.clip(image + grain, 0, 255).astype("u1")
        if rng.random() < .35:
            raw = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])[1]
            image = cv2.imdecode(raw, cv2.IMREAD_COLOR)
        return image
