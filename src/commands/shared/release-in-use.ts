// The release of a product that is in use, opened for a command that looks at its answers.

import type { Product } from '../../address/product.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { releasesIn } from '../../releases/release-folder.ts'
import type { Given } from './command.ts'

export async function openReleaseInUse({ config }: Pick<Given, 'config'>, product: Product) {
  const releases = releasesIn(config.dataDir)
  const release = await releases.inUse(product)
  if (release === undefined) {
    throw new OperatorError(`No release of ${product} is in use. Import one first.`)
  }
  const { search } = await releases.load(release)
  return search
}
