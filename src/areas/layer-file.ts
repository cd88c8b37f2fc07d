// The file of a layer: its areas, what it takes to join it again, and the join with the release in use.

import { dirname } from 'node:path'
import type { Area, LayerInfo } from '../address/area.ts'
import { removeLeftFiles, unfinishedPath } from '../index/build/build.ts'
import { Texts, writeTexts } from '../index/columns/texts.ts'
import { checkIndexFile, loadSections } from '../index/file/index-file.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import { IndexWriter } from '../index/file/index-writer.ts'
import { TextNumbers } from '../index/rows/text-numbers.ts'
import { foldedValue } from '../index/words/fold.ts'
import { systemClock } from '../lib/clock.ts'
import { elementAt } from '../lib/element-at.ts'
import { readKeys } from './keys.ts'
import { foldedCode, type Joined, type LayerMemory, type LayerSource } from './layer.ts'
import { readPolygons, writePolygons } from './polygons/polygons.ts'

/** Whole or not at all: the file has its name once it is on disk and checked. */
export async function writeLayer(path: string, layer: LayerSource, joined: Joined) {
  const now = systemClock.now()
  await removeLeftFiles(dirname(path), now)
  const unfinished = unfinishedPath(dirname(path), `${layer.product}_layer`, now)
  await using writer = await IndexWriter.create(unfinished, 'layer')
  const { areas, keys, polygons, ...about } = layer
  const { release, addresses, joined: count } = joined
  const info: LayerInfo = { ...about, areas: areas.length, release, addresses, joined: count }
  await writer.add('layer', info)
  await writeAreas(writer, areas)
  if (polygons === undefined) await keys.write(writer)
  else await writePolygons(writer, polygons)
  await joined.write(writer)
  await writer.finish(path)
  return info
}

async function writeAreas(writer: IndexWriter, areas: readonly Area[]): Promise<void> {
  const numbers = new TextNumbers()
  for (const { code, name } of areas) {
    numbers.add(code)
    numbers.add(name)
  }
  const texts = await writeTexts(writer, numbers)
  await writer.add(
    'area.code',
    Uint32Array.from(areas, ({ code }) => texts.numberOf(code)),
  )
  await writer.add(
    'area.name',
    Uint32Array.from(areas, ({ name }) => texts.numberOf(name)),
  )
  await writer.add(
    'area.byCode',
    inOrderOf(areas, ({ code }) => foldedCode(code)),
  )
  await writer.add(
    'area.byName',
    inOrderOf(areas, ({ name }) => foldedValue(name)),
  )
}

/** The areas that have such a text, in its order. */
function inOrderOf(areas: readonly Area[], textOf: (area: Area) => string): Uint32Array {
  const texts = areas.map((area, at) => ({ area: at + 1, text: textOf(area) }))
  texts.sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
  return Uint32Array.from(texts.flatMap(({ area, text }) => (text === '' ? [] : area)))
}

/** What it takes to join the layer again. */
export async function readLayerSource(path: string): Promise<LayerSource> {
  const { sections, info } = await load(path, (name) => !name.startsWith('joined.'), ArrayBuffer)
  const { areas: _, release: __, addresses: ___, joined: ____, by, ...about } = info
  const texts = new Texts(sections)
  const names = sections.get('area.name')
  const areas = Array.from(sections.get('area.code'), (code, at) => ({
    code: texts.at(code),
    name: texts.at(elementAt(names, at)),
  }))
  if (by === 'polygon') return { ...about, areas, by, polygons: readPolygons(sections) }
  return { ...about, areas, by, keys: readKeys(sections) }
}

/** What look-ups read of a layer, after the whole file was checked. */
export async function loadLayer(path: string): Promise<LayerMemory> {
  await checkIndexFile(path, undefined, 'layer')
  const { memory } = await load(path, (name) => !SOURCE_SECTION.test(name), SharedArrayBuffer)
  return memory
}

const SOURCE_SECTION = /^(key|polygon|feature)\./

export async function readLayerInfo(path: string): Promise<LayerInfo> {
  return (await load(path, (name) => name === 'layer', ArrayBuffer)).info
}

async function load<Memory extends ArrayBufferLike>(
  path: string,
  isWanted: (name: string) => boolean,
  Buffers: new (bytes: number) => Memory,
) {
  const memory = await loadSections(path, isWanted, Buffers, 'layer')
  const sections = new IndexSections(memory.buffer, memory.entries)
  return { memory, sections, info: sections.get('layer') }
}
