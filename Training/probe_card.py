"""How fast a card trains, before anything is there to train on: `python probe_card.py OUT.json [STEPS]`. Says whether compiling pays."""
import json
import sys
import time

import torch

import card
import losses
import subject_net
import train


def pace(trainer, steps, side=320):
    """Pictures a second over the last `steps`, with random pictures; the camera is counted, the shelf is not."""
    n = trainer.preset.batch
    x, y = torch.rand(n, 3, side, side, device=trainer.device), (torch.rand(n, 1, side, side, device=trainer.device) > .5).float()
    tone, trust = torch.rand(n, device=trainer.device) < .8, torch.zeros(n, dtype=torch.uint8, device=trainer.device)
    trainer.tensors = lambda batch: (card.finish(x, tone).contiguous(memory_format=torch.channels_last), y, trust)
    wait = torch.cuda.synchronize if trainer.device == "cuda" else lambda: None
    for k in range(steps + 3):
        if k == 3:
            wait()
            began = time.monotonic()
        trainer.train_on(None, .5)
    wait()
    return steps * n / (time.monotonic() - began)


def main():
    out, steps = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    trainer = train.Trainer(train.PRESETS["gpu" if device == "cuda" else "test-gpu"], subject_net.SubjectNet(), device, device == "cuda")
    found = dict(device=torch.cuda.get_device_name() if device == "cuda" else device, torch=torch.__version__, eager=pace(trainer, steps))

    def tell():
        with open(out, "w") as file:
            json.dump(found, file)
        print(found, flush=True)
    tell()
    if device == "cuda":
        found["memory"] = torch.cuda.max_memory_allocated() / 2**30
        for name, net, loss in (("loss compiled", trainer.net, torch.compile(losses.total_loss)),
                                ("both compiled", torch.compile(trainer.net), torch.compile(losses.total_loss))):
            began, trainer.run_net, trainer.loss = time.monotonic(), net, loss
            try:
                pace(trainer, 1)
                found[name + " in seconds"] = time.monotonic() - began
                found[name] = pace(trainer, steps)
            except Exception as error:
                found[name + " failed"] = str(error)[-300:]
            tell()
        found["compile"] = found.get("both compiled", 0) > 1.1 * found["eager"]
        tell()


if __name__ == "__main__":
    main()
