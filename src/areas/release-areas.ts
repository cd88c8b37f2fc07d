// The areas of a release's addresses, over memory that threads share.

import type { Area, AreaLayers, AreaSelection, Areas } from '../address/area.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import { lowerBoundU32 } from '../lib/lower-bound.ts'
import { AreaLayer, NO_AREA } from './area-layer.ts'
import { fullName, type LayerMemory } from './layer.ts'

const ALL = 'all'

/** Over the memory of the release's index. */
export function areasOver(index: SharedArrayBuffer, layers: readonly LayerMemory[]): AreaLayers {
  const sections = new IndexSections(index)
  const { release } = sections.get('release')
  return new ReleaseAreas(release, sections.get('street.start'), layers)
}

export class ReleaseAreas implements AreaLayers {
  readonly release: string
  readonly #start: Uint32Array
  readonly #layers = new Map<string, AreaLayer>()
  readonly names: readonly string[]
  readonly #all: readonly string[]

  /** A name means the first layer that has it. Layers joined with another release are left out. */
  constructor(release: string, start: Uint32Array, layers: readonly LayerMemory[]) {
    this.release = release
    this.#start = start
    for (const memory of layers) {
      const layer = new AreaLayer(memory)
      const { info } = layer
      if (info.release !== release) continue
      if (!this.#layers.has(info.layer)) this.#layers.set(info.layer, layer)
      this.#layers.set(fullName(info), layer)
    }
    this.names = [...this.#layers.keys()]
    this.#all = this.names.filter((name) => !name.includes('@'))
  }

  get attributions(): readonly string[] {
    const all = [...this.#layers.values()].map(({ info }) => info.attribution)
    return [...new Set(all)].filter((text) => text !== '')
  }

  named(text: string): readonly string[] {
    if (text === ALL) return this.#all
    const names = text.split(',').map((name) => name.trim())
    return [...new Set(names.flatMap((name) => (name === ALL ? this.#all : name)))]
  }

  of(row: number | undefined, names: readonly string[]): Areas {
    const street = row === undefined ? -1 : this.#streetOf(row)
    const areas: Record<string, Area> = {}
    for (const name of names) {
      const layer = this.#layers.get(name)
      if (layer === undefined) continue
      const isKnown = row !== undefined && street !== -1
      areas[name] = isKnown ? layer.area(layer.areaOf(row, street, this.#start)) : NO_AREA
    }
    return areas
  }

  select(
    wanted: Readonly<Record<string, readonly string[]>>,
    work = { spent: 0 },
  ): AreaSelection | undefined {
    const parts = Object.entries(wanted).map(([name, values]) => {
      const layer = this.#layers.get(name)
      work.spent += values.length * (layer?.namedSteps ?? 0)
      return { layer, areas: new Set(values.flatMap((value) => layer?.areasNamed(value) ?? [])) }
    })
    if (parts.some(({ areas }) => areas.size === 0)) return undefined
    const lists = parts.flatMap(({ layer, areas }) => layer?.streetsOf([...areas], work) ?? [])
    lists.sort((a, b) => a.length - b.length)
    return {
      release: this.release,
      streets: lists[0],
      allowsStreet: (street) =>
        parts.every(({ layer, areas }) => layer?.mayHave(street, areas) ?? false),
      allowsRecord: (record, street) =>
        parts.every(({ layer, areas }) =>
          areas.has(layer?.areaOf(record, street, this.#start) ?? 0),
        ),
    }
  }

  complete(term: string, names: readonly string[], top: number): readonly string[] {
    const found = names.flatMap((name) => this.#layers.get(name)?.beginning(term) ?? [])
    found.sort((a, b) => b.addresses - a.addresses)
    return [...new Set(found.map(({ name }) => name))].slice(0, top)
  }

  #streetOf(row: number): number {
    return lowerBoundU32(this.#start, row + 1, 0, this.#start.length - 1) - 1
  }
}
