# shellcheck shell=sh
# What the scripts of this folder share. A script sources it with the checkout's root as the working folder.

# Many unpack Swift's archive there; a toolchain in PATH wins.
PATH=$PATH:/opt/swift/usr/bin
export PATH

say() {
    printf '%s: %s\n' "${0##*/}" "$*"
}

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Installs Debian packages by name, as root or with sudo, which may ask for a password only where somebody can answer.
# It is called only with missing packages, so no script needs a network once a machine is set up.
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

# Prints the system: debian12, ubuntu24.04. Packages bear its name, because they need that system's libraries.
system_name() {
    # shellcheck disable=SC1091 # os-release(5)
    (. /etc/os-release && echo "$ID${VERSION_ID:-}")
}

# suite_of SYSTEM: prints Debian's name for it, under which mirrors have its packages.
suite_of() {
    case $1 in
    debian12) echo bookworm ;;
    debian13) echo trixie ;;
    *) die "the packages of $1 are not known here, only those of debian12 and debian13" ;;
    esac
}

# inside ROOT COMMAND…: runs a command as the root of the system in a folder, with an empty environment.
inside() {
    # shellcheck disable=SC2016 # the dollars are the inner shell's
    unshare --mount sh -c '
        mount -t proc none "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" env -i LC_ALL=C.UTF-8 HOME=/tmp \
            PATH=/opt/swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
    ' "$@"
}
