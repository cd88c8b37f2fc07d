// What a change set does to the ids of a UK release, found on the streets that it changes, not among all addresses.

import type { ChangeKind } from '../../address/change.ts'
import { metresBetween } from '../../address/geo.ts'
import type { PostalRow } from '../../address/postal.ts'
import type { MergedPart } from '../../index/changes/merged-streets.ts'
import {
  POSTAL,
  type PostalRecords,
  postalRecordsOf,
  STREET_FIELDS,
} from '../../index/postal/postal-records.ts'
import { NONE } from '../../index/streets/records.ts'
import { elementAt } from '../../lib/element-at.ts'
import { MOVED_METRES } from '../compare-releases.ts'
import type { SuccessorKey } from './change-step.ts'
import { type IdKey, readId } from './id-keys.ts'

export interface ChangedId extends IdKey {
  readonly kind: ChangeKind
  readonly successors: readonly SuccessorKey[]
}

/** In the order of ids. The parts are the release before and, if any address is left on them, the changed streets. */
export function changedIds(parts: readonly MergedPart[], ids: Iterable<string>): ChangedId[] {
  const [before, after] = parts.map(({ sections }) => postalRecordsOf(sections))
  const found = [...ids].flatMap((id) => {
    const [was, is] = [rowOf(before?.held, id), rowOf(after?.held, id)]
    const key = readId(id, [])
    const kind = kindOf(was, is)
    return key === undefined || kind === undefined ? [] : [{ ...key, id, kind, was }]
  })
  const gone = found.flatMap(({ kind, was }) => (kind === 'retired' ? (was ?? []) : []))
  const isAdded = new Set(found.flatMap(({ kind, id }) => (kind === 'added' ? id : [])))
  const successorOf = after === undefined ? undefined : successorFinder(after, gone, isAdded)
  return found
    .map(({ first, second, kind, was }) => {
      const id = kind === 'retired' && was !== undefined ? successorOf?.(was) : undefined
      const successor = id === undefined ? undefined : readId(id, [])
      return {
        first,
        second,
        kind,
        successors: successor ? [{ ...successor, inferred: true }] : [],
      }
    })
    .sort((a, b) => a.first - b.first || a.second - b.second)
}

function rowOf(held: PostalRecords | undefined, id: string): PostalRow | undefined {
  const record = held?.find(id) ?? NONE
  return record === NONE ? undefined : held?.row(record)
}

/** Undefined where nothing has changed that is told. */
function kindOf(was: PostalRow | undefined, is: PostalRow | undefined): ChangeKind | undefined {
  if (was === undefined) return is && 'added'
  if (is === undefined) return 'retired'
  if (SHOWN_FIELDS.some((field) => !isSameText(was[field], is[field]))) return 'changed'
  const isKnown = [was, is].every(({ latitude, longitude }) => latitude !== 0 || longitude !== 0)
  return isKnown && metresBetween(was, is) > MOVED_METRES ? 'moved' : undefined
}

const PREMISES_FIELDS = [...POSTAL.columns, 'buildingNumber'] as const
const SHOWN_FIELDS = [
  ...PREMISES_FIELDS,
  ...POSTAL.nameFields,
  ...POSTAL.placeFields,
  'postcode',
] as const

/** Letters in upper and lower case are the same. Most texts are so letter by letter. */
function isSameText(one: string, other: string): boolean {
  return one === other || one.toUpperCase() === other.toUpperCase()
}

function textOf(row: PostalRow, fields: readonly (typeof SHOWN_FIELDS)[number][]): string {
  return fields
    .map((field) => row[field])
    .join('|')
    .toUpperCase()
}

/**
 * As between whole releases: the only address with the same text, or else the only new one with another postcode of the
 * neighbourhood. Whatever says the same as an address of a changed street is on a changed street.
 */
function successorFinder(
  { held, streets }: ReturnType<typeof postalRecordsOf>,
  gone: readonly PostalRow[],
  isAdded: ReadonlySet<string>,
): (row: PostalRow) => string | undefined {
  const wanted = new Set(gone.map(streetText))
  const whole = new Map<string, string | undefined>()
  const nearby = new Map<string, string | undefined>()
  /** Undefined in place of several ids. */
  const note = (known: typeof whole, text: string, id: string) =>
    known.set(text, known.has(text) ? undefined : id)
  for (let street = 0; street < streets.count; street++) {
    const [from, to] = [elementAt(streets.start, street), elementAt(streets.start, street + 1)]
    if (!wanted.has(streetText(held.row(from, street)))) continue
    for (let record = from; record < to; record++) {
      const [row, id] = [held.row(record, street), held.id(record)]
      note(whole, wholeText(row), id)
      if (isAdded.has(id)) note(nearby, nearbyText(row), id)
    }
  }
  return (row) => {
    const text = wholeText(row)
    return whole.has(text) ? whole.get(text) : nearby.get(nearbyText(row))
  }
}

function streetText(row: PostalRow): string {
  return `${textOf(row, STREET_FIELDS)}|${row.postcode.split(' ', 1)[0]}`
}

function nearbyText(row: PostalRow): string {
  return `${textOf(row, PREMISES_FIELDS)}|${streetText(row)}`
}

function wholeText(row: PostalRow): string {
  return `${nearbyText(row)}|${row.postcode}`
}
