// A page as text: each element with what people and screen readers get of it, and what changed between two moments.

interface Seen {
  readonly lines: string[]
  /** Address, title and focus. */
  readonly place: string
  readonly done: string[]
}

/** Runs in the page. What is hidden is one line. */
export function outlineOf(root: string): Seen {
  const lines: string[] = []
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const short = (text: string) =>
    text.length > 200 ? `${plain(text.slice(0, 120))}… ${text.length}` : plain(text)
  const headOf = (element: Element) => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      value === '' ? name : `${name}=${short(value)}`,
    )
    const { value, checked, open } = element as HTMLInputElement & HTMLDetailsElement
    if (element instanceof HTMLInputElement && element.type !== 'file') attributes.push(`→${value}`)
    if (element.matches('textarea, select')) attributes.push(`→${value.replaceAll('\n', '⏎')}`)
    if (checked === true) attributes.push('on')
    if (element instanceof HTMLDialogElement && open) attributes.push('shown')
    return [element.localName, ...attributes].join(' ')
  }
  const walk = (node: Node, indent: string) => {
    if (node instanceof Text) {
      const text = plain(node.data)
      if (text !== '') lines.push(`${indent}“${text}”`)
      return
    }
    if (!(node instanceof Element) || node.matches('script, style, noscript')) return
    const cells = node.matches('tr') ? [...node.children] : []
    if (cells.length > 0 && cells.every((cell) => cell.childElementCount === 0)) {
      const texts = cells.map((cell) => `${headOf(cell)} “${cell.textContent}”`)
      lines.push(`${indent}${[headOf(node), ...texts].join(' | ')}`)
      return
    }
    const only = node.childNodes.length === 1 ? node.firstChild : null
    const text = only instanceof Text ? ` “${plain(only.data)}”` : ''
    lines.push(`${indent}${headOf(node)}${text}`)
    if (text !== '' || (node instanceof HTMLElement && node.hidden)) return
    for (const child of node.shadowRoot?.childNodes ?? []) walk(child, `${indent} ^ `)
    for (const child of node.childNodes) walk(child, `${indent} `)
  }
  for (const element of document.querySelectorAll(root)) walk(element, '')
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  const name = active?.getAttribute('aria-label') ?? active?.id ?? ''
  const focus = active === null || active === document.body ? '' : `${active.localName} ${name}`
  const what = name === '' && focus !== '' ? `${focus}${active?.textContent?.slice(0, 40)}` : focus
  const place = [location.pathname + location.hash, document.title, what].join(' | ')
  const { watched } = window as unknown as { watched: { done: string[] } }
  return { lines, place: place.trim(), done: watched.done.splice(0).map(plain) }
}

/** All lines of a page that is new; of one that is known, those that came, and how many went in front of each. */
export function changedLines(before: readonly string[], after: readonly string[]): string[] {
  if (before.length === 0) return [...after]
  const longest = lengthsOfCommonEnds(before, after)
  const changed: string[] = []
  let gone = 0
  const come = (line: string[]) => {
    if (gone > 0) changed.push(`- ${gone}`)
    changed.push(...line)
    gone = 0
  }
  for (let a = 0, b = 0; a < after.length || b < before.length; ) {
    if (a < after.length && after[a] === before[b]) {
      come([])
      a += 1
      b += 1
    } else if (b < before.length && (longest[a]?.[b + 1] ?? 0) >= (longest[a + 1]?.[b] ?? 0)) {
      gone += 1
      b += 1
    } else {
      come([`+ ${after[a]}`])
      a += 1
    }
  }
  come([])
  return changed
}

function lengthsOfCommonEnds(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const longest = Array.from({ length: after.length + 1 }, () => new Uint16Array(before.length + 1))
  for (let a = after.length - 1; a >= 0; a -= 1) {
    const row = longest[a] ?? new Uint16Array(0)
    const next = longest[a + 1] ?? row
    for (let b = before.length - 1; b >= 0; b -= 1) {
      const isSame = after[a] === before[b]
      row[b] = isSame ? (next[b + 1] ?? 0) + 1 : Math.max(next[b] ?? 0, row[b + 1] ?? 0)
    }
  }
  return longest
}
