// A store whose procedures fail as a test wants them to: before they ran, or after, with the answer lost.

import type { Procedure, Store } from '../../src/store/store.ts'
import { StoreError } from '../../src/store/store-error.ts'

type Call = (args: Record<string, unknown>) => Promise<unknown>

/** `fault` stands between the caller and the real procedure. */
export function faultyStore(
  store: Store,
  fault: (module: string, args: Record<string, unknown>, real: Call) => Promise<unknown>,
): Pick<Store, 'procedure'> {
  return {
    async procedure<P extends Procedure>(
      module: URL,
      args: Parameters<P>[1],
    ): Promise<Awaited<ReturnType<P>>> {
      const real: Call = (changed) => store.procedure<P>(module, changed as Parameters<P>[1])
      const name = module.pathname.split('/').at(-1) ?? ''
      const answer = await fault(name, args as Record<string, unknown>, real)
      return answer as Awaited<ReturnType<P>>
    },
  }
}

export function connectionLost(): StoreError {
  return new StoreError('The connection was lost.')
}
