// Territories: the list, and one that is drawn on a map, read from a file, or written as GeoJSON.

import { button, el } from '../dom.js'
import { asking } from '../shared/form.js'
import { count, time } from '../shared/format.js'
import { buttons, card, loaded, quiet, rowButton, table } from '../shared/parts.js'
import { TerritoryEditor } from './territory-editor.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {{ name: string, polygons: number, points: number, bytes: number, changed: string }} Territory */
/** @typedef {Record<'layers' | 'polygons' | 'points' | 'bytes', number>} Limits */

const ABOUT =
  'Your own areas, such as delivery zones. Look-ups of this account with areas=NAME return them; nobody else sees them.'

/** @param {Api} given */
export async function territoriesSection(given) {
  const api = given.below('/territory')
  const { product } = await api.get('')
  const editor = new TerritoryEditor(api, product, () => show())
  const { place, show } = loaded(async () =>
    listParts(
      api,
      await api.get(''),
      (name) => editor.open(name),
      () => show(),
    ),
  )
  await editor.start()
  return [card('', quiet(ABOUT), place), card('Add or change a territory', editor.element)]
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
        asking([`Delete ${name}?`, 'Look-ups will no longer include it.', 'Delete territory'], () =>
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
    quiet(
      `Used of the plan: ${territories.length} of ${limits.layers} territories, ${used.join(', ')}.`,
    ),
  ]
}
