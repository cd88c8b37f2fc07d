// The Python package as a wheel: a zip file of its sources and what pip wants to know, the same bytes each time.

import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

const FOLDER = 'clients/python'
/** 1 January 1980, the first day that a zip file knows. */
const DAY = 0x0021

interface Wheel {
  readonly name: string
  readonly bytes: Buffer
}

export function pythonWheel(version: string): Wheel {
  const project = readFileSync(join(FOLDER, 'pyproject.toml'), 'utf8')
  const said = (name: string) => project.match(new RegExp(`^${name} = "(.*)"$`, 'm'))?.[1] ?? ''
  if (said('version') !== version) throw new Error(`${FOLDER}/pyproject.toml is not of ${version}.`)
  const info = `doorplate-${version}.dist-info`
  const lines = {
    'Metadata-Version': '2.1',
    Name: 'doorplate',
    Version: version,
    Summary: said('description'),
    License: 'MIT',
    'Requires-Python': said('requires-python'),
    'Description-Content-Type': 'text/markdown',
  }
  const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  const files = new Map<string, Buffer>(
    globSync('doorplate/{*.py,py.typed}', { cwd: FOLDER })
      .sort()
      .map((name) => [name, readFileSync(join(FOLDER, name))]),
  )
  files.set(`${info}/METADATA`, Buffer.from(`${fields(lines)}\n${readme}`))
  const kind = { 'Wheel-Version': '1.0', Generator: 'doorplate', 'Root-Is-Purelib': 'true' }
  files.set(`${info}/WHEEL`, Buffer.from(fields({ ...kind, Tag: 'py3-none-any' })))
  const record = [...files].map(([name, bytes]) => {
    const sha256 = createHash('sha256').update(bytes).digest('base64url')
    return `${name},sha256=${sha256},${bytes.length}\n`
  })
  files.set(`${info}/RECORD`, Buffer.from(`${record.join('')}${info}/RECORD,,\n`))
  return { name: `doorplate-${version}-py3-none-any.whl`, bytes: zipped(files) }
}

function fields(lines: Readonly<Record<string, string>>): string {
  return Object.entries(lines)
    .map(([name, text]) => `${name}: ${text}\n`)
    .join('')
}

/** Not compressed: a few pages of text. */
function zipped(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, bytes] of files) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(DAY, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    parts.push(Buffer.from('PK\x03\x04'), common, Buffer.from(name), bytes)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(0o100644 * 0x10000, 6)
    place.writeUInt32LE(at, 10)
    // Made on Unix, so that the mode of the file counts.
    entries.push(Buffer.from('PK\x01\x02\x14\x03'), common, place, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + bytes.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(files.size, 8)
  end.writeUInt16LE(files.size, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end])
}
