// `data list|use|remove`: the releases on disk, and which one each product serves.

import { table } from '../lib/columns.ts'
import { releasesIn } from '../releases/release-folder.ts'
import type { Command } from './shared/command.ts'
import { withAuditIfStored } from './shared/store-access.ts'

const list: Command = {
  name: 'data list',
  summary: 'List the data releases on disk; those in use are marked with *.',
  async run({ config }) {
    const releases = await releasesIn(config.dataDir).list()
    const text = table(releases, {
      '': ({ inUse }) => (inUse ? '*' : ' '),
      RELEASE: ({ release }) => release,
      SOURCE: ({ source }) => source,
      ADDRESSES: ({ addresses }) => addresses.toLocaleString('en-GB'),
      SIZE: ({ bytes }) => `${Math.ceil(bytes / 1e6)} MB`,
      CREATED: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' '),
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
      }),
    )
    return { json: { releases: json }, text }
  },
}

const use: Command = {
  name: 'data use',
  usage: 'RELEASE',
  summary: 'Use this release, also in a running service. To roll back, use an older one.',
  example: 'au-2026-02-28-1a2b3c',
  flags: { yes: 'use it however many addresses it lacks' },
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

export const dataCommands: readonly Command[] = [list, use, remove]
