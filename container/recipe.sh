#!/bin/sh
# Makes a clean Debian measure: everything that Wirefare drives, builds and emulates networks with. The
# Containerfile runs it, and so may whoever sets up a machine of his own:
#   container/recipe.sh system     as root: Debian's packages, the npm packages, the user wirefare
#   container/recipe.sh build      as that user: targets, clients and the link
# It is run in the checkout, which may lie anywhere. What it installs beside the toolchains below is what
# targets, clients and browsers say themselves that they need (bin/build-all.mjs asks them).
set -eu
cd "$(dirname "$0")/.."

# Compilers that no target names, since Debian 12's are too old: Debian 13 has Rust 1.85, Go that fetches a
# newer one by itself, and Java 21. The fonts are for browsers, certificates for what is downloaded.
TOOLCHAINS='ca-certificates cargo default-jdk-headless fonts-dejavu-core git golang-go maven nodejs npm'

WIREFARE_USER=wirefare

system() {
  [ "$(id -u)" = 0 ] || { echo 'recipe.sh system installs packages: run it as root' >&2; exit 4; }
  export DEBIAN_FRONTEND=noninteractive
  apt-get -q update
  # shellcheck disable=SC2086 # a list of words
  apt-get -q install -y --no-install-recommends $TOOLCHAINS
  node bin/build-all.mjs --set-up-only
  apt-get clean
  rm -rf /var/lib/apt/lists/* /root/.npm
  id "$WIREFARE_USER" > /dev/null 2>&1 || useradd --create-home --shell /bin/sh "$WIREFARE_USER"
  ln -sf "$PWD/wirefare" /usr/local/bin/wirefare
  # Records are written where one is, and a container starts there.
  mkdir -p /data
  chown "$WIREFARE_USER" /data
}

build() {
  [ "$(id -u)" != 0 ] || { echo 'recipe.sh build is for the user who measures, not for root' >&2; exit 4; }
  node bin/build-all.mjs
  wirefare --version
}

case "${1:-}" in
  system | build) "$1" ;;
  *) echo 'recipe.sh system (as root), then recipe.sh build (as the user who measures)' >&2; exit 2 ;;
esac
