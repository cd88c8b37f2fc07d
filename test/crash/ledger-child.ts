// A process that puts the releases of a folder into use one after the other, again and again, until it is killed.

import { writeSync } from 'node:fs'
import { Releases } from '../../src/releases/release-folder.ts'

const [directory = '', ...names] = process.argv.slice(2)
const releases = new Releases(directory)
for (;;) {
  for (const name of names) {
    await releases.use(name)
    writeSync(1, `${name}\n`)
  }
}
