#!/bin/sh
# Restores PostgreSQL to a moment, as docs/operating.md says, and proves the books: test/point-in-time.sh
#
# Needs root, Debian's PostgreSQL and curl; a minute. A service charges look-ups while the server archives its WAL. Then
# somebody deletes an account's usage by mistake. The base backup and the archive are restored to the moment before,
# every look-up that was answered until then must be counted, and `drill` must find no fault. Prints how long it took.
set -eu

project=$(cd "$(dirname "$0")/.." && pwd)
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
work=$(mktemp -d)
port=${PORT:-18095}
export PORT="$port" DATABASE_URL="postgres://postgres@127.0.0.1:$((port + 1))/postgres" DATA_DIR="$work/data" DEMO=0 LOG_LEVEL=warn
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups env HOME="$work" "$@"; }
sql() { "$bin/psql" -qAt "$DATABASE_URL" -c "$1"; }
doorplate() { sh "$project/scripts/node.sh" "$project/src/main.ts" "$@"; }
say() { printf '\n== %s\n' "$*"; }
end() {
  [ -z "${service:-}" ] || kill -KILL "$service" 2> /dev/null || true
  for each in main restored; do as_postgres "$bin/pg_ctl" -D "$work/$each" -m immediate stop > /dev/null 2>&1 || true; done
  rm -rf "$work"
}
trap end EXIT
chmod 755 "$work"
install -d -o postgres -g postgres "$work/archive" "$work/main" "$work/base"

# server FOLDER [SETTINGS]
server() {
  as_postgres "$bin/pg_ctl" -D "$work/$1" -l "$work/$1/log" -w -t 120 \
    -o "-p $((port + 1)) -k '' -c listen_addresses=127.0.0.1" start > /dev/null || { cat "$work/$1/log"; exit 1; }
}

say 'A server that archives its WAL'
as_postgres "$bin/initdb" -D "$work/main" --auth=trust > /dev/null
cat >> "$work/main/postgresql.conf" << CONF
archive_mode = on
archive_timeout = 60
archive_command = 'test ! -f $work/archive/%f && cp %p $work/archive/%f'
CONF
server main
sh "$project/scripts/node.sh" "$project/src/main.ts" serve > "$work/serve.log" 2>&1 &
service=$!
until curl -sf "http://localhost:$port/health/ready" > /dev/null 2>&1 || ! kill -0 $service; do sleep 0.3; done
kill -0 $service || { cat "$work/serve.log"; exit 1; }
key=$(doorplate account create --email a@example.com --product au --plan starter --json | sed 's/.*"api_key":"\([^"]*\)".*/\1/')
id=$(curl -sf "http://localhost:$port/autocomplete/8-10%20taylor?api-key=$key" | sed 's/.*"id":"\([^"]*\)".*/\1/')
look_ups() { for _ in $(seq "$1"); do curl -sf "http://localhost:$port/get/$id?api-key=$key" > /dev/null; done; }

look_ups 20
as_postgres "$bin/pg_basebackup" -d "$DATABASE_URL" -D "$work/base" -X none -c fast 2> /dev/null
look_ups 100
moment=$(sql 'select clock_timestamp()')
sleep 1
say 'A mistake: the usage of all accounts is deleted'
sql 'delete from usage_day'
look_ups 20
sql 'select pg_switch_wal()' > /dev/null
kill -TERM $service
wait $service || true
service=
as_postgres "$bin/pg_ctl" -D "$work/main" -w -m fast stop > /dev/null

say "Restored to $moment"
began=$(date +%s%N)
install -d -m 700 -o postgres -g postgres "$work/restored"
cp -a "$work/base/." "$work/restored"
chmod 700 "$work/restored"
cat >> "$work/restored/postgresql.conf" << CONF
restore_command = 'cp $work/archive/%f %p'
recovery_target_time = '$moment'
recovery_target_action = promote
archive_mode = off
CONF
as_postgres touch "$work/restored/recovery.signal"
server restored
until [ "$(sql 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
doorplate backup "$work/proof.gz" > /dev/null
doorplate drill "$work/proof.gz"
echo "restored and proven after $((($(date +%s%N) - began) / 1000000)) ms"
used=$(sql 'select sum(lookups) from usage_day')
echo "$used look-ups are counted of 120 that were answered until then"
[ "$used" = 120 ]
say 'All went well.'
