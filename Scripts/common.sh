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

# Runs a command as root: directly, or through sudo, which may ask for the password only where somebody can answer.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif ! command -v sudo >/dev/null; then
        die "'$*' needs root, and there is no sudo. Run it as root, then start again."
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@" || die "'$*' failed through sudo. Run it as root, then start again."
    fi
}

# Installs Debian packages by name. Called only with packages that are missing, so that nothing here needs a network
# once a machine is set up.
install_packages() {
    command -v apt-get >/dev/null || die "install these with your package manager, then start again: $*"
    say "installing with apt-get: $*"
    as_root apt-get -q -o DPkg::Lock::Timeout=300 update || say "going on with the package lists that are there"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
        install --no-install-recommends "$@" </dev/null
}

# The Swift flags that every build needs. (SwiftPM reads no .pc file of the checkout by itself.)
pkg_config_path=$PWD/.deps/pkgconfig
export pkg_config_path
