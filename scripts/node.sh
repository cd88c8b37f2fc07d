#!/bin/sh
# Runs Node: the one that npm brought, else the machine's own where it is new enough, else says what to install.
#
# All npm scripts go through here, because npm may run on a Node that is too old for this project. It is replaced by the
# Node that it starts, so signals reach that one.

folder=$(cd "$(dirname "$0")/.." && pwd)
# In an npm script PATH begins with node_modules/.bin; this is the one that npm itself runs on.
own=${npm_node_execpath:-$(command -v node)}

become() {
  # Programs that are started from there find the same Node.
  PATH=$(dirname "$1"):$PATH
  # The index is a gigabyte that is read in any order: with huge pages a look-up takes a tenth less.
  GLIBC_TUNABLES=${GLIBC_TUNABLES-glibc.malloc.hugetlb=1}
  export PATH GLIBC_TUNABLES
  exec "$@"
}

is_new_enough() {
  minimum='var v = process.versions.node.split("."); v[0] > 24 || (v[0] == 24 && v[1] >= 15)'
  [ "$("$1" -p "$minimum" 2>&1)" = true ]
}

# npm 9 makes no link in .bin where the packages of several systems offer it.
for brought in "$folder"/node_modules/.bin/node "$folder"/node_modules/node-*/bin/node; do
  [ -x "$brought" ] || continue
  if fault=$("$brought" --version 2>&1); then become "$brought" "$@"; fi
done
if is_new_enough "$own"; then become "$own" "$@"; fi

instead='or install Node 24.15 or newer.'
case $fault in
  '')
    reason="There is no Node for this project: run \"npm ci\", which brings one for Linux and macOS, $instead" ;;
  *libatomic.so.1*)
    reason="The Node that npm brought needs the library libatomic.so.1: run \"apt-get install libatomic1\" as root, $instead" ;;
  *)
    first=$(echo "${fault#*: }" | head -n 1)
    reason="The Node that npm brought does not start here ($first): install what it needs, $instead" ;;
esac
echo "doorplate: $reason" >&2
exit 1
