"""Makes the composites in `cuts`: photos whose subject is known exactly.

    python make-cuts.py        # with numpy and opencv-python-headless

Each is told by its number alone: the four photos of `reference` cut out by the alpha of `pasting`, and painted balls, lie on
painted grounds or on the photos. The masks are what the subjects cover.
"""
import os
import random
import sys

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = ['astronaut', 'chelsea', 'coffee', 'rocket']
# What Tests/StickersTests/Segmentation/CutGuardTests.swift takes; those from 10000 on are of the second kind.
NUMBERS = [
    12, 30, 34, 54, 62, 100, 106, 122, 136, 212, 324, 332, 408, 432, 454, 10142, 10225, 10319,
]


def load(name):
    photo = cv2.imread(f'{HERE}/reference/{name}.input.png').astype('f')
    alpha = cv2.imread(f'{HERE}/pasting/{name}.alpha.png', 0).astype('f')
    return photo, np.clip(alpha / 127 - .5, 0, 1)


PHOTOS = {name: load(name) for name in NAMES}


def color(r, low=20, high=240):
    return np.array([r.uniform(low, high) for _ in range(3)])


def ground(r, height, width):
    kind = r.choice(['grad', 'grad', 'noise', 'stripes', 'photo'])
    y, x = np.mgrid[0:height, 0:width]
    c = [color(r, 30, 230) for _ in range(3)]
    plane = c[0] + (c[1] - c[0]) * (y / height)[..., None]
    if kind == 'stripes':
        wave = np.sin(x * r.uniform(.02, .15) + y * r.uniform(0, .1))
        plane = plane + (c[2] - 128)[None, None] * .4 * wave[..., None]
    if kind == 'noise':
        rng = np.random.default_rng(r.randrange(10**6))
        coarse = rng.normal(0, 1, (r.choice([10, 30, 80]),) * 2).astype('f')
        noise = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        plane = plane + noise[..., None] * r.uniform(5, 35)
    if kind == 'photo':
        photo, alpha = PHOTOS[r.choice(NAMES)]
        hole = (cv2.dilate(alpha, np.ones((15, 15))) > .02).astype('u1')
        plane = cv2.resize(cv2.inpaint(photo.astype('u1'), hole, 5, cv2.INPAINT_TELEA).astype('f'), (width, height))
    return plane


def paste(image, alpha, source, side, x, y, flipped):
    photo, own = (cv2.resize(plane, (side, side), interpolation=cv2.INTER_AREA) for plane in source)
    if flipped:
        photo, own = photo[:, ::-1], own[:, ::-1]
    height, width = alpha.shape
    left, top, right, bottom = max(0, x), max(0, y), min(width, x + side), min(height, y + side)
    if right <= left or bottom <= top:
        return
    share = own[top - y:bottom - y, left - x:right - x]
    part = (slice(top, bottom), slice(left, right))
    image[part] = image[part] * (1 - share[..., None]) + photo[top - y:bottom - y, left - x:right - x] * share[..., None]
    alpha[part] = np.maximum(alpha[part], share)


def ball(r, image, alpha, cx, cy, radius, hole=0, shows_ground=False):
    y, x = np.mgrid[0:alpha.shape[0], 0:alpha.shape[1]]
    own = np.clip(radius + .5 - np.hypot(x - cx, y - cy), 0, 1)
    light = np.clip(1.05 - .5 * (((x - cx) / radius + .35)**2 + ((y - cy) / radius + .4)**2) * .5, .3, 1.1)
    painted = np.clip(color(r) * light[..., None], 0, 255)
    before = image.copy()
    image[:] = image * (1 - own[..., None]) + painted * own[..., None]
    hx, hy = cx + r.uniform(-.2, .2) * radius, cy + r.uniform(-.2, .2) * radius
    if hole:
        inside = np.clip(hole * radius + .5 - np.hypot(x - hx, y - hy), 0, 1)
        filling = before if shows_ground else np.array([255, 255, 255.]) * r.uniform(.1, 1)
        image[:] = image * (1 - inside[..., None]) + filling * inside[..., None]
        if shows_ground:
            own = np.minimum(own, 1 - inside)
    alpha[:] = np.maximum(alpha, own)


def first_kind(number):
    r = random.Random(number)
    width, height = r.choice([(320, 320), (320, 240), (240, 320)])
    image, alpha, kind = ground(r, height, width), np.zeros((height, width)), number % 5

    def cutout(side, x, y):
        paste(image, alpha, PHOTOS[r.choice(NAMES)], side, x(), y(), r.random() < .5)

    if kind == 0:  # one subject of any size
        s = int(r.uniform(50, 330))
        cutout(s, lambda: int(r.uniform(-.3 * s, width - .7 * s)), lambda: int(r.uniform(-.3 * s, height - .7 * s)))
    elif kind == 1:  # a large one, and small ones that the frame cuts off
        s = int(r.uniform(150, 280))
        cutout(s, lambda: int(r.uniform(0, width - s)), lambda: int(r.uniform(0, max(1, height - s))))
        for _ in range(r.choice([1, 2])):
            s = int(r.uniform(20, 90))
            isLeft = r.choice([0, 1]) == 0
            cutout(s, lambda: int(-.5 * s if isLeft else width - .5 * s), lambda: int(r.uniform(0, height - s)))
    elif kind in (2, 3):  # a ball with a hole, or with small ones beside it
        radius = r.uniform(.15, .45 if kind == 2 else .4) * min(width, height)
        cx, cy = r.uniform(.35, .65) * width, r.uniform(.35, .65) * height
        if kind == 2:
            ball(r, image, alpha, cx, cy, radius, r.uniform(.08, .55), r.choice([True, True, False]))
        else:
            ball(r, image, alpha, cx, cy, radius)
            for _ in range(r.choice([1, 2, 3])):
                cx, cy = r.uniform(0, 1) * width, r.uniform(0, 1) * height
                ball(r, image, alpha, cx, cy, r.uniform(.06, .35) * radius)
    else:  # a very small one
        s = int(r.uniform(14, 60))
        cutout(s, lambda: int(r.uniform(0, width - s)), lambda: int(r.uniform(0, height - s)))
    return image, alpha


def second_kind(number):
    r = random.Random(number)
    width, height = r.choice([(320, 320), (320, 240), (240, 320)])
    image, alpha, kind = ground(r, height, width), np.zeros((height, width)), number % 4
    if kind == 1:  # no subject
        other, share = ground(r, height, width), r.uniform(.2, .8)
        image = image * share + other * (1 - share)
        if r.random() < .6:
            ball(r, image, np.zeros_like(alpha), r.uniform(0, 1) * width, r.uniform(0, 1) * height,
                 r.uniform(.1, .5) * min(width, height))
            image = cv2.GaussianBlur(image, (0, 0), r.uniform(6, 20))
    elif kind == 2:  # a large one, and small things that are none
        s = int(r.uniform(150, 260))
        paste(image, alpha, PHOTOS[r.choice(NAMES)], s, int(r.uniform(0, width - s)),
              int(r.uniform(0, max(1, height - s))), r.random() < .5)
        others = np.zeros_like(alpha)
        for _ in range(r.choice([1, 2, 3])):
            if r.random() < .5:
                ball(r, image, others, r.uniform(0, 1) * width, r.uniform(0, 1) * height, r.uniform(8, 22))
            else:
                s = int(r.uniform(16, 60))
                paste(image, others, PHOTOS[r.choice(NAMES)], s, int(r.choice([-.5 * s, width - .5 * s, r.uniform(0, width - s)])),
                      int(r.uniform(0, height - s)), r.random() < .5)
        alpha = alpha * (1 - others)
    else:  # a small one on a photo
        image = cv2.resize(PHOTOS[r.choice(NAMES)][0], (width, height))
        s = int(r.uniform(40, 120))
        if r.random() < .5:
            image = cv2.GaussianBlur(image, (0, 0), r.uniform(1, 8))
        paste(image, alpha, PHOTOS[r.choice(NAMES)], s, int(r.uniform(0, width - s)), int(r.uniform(0, height - s)),
              r.random() < .5)
    return image, alpha


out = sys.argv[1] if len(sys.argv) > 1 else f'{HERE}/cuts'
os.makedirs(out, exist_ok=True)
for number in NUMBERS:
    image, alpha = first_kind(number) if number < 10000 else second_kind(number)
    # Without loss: what JPEG changes decides in pictures that are near a bound.
    cv2.imwrite(f'{out}/{number}.webp', np.clip(image, 0, 255).astype('u1'), [cv2.IMWRITE_WEBP_QUALITY, 101])
    cv2.imwrite(f'{out}/{number}.mask.png', (alpha * 255).astype('u1'))
