"""The packed pictures: one zip file with everything that training reads, and what is known of each source.

`pack_data.py` writes the file, `read_pack` reads it into memory; photos with masks stay encoded until they are asked for, for
tens of thousands of them decoded would not fit. Names inside:

    pairs/SET/STEM.webp     a photo                       pairs/SET/STEM.mask.webp   its mask (lossless)
    unlabelled/STEM.webp    a photo without a mask        pseudo/STEM.mask.webp      a mask that a network made
                                                          labels/STEM.mask.webp      one that two networks made (`label.py`)
                                                          taught/STEM.mask.webp      the mean of both, a probability (`label.py --all`)
                                                          empty/STEM.mask.webp       one that is known to be empty
    cutouts/STEM.webp       an object with alpha          backgrounds/STEM.webp      a landscape without a subject
    grounds/STEM.webp       a photo without a subject, one of thousands
    watched/SET/STEM.webp   a photo to score on while training goes on, and .mask.webp, its mask
"""
import concurrent.futures
import dataclasses
import zipfile
import zlib

import cv2
import numpy as np

PRECISE, COARSE, PSEUDO, TAUGHT = 0, 1, 2, 3
"""How far a mask can be trusted. PRECISE: its edge to the pixel. COARSE: to a few pixels. PSEUDO: where the network was certain.
TAUGHT: each pixel is a probability."""
UNSURE = (PSEUDO, TAUGHT)

SET_SHARE = {"ccp": .28, "humanseg_vikram": .14, "feralcats": .15, "davis16val": .28, "coco_salient": .15}
"""How often a real pair comes from each set: small sets of rare kinds more often than their size."""
PSEUDO_SHARE = .4
"""The share of pseudo-labelled photos among real pairs, where there are any."""
def shares(names, given=None):
    """How often a real pair comes from each of these sets; the sum is 1. A set in `given` takes just that share; the others
    have what is left, `pseudo` by PSEUDO_SHARE and the rest by SET_SHARE."""
    given = {name: share for name, share in (given or {}).items() if name in names}
    weight = {name: SET_SHARE.get(name, OTHER_SHARE) for name in names if name not in given and name != "pseudo"}
    if "pseudo" in names and "pseudo" not in given:
        weight["pseudo"] = (sum(weight.values()) or 1) * PSEUDO_SHARE / (1 - PSEUDO_SHARE)
    left = 1 - sum(given.values())
    if left < -1e-9:
        raise ValueError("the shares of all sets are more than 1")
    if not weight:  # nothing takes what is left
        return {name: share / (1 - left) for name, share in given.items()}
    return given | {name: left * w / sum(weight.values()) for name, w in weight.items()}


TRUST = {"ccp": PRECISE, "davis16val": PRECISE, "humanseg_vikram": COARSE, "feralcats": COARSE, "coco_salient": COARSE,
         "pseudo": PSEUDO, "labels": PSEUDO, "taught": TAUGHT, "empty": PRECISE, "sysu": PRECISE, "groups": PRECISE,
         "football": PRECISE, "notes": PRECISE}
ERODE = {"ccp": 1, "davis16val": 1, "humanseg_vikram": 2, "feralcats": 2, "coco_salient": 3, "pseudo": 2, "labels": 2, "taught": 2,
         "sysu": 1, "groups": 1}
"""Pixels taken off a real subject before it is pasted elsewhere, so that little of its old background comes along.
For photos of 352 pixels, proportionally more in larger ones."""
OTHER_SHARE, OTHER_TRUST, OTHER_ERODE = .15, COARSE, 2
"""The same for pairs in a folder of any other name."""


@dataclasses.dataclass
class Pair:
    """A photo (H x W x 3, RGB, uint8) and its mask (H x W, uint8, 255 = subject), as arrays or as files of the pack."""
    set: str
    stem: str
    photo_file: object
    mask_file: object

    @property
    def photo(self):
        return decode(self.photo_file) if isinstance(self.photo_file, bytes) else self.photo_file

    @property
    def mask(self):
        return decode(self.mask_file, cv2.IMREAD_GRAYSCALE) if isinstance(self.mask_file, bytes) else self.mask_file


@dataclasses.dataclass
class Pack:
    pairs: list
    unlabelled: dict    # stem -> photo, as it lies in the file: `decode` it
    cutouts: dict       # stem -> H x W x 4, RGBA, uint8
    backgrounds: dict   # stem -> photo
    grounds: dict = dataclasses.field(default_factory=dict)  # stem -> photo, as it lies in the file
    watched: list = dataclasses.field(default_factory=list)  # pairs to score on, never to train on


def decode_all(pack, threads):
    """Keeps photos and masks as arrays instead, where there is memory for them: 0.4 MB a pair."""
    def arrays(pair):
        pair.photo_file, pair.mask_file = pair.photo, pair.mask
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        list(pool.map(arrays, pack.pairs + pack.watched))
        pack.grounds = dict(zip(pack.grounds, pool.map(decode, pack.grounds.values())))


def held_out(stem):
    """One cut-out in twelve is kept out of training, for `heldout.py`."""
    return zlib.crc32(stem.encode()) % 12 == 0


EMPTY_PARTS = {
    "Ashim_DSilva": (0, 0, 1, 1), "Morskie_Oko": (0, 0, 1, 1), "Sunset_by_the_Pier": (0, 0, 1, 1),
    "Snow-Capped_Mountain": (0, 0, 1, 1), "Martin_Adams": (.68, 0, 1, 1), "Mr._Lee": (.33, 0, 1, 1),
    "Photo_by_SpaceX": (0, 0, .42, 1), "Tj_Holowaychuk": (.68, 0, 1, 1), "Viktor_Forgacs": (0, 0, .42, 1),
}
"""Where the landscapes show nothing that could be a subject (some have a flower, a lantern, a satellite): x0, y0, x1, y1."""
EMPTY_UNLABELLED = ("alp", "hay", "promontory", "rapeseed", "seashore", "valley")
"""Unlabelled photos that are landscapes."""
RESERVED_LANDSCAPES = ("Snow-Capped_Mountain", "Viktor_Forgacs", "Path-2560x1600", "picosdeeuropa_by_Aitzol_Berasategi",
                       "BytheWater-2560x1600")
"""Kept out of training, for `heldout.py`."""


def landscapes(pack, reserved=False):
    out = []
    for stem, photo in sorted(pack.backgrounds.items()):
        h, w = photo.shape[:2]
        x0, y0, x1, y1 = EMPTY_PARTS.get(stem, (0, 0, 1, 1))
        if (stem in RESERVED_LANDSCAPES) == reserved:
            out.append(photo[int(y0 * h):int(y1 * h), int(x0 * w):int(x1 * w)])
    if not reserved:
        out += [decode(pack.unlabelled[s]) for s in EMPTY_UNLABELLED if s in pack.unlabelled]
    return out


def decode(raw, flag=cv2.IMREAD_COLOR):
    if isinstance(raw, np.ndarray):
        return raw
    image = cv2.imdecode(np.frombuffer(raw, np.uint8), flag)
    if image is None:
        raise ValueError("not a picture")
    if image.ndim == 2:
        return image
    return cv2.cvtColor(image, cv2.COLOR_BGRA2RGBA if image.shape[2] == 4 else cv2.COLOR_BGR2RGB)


def read_pack(paths, only=("pairs", "unlabelled", "pseudo", "labels", "taught", "empty", "cutouts", "backgrounds", "grounds", "watched")):
    """Reads one or more packs; a later one adds to an earlier one (pseudo-labels live in a pack of their own)."""
    pack, photos, masks = Pack([], {}, {}, {}), {}, {}
    for path in paths:
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                kind, stem = name.split("/", 1)
                if kind not in only:
                    continue
                raw = archive.read(name)
                if stem.endswith(".mask.webp"):
                    masks[kind, stem[:-10]] = raw
                elif kind in ("pairs", "watched"):
                    photos[kind, stem[:-5]] = raw
                elif kind == "grounds":
                    pack.grounds[stem[:-5]] = raw
                elif kind == "unlabelled":
                    pack.unlabelled[stem[:-5]] = raw
                elif kind == "cutouts":
                    pack.cutouts[stem[:-5]] = decode(raw, cv2.IMREAD_UNCHANGED)
                else:
                    pack.backgrounds[stem[:-5]] = decode(raw)
    for (kind, stem), mask in sorted(masks.items()):
        if kind in ("pairs", "watched"):
            (pack.pairs if kind == "pairs" else pack.watched).append(Pair(*stem.split("/", 1), photos[kind, stem], mask))
        elif stem in pack.unlabelled:
            pack.pairs.append(Pair(kind, stem, pack.unlabelled[stem], mask))
    return pack


FACES = [(0x1F600, 0x1F64F), (0x1F910, 0x1F92F), (0x1F970, 0x1F97A), (0x1FAE0, 0x1FAEF)]
SYMBOLS = [(0x23, 0x39), (0xA9, 0xAE), (0x2000, 0x25FF), (0x2640, 0x2642), (0x2648, 0x2653), (0x2660, 0x267F),
           (0x2690, 0x26B1), (0x2700, 0x27FF), (0x2900, 0x32FF), (0x1F000, 0x1F2FF), (0x1F4AF, 0x1F4AF),
           (0x1F500, 0x1F53D), (0x1F549, 0x1F55F), (0x1F5FF, 0x1F5FF), (0x1F6B9, 0x1F6C5), (0x1F7E0, 0x1F7EB)]


PHOTOGRAPH, THING = "photo-", "thing-"
"""How the names of cut-outs begin that are photographs (`stock.py`), and of rendered furniture and tools (`render_things.py`)."""
THINGS_SHARE = .3
"""Of the cut-outs that are drawn, where there are any such things."""


def cutout_weights(stems):
    """How often each cut-out is drawn. Photographs count three times as much as rendered things, but for road signs and
    gravestones. The other names are Unicode code points: all variants of one base (skin, gender, hair) share one weight, and
    signs, flat symbols and cartoon faces count less than things."""
    base = ["-".join(stem.split("-")[:-1]) if stem.startswith(THING) else stem if stem.startswith(PHOTOGRAPH) else stem.split("-")[0]
            for stem in stems]
    count = {b: base.count(b) for b in set(base)}

    def weight(b):
        if b.startswith(THING):
            return 1.
        if b.startswith(PHOTOGRAPH):
            return .7 if "roadsigns" in b or "grave" in b else 3.
        try:
            point = int(b, 16)
        except ValueError:
            return .1
        inside = lambda ranges: any(lo <= point <= hi for lo, hi in ranges)
        return .1 if inside(SYMBOLS) else .25 if inside(FACES) else 1.

    w = np.array([weight(b) / count[b] ** .8 for b in base])
    things = np.array([b.startswith(THING) for b in base])
    if things.any() and not things.all():
        w[things] *= THINGS_SHARE / (1 - THINGS_SHARE) * w[~things].sum() / w[things].sum()
    return w / w.sum()
