#!/bin/sh
# Makes a release in two different bare roots, without a network, and installs it in a third: test/bare-release.sh
#
# Needs root, mmdebstrap, iproute2 and a network for the packages alone; ten minutes. The roots are of Debian 12 and 13,
# with other paths, time zones and rights of new files. Each makes the release and its archives for machines without a
# network, signed; their checksums must be the same. The archive is then installed, upgraded, damaged and taken back in a
# root that has neither Node nor npm. The exit code is 0 when all went well.
set -eu
[ "${IN_NAMESPACE:-}" = yes ] || IN_NAMESPACE=yes exec unshare --mount --propagation private "$0" "$@"

project=$(cd "$(dirname "$0")/.." && pwd)
commit=$(git -C "$project" rev-parse HEAD)
work=$(mktemp -d)
registry=$(npm config get registry 2> /dev/null)
end() {
  for root in "$work"/*/proc; do umount "$root" 2> /dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap end EXIT
say() { printf '\n== %s\n' "$*"; }

# new_root NAME SUITE PACKAGES
new_root() {
  say "A new Debian ($2)"
  mkdir "$work/$1"
  mmdebstrap --quiet --variant=minbase --include="$3" "$2" "$work/$1.tar"
  tar -xf "$work/$1.tar" -C "$work/$1"
  rm "$work/$1.tar"
  mount -t proc proc "$work/$1/proc"
  cp /etc/resolv.conf "$work/$1/etc/resolv.conf"
}

# inside ROOT COMMAND: with a network; offline ROOT COMMAND: with no more than the root's own loopback.
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TZ="${TZ:-UTC}" \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt npm_config_registry="$registry" \
    http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" no_proxy="${no_proxy:-}" \
    chroot "$work/$1" sh -euc "$2"
}
offline() {
  unshare --net sh -euc 'ip link set lo up; root=$1; shift; exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root TZ="${TZ:-UTC}" chroot "$root" sh -euc "$1"' - "$work/$1" "$2"
}

# made ROOT SUITE FOLDER
made() {
  new_root "$1" "$2" ca-certificates,git,nodejs,npm,openssh-client
  cp /etc/ssl/certs/ca-certificates.crt "$work/$1/etc/ssl/certs/ca-certificates.crt"
  git clone --quiet "$project" "$work/$1$3"
  git -C "$work/$1$3" checkout --quiet "$commit"
  say "npm ci in $3"
  inside "$1" "cd $3 && npm ci 2>&1 | tail -n 2
    npm cache add \$(sed -n 's/.*\"\\(node-linux-.*\\)\": \"\\(.*\\)\".*/\\1@\\2/p' dev/node/package.json)"
  say 'npm run release, without a network'
  offline "$1" "umask ${UMASK:-022} && cd $3 && ssh-keygen -t ed25519 -q -N '' -f /key
    npm run -s release -- /release --air-gapped --sign /key > /dev/null
    echo \"release@example.com \$(cat /key.pub)\" > /release/allowed_signers && cd /release
    ssh-keygen -Y verify -f allowed_signers -I release@example.com -n doorplate-release -s SHA256SUMS.sig < SHA256SUMS
    sha256sum --check --strict --quiet SHA256SUMS"
}

made one "${SUITE:-bookworm}" /srv/doorplate
TZ=Pacific/Chatham UMASK=077 made two "${OTHER_SUITE:-trixie}" /home/another/place
cat "$work/one/release/SHA256SUMS"
diff "$work/one/release/SHA256SUMS" "$work/two/release/SHA256SUMS"
say 'Both releases have the same bytes'

new_root three "${SUITE:-bookworm}" libc-bin
arch=$(uname -m | sed 's/aarch64/arm64/; s/x86_64/x64/')
cp "$work"/one/release/doorplate-*-linux-"$arch".tar.gz "$work/three/archive.tar.gz"
say 'Installed, upgraded, damaged and taken back, with neither Node, npm nor a network'
offline three '
  unpacked() { mkdir "$1" && tar -xzf /archive.tar.gz -C "$1" --strip-components=1; }
  in_use() { [ "$(readlink /opt/doorplate/current)" = "$1" ] && /opt/doorplate/current/bin/doorplate --version; }
  unpacked /one; version=$(cat /one/VERSION)
  sh /one/install.sh; in_use "$version"
  cd /opt/doorplate/current && DATA_DIR=/data bin/doorplate account create --email a@example.com --product au > /dev/null

  unpacked /next; echo "$version-next" > /next/VERSION
  if sh /next/install.sh; then exit 1; fi
  in_use "$version"
  (cd /next && sed -i "/  VERSION$/d" SHA256SUMS && sha256sum VERSION >> SHA256SUMS)
  sh /next/install.sh; in_use "$version-next"
  DATA_DIR=/data bin/doorplate doctor
  sh /next/install.sh --back; in_use "$version"
  DATA_DIR=/data bin/doorplate doctor

  echo " " >> /opt/doorplate/current/app/dist/cli.mjs
  if bin/doorplate --version; then exit 1; fi
'
say 'All went well.'
