#!/bin/sh
# Makes the data folder of an earlier release, small, for the tests of upgrades: make-fixture.sh CHECKOUT TARGET.tar.gz
#
# CHECKOUT is a clone at the commit of that release, with its packages installed. Its own commands import two addresses
# of each product and make accounts; its own service answers look-ups, takes a webhook, a token and a private address,
# and bills. The tarball has the data folder, a backup of the store (as JSON lines) and the keys that were shown.
set -eu
checkout=$(cd "$1" && pwd)
target=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export DATA_DIR="$work/data" PORT="${PORT:-18090}" TEST_CLOCK=1 LOG_LEVEL=warn

doorplate() { node "$checkout/src/main.ts" "$@"; }

cat > au.csv <<'CSV'
pid,number_first,street_name,street_type,locality_name,state,postcode,latitude,longitude
GAVIC100000001,12,KING,STREET,MELBOURNE,VIC,3000,-37.8136,144.9631
GAVIC100000002,14,KING,STREET,MELBOURNE,VIC,3000,-37.8137,144.9632
CSV
cat > uk.csv <<'CSV'
source_key,building_number,thoroughfare,town_or_city,postcode,latitude,longitude
1,7,Netherby Road,Aberdeen,AB15 9HL,57.135,-2.165
2,9,Netherby Road,Aberdeen,AB15 9HL,57.136,-2.166
CSV
for product in au uk; do
  head -n 1 $product.csv | tr ',' '\n' | sed 's/.*/"&":"&"/' | paste -sd, | sed 's/.*/{&}/; s/"pid":"pid"/"address_detail_pid":"pid"/' \
    > $product.json
  doorplate import csv $product.csv --product $product --columns $product.json --attribution "Made up"
done

doorplate account create --email shop@example.com --product uk --json > shop.json
doorplate account create --email depot@example.com --product au --json > depot.json
doorplate account plan shop@example.com "$(doorplate plans --json | grep -o '"name":"[^"]*","product":"uk","term":"monthly"' | head -n 1 | cut -d'"' -f4)"
doorplate account address shop@example.com "1 Shop Street" London
printf 'postcode,line_1,town_or_city,latitude,longitude,residential\nAB15 9HL,1 Back Yard,Aberdeen,57.1,-2.1,false\n' > own.csv
doorplate private-address import own.csv --email shop@example.com
doorplate token create --email shop@example.com --domain shop.example.com --json > token.json

DEMO=0 node "$checkout/src/main.ts" serve > log 2>&1 &
service=$!
base=http://localhost:$PORT
until curl -sf "$base/health/ready" > /dev/null; do
  kill -0 $service || { cat log; exit 1; }
  sleep 0.2
done
field() { sed "s/.*\"$2\":\"\([^\"]*\)\".*/\1/" "$1"; }
shop=$(field shop.json api_key) admin=$(field shop.json admin_key) depot=$(field depot.json api_key)
uk=$(curl -sf "$base/autocomplete/7%20netherby?api-key=$shop" | sed 's/.*"id":"\([^"]*\)".*/\1/')
curl -sf -X POST "$base/webhook/track?api-key=$admin" -d '{"url":"https://shop.example.com/hooks"}' > /dev/null
for at in 1 2 3; do curl -sf "$base/get/$uk?api-key=$shop" > /dev/null; done
curl -sf "$base/get/GAVIC100000001?api-key=$depot" > /dev/null
doorplate clock advance 32d
curl -sf "$base/get/$uk?api-key=$shop" > /dev/null
doorplate bill
kill -TERM $service
wait $service
doorplate doctor

doorplate backup store.backup
mkdir fixture
gzip -dc store.backup > fixture/store.jsonl
printf '{"shop":"%s","admin":"%s","depot":"%s","uk":"%s"}\n' "$shop" "$admin" "$depot" "$uk" > fixture/keys.json
cp -r data fixture/data
rm -rf fixture/data/outbox fixture/data/*-wal fixture/data/*-shm
tar -C fixture -czf "$target" .
ls -l "$target"
