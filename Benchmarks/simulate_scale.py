"""simulate_scale.py: how part size, failures and slow machines move the time to the end of a million photos.

Workers take parts from one line. A worker dies by chance, as often as is said; what it had recorded stays, its part goes to
the end of the line, and another worker stands in its place after a while. The worker that takes the part again passes over
what is recorded. Some workers are slow for good. All times are seconds; photos take all the same time, as they nearly do.
What is printed is the time to the end over the time that so many workers would need without starts, deaths and slow ones.

    simulate_scale.py                       the tables of docs/SCALE.md
    simulate_scale.py check SECONDS KILLS   the run of scale_run.py: 600 photos, 12 parts, 2 workers
"""
import heapq
import random
import statistics
import sys

# Measured (scale_run.py and `make bench`): a worker of one thread, its start, and a recorded photo that is passed over.
PHOTO = 0.139
START = 0.3
PASSED = 0.0005


def simulate(photos, part, workers, rng, *, photo=PHOTO, start=START, deaths_an_hour=0.0, back=60.0,
             slow=0.0, slow_factor=3.0, kills=()):
    """The seconds until all photos are recorded. `kills` are moments at which one worker is ended, whichever comes up."""
    line = [(0, min(part, photos - first)) for first in range(0, photos, part)]
    line.reverse()
    rate = deaths_an_hour / 3600
    # (time, worker, factor, done, left): a worker that is free at a time. `kills` are taken by the next that would end later.
    free = [(0.0, number, slow_factor if rng.random() < slow else 1.0) for number in range(workers)]
    heapq.heapify(free)
    kills = sorted(kills, reverse=True)
    end = 0.0
    idle = []
    pending = []
    while line or pending:
        if not line:
            # A part comes back when its worker dies; those that wait are free from then on.
            time, left = heapq.heappop(pending)
            line.append(left)
            free = [(max(time, moment), number, factor) for moment, number, factor in free]
            heapq.heapify(free)
        time, number, factor = heapq.heappop(free)
        while pending and pending[0][0] <= time:
            line.insert(0, heapq.heappop(pending)[1])
        done, left = line.pop()
        begun = time + start + done * PASSED
        ends = begun + left * photo * factor
        dies = time + rng.expovariate(rate) if rate else float("inf")
        if kills and kills[-1] < ends:
            dies = max(time, kills.pop())
        if dies < ends:
            recorded = max(0, int((dies - begun) / (photo * factor)))
            heapq.heappush(pending, (dies, (done + recorded, left - recorded)))
            heapq.heappush(free, (dies + back, number, factor))
        else:
            end = max(end, ends)
            heapq.heappush(free, (ends, number, factor))
    return end


def over_ideal(photos, part, workers, runs=20, **world):
    ideal = photos * world.get("photo", PHOTO) / workers
    factors = [simulate(photos, part, workers, random.Random(seed), **world) / ideal for seed in range(runs)]
    return statistics.median(factors), max(factors)


def table():
    photos = 1_000_000
    print("| workers | photos in a part | nothing goes wrong | 1 in 100 dies an hour | 1 in 100 is 3 times slower | both |")
    print("| --- | --- | --- | --- | --- | --- |")
    for workers in (100, 1000):
        for part in (100, 500, 1000, 2000, 5000):
            cells = []
            for world in ({}, {"deaths_an_hour": 0.01}, {"slow": 0.01}, {"deaths_an_hour": 0.01, "slow": 0.01}):
                median, worst = over_ideal(photos, part, workers, runs=20, **world)
                cells.append(f"{median:.2f} ({worst:.2f})")
            print(f"| {workers:,} | {part:,} | " + " | ".join(cells) + " |")


def check(seconds, kills):
    """What scale_run.py measured without kills gives the time of a photo; the kills are its own moments."""
    photo = (seconds * 2 - 12 * START) / 600
    moments = random.Random(1)
    span = 600 / 21
    ends = simulate(600, 50, 2, random.Random(0), photo=photo, back=0,
                    kills=[moments.uniform(0.05, 0.9) * span for _ in range(kills)])
    print(f"{ends:.1f} seconds with {kills} kills, where {seconds} were measured with none")


if __name__ == "__main__":
    if sys.argv[1:2] == ["check"]:
        check(float(sys.argv[2]), int(sys.argv[3]))
    else:
        table()
