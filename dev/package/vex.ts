// What is known of faults in the parts that a release brings, as a CycloneDX VEX document beside its bill of materials.

import { spawnSync } from 'node:child_process'
import { productionParts, purl } from './parts.ts'

interface Statement {
  /** As the advisory is numbered: `GHSA-…` or `CVE-…`. */
  readonly id: string
  readonly part: string
  /** Words of CycloneDX. A release is not made while a part is exploitable. */
  readonly state: 'not_affected' | 'false_positive'
  readonly justification: 'code_not_present' | 'code_not_reachable' | 'requires_configuration'
  readonly detail: string
}

/** Advisories on the versions in use, each with why it does not matter here. None is known today. */
const STATEMENTS: readonly Statement[] = []

/** `serial` is that of the bill of materials, in which each part has its reference. */
export function vexDocument(version: string, serial: string, statements = STATEMENTS): unknown {
  const own = purl('doorplate', version)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'doorplate', version, purl: own } },
    vulnerabilities: statements.map(({ id, part, state, justification, detail }) => ({
      id,
      analysis: { state, justification, detail },
      affects: productionParts()
        .filter(({ name }) => name === part)
        .map((found) => ({
          ref: `urn:cdx:${serial}/1#${encodeURIComponent(purl(found.name, found.version))}`,
        })),
    })),
  }
}

/** Advisories that the registry has on parts in use and that nobody has said anything of; undefined if it is silent. */
export function openAdvisories(said: string, statements = STATEMENTS): string[] | undefined {
  const report: { vulnerabilities?: Record<string, { via: (string | { url?: string })[] }> } =
    JSON.parse(said === '' ? '{}' : said)
  if (report.vulnerabilities === undefined) return undefined
  const answered = statements.map(({ id }) => id)
  const found = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.flatMap((each) => (typeof each === 'string' ? [] : (each.url?.split('/').at(-1) ?? []))),
  )
  return [...new Set(found)].filter((id) => !answered.includes(id)).sort()
}

/** Refuses to go on while an advisory is unanswered; says so where the registry cannot be asked. */
export function refuseOpenAdvisories(): void {
  const asked = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
  const open = openAdvisories(asked.stdout)
  if (open === undefined) {
    process.stderr.write('release: The registry does not answer npm audit: advisories unchecked.\n')
  } else if (open.length > 0) {
    throw new Error(`Not signed: say in dev/package/vex.ts what ${open.join(', ')} means here.`)
  }
}
