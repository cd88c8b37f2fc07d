// `npm run release`: everything that a release is published as, in the folder release/; the same bytes each time.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PRODUCTS } from '../../src/address/product.ts'
import { finish } from '../../src/lib/turns/turns.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import { postmanCollection } from '../../src/reference/postman.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import { airGappedArchives } from './air-gapped.ts'
import { billOfMaterials, licenceTexts, serialOf } from './parts.ts'
import { refuseOpenAdvisories, vexDocument } from './vex.ts'
import { pythonWheel } from './wheel.ts'

const BASE_URL = 'http://localhost:8080'
/** What the signature is for, so that it cannot be passed off as one of something else. */
const SIGNED_AS = 'doorplate-release'

/** The part of the changelog that is about a version. */
function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m)
  const notes = parts.find((part) => part.startsWith(`${version}\n`))
  if (notes === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}.`)
  return `# Doorplate ${notes.trim()}\n`
}

/** An example of deployment that names this version, and no other. */
function ofVersion(text: string, version: string): string {
  return `# Doorplate ${version}\n${text}`.replace(
    /^(\s*image: doorplate)(:latest)?$/gm,
    `$1:${version}`,
  )
}

function release(target: string, isAirGapped: boolean): void {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const facts = { baseUrl: BASE_URL, attributions: [] }
  const { paths } = finish(openApiDocument(ENDPOINTS, facts))
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  const ofCountries = PRODUCTS.map((product) => {
    const document = finish(openApiDocument(ENDPOINTS, facts, product))
    return [`openapi-${product}.json`, json(document)]
  })
  const copied = (path: string) => ofVersion(readFileSync(path, 'utf8'), version)
  const files: Readonly<Record<string, string>> = {
    'NOTES.md': notesOf(readFileSync('CHANGELOG.md', 'utf8'), version),
    'LICENCES.txt': licenceTexts(),
    'bom.cdx.json': json(billOfMaterials(version)),
    'vex.cdx.json': json(vexDocument(version, serialOf(version))),
    'openapi.json': json(finish(openApiDocument(ENDPOINTS, facts))),
    ...Object.fromEntries(ofCountries),
    'postman.json': json(finish(postmanCollection(paths, BASE_URL, 'uk'))),
    'doorplate.service': copied('deploy/systemd/doorplate.service'),
    'compose.yaml': copied('compose.yaml'),
    'kubernetes.yaml': copied('deploy/kubernetes/doorplate.yaml'),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(target, name), text)
  const wheel = pythonWheel(version)
  writeFileSync(join(target, wheel.name), wheel.bytes)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { stdio: 'pipe' })
  if (isAirGapped) airGappedArchives(target, version)
  const sums = readdirSync(target)
    .sort()
    .map((name) => {
      const sha256 = createHash('sha256').update(readFileSync(join(target, name)))
      return `${sha256.digest('hex')}  ${name}\n`
    })
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''))
  process.stdout.write(sums.join(''))
}

/** Signs the checksums, and with them every file, by a key of OpenSSH; its agent may hold the key. */
export function signSums(target: string, key: string): void {
  const options = ['-Y', 'sign', '-q', '-n', SIGNED_AS, '-f', key]
  execFileSync('ssh-keygen', [...options, join(target, 'SHA256SUMS')], { stdio: 'inherit' })
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      sign: { type: 'string' },
      'air-gapped': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [target = 'release'] = positionals
  release(target, values['air-gapped'])
  if (values.sign !== undefined) {
    refuseOpenAdvisories()
    signSums(target, values.sign)
  }
}
