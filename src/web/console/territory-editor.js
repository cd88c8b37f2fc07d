// Adds or changes a territory: drawn on the map, read from a file, or written as GeoJSON. The text is what is sent.

import { button, el, field } from '../dom.js'
import { Refusal } from '../shared/api.js'
import { formDialog } from '../shared/form.js'
import { report } from '../shared/parts.js'
import { TerritoryMap } from './territory-map.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {import('./territory-map.js').Position} Position */

const CORNERS_MIN = 3
const HINT =
  'Draw on the map, choose a file, or write here. Each feature needs a name or a code; longitude comes first.'

export class TerritoryEditor {
  element
  #api
  #done
  #map
  #name = el('input', { id: 'territory', placeholder: 'delivery', autocomplete: 'off' })
  #text = el('textarea', {
    id: 'geojson',
    rows: 8,
    spellcheck: 'false',
    'aria-describedby': 'geojson-hint',
  })
  #result = el('div', { role: 'status' })
  /** What the service was told about the file. @type {{ code_property?: string, name_property?: string }} */
  #properties = {}

  /** @param {Api} api @param {string} product @param {() => unknown} done */
  constructor(api, product, done) {
    this.#api = api
    this.#done = done
    this.#map = new TerritoryMap(product, () => this.#close())
    const accept = '.geojson,.json,application/geo+json'
    const file = el('input', { id: 'geojson-file', type: 'file', accept })
    file.addEventListener('change', () => void this.#take(file.files?.[0]))
    this.#text.addEventListener('change', () => this.#redraw())
    this.element = el(
      'div',
      { class: 'form' },
      el('div', { class: 'row' }, field('Name', this.#name), field('GeoJSON file', file)),
      this.#map.element,
      el('div', { class: 'field whole' }, el('label', { for: 'geojson' }, 'GeoJSON'), this.#text),
      el('p', { class: 'hint', id: 'geojson-hint' }, HINT),
      button('Save territory', () => this.#save(), { class: 'primary' }),
      this.#result,
    )
  }

  start() {
    return this.#map.open()
  }

  /** @param {string} name of a territory that there is */
  async open(name) {
    const { geojson, code_property, name_property } = await this.#api.get(`/${name}`)
    this.#properties = {
      ...(code_property && { code_property }),
      ...(name_property && { name_property }),
    }
    this.#name.value = name
    this.#text.value = geojson
    this.#redraw()
    this.#name.focus()
  }

  #redraw() {
    this.#map.show(outlinesOf(this.#text.value))
  }

  /** @param {File | undefined} file */
  async #take(file) {
    if (file === undefined) return
    this.#text.value = await file.text()
    this.#properties = {}
    this.#redraw()
  }

  async #close() {
    const { corners } = this.#map
    if (corners.length < CORNERS_MIN) return this.#refuse('A polygon needs at least three corners.')
    const dialog = {
      title: 'Close polygon',
      text: 'Look-ups return its name and code.',
      fields: [
        { name: 'name', label: 'Name', required: true },
        { name: 'code', label: 'Code', hint: 'Without a code, the name is the code too.' },
      ],
      yes: 'Add polygon',
      look: 'primary',
    }
    await formDialog(dialog, async ({ name = '', code = '' }) => {
      const geometry = { type: 'Polygon', coordinates: [[...corners, corners[0]]] }
      const feature = { type: 'Feature', properties: { code: code || name, name }, geometry }
      const features = [...featuresOf(this.#text.value), feature]
      this.#text.value = JSON.stringify({ type: 'FeatureCollection', features })
      this.#map.clear()
      this.#redraw()
    })
  }

  /** @param {string} detail */
  #refuse(detail) {
    return report(this.#result, [], () => Promise.reject(new Refusal(0, { detail }, 0)))
  }

  #save() {
    if (this.#text.value.trim() === '')
      return this.#refuse('Draw and close a polygon, choose a file, or write GeoJSON first.')
    return report(this.#result, [], async () => {
      // A path without a name would be that of the list.
      const path = `/${encodeURIComponent(this.#name.value.trim() || ' ')}`
      const sent = { geojson: this.#text.value, ...this.#properties }
      const { message } = await this.#api.send('PUT', path, sent)
      await this.#done()
      return [el('p', {}, message)]
    })
  }
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
