"""Trains SubjectNet on a pack (see pack_data.py).

    python train.py --pack pack.zip --start start.pt --out run                 # one core, an hour
    python train.py --pack pack.zip --start start.pt --out run --preset gpu    # one large GPU, 25 minutes
    python train.py --pack pack.zip --start start.pt --out run --preset gpu --resume    # the same line with --resume goes on

`run/checkpoint.pt` holds everything needed to go on; `run/subject.pt` the averaged weights, which are what is used. The
length is either `--steps` (a run can be repeated exactly) or `--minutes` (wall clock on a GPU, processor time of this
process otherwise, so that pauses do no harm).
"""
import argparse
import copy
import dataclasses
import json
import multiprocessing
import os
import signal
import time

import cv2
import numpy as np
import torch

import card
import data
import losses
import sources
import subject_net


@dataclasses.dataclass(frozen=True)
class Preset:
    batch: int
    workers: int
    encoder_rate: float
    decoder_rate: float
    average: float    # of the weights: decay a step
    warm_up: int      # steps
    sides: tuple      # (until this part of the run, sides that alternate)
    steps: int = 0
    minutes: float = 0
    shelf: float = 0  # of a batch, real pairs that the card cuts itself (card.py); the camera is the card's then, too


PRESETS = {
    "cpu": Preset(16, 1, 1.5e-4, 6e-4, .997, 60, ((.55, (192, 224)), (.85, (256,)), (1, (320,))), minutes=58),
    "on": Preset(16, 1, 1.2e-4, 5e-4, .998, 60, ((.35, (224, 256)), (1, (320,))), minutes=80),
    "long": Preset(16, 1, 1e-4, 4e-4, .998, 60, ((.15, (256,)), (1, (320,))), minutes=150),
    "new": Preset(16, 1, 1.5e-4, 5e-4, .998, 60, ((.3, (224, 256)), (1, (320,))), minutes=105),
    "sharp": Preset(16, 1, 1.2e-4, 5e-4, .998, 60, ((.2, (288, 320)), (1, (384,))), minutes=85),
    "gpu": Preset(128, 15, 4e-4, 1.5e-3, .999, 200, ((.4, (256,)), (1, (320,))), minutes=9, shelf=.5),
    "test": Preset(4, 2, 1e-4, 3e-4, .9, 2, ((.5, (96, 128)), (1, (160,))), steps=4),
    "test-gpu": Preset(8, 2, 1e-4, 3e-4, .9, 2, ((.5, (96,)), (1, (128,))), steps=4, shelf=.5),
}


def side_at(preset, index, progress):
    sides = next((s for until, s in preset.sides if progress < until), preset.sides[-1][1])
    return sides[index % len(sides)]


def parameter_groups(net):
    """Encoder and decoder at their own rates; no weight decay on norms and biases."""
    inner, groups = {id(p) for p in net.enc.parameters()}, {}
    for p in (p for p in net.parameters() if p.requires_grad):
        groups.setdefault((id(p) in inner, p.ndim > 1), []).append(p)
    return [dict(params=ps, lr=0., weight_decay=1e-4 if decays else 0., encoder=encoder)
            for (encoder, decays), ps in sorted(groups.items(), key=lambda item: item[0])]


def keep_depthwise_in_32_bits(net):
    """On a CPU the gradient of a depthwise convolution takes four times as long in bfloat16."""
    for conv in net.modules():
        if isinstance(conv, torch.nn.Conv2d) and conv.groups > 1:
            def exactly(x, forward=conv.forward):
                with torch.autocast("cpu", enabled=False):
                    return forward(x.float())
            conv.forward = exactly


def freeze(encoder, blocks):
    """The stem and that many blocks stay as they are, norms' statistics too: they are not run backwards. On a CPU the layers
    at 1/2 and 1/4 of the photo are a large part of a step."""
    if blocks:
        for part in (encoder.stem, *encoder.blocks[:blocks]):
            part.requires_grad_(False).eval()


def fix_norms(net):
    """Norms keep the statistics that they have, in place of each batch's: a network that works begins as it is, and photos of
    new kinds do not move what it makes of the old ones."""
    for norm in net.modules():
        if isinstance(norm, torch.nn.BatchNorm2d):
            norm.eval()


class Trainer:
    def __init__(self, preset, net, device, bfloat16, frozen=0, fixed_norms=False):
        self.preset, self.device, self.bfloat16 = preset, device, bfloat16
        self.net = net.to(device, memory_format=torch.channels_last).train()
        self.mean = copy.deepcopy(self.net).eval()
        self.followed = followed(self.mean, self.net)
        freeze(self.net.enc, frozen)
        if fixed_norms:
            fix_norms(self.net)
        self.optimizer = torch.optim.AdamW(parameter_groups(self.net))
        self.step, self.spent = 0, 0.
        self.shelf = None
        if bfloat16 and device == "cpu":
            keep_depthwise_in_32_bits(self.net)

    def state(self):
        return dict(net=self.net.state_dict(), mean=self.mean.state_dict(), optimizer=self.optimizer.state_dict(),
                    step=self.step, spent=self.spent, rng=torch.get_rng_state())

    def load(self, state):
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.spent = state["step"], state["spent"]
        torch.set_rng_state(state["rng"].cpu())

    def tensors(self, batch):
        photos, masks, trust = (torch.from_numpy(a) for a in batch)
        if self.device == "cuda":
            photos, masks, trust = (t.pin_memory().to("cuda", non_blocking=True) for t in (photos, masks, trust))
        x, y = photos.permute(0, 3, 1, 2).float().div_(255), masks.unsqueeze(1).float().div_(255)
        toned, trust = (trust & data.TONED) > 0, trust & ~data.TONED
        if self.shelf:
            count = self.preset.batch - len(x)
            real, real_masks, real_trust = self.shelf.draw(count, x.shape[-1])
            x, y, trust = (torch.cat(pair) for pair in ((x, real), (y, real_masks), (trust, real_trust.to(trust.dtype))))
            x = card.finish(x, torch.cat((toned, torch.rand(count, device=x.device) < .8)))
        return x.contiguous(memory_format=torch.channels_last), y, trust

    def train_on(self, batch, progress):
        """One step; returns the loss as a tensor (not waited for)."""
        pace = float(min(1, (self.step + 1) / self.preset.warm_up) * .5 * (1 + np.cos(np.pi * min(1, progress))))
        for group in self.optimizer.param_groups:
            group["lr"] = (self.preset.encoder_rate if group["encoder"] else self.preset.decoder_rate) * pace + 1e-6
        x, y, trust = self.tensors(batch)
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.bfloat16):
            maps = self.net(x)
        loss = losses.total_loss(maps, y, trust)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.)
        self.optimizer.step()
        self.step += 1
        follow(self.followed, self.step, self.preset.average)
        return loss.detach()


def followed(mean, net):
    """Pairs of the mean's and the network's tensors: numbers, and counters."""
    pairs = list(zip(mean.state_dict().values(), net.state_dict().values()))
    return [(m, n) for m, n in pairs if m.dtype.is_floating_point], [(m, n) for m, n in pairs if not m.dtype.is_floating_point]


@torch.no_grad()
def follow(followed, step, decay):
    """An exponential moving average of weights and of the norms' statistics, after that many steps; faster at the start."""
    share = 1 - min(decay, (step + 1) / (step + 30))
    floats, counters = followed
    torch._foreach_lerp_([m for m, _ in floats], [n for _, n in floats], share)
    for m, n in counters:
        m.copy_(n)


@torch.no_grad()
def scores(net, pairs, device, side=320, batch=64):
    """The mean IoU at one half of each set, of squares: quick, and a little other than evaluate.py's."""
    sums = {}
    for k in range(0, len(pairs), batch):
        some = (pairs[k:k + batch] + pairs[:batch])[:batch]  # always as many: cuDNN tries its kernels for each new shape, for seconds
        square = lambda image: cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA)
        photos = torch.from_numpy(np.stack([square(pair.photo) for pair in some])).to(device).permute(0, 3, 1, 2).float() / 255
        masks = torch.from_numpy(np.stack([square(pair.mask) for pair in some])).to(device) > 127
        found = net(photos.contiguous(memory_format=torch.channels_last))[:, 0] > .5
        both, either = (found & masks).sum((1, 2)), (found | masks).sum((1, 2))
        for pair, value in zip(some[:len(pairs) - k], torch.where(either > 0, both / either.clamp(min=1), 1.).tolist()):
            sums.setdefault(pair.set, []).append(value)
    return {name: round(sum(values) / len(values), 4) for name, values in sorted(sums.items())}


def save(value, path):
    torch.save(value, path + ".part")
    os.replace(path + ".part", path)


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--pack", nargs="+", default=["pack.zip"])
    p.add_argument("--start", help="weights to start from")
    p.add_argument("--out", default="run")
    p.add_argument("--preset", choices=PRESETS, default="cpu")
    p.add_argument("--steps", type=int)
    p.add_argument("--minutes", type=float)
    p.add_argument("--share", nargs="*", default=[], metavar="SET=SHARE",
                   help="of the real pairs, from this set; the other sets share what is left")
    p.add_argument("--empty", type=float, default=data.Mix.empty, help="of the samples, made up without a subject")
    p.add_argument("--rate", type=float, default=1, help="times the preset's learning rates: less for a network that only learns a little more")
    p.add_argument("--frozen", type=int, default=0, help="this many of the encoder's first blocks stay as they are, and its stem")
    p.add_argument("--fixed-norms", action="store_true", help="batches do not change the norms' statistics")
    p.add_argument("--crowds", type=float, default=data.Mix.crowds, help="of the composites with one large subject, before a crowd")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--resume", action="store_true")
    p.add_argument("--threads", type=int, default=1, help="of the trainer, without a GPU")
    p.add_argument("--workers", type=int, help="processes that make batches")
    p.add_argument("--save-minutes", type=float, default=5)
    p.add_argument("--pause-after", type=float, default=1e9, help="minutes of this call, then stop as if asked to")
    p.add_argument("--log-steps", type=int, default=50)
    p.add_argument("--shelf", type=float, help="of a batch, real pairs that the card cuts itself")
    p.add_argument("--watch", type=int, default=6, help="how often the averaged weights are scored on what the packs have to watch")
    p.add_argument("--bfloat16", action="store_true", help="also without a GPU, for processors that compute in it")
    a = p.parse_args()
    preset = PRESETS[a.preset]
    if a.minutes:
        preset = dataclasses.replace(preset, minutes=a.minutes, steps=0)
    if a.steps:
        preset = dataclasses.replace(preset, steps=a.steps, minutes=0)
    if a.workers:
        preset = dataclasses.replace(preset, workers=a.workers)
    if a.shelf is not None:
        preset = dataclasses.replace(preset, shelf=a.shelf)
    preset = dataclasses.replace(preset, encoder_rate=preset.encoder_rate * a.rate, decoder_rate=preset.decoder_rate * a.rate)
    a.share = {name: float(share) for name, share in (given.split("=") for given in a.share)}
    return a, preset


def main():
    a, preset = arguments()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    cv2.setNumThreads(1)
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    torch.backends.cudnn.benchmark = True
    os.makedirs(a.out, exist_ok=True)
    checkpoint, weights = os.path.join(a.out, "checkpoint.pt"), os.path.join(a.out, "subject.pt")
    state = torch.load(checkpoint, map_location="cpu") if a.resume else None
    begun = state["step"] if state else 0
    begun_with = f"--preset {a.preset} --seed {a.seed}" + (f" --frozen {a.frozen}" if a.frozen else "")
    begun_with += f" --rate {a.rate:g}" if a.rate != 1 else ""
    begun_with += f" --empty {a.empty:g}" if a.empty != data.Mix.empty else ""
    begun_with += " --fixed-norms" if a.fixed_norms else ""
    begun_with += f" --crowds {a.crowds:g}" if a.crowds != data.Mix.crowds else ""
    begun_with += "".join(f" --share {n}={s}" for n, s in sorted(a.share.items()))
    if state and state.get("begun_with", begun_with) != begun_with:
        raise SystemExit(f"{checkpoint} was begun with {state['begun_with']}, not {begun_with}: give the same options")
    spent = multiprocessing.Value("d", state["spent"] if state else 0.)
    progress_of = lambda index: index / preset.steps if preset.steps else spent.value / 60 / preset.minutes
    pack = sources.read_pack(a.pack)
    print(len(pack.pairs), "pairs,", len(pack.cutouts), "cut-outs, on", device, flush=True)
    largest, mix, on_card = max(max(s) for _, s in preset.sides), data.Mix(empty=a.empty, crowds=a.crowds), round(preset.batch * preset.shelf)
    if on_card:
        sources.decode_all(pack, preset.workers)
        fed = 1 - on_card / preset.batch
        mix = data.Mix(real=max(0, mix.real - preset.shelf) / fed, empty=mix.empty / fed, crowds=mix.crowds)
    # The feeders fork before the first CUDA call of this process.
    sampler = data.Sampler(pack, mix, a.share, finishes=not on_card, processes=preset.workers if on_card else 1)
    feeder = data.Feeder(sampler, preset.batch - on_card, largest, lambda index: side_at(preset, index, progress_of(index)),
                         a.seed, begun, preset.workers)
    if state:
        net = subject_net.from_weights(state["net"])
    else:
        net = subject_net.read(a.start) if a.start else subject_net.SubjectNet()
    trainer = Trainer(preset, net, device, a.bfloat16 or device == "cuda", a.frozen, a.fixed_norms)
    if state:
        trainer.load(state)
    if on_card:
        trainer.shelf = card.Shelf(pack.pairs, sampler.composer.shares, device, preset.workers)
    clock = time.monotonic if device == "cuda" else time.process_time
    before, last_save, asked = clock() - trainer.spent, time.monotonic(), []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: asked.append(1))
    total, counted, log = torch.zeros((), device=device), 0, open(os.path.join(a.out, "log.jsonl"), "a")

    def keep():
        save(dict(trainer.state(), begun_with=begun_with), checkpoint)
        save(trainer.mean.state_dict(), weights)

    def say(line):
        print(json.dumps(line), flush=True)
        log.write(json.dumps(line) + "\n")
        log.flush()

    watched = lambda: say(dict(step=trainer.step, seconds=round(trainer.spent), scores=scores(trainer.mean, pack.watched, device)))
    wall, seen = time.monotonic(), 0
    end = wall + a.pause_after * 60
    while progress_of(trainer.step) < 1 and not asked:
        progress = progress_of(trainer.step)
        total += trainer.train_on(feeder.get(trainer.step), progress)
        counted += 1
        trainer.spent = spent.value = clock() - before
        if trainer.step % a.log_steps == 0:
            line = dict(step=trainer.step, progress=round(progress, 4), loss=round(total.item() / counted, 4),
                        seconds=round(trainer.spent), pictures_a_second=round(counted * preset.batch / (time.monotonic() - wall), 1))
            total, counted, wall = torch.zeros((), device=device), 0, time.monotonic()
            say(line)
        if pack.watched and int(progress * a.watch) > seen:
            seen = int(progress * a.watch)
            watched()
        if time.monotonic() > end:
            asked.append(1)
        if time.monotonic() - last_save > a.save_minutes * 60:
            keep()
            last_save = time.monotonic()
    keep()
    feeder.close()
    if pack.watched:
        watched()
    print("stopped at" if asked else "done after", trainer.step, "steps", flush=True)


if __name__ == "__main__":
    main()
