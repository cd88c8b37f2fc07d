// `data list|use|remove`: the releases on disk, and which one each product serves.

import type { ReleaseInfo } from '../index/file/release-info.ts'
import { columns } from '../lib/columns.ts'
import { releasesIn } from '../releases/release-folder.ts'
import { withAuditIfStored } from './shared/audited.ts'
import type { Command, Printed } from './shared/command.ts'

const list: Command = {
  name: 'data list',
  summary: 'List the data releases on disk; those in use are marked with *.',
  async run({ config }) {
    const releases = await releasesIn(config.dataDir).list()
    const rows = releases.map((release) => [
      release.inUse ? '*' : ' ',
      release.release,
      release.source,
      release.addresses.toLocaleString('en-GB'),
      `${Math.ceil(release.bytes / 1e6)} MB`,
      release.createdAt.slice(0, 16).replace('T', ' '),
      release.attribution,
    ])
    const head = ['', 'RELEASE', 'SOURCE', 'ADDRESSES', 'SIZE', 'CREATED', 'ATTRIBUTION']
    const json = releases.map(({ bytes, inUse, ...info }) => ({
      ...releaseJson(info),
      bytes,
      in_use: inUse,
    }))
    return { json: { releases: json }, text: columns([head, ...rows]) }
  },
}

const use: Command = {
  name: 'data use',
  usage: 'RELEASE',
  summary: 'Use this release, also in a running service. To roll back, use an older one.',
  example: 'au-2026-02-28-1a2b3c',
  words: [1, 1],
  run(given) {
    const [release = ''] = given.words
    const releases = releasesIn(given.config.dataDir)
    return withAuditIfStored(given, async () => {
      // Verified first: a running service would refuse a broken one silently.
      await releases.load(release)
      await releases.use(release)
      return changed(release, 'is now in use')
    })
  },
}

const remove: Command = {
  name: 'data remove',
  usage: 'RELEASE',
  summary: 'Delete a release that is not in use.',
  example: 'au-2026-02-28-1a2b3c',
  words: [1, 1],
  run(given) {
    const [release = ''] = given.words
    return withAuditIfStored(given, async () => {
      await releasesIn(given.config.dataDir).remove(release)
      return changed(release, 'was deleted')
    })
  },
}

export const dataCommands: readonly Command[] = [list, use, remove]

function changed(release: string, what: string): Printed {
  return { json: { release }, text: `${release} ${what}.` }
}

function releaseJson({ release, product, source, addresses, attribution, createdAt }: ReleaseInfo) {
  return { release, product, source, addresses, attribution, created_at: createdAt }
}
