// `data list|use|diff|remove`: the releases on disk, which one each product serves, and how they differ.

import { utcMinute } from '../lib/clock.ts'
import { columns, count, table } from '../lib/columns.ts'
import type { ReleaseDiff } from '../releases/release-diff.ts'
import { mergedSets, releasesIn } from '../releases/release-folder.ts'
import { layerTable, shownLayer } from './areas.ts'
import type { Command } from './shared/command.ts'
import { withAuditIfStored } from './shared/store-access.ts'

const list: Command = {
  name: 'data list',
  summary: 'List the data releases on disk, those in use marked with *, and the layers of areas.',
  async run({ config }) {
    const folder = releasesIn(config.dataDir)
    const [releases, layers] = [await folder.list(), await folder.layers.list()]
    const text = table(releases, {
      '': ({ inUse }) => (inUse ? '*' : ' '),
      RELEASE: ({ release }) => release,
      SOURCE: ({ source }) => source,
      ADDRESSES: ({ addresses }) => count(addresses),
      SIZE: ({ bytes }) => `${Math.ceil(bytes / 1e6)} MB`,
      CREATED: ({ createdAt }) => utcMinute(Date.parse(createdAt)),
      CHANGES: ({ changes }) =>
        changes?.since ? `${changes.sets.length} since ${changes.since}` : '',
      ATTRIBUTION: ({ attribution }) => attribution,
    })
    const json = releases.map(
      ({ release, product, source, addresses, attribution, ...others }) => ({
        release,
        product,
        source,
        addresses,
        attribution,
        created_at: others.createdAt,
        bytes: others.bytes,
        in_use: others.inUse,
        ...mergedSets(others.changes),
      }),
    )
    return {
      json: { releases: json, layers: layers.map(shownLayer) },
      text: layers.length === 0 ? text : `${text}\n\n${layerTable(layers)}`,
    }
  },
}

const use: Command = {
  name: 'data use',
  usage: 'RELEASE',
  summary: 'Use this release, also in a running service. To roll back, use an older one.',
  example: 'au-2026-02-28-1a2b3c',
  flags: { yes: 'use it even if it lacks many of the addresses in use' },
  run(given) {
    const { word: release, config, flags } = given
    const releases = releasesIn(config.dataDir)
    return withAuditIfStored(given, async () => {
      // Verified first: a running service would refuse a broken one silently.
      await releases.load(release)
      await releases.use(release, flags.has('yes') ? 100 : config.releaseLossPercentMax)
      return { json: { release }, text: `${release} is now in use.` }
    })
  },
}

const diff: Command = {
  name: 'data diff',
  usage: 'RELEASE RELEASE',
  summary: 'Show what changes from one release to another: added, retired, changed and moved.',
  example: 'au-2025-11-30-9f8e7d au-2026-02-28-1a2b3c',
  async run({ words: [from = '', to = ''], config }) {
    const found = await releasesIn(config.dataDir).diff(to, from)
    return { json: found, text: diffText(found) }
  },
}

function diffText(found: ReleaseDiff): string {
  const reasons = Object.entries(found.reasons).filter(([, changed]) => changed > 0)
  const share = ((100 * found.retired) / found.addresses_from).toFixed(1)
  const facts = [
    ['addresses', count(found.addresses_to), `${count(found.addresses_from)} before`],
    ['added', count(found.added), ''],
    ['retired', count(found.retired), `${share}%; ${count(found.continued)} have a successor`],
    ['changed', count(found.changed), reasons.map(([part, n]) => `${part} ${count(n)}`).join(', ')],
    ['moved', count(found.moved), 'by more than 20 m'],
  ]
  const places = table(found.places, {
    PLACE: ({ place }) => place,
    ADDED: ({ added }) => count(added),
    RETIRED: ({ retired }) => count(retired),
    CHANGED: ({ changed }) => count(changed),
    MOVED: ({ moved }) => count(moved),
  })
  const examples = columns(
    found.examples.map(({ kind, id, address, now }) => [kind, id, address, now && `-> ${now}`]),
  )
  const parts = [`${found.from} -> ${found.to}`, columns(facts)]
  if (found.examples.length > 0) parts.push(places, examples)
  return parts.join('\n\n')
}

const remove: Command = {
  name: 'data remove',
  usage: 'RELEASE',
  summary: 'Delete a release that is not in use.',
  example: 'au-2026-02-28-1a2b3c',
  run(given) {
    const { word: release, config } = given
    return withAuditIfStored(given, async () => {
      await releasesIn(config.dataDir).remove(release)
      return { json: { release }, text: `${release} was deleted.` }
    })
  },
}

export const dataCommands: readonly Command[] = [list, use, diff, remove]
