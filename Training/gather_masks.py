"""Packs photos with exact masks out of the repositories of `repositories.txt`: SYSU-Scene's things, CFCNet's groups, VOC's animals,
Weizmann's horses, a football match and banknotes.

    python gather_masks.py --mirror MIRROR --model ../Sources/CSubjectNetwork/subject.onnx --out scenes.zip --held scenes --sheets sheets

SYSU-Scene names what each pixel shows; which of its things is the subject is a rule (`subject`), made with the mattes of a
network that works. Photos whose number ends in 0 are used for nothing: they measure the result. Those that end in 5 go to
`HELD/val/SET`, those that end in 0, by the same rule, to `HELD/test/SET`, as `evaluate.py` reads them; the others are packed.
"""
import argparse
import dataclasses
import io
import os

import cv2
import numpy as np
import PIL.Image

import data
import evaluate
import repositories
from pack_data import LOSSLESS, Writer, encode, shrink

LABELS = """aeroplane bag ball bench bicycle bird boat bottle building bus camera car cat cellphone chair cow cup dog glasses grass
horse laptop motorbike person racket rail sea sheep sky sofa street suitcase table train tree monitor umbrella""".split()
GROUNDS = {"building", "grass", "rail", "sea", "sky", "street", "table", "tree"}
THINGS = [number for number, label in enumerate(LABELS, 1) if label not in GROUNDS]


CARRIED = [LABELS.index(label) + 1 for label in "bag ball bottle camera cellphone cup glasses laptop racket suitcase umbrella".split()]


def parts_of(labels):
    """The connected parts of each thing's label: masks."""
    for number in np.intersect1d(np.unique(labels), THINGS):
        count, parts = cv2.connectedComponents((labels == number).astype("u1"), connectivity=8)
        for k in range(1, count):
            yield number, parts == k


def subject(labels, matte):
    """The mask of the subject, or `None` and why there is no telling.

    A part is what hangs together and has one label: the man on the bench and the bench are two. One on which the network's mean
    is above 0.35 is subject; above 0.15, if it is larger than half the largest; and what a subject carries, however thin. Where
    the network is sure (above 0.6) of more than a third as much that no label names, the labels lack the subject."""
    things = [(number, part, int(part.sum())) for number, part in parts_of(labels)]
    largest = max((area for _, _, area in things), default=0)
    if largest < .004 * labels.size:
        return None, "no thing"
    sure = [bool((mean := matte[part].mean()) > .35 or (mean > .15 and area > largest / 2)) for _, part, area in things]
    mask = np.any([part for (_, part, _), is_sure in zip(things, sure) if is_sure] or [np.zeros(labels.shape, bool)], 0)
    if mask.sum() < .004 * labels.size:
        return None, "none found"
    near = cv2.dilate(mask.astype("u1"), np.ones((7, 7), "u1")) > 0
    for (number, part, area), is_sure in zip(things, sure):
        if not is_sure and number in CARRIED and area < mask.sum() / 3 and (part & near).any():
            mask = mask | part
    if mask.mean() > .85:
        return None, "fills"
    if ((matte > .6) & ~np.isin(labels, THINGS)).sum() > mask.sum() / 3:
        return None, "unnamed"
    return mask, None


def scene(labels, photo, look):
    return subject(labels, evaluate.cut_out(look, photo))


def group(labels, photo, look):
    return labels > 0, None


ANIMALS, PERSON, BORDER = (3, 8, 10, 12, 13, 17), 15, 255
"""VOC's classes, and what it gives to pixels that are not decided."""


def animal(labels, photo, look):
    """Animals, and people with them; undecided pixels are half. Photos with much of other classes are left out."""
    chosen, border = np.isin(labels, (*ANIMALS, PERSON)), labels == BORDER
    if (~chosen & ~border & (labels > 0)).sum() > chosen.sum() / 3:
        return None, "other things"
    return np.where(border & (cv2.dilate(chosen.astype("u1"), np.ones((9, 9), "u1")) > 0), .5, chosen), None


def horse(labels, photo, look):
    """Riders are not in these masks: photos where the network is sure of something outside them are left out."""
    mask, matte = labels > 0, evaluate.cut_out(look, photo)
    near = cv2.dilate(mask.astype("u1"), np.ones((9, 9), "u1")) > 0
    return (None, "rider") if ((matte > .6) & ~near).sum() > mask.sum() / 15 else (mask, None)


PLAYERS = np.array([(96, 32, 192), (153, 223, 219), (255, 106, 77), (22, 100, 252), (38, 198, 129), (27, 154, 218)])


def player(colours, photo, look):
    """Players, referee and ball by their colours in the mask (RGB)."""
    mask = (np.abs(colours[:, :, None, ::-1].astype(int) - PLAYERS).max(3) <= 8).any(2)
    return (mask, None) if mask.mean() >= .02 else (None, "small")


@dataclasses.dataclass(frozen=True)
class MaskSet:
    """Where photos and masks lie: two repositories, or one. `most`: pairs at most. `alone`: numbers of one scene may not be told apart, so none
    is kept back."""
    name: str
    photos: str
    images: str
    masks: str
    folder: str
    rule: object
    commit: str = "HEAD"
    most: int = 100_000
    alone: bool = True


SETS = [
    MaskSet("sysu", "ruixuejianfei/SYSU-Scene", "images/", "ruixuejianfei/SYSU-Scene", "seg/", scene),
    MaskSet("groups", "40ksoul/CFCNet", "data/images/", "40ksoul/CFCNet", "data/labels/", group),
    MaskSet("animals", "mateusrafael4/Atividade_programacao_pose_estimation", "images/", "zzq96/Nested-unet", "SegmentationClassAug/",
            animal, commit="925924621b3a12e441e9f00e06d5c2a40ec25505"),
    MaskSet("horses", "LebronUzi/DeepLabv3plus", "weizmann_horse_db/horse/", "LebronUzi/DeepLabv3plus", "weizmann_horse_db/mask/", horse),
    MaskSet("football", "sahankrt20/Football-Match-Semantic-Segmentation", "images/", "sahankrt20/Football-Match-Semantic-Segmentation",
            "masks/", player, alone=False),
    MaskSet("notes", "anuraglamsal/Nepali-Currency-Images-and-Segmentation-Masks", "images/",
            "anuraglamsal/Nepali-Currency-Images-and-Segmentation-Masks", "labels/", group, most=125),
]


def pairs_of(these, mirror):
    """Number, photo's bytes, mask's bytes, in the order of the numbers."""
    def listing(name, folder, commit="HEAD"):
        rows = repositories.files(repositories.Repository("masks", 0, name, "", ""), mirror, commit)
        return {os.path.splitext(os.path.basename(path))[0]: sha for path, sha in rows if path.startswith(folder)}

    photos, masks = listing(these.photos, these.images), listing(these.masks, these.folder, these.commit)
    digits = lambda stem: "".join(c for c in stem if c.isdigit())
    stems = sorted((stem for stem in photos if stem in masks and digits(stem)), key=lambda stem: int(digits(stem)))
    if len(stems) > these.most:
        stems = repositories.shuffled([(stem, photos[stem]) for stem in stems])[:these.most]
        stems = [stem for stem, _ in stems]
    reads = [repositories.contents(repositories.Repository("masks", 0, name, "", ""), mirror, [of[stem] for stem in stems])
             for name, of in ((these.photos, photos), (these.masks, masks))]
    return zip(stems, *reads)


def decoded_labels(raw, colours):
    """The numbers that a mask holds: grey, or the places in its palette, which OpenCV turns into colours."""
    if raw is None:
        return None
    if colours:
        return cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
    image = PIL.Image.open(io.BytesIO(raw))
    return np.array(image if image.mode in ("L", "P", "1", "I;16") else image.convert("L"))


def tile(photo, mask, note, side=180):
    """The photo, and beside it what the mask keeps, on magenta."""
    cut = np.where(mask[..., None], photo, np.array([255, 0, 255], "u1"))
    out = np.hstack([cv2.resize(v, (side, side * 3 // 4), interpolation=cv2.INTER_AREA) for v in (photo, cut)])
    cv2.putText(out, note, (3, 12), cv2.FONT_HERSHEY_SIMPLEX, .4, (255, 255, 0), 1, cv2.LINE_AA)
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--mirror", required=True, help="the folder with the git directories")
    p.add_argument("--model", required=True, help="the network whose mattes choose among the things")
    p.add_argument("--out", default="scenes.zip")
    p.add_argument("--only", nargs="*", default=[], help="sets, by their names")
    p.add_argument("--held", help="a folder for the pictures that are kept apart")
    p.add_argument("--sheets", help="a folder for contact sheets")
    p.add_argument("--side", type=int, default=352, help="longest side of a packed photo")
    p.add_argument("--quality", type=int, default=72, help="WebP quality of photos")
    a = p.parse_args()
    cv2.setNumThreads(1)
    look, out = evaluate.load(a.model), Writer(a.out)
    for these in SETS:
        missing = [r for r in (these.photos, these.masks) if not os.path.isdir(os.path.join(a.mirror, r.replace("/", "+")))]
        if missing or (a.only and these.name not in a.only):
            print(f"{these.name}: left out" + "".join(f", {name} is missing" for name in missing))
            continue
        name, counts, shown = these.name, {}, []
        for number, photo, labels in pairs_of(these, a.mirror):
            photo = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR) if photo else None
            labels = decoded_labels(labels, these.rule is player)
            if photo is None or labels is None or photo.shape[:2] != labels.shape[:2]:
                counts["unreadable"] = counts.get("unreadable", 0) + 1
                continue
            mask, why = these.rule(labels, photo[..., ::-1], look)
            part = {"0": "test", "5": "val"}.get(number[-1], "packed") if these.alone else "packed"
            counts[why or part] = counts.get(why or part, 0) + 1
            if why:
                continue
            grey = (mask * np.float32(255)).astype("u1")
            if part == "packed":
                out.add(f"pairs/{name}/{number}.webp", encode(shrink(photo, a.side), a.quality))
                out.add(f"pairs/{name}/{number}.mask.webp", encode(shrink(grey, a.side), LOSSLESS))
                if a.sheets:
                    shown.append(tile(photo[..., ::-1], grey > 127, number))
            elif a.held:
                for kind, image, ending in (("im", photo, ".jpg"), ("gt", grey, ".png")):
                    os.makedirs(folder := os.path.join(a.held, part, name, kind), exist_ok=True)
                    cv2.imwrite(os.path.join(folder, number + ending), image)
        print(f"{name}:", ", ".join(f"{n} {what}" for what, n in sorted(counts.items())), flush=True)
        if a.sheets and shown:
            os.makedirs(a.sheets, exist_ok=True)
            step = max(1, len(shown) // 240)
            shown = shown[::step][:240]
            for k in range(0, len(shown), 48):
                tiles = shown[k:k + 48] + [np.zeros_like(shown[0])] * (-len(shown[k:k + 48]) % 6)
                data.sheet(os.path.join(a.sheets, f"{name}-{k // 48}.png"), [tiles[i:i + 6] for i in range(0, len(tiles), 6)])
    out.close()
    print(f"{os.path.getsize(a.out) / 2**20:.1f} MiB in {a.out}")


if __name__ == "__main__":
    main()
