// A form that sends a CSV file.

import { button, el, field } from '../dom.js'
import { Refusal } from './api.js'
import { report } from './parts.js'

const NO_FILE = new Refusal(0, { detail: 'Choose a file first.' }, 0)

/**
 * @param {string} hint
 * @param {readonly Node[]} more fields
 * @param {(file: File, working: (act: () => Promise<string>) => Promise<void>) => Promise<void>} send calls `working`
 *   with what it does, which returns the message to show
 */
export function fileForm(hint, more, send) {
  const input = el('input', {
    type: 'file',
    id: 'csv',
    accept: '.csv,text/csv',
    'aria-describedby': 'csv-hint',
  })
  const result = el('div', { role: 'status' })
  const run = async () => {
    const [file] = input.files ?? []
    if (file === undefined) return report(result, [], () => Promise.reject(NO_FILE))
    const name = `Importing ${file.name} …`
    const meanwhile = [el('progress', { 'aria-label': name }), el('p', {}, name)]
    await send(file, (act) => report(result, meanwhile, async () => [el('p', {}, await act())]))
  }
  input.addEventListener('change', () => result.replaceChildren())
  return el(
    'div',
    { class: 'form' },
    el('div', { class: 'row' }, field('CSV file', input), ...more),
    el('p', { class: 'hint', id: 'csv-hint' }, hint),
    button('Import file', run, { class: 'primary' }),
    result,
  )
}
