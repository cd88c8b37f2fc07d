#!/bin/sh
# Tries the README's commands on a new Debian 12 that has nothing but git and its own npm: test/bare-debian.sh
#
# Needs root, mmdebstrap, curl and a network; three to five minutes. What is committed here is cloned into the new root,
# installed, started, asked both questions of the README and stopped; then its package is built and run from an empty
# folder. Each step is shown, and the exit code is 0 when all went well. ROOT_TAR=FILE keeps the new root for another
# run; TESTS="FILE …" also runs `npm test -- FILE …` there, which installs the services that tests need.
set -eu

# A mount namespace of our own: whatever is mounted below is gone when this ends, however it ends.
[ "${IN_NAMESPACE:-}" = yes ] || IN_NAMESPACE=yes exec unshare --mount --propagation private "$0" "$@"

PACKAGES=ca-certificates,git,nodejs,npm
PORT=${PORT:-18080}
project=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
root=$work/root
registry=$(npm config get registry 2> /dev/null)

# The new root has the processes of this machine, so npm has the same number here.
stop_npm() {
  if [ -e "$root/npm.pid" ]; then kill -s TERM -- "${1:-}$(cat "$root/npm.pid")"; fi
  rm -f "$root/npm.pid"
}

end() {
  stop_npm - || true
  umount "$root/proc" || true
  rm -rf --one-file-system "$work"
}
trap end EXIT

say() { printf '\n== %s\n' "$*"; }

# A clean environment but for what the network needs: registries, proxies and certificates are those of this machine.
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PORT="$PORT" DEBIAN_FRONTEND=noninteractive \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    npm_config_registry="$registry" \
    http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" no_proxy="${no_proxy:-}" \
    "$(command -v chroot || echo /usr/sbin/chroot)" "$root" sh -c "cd /srv/doorplate && $1"
}

say "A new Debian 12 with $PACKAGES"
tar=${ROOT_TAR:-$work/root.tar}
[ -e "$tar" ] || mmdebstrap --quiet --variant=minbase --include=$PACKAGES bookworm "$tar"
mkdir "$root"
tar -xf "$tar" -C "$root"
mount -t proc proc "$root/proc"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/"
echo 'Dpkg::Use-Pty "0";' > "$root/etc/apt/apt.conf.d/99no-terminal"
git clone --quiet "$project" "$root/srv/doorplate"
inside 'echo "node $(node --version), npm $(npm --version)"'

say 'npm ci'
code=0
inside 'npm ci' > "$work/log" 2>&1 || code=$?
grep -v EBADENGINE "$work/log"
[ $code -eq 0 ]

# Starts a service by a command, and waits until it is ready, or fails when it has ended.
start() {
  say "$1"
  inside "echo \$\$ > /npm.pid; $2 exec setsid $1" > "$work/log" 2>&1 &
  job=$!
  while kill -0 $job 2> /dev/null && ! grep -q 'shown only once' "$work/log"; do sleep 0.2; done
  sed 's/^/    /; s/\(api\|admin\)_[A-Za-z0-9]*/\1_…/g' "$work/log"
  kill -0 $job 2> /dev/null || { rm "$root/npm.pid"; return 1; }
}

ask() {
  url=$(grep -o 'http://[^"]*autocomplete[^"]*' "$work/log" | head -n 1)
  say 'The first line to paste, and the second of the README'
  curl --silent --show-error --fail "$url"
  curl --silent --show-error --fail "http://localhost:$PORT/get/GAVIC413656673?${url#*\?}" > "$work/address"
  cut -c 1-100 "$work/address"
}

say_port_is_free() {
  if curl --silent --max-time 2 "http://localhost:$PORT/health/live"; then
    echo 'The port is still taken.'
    exit 1
  fi
  echo 'The port is free.'
}

start 'npm start' ''
ask
say 'SIGTERM to npm'
began=$(date +%s%N)
stop_npm
code=0
wait $job || code=$?
echo "exit code $code after $((($(date +%s%N) - began) / 1000000)) ms"
[ $code -eq 0 ]
say_port_is_free

say 'npm run release'
inside 'npm run -s release -- /srv/release'
inside 'mkdir /srv/empty && cp /srv/release/doorplate-*.tgz /srv/empty'
with_node="cd /srv/empty && export PATH=/srv/doorplate/node_modules/node-linux-$(uname -m | sed 's/aarch64/arm64/; s/x86_64/x64/')/bin:\$PATH &&"
start "npx --yes $(cd "$root/srv/empty" && ls ./*.tgz)" "$with_node"
ask
# Debian's npx passes no signal on, so its whole group gets it, as from Ctrl+C in a terminal.
say 'SIGTERM to npx and the service'
stop_npm -
wait $job || true
sleep 3
say_port_is_free

if [ -n "${TESTS:-}" ]; then
  say "npm test -- $TESTS"
  inside "npm test -- $TESTS"
fi
say 'All went well.'
