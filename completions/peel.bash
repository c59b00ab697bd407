# Completion of peel's commands and options for bash. Made by: peel help --completions bash

_peel() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "make check upload cut sheet scan colors catalog serve split worker merge doctor help --help -h --version -V" -- "$current")
        return
    fi
    # --size=o is three words for bash, the equals sign being one of them.
    [[ $current == = ]] && current=''
    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}
    local values='' kind=''
    case ${COMP_WORDS[1]} in
    make)
        case $previous in
        --output | -o) kind=folders ;;
        --size | -s) kind=words values='original' ;;
        --format | -f) kind=words values='webp png' ;;
        --quality) kind=words values='' ;;
        --for) kind=words values='whatsapp telegram signal imessage discord slack line kakao viber mastodon png' ;;
        --count | -n) kind=words values='best' ;;
        --emoji) kind=words values='' ;;
        --title) kind=words values='' ;;
        --author) kind=words values='' ;;
        --metadata) kind=files ;;
        --style) kind=words values='die-cut plain' ;;
        --border | -b) kind=words values='' ;;
        --border-color) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --outline) kind=words values='smooth tight' ;;
        --effect) kind=words values='outline comic puffy shiny glow' ;;
        --margin) kind=words values='' ;;
        --background) kind=words+files values='gradient transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --strength) kind=words values='cautious normal greedy' ;;
        --instance) kind=words values='' ;;
        --min-confidence) kind=words values='' ;;
        --exclude) kind=words values='' ;;
        --pack) kind=words values='' ;;
        --library | -l) kind=folders ;;
        --max-bytes) kind=words values='' ;;
        --max-pixels) kind=words values='' ;;
        --max-memory) kind=words values='' ;;
        --apod-url) kind=words values='' ;;
        --apod-key) kind=words values='' ;;
        --timeout) kind=words values='' ;;
        --jobs | -j) kind=words values='' ;;
        --device) kind=words values='CPU GPU NPU AUTO' ;;
        --model) kind=files ;;
        --trace) kind=files ;;
        --text) kind=words values='' ;;
        --text-at) kind=words values='top middle bottom' ;;
        --text-size) kind=words values='' ;;
        --text-color) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-font) kind=words values='sans serif mono Bebas\ Neue Comic\ Neue Leckerli\ One' ;;
        --font) kind=words values='sans serif mono Bebas\ Neue Comic\ Neue Leckerli\ One' ;;
        --text-turn) kind=words values='' ;;
        --text-bend) kind=words values='' ;;
        --text-outline) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-shadow) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-bubble) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-tail) kind=words values='subject none' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--output -o --size -s --enlarge --format -f --quality --square --zip -z --resume --force --for --count -n --emoji --title --author --metadata --style --border -b --border-color --outline --effect --shadow --margin --mirror --background --strength --instance --split --min-confidence --living --still --exclude --watch --dry-run --null -0 --pack --library -l --max-bytes --max-pixels --max-memory --apod-url --apod-key --timeout --jobs -j --device --model --json --trace --quiet -q --help -h --text --text-at --text-size --text-color --text-font --font --text-turn --text-bend --text-outline --text-shadow --text-bubble --text-tail'; else kind=files; fi
            ;;
        esac
        ;;
    check)
        case $previous in
        --for) kind=words values='whatsapp telegram signal imessage discord slack line kakao viber mastodon png' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--for --json --help -h'; else kind=files; fi
            ;;
        esac
        ;;
    upload)
        case $previous in
        --user) kind=words values='' ;;
        --name) kind=words values='' ;;
        --title) kind=words values='' ;;
        --token-file) kind=files ;;
        --api) kind=words values='' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--user --name --title --token-file --api --json --quiet -q --help -h'; else kind=files; fi
            ;;
        esac
        ;;
    cut)
        case $previous in
        --output | -o) kind=files ;;
        --size | -s) kind=words values='original' ;;
        --format | -f) kind=words values='webp png' ;;
        --quality) kind=words values='' ;;
        --start) kind=words values='' ;;
        --end) kind=words values='' ;;
        --for) kind=words values='whatsapp telegram signal imessage discord slack line kakao' ;;
        --loop) kind=words values='best fade bounce none' ;;
        --style) kind=words values='die-cut plain' ;;
        --border | -b) kind=words values='' ;;
        --border-color) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --outline) kind=words values='smooth tight' ;;
        --effect) kind=words values='outline comic puffy shiny glow' ;;
        --margin) kind=words values='' ;;
        --background) kind=words+files values='gradient transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --strength) kind=words values='cautious normal greedy' ;;
        --instance) kind=words values='' ;;
        --at) kind=words values='' ;;
        --not-at) kind=words values='' ;;
        --box) kind=words values='' ;;
        --at-time) kind=words values='' ;;
        --max-bytes) kind=words values='' ;;
        --max-pixels) kind=words values='' ;;
        --max-memory) kind=words values='' ;;
        --jobs | -j) kind=words values='' ;;
        --device) kind=words values='CPU GPU NPU AUTO' ;;
        --model) kind=files ;;
        --text) kind=words values='' ;;
        --text-at) kind=words values='top middle bottom' ;;
        --text-size) kind=words values='' ;;
        --text-color) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-font) kind=words values='sans serif mono Bebas\ Neue Comic\ Neue Leckerli\ One' ;;
        --font) kind=words values='sans serif mono Bebas\ Neue Comic\ Neue Leckerli\ One' ;;
        --text-turn) kind=words values='' ;;
        --text-bend) kind=words values='' ;;
        --text-outline) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-shadow) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-bubble) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-tail) kind=words values='subject none' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--output -o --size -s --format -f --quality --square --full-frame --mask --no-sound --start --end --for --loop --style --border -b --border-color --outline --effect --shadow --margin --mirror --background --strength --instance --split --at --not-at --box --at-time --requests --max-bytes --max-pixels --max-memory --jobs -j --device --model --quiet -q --help -h --text --text-at --text-size --text-color --text-font --font --text-turn --text-bend --text-outline --text-shadow --text-bubble --text-tail'; else kind=files; fi
            ;;
        esac
        ;;
    sheet)
        case $previous in
        --output | -o) kind=folders ;;
        --as) kind=words values='pdf png svg lines' ;;
        --page) kind=words values='a4 letter a5 a6 4x6in own' ;;
        --size | -s) kind=words values='' ;;
        --copies | -n) kind=words values='' ;;
        --margin) kind=words values='' ;;
        --gap) kind=words values='' ;;
        --turn) kind=words values='none quarter any' ;;
        --dpi) kind=words values='' ;;
        --offset) kind=words values='' ;;
        --bleed) kind=words values='' ;;
        --smooth) kind=words values='' ;;
        --backing) kind=words values='none outline rectangle' ;;
        --backing-offset) kind=words values='' ;;
        --style) kind=words values='die-cut plain' ;;
        --border | -b) kind=words values='' ;;
        --border-color) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --outline) kind=words values='smooth tight' ;;
        --max-bytes) kind=words values='' ;;
        --max-pixels) kind=words values='' ;;
        --max-memory) kind=words values='' ;;
        --device) kind=words values='CPU GPU NPU AUTO' ;;
        --model) kind=files ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--enlarge --output -o --as --page --landscape --size -s --copies -n --margin --gap --turn --marks --dpi --offset --bleed --smooth --backing --backing-offset --style --border -b --border-color --outline --max-bytes --max-pixels --max-memory --device --model --json --quiet -q --help -h'; else kind=files; fi
            ;;
        esac
        ;;
    scan)
        case $previous in
        --output | -o) kind=files ;;
        --record | -r) kind=files ;;
        --audio) kind=words values='none own' ;;
        --mode | -m) kind=words values='strip sweep delay map' ;;
        --axis) kind=words values='columns rows' ;;
        --direction) kind=words values='forward backward' ;;
        --slit) kind=words values='' ;;
        --width | -w) kind=words values='' ;;
        --speed) kind=words values='' ;;
        --length) kind=words values='' ;;
        --map) kind=files ;;
        --history) kind=words values='' ;;
        --frames | -n) kind=words values='' ;;
        --seconds | -t) kind=words values='' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--output -o --record -r --audio --mode -m --axis --direction --slit --width -w --speed --length --map --sharp --mirror --history --frames -n --seconds -t --list --json --strict --quiet -q --help -h'; else kind=files; fi
            ;;
        esac
        ;;
    colors)
        case $previous in
        --count | -n) kind=words values='' ;;
        --max-bytes) kind=words values='' ;;
        --max-pixels) kind=words values='' ;;
        --max-memory) kind=words values='' ;;
        --device) kind=words values='CPU GPU NPU AUTO' ;;
        --model) kind=files ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--count -n --even --max-bytes --max-pixels --max-memory --device --model --json --help -h'; else kind=files; fi
            ;;
        esac
        ;;
    catalog)
        case $previous in
        --output | -o) kind=folders ;;
        --max-bytes) kind=words values='' ;;
        --apod-url) kind=words values='' ;;
        --apod-key) kind=words values='' ;;
        --timeout) kind=words values='' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--output -o --max-bytes --apod-url --apod-key --timeout --json --quiet -q --help -h'; else kind=words values='list save apod:today apod:random:10 album:'; fi
            ;;
        esac
        ;;
    serve)
        case $previous in
        --port | -p) kind=words values='' ;;
        --host) kind=words values='127.0.0.1 0.0.0.0' ;;
        --library | -l) kind=folders ;;
        --limit) kind=words values='' ;;
        --watch) kind=folders ;;
        --tls-cert) kind=files ;;
        --tls-key) kind=files ;;
        --allow-host) kind=words values='' ;;
        --trust-proxy) kind=words values='' ;;
        --base-path) kind=words values='' ;;
        --max-bytes) kind=words values='' ;;
        --max-pixels) kind=words values='' ;;
        --max-memory) kind=words values='' ;;
        --apod-url) kind=words values='' ;;
        --apod-key) kind=words values='' ;;
        --album) kind=words values='' ;;
        --timeout) kind=words values='' ;;
        --device) kind=words values='CPU GPU NPU AUTO' ;;
        --model) kind=files ;;
        --trace) kind=files ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--port -p --host --library -l --limit --watch --open --tls-cert --tls-key --allow-host --trust-proxy --base-path --max-bytes --max-pixels --max-memory --apod-url --apod-key --album --timeout --device --model --trace --help -h'; fi
            ;;
        esac
        ;;
    split)
        case $previous in
        --output | -o) kind=folders ;;
        --parts) kind=words values='' ;;
        --photos-per-part) kind=words values='' ;;
        --metadata) kind=files ;;
        --exclude) kind=words values='' ;;
        --apod-url) kind=words values='' ;;
        --apod-key) kind=words values='' ;;
        --timeout) kind=words values='' ;;
        --s3-endpoint) kind=words values='' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--output -o --parts --photos-per-part --force --metadata --living --exclude --null -0 --apod-url --apod-key --timeout --s3-endpoint --json --quiet -q --help -h'; else kind=files; fi
            ;;
        esac
        ;;
    worker)
        case $previous in
        --manifest) kind=files ;;
        --part) kind=words values='auto' ;;
        --output | -o) kind=folders ;;
        --format | -f) kind=words values='webp png' ;;
        --size | -s) kind=words values='original' ;;
        --quality) kind=words values='' ;;
        --style) kind=words values='die-cut plain' ;;
        --border | -b) kind=words values='' ;;
        --border-color) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --outline) kind=words values='smooth tight' ;;
        --effect) kind=words values='outline comic puffy shiny glow' ;;
        --margin) kind=words values='' ;;
        --background) kind=words+files values='gradient transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --strength) kind=words values='cautious normal greedy' ;;
        --instance) kind=words values='' ;;
        --min-confidence) kind=words values='' ;;
        --max-bytes) kind=words values='' ;;
        --max-pixels) kind=words values='' ;;
        --max-memory) kind=words values='' ;;
        --timeout) kind=words values='' ;;
        --s3-endpoint) kind=words values='' ;;
        --jobs | -j) kind=words values='' ;;
        --device) kind=words values='CPU GPU NPU AUTO' ;;
        --model) kind=files ;;
        --trace) kind=files ;;
        --metrics) kind=words values='' ;;
        --log) kind=words values='text json' ;;
        --text) kind=words values='' ;;
        --text-at) kind=words values='top middle bottom' ;;
        --text-size) kind=words values='' ;;
        --text-color) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-font) kind=words values='sans serif mono Bebas\ Neue Comic\ Neue Leckerli\ One' ;;
        --font) kind=words values='sans serif mono Bebas\ Neue Comic\ Neue Leckerli\ One' ;;
        --text-turn) kind=words values='' ;;
        --text-bend) kind=words values='' ;;
        --text-outline) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-shadow) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-bubble) kind=words values='transparent white black gray silver red orange gold yellow green teal blue navy purple pink brown' ;;
        --text-tail) kind=words values='subject none' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--manifest --part --output -o --format -f --resume --size -s --enlarge --quality --square --style --border -b --border-color --outline --effect --shadow --margin --mirror --background --strength --instance --split --min-confidence --living --still --max-bytes --max-pixels --max-memory --timeout --s3-endpoint --jobs -j --device --model --json --trace --metrics --log --quiet -q --help -h --text --text-at --text-size --text-color --text-font --font --text-turn --text-bend --text-outline --text-shadow --text-bubble --text-tail'; fi
            ;;
        esac
        ;;
    merge)
        case $previous in
        --output | -o) kind=folders ;;
        --manifest) kind=files ;;
        --timeout) kind=words values='' ;;
        --s3-endpoint) kind=words values='' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--output -o --manifest --force --zip -z --timeout --s3-endpoint --json --quiet -q --help -h'; else kind=files; fi
            ;;
        esac
        ;;
    doctor)
        case $previous in
        --device) kind=words values='CPU GPU NPU AUTO' ;;
        --model) kind=files ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--device --model --json --help -h'; fi
            ;;
        esac
        ;;
    help)
        case $previous in
        --completions) kind=words values='bash zsh fish' ;;
        *)
            if [[ $current == -?* ]]; then kind=words values='--man --completions --help -h'; else kind=words values='make check upload cut sheet scan colors catalog serve split worker merge doctor help'; fi
            ;;
        esac
        ;;
    esac
    # A family of fonts has spaces in its name.
    [[ $kind == *words* ]] && mapfile -t COMPREPLY < <(
        compgen -W "$values" -- "${current//\\/}" | while IFS= read -r word; do printf '%q\n' "$word"; done)
    [[ $kind == *files* ]] && compopt -o filenames && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
    [[ $kind == *folders* ]] && compopt -o filenames && mapfile -t COMPREPLY < <(compgen -d -- "$current")
} && complete -F _peel peel
