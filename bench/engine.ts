// Engine microseconds for keystrokes over a release: node bench/engine.ts FILE.idx [TARGETS]

import { openIndex } from '../src/search/open-index.ts'

const [path, targets = '1000'] = process.argv.slice(2)
if (path === undefined) throw new Error('Give the path of an index file.')

const opening = performance.now()
const search = await openIndex(path)
const openedMs = performance.now() - opening

/** Addresses to type, spread over the whole index: those that two-character terms with numbers lead to. */
function targetTexts(count: number): readonly string[] {
  const texts = new Set<string>()
  const letters = 'abcdefghijklmnopqrstuvwyz'
  for (let i = 0; texts.size < count && i < count * 20; i++) {
    const letter = letters[i % letters.length]
    const next = 'aeiourlhty'[Math.floor(i / letters.length) % 10]
    const found = search.autocomplete({ term: `${1 + (i % 211)} ${letter}${next}`, top: 6 })
    for (const { item } of found) texts.add(textOf(item).toLowerCase())
  }
  return [...texts].slice(0, count)
}

function textOf(item: object): string {
  if ('address_label' in item) return String(item.address_label).replace(',', '')
  if ('formatted_address' in item && Array.isArray(item.formatted_address) && 'postcode' in item) {
    return [...item.formatted_address, item.postcode].filter((line) => line !== '').join(' ')
  }
  return ''
}

const terms = targetTexts(Number(targets)).flatMap((text) =>
  Array.from(text, (_, i) => text.slice(0, i + 1)),
)
for (const first of 'abcdefghijklmnopqrstuvwxyz0123456789') terms.push(first)

/** The least of three runs, so that other work of the machine does not count. */
function microseconds(term: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const start = performance.now()
    search.autocomplete({ term, top: 6 })
    least = Math.min(least, performance.now() - start)
  }
  return least * 1000
}

for (const term of terms.slice(0, 5000)) microseconds(term)
const times = Float64Array.from(terms, microseconds)
const slowest = terms[times.indexOf(Math.max(...times.subarray(0, 100_000)))]
times.sort()
const at = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))])

process.stdout.write(
  `${search.release.release}: ${search.release.addresses} addresses, opened in ${Math.round(openedMs)} ms\n` +
    `${terms.length} keystrokes: median ${at(0.5)} µs, 90th ${at(0.9)}, 95th ${at(0.95)}, ` +
    `99th ${at(0.99)}, worst ${at(1)} (slowest: ${JSON.stringify(slowest)})\n`,
)
