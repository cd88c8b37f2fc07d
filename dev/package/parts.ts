// What is installed with the package: read from the lock file, so that it is the same wherever it is asked.

import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Part {
  readonly name: string
  readonly version: string
  readonly license: string
  /** SHA-512 of its tarball, in base64. */
  readonly sha512: string
  /** Where it stands, from the root of the project. */
  readonly folder: string
  readonly hasInstallScript: boolean
}

interface Locked {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

/** Every package that an installation brings, by name. */
export function productionParts(): Part[] {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const { optionalDependencies: nodes } = JSON.parse(readFileSync('dev/node/package.json', 'utf8'))
  return Object.entries(lock.packages)
    .filter(([folder, { dev, devOptional, link }]) => {
      const isNode = folder.slice('node_modules/'.length) in nodes
      return folder.startsWith('node_modules/') && !isNode && !(dev || devOptional || link)
    })
    .map(([folder, locked]) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: locked.version,
      license: locked.license ?? '',
      sha512: (locked.integrity ?? '').replace(/^sha512-/, ''),
      folder,
      hasInstallScript: locked.hasInstallScript === true,
    }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** A CycloneDX bill of materials. Without a time, and numbered by its contents: the same each time. */
export function billOfMaterials(version: string): unknown {
  const parts = productionParts()
  const own = { type: 'application', name: 'doorplate', version, purl: purl('doorplate', version) }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serialOf(version, parts)}`,
    version: 1,
    metadata: {
      component: { ...own, 'bom-ref': own.purl, licenses: [{ license: { id: 'MIT' } }] },
    },
    components: parts.map(({ name, version: its, license, sha512 }) => ({
      type: 'library',
      name,
      version: its,
      'bom-ref': purl(name, its),
      purl: purl(name, its),
      ...(license !== '' && { licenses: [{ expression: license }] }),
      hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
    })),
  }
}

/** A UUID (version 8) of the parts. */
export function serialOf(version: string, parts = productionParts()): string {
  const hex = hash('sha256', JSON.stringify([version, parts]))
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...groups, hex.slice(20, 32)].join('-')
}

export function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** The licence of each part, as it came with it. */
export function licenceTexts(): string {
  return productionParts()
    .map(({ name, version, license, folder }) => {
      const files = existsSync(folder) ? readdirSync(folder).sort() : []
      const file = files.find((each) => /^licen[cs]e/i.test(each))
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
      return `${'='.repeat(80)}\n${name} ${version}: ${license}\n\n${text}\n`
    })
    .join('\n')
}
