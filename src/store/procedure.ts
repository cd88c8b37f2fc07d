// Procedures: modules that run beside the data, found by their URL so that the store need not know who uses it.

import type { Kysely } from 'kysely'

/** What such a module exports as `run`. Its arguments and its answer are plain data. */
export type Procedure = (
  db: Kysely<unknown>,
  args: never,
  kind: 'sqlite' | 'postgres',
) => Promise<unknown>

type LoadedProcedure = (
  db: Kysely<unknown>,
  args: unknown,
  kind: 'sqlite' | 'postgres',
) => Promise<unknown>

/** Those that were loaded once: asking for a module again costs more than a statement of SQL. */
export class Procedures {
  readonly #loaded = new Map<string, LoadedProcedure>()

  async load(module: string): Promise<LoadedProcedure> {
    const known = this.#loaded.get(module)
    if (known !== undefined) return known
    const run = await loadProcedure(module)
    this.#loaded.set(module, run)
    return run
  }
}

async function loadProcedure(module: string): Promise<LoadedProcedure> {
  const loaded: { readonly run?: unknown } = await import(module)
  const { run } = loaded
  if (typeof run !== 'function') throw new Error(`The module ${module} exports no run().`)
  // Store.procedure() ties the arguments to the module's own type where it is called.
  return run as LoadedProcedure
}
