// Writes address files of any size; code-point writes the postcodes of the UK file of the same rows and seed.
// Usage: npm run -s bench -- generate FORMAT --rows N [--seed N] [--out FILE]
//        FORMAT: gnaf-core, linz, price-paid, paf, ngd, ngd-mail, premium or code-point.
//        linz needs --roads FILE, the list of roads that the import takes for postcodes.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { gnafCore } from './gnaf-core.ts'
import { linz } from './linz.ts'
import { codePoint, ngd, ngdMail, paf, premium, pricePaid } from './price-paid.ts'

const FORMATS = {
  'gnaf-core': gnafCore,
  linz,
  'price-paid': pricePaid,
  paf,
  ngd,
  'ngd-mail': ngdMail,
  premium,
  'code-point': codePoint,
} as const
const ROWS_MAX = 100_000_000

export async function run(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
      roads: { type: 'string' },
    },
  })
  const [format] = positionals
  const rows = Number(values.rows)
  if (!isFormat(format) || !Number.isInteger(rows) || rows < 1 || rows > ROWS_MAX) {
    const formats = Object.keys(FORMATS).join('|')
    throw new OperatorError(`Usage: generate ${formats} --rows N [--seed N] [--out FILE]`)
  }
  const out = values.out === undefined ? process.stdout : createWriteStream(values.out)
  // A reader that has seen enough (`| head`) closes the pipe; that is no fault.
  out.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  for (const piece of FORMATS[format](rows, Number(values.seed), values.roads)) {
    if (!out.write(piece)) await once(out, 'drain')
  }
  if (values.out === undefined) return
  out.end()
  await once(out, 'finish')
}

function isFormat(name: string | undefined): name is keyof typeof FORMATS {
  return name !== undefined && Object.hasOwn(FORMATS, name)
}
