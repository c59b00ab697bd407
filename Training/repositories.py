"""Pictures out of public repositories, read from bare git directories. Nothing is fetched here, and nothing of it is committed.

`repositories.txt` names the repositories. Before, for each: git clone --bare https://github.com/OWNER/NAME MIRROR/OWNER+NAME/repo
"""
import dataclasses
import fnmatch
import hashlib
import os
import subprocess

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "repositories.txt")
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


@dataclasses.dataclass(frozen=True)
class Repository:
    kind: str      # masks, photos, or empty: photos without a subject
    most: int      # how many pictures are taken at most
    name: str      # OWNER/NAME
    folder: str    # "" for all of it; with a * in it, a pattern that the whole path fits
    note: str

    @property
    def key(self):
        return self.name.replace("/", "+")

    @property
    def sheet(self):
        """A name for a contact sheet: a repository may be listed several times, each with a pattern of its own."""
        return self.key + (self.folder.strip("*").split(".")[0] if "*" in self.folder else "")

    @property
    def swaps_red_and_blue(self):
        return "red and blue swapped" in self.note

    def path(self, mirror):
        folder = os.path.join(mirror, self.key, "repo")
        return os.path.join(folder, ".git") if os.path.isdir(os.path.join(folder, ".git")) else folder


def listed(kind, mirror):
    """The repositories of one kind that are in the mirror; says which are missing."""
    found = []
    for line in open(LIST):
        if line.startswith("#") or not line.strip():
            continue
        this, most, name, folder, note = line.split(None, 4)
        repository = Repository(this, int(most), name, "" if folder == "." else folder, note.strip())
        if this != kind:
            continue
        if os.path.isdir(repository.path(mirror)):
            found.append(repository)
        else:
            print(f"{repository.path(mirror)} is missing: git clone --bare https://github.com/{name} {repository.path(mirror)}")
    return found


def files(repository, mirror, commit="HEAD"):
    """Path and object of every file under the repository's folder at a commit, in the order of their paths."""
    pattern = repository.folder if "*" in repository.folder else None
    command = ["git", "-C", repository.path(mirror), "ls-tree", "-r", "-z", commit]
    command += ["--", repository.folder + "/"] if repository.folder and not pattern else []
    listing = subprocess.run(command, check=True, capture_output=True).stdout
    rows = [row.split(b"\t", 1) for row in listing.split(b"\0") if row]
    found = ((path.decode(errors="replace"), facts.split()[2].decode()) for facts, path in rows if facts.split()[1] == b"blob")
    return sorted(row for row in found if not pattern or fnmatch.fnmatchcase(row[0], pattern))


def contents(repository, mirror, objects):
    """The bytes of each object, in order; `None` for one that the snapshot lacks. One process for all."""
    command = ["git", "-C", repository.path(mirror), "cat-file", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as git:
        for name in objects:
            git.stdin.write(name.encode() + b"\n")
            git.stdin.flush()
            head = git.stdout.readline().split()
            if head[-1] == b"missing":
                yield None
                continue
            raw = git.stdout.read(int(head[2]))
            git.stdout.read(1)
            yield raw
        git.stdin.close()


def shuffled(rows):
    """In an order that depends on the files' contents alone, so that the first of them are a fair sample."""
    return sorted(rows, key=lambda row: hashlib.sha1(row[1].encode()).digest())
