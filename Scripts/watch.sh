# shellcheck shell=sh
# How Scripts/test and Scripts/test-browser end a test that hangs. They source it, and set PEEL_TEST_SECONDS.

# For `sh -c`: writes its process id into the file that is the first argument, and becomes the command of the others.
# shellcheck disable=SC2034,SC2016 # for the script that sources this; the dollars are the inner shell's
noted='echo $$ >"$0" && exec "$@"'

# limit: prints the seconds that a test may take while the machine is as busy as now, up to ten times as many.
limit() {
    awk -v seconds="$PEEL_TEST_SECONDS" -v cores="$(getconf _NPROCESSORS_ONLN)" '
        { busy = $1 / cores; print int(seconds * (busy < 1 ? 1 : busy > 10 ? 10 : busy)) }
    ' /proc/loadavg
}

# progress LOG: prints how many tests, and cases of tests, have begun and ended. A test that hangs may record issues.
progress() {
    grep -a -E '^[◇✔✘➜] (Test|Suite) ' "$1" | grep -a -v -c -E '^✘ Test .* recorded an? ' || true
}

# runs PROCESS: fails once it has ended, also before its parent has noticed.
runs() {
    grep -q -s '^State:[[:space:]]*[^XZ]' "/proc/$1/status"
}

# watch LOG FOLDER PROCESS: while the process runs, ends the tests whose process id is in LOG.pid if one of them hangs.
# Swift's runtime then writes the stacks of all threads into the folder, if SWIFT_BACKTRACE says so.
watch() {
    told=
    since=$(date +%s)
    while sleep 2 && runs "$3"; do
        now=$(progress "$1")
        [ "$now" = "$told" ] || since=$(date +%s)
        told=$now
        took=$(($(date +%s) - since))
        [ "$took" -ge "$(limit)" ] || continue
        echo "✘ ended, since it took $took s: $(grep -a '^◇ Test' "$1" | tail -n 1)" >>"$1"
        hung=$(cat "$1.pid")
        # A test that expects an exit hangs in a process of its own.
        hung="$hung $(cat "/proc/$hung/task"/*/children 2>/dev/null || true)"
        # shellcheck disable=SC2086 # numbers of processes
        kill -ABRT $hung 2>/dev/null || true
        seconds=0
        for process in $hung; do
            until [ "$seconds" -ge 120 ] || ! runs "$process" || grep -q -s '^Backtrace took' "$2"/*"-$process-"*; do
                sleep 1
                seconds=$((seconds + 1))
            done
        done
        # shellcheck disable=SC2086
        kill -KILL $hung 2>/dev/null || true
    done
}
