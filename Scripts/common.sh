# shellcheck shell=sh
# What the scripts of this folder share. Sourced with the checkout's root as the working folder.

# Swift's own archive is unpacked there by many; a toolchain in PATH wins.
PATH=$PATH:/opt/swift/usr/bin
export PATH

say() {
    printf '%s: %s\n' "${0##*/}" "$*"
}

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Installs Debian packages by name, as root or through sudo, which may ask for a password only where somebody can answer.
# Called only with packages that are missing, so that nothing here needs a network once a machine is set up.
install_packages() {
    command -v apt-get >/dev/null || die "install these with your package manager, then start again: $*"
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif [ -t 0 ] && command -v sudo >/dev/null; then
        as_root=sudo
    elif sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    else
        die "packages are missing, and you are neither root nor have sudo. Have root run, then start again:
    apt-get install --no-install-recommends $*"
    fi
    say "installing with apt-get: $*"
    $as_root apt-get -q -o DPkg::Lock::Timeout=300 update || say "going on with the package lists that are there"
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
        install --no-install-recommends "$@" </dev/null
}
