#!/bin/bash
# A training on a machine with a graphics card that is lent for minutes: from the project's root,
#
#     Training/on_card.sh split PACK… FOLDER   here: all that is carried, in parts of 38 MB: FOLDER/0, FOLDER/1 …
#     Training/on_card.sh begin PART           there: checks, and the first part
#     Training/on_card.sh keep PART            there: one more part
#     Training/on_card.sh label                there: the teachers' labels, and grounds
#     Training/on_card.sh train MINUTES OUT    there: trains and writes weights, log and scores into OUT; again with --resume after
#     Training/on_card.sh rehearse FOLDER      here: all of it with tiny limits on a CPU
#
# Among the packs are shipped.pt and u2netp.onnx, the teachers; earlier*.pt, more of ours that teach; and start.pt, if the start is another.
# What is carried lies in CARRIED there (/tmp/peel-card), which lasts while the machine is held.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
carried=${CARRIED:-/tmp/peel-card}
python=${PYTHON:-python3}
export OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1

case $1 in
split)
    folder=${*: -1}
    mkdir -p "$folder/all"
    cp "${@:2:$#-2}" "$folder/all/"
    names=("${@:2:$#-2}")
    (cd "$folder/all" && tar -cf - "${names[@]##*/}") | split -b "${PART:-38M}" -d -a 1 - "$folder/part"
    rm -r "$folder/all"
    for part in "$folder"/part*; do
        number=${part##*part}
        mkdir -p "$folder/$number" && mv "$part" "$folder/$number/part"
    done
    ls -l "$folder"/*/part
    ;;
begin)
    mkdir -p "$carried"
    cp "$2" "$carried/all.tar"
    nvidia-smi --query-gpu=name,memory.total --format=csv,noheader || true
    "$python" -c 'import cv2, numpy, onnx, torch; print(torch.__version__, cv2.__version__, torch.cuda.is_available())'
    nproc --all
    free -g | head -2
    ;;
keep)
    cat "$2" >>"$carried/all.tar"
    ls -l "$carried/all.tar"
    ;;
label)
    cd "$carried"
    tar -xf all.tar || echo 'the last pack is not whole: it is left away'
    for pack in *.zip; do
        "$python" -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1])' "$pack" 2>/dev/null || rm "$pack"
    done
    "$python" "$here/label_on_card.py" --pack photos.zip pack.zip --ours shipped.pt $(ls earlier*.pt 2>/dev/null) --other u2netp.onnx --out taught.zip ${MOST:-}
    "$python" "$here/gather_grounds.py" --pack photos.zip taught.zip --whole houses.zip --out grounds.zip
    ;;
train)
    cd "$carried"
    shares="taught=.23 empty=.02 sysu=.18 animals=.18 davis16val=.16 ccp=.06 groups=.035 humanseg_vikram=.05 feralcats=.035 coco_salient=.025 horses=.015 football=.005 notes=.005"
    start=shipped.pt
    [ ! -e start.pt ] || start=start.pt
    "$python" "$here/train.py" --pack *.zip --share $shares --empty .12 --crowds .5 --watch 3 --preset "${PRESET:-gpu}" --start "$start" \
        --out "$3" --minutes "$2" ${LENGTH:-} "${@:4}"
    rm -f "$3/checkpoint.pt.part"
    ls -l "$3"
    ;;
rehearse)
    export CARRIED MOST='--most 12 --batch 4 --threads 2' PRESET=test-gpu LENGTH='--steps 4'
    CARRIED=$(mktemp -d)
    trap 'rm -rf "$CARRIED"' EXIT
    "$here/on_card.sh" begin "$2/0/part"
    for part in "$2"/[1-9]/part; do
        "$here/on_card.sh" keep "$part"
    done
    "$here/on_card.sh" label
    "$here/on_card.sh" train 1 "$CARRIED/out"
    ;;
esac
