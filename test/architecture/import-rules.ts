// Rules about imports: they follow the table of layers, point one way, and browser code keeps to itself.

import { dirname } from 'node:path'
import { ROOMS, ROOT } from './rooms.ts'
import { importsOf, isFile, roomOf, sources } from './source-files.ts'

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

/** Rooms without a row, rows without a room, and rows that allow what stands above them or what nothing needs. */
export function faultsOfTheTable(): string[] {
  const rooms = new Set(sources.map((path) => path.split('/').slice(1, -1).join('/') || ROOT))
  // A room may hold nothing but rooms.
  const used = new Set([...rooms].flatMap((room) => [room, room.split('/')[0]]))
  const named = Object.entries(ROOMS).flatMap(([name, { rooms: inner = {} }]) => [
    name,
    ...Object.keys(inner).map((each) => `${name}/${each}`),
  ])
  return [
    ...[...used].filter((room) => !named.includes(room)).map((room) => `${room} has no row`),
    ...named.filter((room) => !used.has(room)).map((room) => `${room} is no room`),
    ...Object.keys(ROOMS).flatMap(faultsOfRow),
  ]
}

function faultsOfRow(name: string): string[] {
  const { imports } = ROOMS[name]
  if (imports === 'everything') return []
  const order = Object.keys(ROOMS)
  const own = sources.filter((path) => roomOf(path) === name)
  const needed = new Set(own.flatMap((path) => importsOf(path).map(roomOf)))
  return [
    ...imports
      .filter((each) => order.indexOf(each) > order.indexOf(name))
      .map((each) => `${name} may import ${each}, which stands above it`),
    // Tools are for everybody.
    ...imports
      .filter((each) => each !== 'lib' && !needed.has(each))
      .map((each) => `${name} needs no ${each}`),
  ]
}

/** Rooms that stand side by side import one way. What stands above them may put them together. */
export function neighboursBothWays(): string[] {
  const imported = new Set(
    sources.flatMap((path) => importsOf(path).map((to) => `${dirname(path)} ${dirname(to)}`)),
  )
  return [...imported].flatMap((pair) => {
    const [from, to] = pair.split(' ')
    const isPair = from < to && dirname(from) === dirname(to) && dirname(from) !== 'src'
    return isPair && imported.has(`${to} ${from}`) ? [`${from} and ${to}`] : []
  })
}

export function cycles(): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
    else if (!done.has(path)) {
      for (const target of importsOf(path).filter(
        (each) => isFile(each) && each.startsWith('src/'),
      )) {
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
