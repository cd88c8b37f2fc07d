// Territories: the list, and one that is drawn on a map, read from a file, or written as GeoJSON.

import { button, el, field } from '../dom.js'
import { Refusal } from '../shared/api.js'
import { asking, formDialog } from '../shared/form.js'
import { count, time } from '../shared/format.js'
import { buttons, card, loaded, quiet, report, rowButton, table } from '../shared/parts.js'
import { TerritoryMap } from './territory-map.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {import('./territory-map.js').Position} Position */
/** @typedef {{ name: string, polygons: number, points: number, bytes: number, changed: string }} Territory */
/** @typedef {Record<'layers' | 'polygons' | 'points' | 'bytes', number>} Limits */

const CORNERS_MIN = 3
const ABOUT =
  'Areas of your own, such as delivery zones. Look-ups of this account answer them with areas=NAME; nobody else sees them.'
const HINT =
  'Draw on the map, choose a file, or write here. Each feature needs a name or a code; longitude comes first.'

/** @param {Api} given */
export async function territoriesSection(given) {
  const api = given.below('/territory')
  const { product } = await api.get('')
  const editor = editorOf(api, product, () => show())
  const { place, show } = loaded(async () =>
    listParts(api, await api.get(''), editor.open, () => show()),
  )
  await editor.start()
  return [
    card('Territories', quiet(ABOUT), place),
    card('Add or change a territory', editor.element),
  ]
}

/**
 * @param {Api} api
 * @param {{ territories: Territory[], limits: Limits }} all
 * @param {(name: string) => Promise<void>} open
 * @param {() => unknown} done
 */
function listParts(api, { territories, limits }, open, done) {
  const sum = (/** @type {keyof Limits & keyof Territory} */ what) =>
    territories.reduce((total, territory) => total + territory[what], 0)
  const used = /** @type {const} */ (['polygons', 'points', 'bytes']).map(
    (what) => `${count(sum(what))} of ${count(limits[what])} ${what}`,
  )
  const rows = territories.map(({ name, polygons, points, changed }) => [
    el('code', {}, name),
    count(polygons),
    count(points),
    time(changed),
    buttons(
      button('Change', () => open(name), { class: 'small', 'aria-label': `Change ${name}` }),
      rowButton(
        'Delete',
        name,
        asking([`Delete ${name}?`, 'Look-ups no longer answer it.', 'Delete territory'], () =>
          api.send('DELETE', `/${name}`),
        ),
        done,
        'small danger',
      ),
    ),
  ])
  return [
    table(
      ['Name', 'Polygons', 'Points', 'Changed', ''],
      rows,
      'Territories',
      'No territories yet.',
    ),
    quiet(`The plan: ${territories.length} of ${limits.layers} territories, ${used.join(', ')}.`),
  ]
}

/** @param {Api} api @param {string} product @param {() => unknown} done */
function editorOf(api, product, done) {
  const name = el('input', { id: 'territory', placeholder: 'delivery', autocomplete: 'off' })
  const text = el('textarea', {
    id: 'geojson',
    rows: 8,
    spellcheck: 'false',
    'aria-describedby': 'geojson-hint',
  })
  const file = el('input', {
    id: 'geojson-file',
    type: 'file',
    accept: '.geojson,.json,application/geo+json',
  })
  const result = el('div', { role: 'status' })
  /** @type {{ code_property?: string, name_property?: string }} */
  let properties = {}
  const redraw = () => map.show(outlinesOf(text.value))
  const finish = async () => {
    const { corners } = map
    if (corners.length < CORNERS_MIN) {
      const problem = { detail: 'A polygon needs at least three corners.' }
      return report(result, [], () => Promise.reject(new Refusal(0, problem, 0)))
    }
    await formDialog(
      {
        title: 'Close polygon',
        text: 'Its name and code are what look-ups answer.',
        fields: [
          { name: 'name', label: 'Name', required: true },
          { name: 'code', label: 'Code', hint: 'Without a code, the name is the code too.' },
        ],
        yes: 'Add polygon',
        look: 'primary',
      },
      async ({ name: label = '', code = '' }) => {
        const ring = [...corners, corners[0]]
        const geometry = { type: 'Polygon', coordinates: [ring] }
        const feature = {
          type: 'Feature',
          properties: { code: code || label, name: label },
          geometry,
        }
        text.value = JSON.stringify({
          type: 'FeatureCollection',
          features: [...featuresOf(text.value), feature],
        })
        map.clear()
        redraw()
        return undefined
      },
    )
  }
  const map = new TerritoryMap(product, finish)
  text.addEventListener('change', redraw)
  file.addEventListener('change', async () => {
    text.value = (await file.files?.[0]?.text()) ?? text.value
    properties = {}
    redraw()
  })
  const save = () =>
    report(result, [], async () => {
      const path = `/${encodeURIComponent(name.value.trim() || ' ')}`
      const { message } = await api.send('PUT', path, { geojson: text.value, ...properties })
      await done()
      return [el('p', {}, message)]
    })
  const open = async (/** @type {string} */ which) => {
    const { geojson, code_property, name_property } = await api.get(`/${which}`)
    properties = {
      ...(code_property && { code_property }),
      ...(name_property && { name_property }),
    }
    name.value = which
    text.value = geojson
    redraw()
    name.focus()
  }
  const element = el(
    'div',
    { class: 'form' },
    el('div', { class: 'row' }, field('Name', name), field('GeoJSON file', file)),
    map.element,
    el('div', { class: 'field whole' }, el('label', { for: 'geojson' }, 'GeoJSON'), text),
    el('p', { class: 'hint', id: 'geojson-hint' }, HINT),
    button('Save territory', save, { class: 'primary' }),
    result,
  )
  return { element, open, start: () => map.open() }
}

/** What is no GeoJSON has none; the service says what is wrong with it. @param {string} text */
function featuresOf(text) {
  try {
    const { type, features } = JSON.parse(text)
    return /** @type {any[]} */ (type === 'Feature' ? [JSON.parse(text)] : (features ?? []))
  } catch {
    return []
  }
}

/** @param {string} text @returns {Position[][]} */
function outlinesOf(text) {
  const polygons = featuresOf(text).flatMap(({ geometry }) =>
    geometry?.type === 'MultiPolygon' ? geometry.coordinates : [geometry?.coordinates],
  )
  const isPosition = (/** @type {any} */ at) => Number.isFinite(at?.[0]) && Number.isFinite(at?.[1])
  return polygons
    .flatMap((rings) => (Array.isArray(rings) ? rings : []))
    .filter((ring) => Array.isArray(ring) && ring.every(isPosition))
}
