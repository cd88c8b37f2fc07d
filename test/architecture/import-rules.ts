// Rules about imports: they follow the table of layers, point one way, and browser code keeps to itself.

import { ROOMS, ROOT } from './rooms.ts'
import { importsOf, roomOf, sources } from './source-files.ts'

export function importsAgainstTheTable(): string[] {
  return sources.flatMap((path) => {
    const allowed = ROOMS[roomOf(path)]?.imports ?? []
    if (allowed === 'everything') return []
    return importsOf(path)
      .filter((target) => target.startsWith('src/') && roomOf(target) !== roomOf(path))
      .filter((target) => !allowed.includes(roomOf(target)))
      .map((target) => `${path} imports ${target}`)
  })
}

/** Rooms without a row, rows without a room, and rows that allow an import of a room above. */
export function faultsOfTheTable(): string[] {
  const rooms = new Set(sources.map((path) => path.split('/').slice(1, -1).join('/') || ROOT))
  const named = Object.entries(ROOMS).flatMap(([name, { rooms: inner = {} }]) => [
    name,
    ...Object.keys(inner).map((each) => `${name}/${each}`),
  ])
  // A room may hold nothing but rooms.
  const used = new Set([...rooms].flatMap((room) => [room, room.split('/')[0]]))
  const order = Object.keys(ROOMS)
  return [
    ...[...used].filter((room) => !named.includes(room)).map((room) => `${room} has no row`),
    ...named.filter((room) => !used.has(room)).map((room) => `${room} is no room`),
    ...Object.entries(ROOMS).flatMap(([name, { imports }]) =>
      imports === 'everything'
        ? []
        : imports
            .filter((each) => order.indexOf(each) > order.indexOf(name) && !UPWARDS.has(each))
            .map((each) => `${name} imports ${each}, which stands above it`),
    ),
  ]
}

/** Rooms that some room below still imports; being taken apart. */
const UPWARDS = new Set([ROOT, 'threads'])

export function cycles(): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
    else if (!done.has(path)) {
      for (const target of importsOf(path).filter((each) => sources.includes(each))) {
        walk(target, [...trail, path])
      }
      done.add(path)
    }
  }
  for (const path of sources) walk(path, [])
  return found
}

export function browserCodeThatImportsMore(): string[] {
  const served = sources.filter((path) => path.endsWith('.js'))
  return served.flatMap((path) =>
    importsOf(path)
      .filter((target) => !served.includes(target))
      .map((target) => `${path} imports ${target}`),
  )
}
