// The towns of a list, learnt from the rows that name them plainly, for the rows that do not.

/** A list of a whole country has fewer. */
const NAMES_MAX = 200_000

export class KnownPlaces {
  readonly #counts = new Map<string, number>()
  readonly #byArea = new Map<string, Map<string, number>>()
  /** The place that most rows of an area name, once asked for. */
  readonly #usual = new Map<string, string>()

  /** `area` is the outcode or the postcode, '' where it is not known. */
  add(name: string, area: string): void {
    const key = name.toUpperCase()
    if (key === '' || (this.#counts.size >= NAMES_MAX && !this.#counts.has(key))) return
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    const names = this.#byArea.get(area) ?? new Map<string, number>()
    names.set(name, (names.get(name) ?? 0) + 1)
    this.#byArea.set(area, names)
  }

  /** How many rows name it. */
  count(name: string): number {
    return this.#counts.get(name.toUpperCase()) ?? 0
  }

  /** What most rows of the area name, or ''. */
  usual(area: string): string {
    const known = this.#usual.get(area)
    if (known !== undefined) return known
    const names = [...(this.#byArea.get(area) ?? [])].sort(([, a], [, b]) => b - a)
    const usual = names[0]?.[0] ?? ''
    this.#usual.set(area, usual)
    return usual
  }
}
