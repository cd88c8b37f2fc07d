#!/bin/sh
# Installs Doorplate without a network, from the unpacked archive: sh install.sh [FOLDER], or sh install.sh --back [FOLDER]
#
# FOLDER is /opt/doorplate unless given. Each version stands in its own folder there; `current` points to the one in
# use, `previous` to the one before. Nothing is put into use before its checksums fit and it has passed its self-test.
# --back puts the previous one into use again. A store that a newer version has migrated is refused by an older one:
# make a backup before an upgrade, and restore it to go back over a migration.
set -eu

own=$(cd "$(dirname "$0")" && pwd)
back=no
if [ "${1:-}" = --back ]; then back=yes; shift; fi
target=${1:-/opt/doorplate}

# A link is replaced in one step, so `current` is always there.
point() {
  ln -s "$2" "$target/$1.new"
  mv -T "$target/$1.new" "$target/$1"
}

if [ $back = yes ]; then
  [ -L "$target/previous" ] || { echo "install: There is no previous version in $target." >&2; exit 1; }
  now=$(readlink "$target/current")
  point current "$(readlink "$target/previous")"
  point previous "$now"
  echo "Doorplate $(readlink "$target/current") is in use again. Restart the service."
  exit 0
fi

cd "$own"
sha256sum --check --quiet --strict SHA256SUMS || { echo 'install: The archive is damaged: copy it again.' >&2; exit 1; }
version=$(cat VERSION)
[ ! -e "$target/$version" ] || { echo "install: $target/$version is there already." >&2; exit 1; }
mkdir -p "$target"
rm -rf "$target/$version.new"
cp -R "$own" "$target/$version.new"
"$target/$version.new/bin/node" "$target/$version.new/self-test.mjs" || {
  rm -rf "$target/$version.new"
  echo 'install: The self-test failed: nothing was changed.' >&2
  exit 1
}
mv "$target/$version.new" "$target/$version"
if [ -L "$target/current" ]; then point previous "$(readlink "$target/current")"; fi
point current "$version"
echo "Doorplate $version is in use: $target/current/bin/doorplate serve"
