// Builds an index in a folder of its own and opens it, for tests that search it.

import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Product } from '../../src/address/product.ts'
import { type BuiltIndex, buildIndex } from '../../src/index/build/build.ts'
import { loadIndex } from '../../src/index/file/index-file.ts'
import { IndexSections } from '../../src/index/file/index-sections.ts'
import type { NationalSource, PostalSource } from '../../src/index/rows/row-source.ts'
import type { NationalSearch, PostalSearch } from '../../src/search/address-search.ts'
import { openIndex } from '../../src/search/open-index.ts'
import { copySample } from '../support/sample.ts'

/** A folder that is removed when the test file ends. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorplate-search-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function builtNational(source: NationalSource): Promise<NationalSearch> {
  return (await opened(source)) as NationalSearch
}

export async function builtPostal(source: PostalSource): Promise<PostalSearch> {
  return (await opened(source)) as PostalSearch
}

export async function built(source: NationalSource | PostalSource): Promise<BuiltIndex> {
  return buildIndex(source, { directory: await testFolder(), now: Date.UTC(2026, 10, 15) })
}

/** The sample of a product, as it was built for all tests. */
export async function sampleIndex(product: Product): Promise<string> {
  const folder = await testFolder()
  await copySample(folder)
  return globSync(join(folder, `releases/${product}-*.idx`))[0] ?? ''
}

/** The parts of the file, for tests of what reads them. */
export async function builtSections(source: NationalSource | PostalSource): Promise<IndexSections> {
  return new IndexSections(await loadIndex((await built(source)).path))
}

async function opened(source: NationalSource | PostalSource) {
  return openIndex((await built(source)).path)
}
