#!/bin/sh
# Builds the container and tries it, where no image registry is in reach: test/container.sh
#
# Needs root, buildah, mmdebstrap, curl and a network. The base is Debian 12 from its archive with the Node and the npm
# that npm brings, under the name that the Dockerfile expects. The image is built, started as its own user on a
# read-only root, asked, and stopped by SIGTERM; its size is printed. The exit code is 0 when all went well.
set -eu
export BUILDAH_ISOLATION=chroot
[ "${IN_NAMESPACE:-}" = yes ] || IN_NAMESPACE=yes exec unshare --mount --propagation private "$0" "$@"

BASE=docker.io/library/node:24-slim
PORT=${PORT:-18085}
project=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
registry=$(npm config get registry 2> /dev/null | tail -n 1)
end() {
  [ -z "${service:-}" ] || kill -KILL "$service" 2> /dev/null || true
  umount "$work/root/data" "$work/root/tmp" "$work/root/proc" "$work/root" 2> /dev/null || true
  [ -z "${image:-}" ] || buildah rm "$image" > /dev/null
  rm -rf --one-file-system "$work"
}
trap end EXIT
say() { printf '\n== %s\n' "$*"; }

say 'A base of Debian 12 with Node'
tar=${BASE_TAR:-$work/base.tar}
[ -e "$tar" ] || mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$tar"
arch=$(uname -m | sed 's/aarch64/arm64/; s/x86_64/x64/')
version=$(sed -n "s/.*\"node-linux-$arch\": \"\(.*\)\".*/\1/p" "$project/dev/node/package.json")
cd "$work"
npm pack --silent "node-linux-$arch@$version" npm@11 > packed 2> /dev/null
mkdir -p usr/local/lib/node_modules/npm usr/local/bin
tar -xzf "$(sed -n 1p packed)" -C usr/local --strip-components=1 package/bin/node
tar -xzf "$(sed -n 2p packed)" -C usr/local/lib/node_modules/npm --strip-components=1
ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm
base=$(buildah from scratch)
buildah add --quiet "$base" "$tar" / > /dev/null
buildah add --quiet "$base" usr /usr > /dev/null
buildah add --quiet "$base" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt > /dev/null
buildah run "$base" -- useradd --uid 1000 --create-home node
# Of this machine's network: a base that is pulled has neither.
buildah config --env PATH=/usr/local/bin:/usr/bin:/bin --env npm_config_registry="$registry" \
  --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$base"
buildah commit --quiet "$base" "$BASE" > /dev/null
buildah rm "$base" > /dev/null

say 'buildah build'
cd "$project"
buildah build --quiet --pull=never --network=host --tag doorplate . > /dev/null
image=$(buildah from --pull=never localhost/doorplate)
buildah inspect --type image --format '{{.OCIv1.Config.User}} {{.OCIv1.Config.StopSignal}} {{.OCIv1.Config.Entrypoint}}' doorplate
echo "size: $(buildah images --format '{{.Size}}' localhost/doorplate)"

say 'Started as the user node, on a read-only root'
mkdir "$work/root"
mount --bind "$(buildah mount "$image")" "$work/root"
mount -o remount,bind,ro "$work/root"
mount -t tmpfs tmpfs "$work/root/tmp"
mount -t tmpfs -o uid=1000,gid=1000 tmpfs "$work/root/data"
mount -t proc proc "$work/root/proc"
env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT="$PORT" DATA_DIR=/data \
  "$(command -v chroot || echo /usr/sbin/chroot)" --userspec=1000:1000 "$work/root" \
  sh -c 'cd /app && exec node src/main.ts serve' > "$work/log" 2>&1 &
service=$!
until curl -sf "http://localhost:$PORT/health/ready" > "$work/ready"; do
  kill -0 "$service" || { cat "$work/log"; exit 1; }
  sleep 0.2
done
cat "$work/ready"
curl -sf "$(grep -o 'http://[^"]*autocomplete[^"]*' "$work/log" | head -n 1)"

say 'SIGTERM'
code=0
kill -TERM "$service"
wait "$service" || code=$?
service=
echo "exit code $code"
[ $code -eq 0 ]
say 'All went well.'
