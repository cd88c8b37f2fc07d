// Procedures: modules that run beside the data, found by their URL so that the store need not know
// who uses it.

import type { Transaction } from 'kysely'

/** What such a module exports as `run`. Its arguments and its answer are plain data. */
export type Procedure = (tx: Transaction<unknown>, args: never) => Promise<unknown>

type LoadedProcedure = (tx: Transaction<unknown>, args: unknown) => Promise<unknown>

export async function loadProcedure(module: string): Promise<LoadedProcedure> {
  const loaded: { readonly run?: unknown } = await import(module)
  const { run } = loaded
  if (typeof run !== 'function') throw new Error(`The module ${module} exports no run().`)
  // Store.procedure() ties the arguments to the module's own type where it is called.
  return run as LoadedProcedure
}
