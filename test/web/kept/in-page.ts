// What runs in the page itself: an act of a person, and waiting until all that it asked for is answered and shown.

interface Watched {
  /** Copied, saved, and other things that leave the page. */
  readonly done: string[]
  readonly flights: Set<Promise<unknown>>
  /** Answers that have come and are kept back, by their question. */
  readonly held: Map<string, () => void>
}

declare const scheduler: {
  postTask(task: () => void, options: { readonly priority: 'background' }): Promise<void>
}

/** In every document before its own scripts. Reading a file takes a while too, and is waited for like a question. */
export const WATCHED = `
  window.watched = { done: [], flights: new Set(), held: new Map() }
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text) => {
      if (text.includes('refused')) throw new Error('refused')
      window.watched.done.push('copies ' + text)
    } },
  })
  HTMLAnchorElement.prototype.click = function () {
    if (this.download !== '') window.watched.done.push('saves ' + this.download)
    else this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
  for (const name of ['text', 'arrayBuffer']) {
    const read = Blob.prototype[name]
    Blob.prototype[name] = function () {
      const { flights } = window.watched
      const reading = read.call(this)
      flights.add(reading)
      const land = () => flights.delete(reading)
      reading.then(land, land)
      return reading
    }
  }
  const { fetch } = window
  window.fetch = (url, init = {}) => {
    const { held, flights } = window.watched
    const { pathname, search } = new URL(url, location.href)
    const question = (init.method ?? 'GET') + ' ' + pathname + search
    const flight = fetch(url, init).then(async (response) => {
      const body = await response.arrayBuffer()
      return new Response(body.byteLength === 0 ? null : body, response)
    })
    const whole = !held.has(question) ? flight : flight.then((response) =>
      new Promise((resolve, reject) => held.set(question, () =>
        init.signal?.aborted ? reject(init.signal.reason) : resolve(response))))
    flights.add(flight)
    const land = () => flights.delete(flight)
    flight.then(land, land)
    return whole
  }`

interface Step {
  readonly verb: string
  readonly name: string
  readonly nth: number
  readonly value: string
  /** Questions whose answers are kept back. */
  readonly hold: readonly string[]
}

/** Answers of the list are given by another process, and the page's own timers stand still. */
export async function doAndSettle({ verb, name, nth, value, hold }: Step): Promise<void> {
  const { watched } = window as unknown as { watched: Watched }
  for (const question of hold) watched.held.set(question, () => {})
  const trees = [
    document,
    ...[...document.querySelectorAll('*')].flatMap((e) => e.shadowRoot ?? []),
  ]
  const all = (selector: string) => trees.flatMap((tree) => [...tree.querySelectorAll(selector)])
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const inDialog = (element: Element) =>
    document.querySelector('dialog[open]') === null || element.closest('dialog[open]') !== null
  const isThere = (element: Element) => inDialog(element) && element.checkVisibility()
  const named = () => {
    const able = all('button, a, summary, [role=option]').filter(
      (each) =>
        isThere(each) && plain(each.getAttribute('aria-label') ?? each.textContent) === name,
    )
    return able[nth] as HTMLElement | undefined
  }
  const field = () => {
    const labels = all('label').filter((each) => plain(each.textContent) === name)
    const own = labels.flatMap((each) => (each as HTMLLabelElement).control ?? [])
    const others = all('[aria-label]').filter((each) => each.getAttribute('aria-label') === name)
    return [...own, ...others].filter(isThere)[nth] as HTMLInputElement | undefined
  }
  const write = (input: HTMLInputElement) => {
    input.focus()
    input.value = value
    for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }))
  }
  const press = (element: HTMLElement) => {
    element.focus()
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
  const drop = (zone: Element) => {
    const dataTransfer = new DataTransfer()
    const [file = '', text = ''] = name.split('|')
    dataTransfer.items.add(new File([text], file))
    for (const kind of ['dragover', 'drop']) {
      const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })
      zone.dispatchEvent(event)
      if (!event.defaultPrevented) watched.done.push(`${kind} is left to the browser`)
    }
  }
  const found =
    verb === 'click' || verb === 'leave' ? named() : verb === 'drop' ? all('.drop')[0] : field()
  if (verb === 'go') location.assign(`#${name}`)
  else if (verb === 'release') for (const release of watched.held.values()) release()
  else if (verb !== '' && found === undefined) watched.done.push(`nothing is called ${name}`)
  else if (verb === 'click' || verb === 'leave' || verb === 'check') press(found as HTMLElement)
  else if (verb === 'fill' || verb === 'choose') write(found as HTMLInputElement)
  else if (verb === 'focus') (found as HTMLElement).focus()
  else if (verb === 'drop') drop(found as Element)
  if (verb === 'release') watched.held.clear()
  const background = () => scheduler.postTask(() => {}, { priority: 'background' })
  // A dialog says that it was closed with the next picture; the clock of pictures is the only one that still goes.
  const picture = () =>
    new Promise<void>((resolve) => {
      const observer = new ResizeObserver(() => {
        observer.disconnect()
        resolve()
      })
      observer.observe(document.documentElement)
    })
  // A button that is disabled loses the focus with a later picture.
  const isLosingFocus = () => document.activeElement?.matches(':disabled') === true
  const turn = async () => {
    if (document.querySelector('dialog') !== null || isLosingFocus()) await picture()
    await background()
  }
  for (let quiet = 0, tries = 0; quiet < 3 && tries < 200; tries += 1) {
    await Promise.allSettled(watched.flights)
    await turn()
    const isBusy = document.querySelector('[aria-busy]') !== null && watched.held.size === 0
    quiet = watched.flights.size > 0 || isBusy || isLosingFocus() ? 0 : quiet + 1
  }
}
