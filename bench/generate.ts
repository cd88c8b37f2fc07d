// Writes address files of any size: node bench/generate.ts gnaf-core --rows 17000000 [--seed N] [--out FILE]

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { gnafCore } from './generator/gnaf-core.ts'
import { codePoint, pricePaid } from './generator/price-paid.ts'

const FORMATS = { 'gnaf-core': gnafCore, 'price-paid': pricePaid, 'code-point': codePoint } as const
const ROWS_MAX = 100_000_000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string' }, seed: { type: 'string' }, out: { type: 'string' } },
})
const [format] = positionals
const rows = Number(values.rows ?? 1_000_000)
const seed = Number(values.seed ?? 1)
if (!isFormat(format) || !Number.isInteger(rows) || rows < 1 || rows > ROWS_MAX) {
  process.stderr.write(
    `Usage: node bench/generate.ts ${Object.keys(FORMATS).join('|')} --rows N [--seed N] [--out FILE]\n` +
      'code-point writes the postcodes of the price-paid file with the same rows and seed.\n',
  )
  process.exit(2)
}

const out = values.out === undefined ? process.stdout : createWriteStream(values.out)
// A reader that has seen enough (`| head`) closes the pipe; that is no fault.
out.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
for (const piece of FORMATS[format](rows, seed)) {
  if (!out.write(piece)) await once(out, 'drain')
}
if (values.out !== undefined) {
  out.end()
  await once(out, 'finish')
}

function isFormat(name: string | undefined): name is keyof typeof FORMATS {
  return name !== undefined && Object.hasOwn(FORMATS, name)
}
