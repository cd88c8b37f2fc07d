// The coastline of a country is packed as one path: cut at its frame, simplified, and whole across the 180th meridian.
// Covers: dev/coast.ts

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { coastFiles } from '../../dev/coast.ts'

type Point = readonly [number, number]

/** As TopoJSON has it: a place, then steps. Two arcs make the first ring, the second of them gone backwards. */
function topology(...rings: readonly (readonly Point[])[]) {
  const steps = (line: readonly Point[]) =>
    line.map(([x, y], at) => {
      const [beforeX, beforeY] = line[at - 1] ?? [0, 0]
      return [x - beforeX, y - beforeY]
    })
  const [first = [], ...others] = rings
  const halves = [first.slice(0, 3), first.slice(2).toReversed()]
  const arcs = [...halves, ...others].map(steps)
  const polygons = [[[0, ~1]], ...others.map((_, at) => [[at + 2]])]
  const land = { geometries: [{ type: 'MultiPolygon', arcs: polygons }] }
  return { transform: { scale: [1, 1], translate: [0, 0] }, arcs, objects: { land } }
}

test('land is drawn in hundredths of a degree, without what lies outside, on a line, or is too small', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-coast-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'land.json')
  const island: readonly Point[] = [
    [170, -40],
    [170, -42],
    [171, -42.001],
    [172, -42],
    [172, -40],
    [170, -40],
  ]
  const beyond: readonly Point[] = [
    [-178, -44],
    [-177, -44],
    [-177, -43],
    [-178, -44],
  ]
  const half: readonly Point[] = [
    [150, -30],
    [160, -30],
    [160, -31],
    [150, -31],
    [150, -30],
  ]
  const rock: readonly Point[] = [
    [165, -30],
    [165.01, -30],
    [165.01, -30.01],
    [165, -30],
  ]
  const across: readonly Point[] = [
    [179, -45],
    [-179, -45],
    [-179, -46],
    [179, -46],
    [179, -45],
  ]
  writeFileSync(path, JSON.stringify(topology(island, beyond, half, rock, across)))
  const nz = new Map(coastFiles(path)).get('src/web/start/coast/nz.svg') ?? ''
  const [, drawn = ''] = / d="([^"]*)"/.exec(nz) ?? []
  assert.deepEqual(drawn.split('z'), [
    'M17000 4000l0 200 200 0 0-200-200 0',
    'M15800 3000l200 0 0 100-200 0',
    'M17900 4500l200 0 0 100-200 0 0-100',
    'M18200 4400l100 0 0-100-100 100',
    '',
  ])
})
